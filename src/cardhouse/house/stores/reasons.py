"""Reasons why a PostgreSQL database cannot be used: sentences that say what to do, for `/health` and the journal."""

import ssl
from socket import gaierror

import asyncpg
from asyncpg import exceptions

LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that was lost in the middle of a statement
    exceptions.PostgresConnectionError,
    exceptions.OperatorInterventionError,  # the server shuts down, or has crashed
)
READ_ONLY = (exceptions.ReadOnlySQLTransactionError, exceptions.TargetServerAttributeNotMatched)
FAILURES = (*LOST, *READ_ONLY, asyncpg.PostgresError)  # all that is wrong with a database, and not with a program

UNREADABLE = "has an address that cannot be read: escape special characters of the password, such as %2F for a slash."
FOREIGN = "is not an empty database, and not the database of a house: choose another with --store."
LACKING = (
    "does not have the tables of this version of Cardhouse: check --store, use the version that all houses use, or"
    " restore a backup."
)
OPERATED = "is starting or stopping: wait, or start it if it does not come back."
READS = (
    "is read-only: promote it if it is a standby, make room if its disk is full, and turn default_transaction_read_only"
    " off."
)
DIRECTLY = "does not take the settings of a house: connect to PostgreSQL itself, without a pooler."
# The first that fits is the reason, so a kind of error comes before the kinds that include it.
SENTENCES: dict[type[BaseException], str] = {
    asyncpg.ClientConfigurationError: UNREADABLE,
    asyncpg.UnsupportedClientFeatureError: DIRECTLY,
    asyncpg.UnsupportedServerFeatureError: DIRECTLY,
    exceptions.ProtocolViolationError: DIRECTLY,
    ssl.SSLCertVerificationError: (
        "has a certificate that this machine does not trust: check sslmode and sslrootcert in --store."
    ),
    TimeoutError: (
        "does not answer, or waits for its synchronous standby: check that both run and can be reached, or take a"
        " standby that is gone out of synchronous_standby_names."
    ),
    exceptions.TargetServerAttributeNotMatched: READS,
    exceptions.ReadOnlySQLTransactionError: READS,
    exceptions.CannotConnectNowError: OPERATED,
    exceptions.AdminShutdownError: OPERATED,
    exceptions.CrashShutdownError: OPERATED,
    exceptions.QueryCanceledError: "has cancelled a statement: turn statement_timeout off for the user of the house.",
    exceptions.IdleSessionTimeoutError: (
        "has ended a connection: turn idle_session_timeout off for the user of the house."
    ),
    exceptions.DatabaseDroppedError: "was dropped: create the database again, and restore a backup.",
    exceptions.InvalidCatalogNameError: "does not exist: create the database first, or correct its name in --store.",
    exceptions.DiskFullError: "cannot be written: its disk is full. Make room.",
    exceptions.TooManyConnectionsError: (
        "has no connections left: raise max_connections, or close other programs that use it."
    ),
    exceptions.InsufficientResourcesError: "has run out of memory or of another resource: see PostgreSQL's log.",
    exceptions.InvalidAuthorizationSpecificationError: (
        "refuses the user or the password: correct them in --store, or allow the user in pg_hba.conf."
    ),
    exceptions.InsufficientPrivilegeError: (
        "denies the user something that a house needs: let the user own the database."
    ),
    exceptions.UndefinedTableError: LACKING,
    exceptions.UndefinedColumnError: LACKING,
    gaierror: "cannot be reached: there is no such host. Check the host in --store, and the name server.",
    ConnectionRefusedError: (
        "cannot be reached: nothing listens there. Start PostgreSQL, or correct the host and port in --store."
    ),
    **dict.fromkeys(
        (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError, exceptions.PostgresConnectionError),
        "cannot be reached: check that PostgreSQL runs, and the network to it.",
    ),
}
PERMANENT = (
    asyncpg.ClientConfigurationError,
    asyncpg.UnsupportedClientFeatureError,
    asyncpg.UnsupportedServerFeatureError,
    exceptions.ProtocolViolationError,
    ssl.SSLCertVerificationError,
)


def name_of(url: str) -> str:
    """Return the database's address without its password, for sentences and the journal.

    The password may have characters that should have been escaped, so only what follows the last @ is shown.
    """
    user, _, address = url.partition("://")[2].rpartition("@")
    if "?" in user:  # the @ may be part of a password in the query
        return "PostgreSQL"
    address = address.partition("?")[0]
    return f"PostgreSQL at {'the default address' if address.startswith('/') else ''}{address}"


def sentence(url: str, error: BaseException) -> str:
    """Return what is wrong with the database and what to do, or "" if the error has another cause."""
    for kind, what in SENTENCES.items():
        if isinstance(error, kind):
            return f"{name_of(url)} {what}"
    if isinstance(error, asyncpg.PostgresError):  # its text is not shown, because it may have parts of what is stored
        return f"{name_of(url)} reports error {error.sqlstate}: look for it in PostgreSQL's log."
    return ""


def may_pass(error: BaseException) -> bool:
    """Return whether the database may become usable without a change to the house: it is away, read-only or full."""
    if isinstance(error, PERMANENT):
        return False
    return isinstance(error, (*LOST, *READ_ONLY, exceptions.InsufficientResourcesError))
