"""Create the first tables: the tables of the house, their logs, and the secrets of the logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("opened", sa.Integer, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("command", sa.Integer),
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
        sqlite_where=sa.text("command IS NOT NULL"),
    )
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
