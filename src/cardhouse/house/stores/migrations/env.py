"""Alembic's way into a store: a file is migrated at once, and for PostgreSQL the statements are written down."""

from alembic import context
from sqlalchemy import NullPool, create_engine

if context.is_offline_mode():
    context.configure(dialect_name="postgresql")
    with context.begin_transaction():
        context.run_migrations()
else:
    url = context.config.get_main_option("sqlalchemy.url")
    assert url is not None
    with create_engine(url, poolclass=NullPool).connect() as connection:  # nothing stays open
        context.configure(connection=connection)
        with context.begin_transaction():
            context.run_migrations()
