"""Create the tables of the house, their logs and secrets, and its documents; for several houses, their leases."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("opened", LONG, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", LONG, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("command", LONG),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("draft", sa.Integer, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "log_commands",
        "log",
        ["table_id", "player", "command"],
        unique=True,
        sqlite_where=HAS_COMMAND,
        postgresql_where=HAS_COMMAND,
    )
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "documents",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    if op.get_context().dialect.name == "postgresql":
        _create_leases()


def _create_leases() -> None:
    """Create what several houses need to share a database. A file has one house only."""
    op.create_index("tables_listed", "tables", ["opened"], postgresql_where=sa.text("listed = 1"))
    op.create_table(
        "houses",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("house", sa.Text, nullable=False),
    )


LONG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
HAS_COMMAND = sa.text("command IS NOT NULL")
