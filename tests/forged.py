"""Logs as a forger would change them."""

from cardhouse.play.log import sign


def forge(log: str) -> str:
    """A log whose lines were changed, with their own digest as its last line."""
    return sign(log[: log.rfind("\n", 0, -1) + 1])
