"""Alembic's way into the store."""

from alembic import context
from sqlalchemy import NullPool, create_engine

url = context.config.get_main_option("sqlalchemy.url")
assert url is not None
with create_engine(url, poolclass=NullPool).connect() as connection:  # nothing stays open
    context.configure(connection=connection)
    with context.begin_transaction():
        context.run_migrations()
