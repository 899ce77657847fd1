CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    opened INTEGER NOT NULL,
    listed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE log (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    player INTEGER NOT NULL,
    command INTEGER,
    seq INTEGER NOT NULL,
    draft INTEGER NOT NULL,
    entry TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX log_commands ON log (table_id, player, command) WHERE command IS NOT NULL;
CREATE TABLE secrets (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    secret TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE documents (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) WITHOUT ROWID;
