"""Logs as a forger would change them."""

from cardhouse.play.log import signed


def forged(log: str) -> str:
    """A log whose lines were changed, with their own digest as its last line."""
    return signed(log[: log.rfind("\n", 0, -1) + 1])
