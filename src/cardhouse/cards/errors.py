"""What can be wrong: a few kinds, each a sentence with the offending value and, where one applies, the rule."""

LONGEST_QUOTE, LONGEST_NUMBER, FEW = 60, 18, 6  # characters, digits, things in a row


class CardhouseError(ValueError):
    """The kind of all errors of this library."""

    def __init__(self, sentence: str, *, rule: str = "") -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence = sentence
        self.rule = rule


class Unreadable(CardhouseError):
    """A text that is no card, no move or no option."""


class Refused(CardhouseError):
    """A move that the law forbids; the match is as it was."""


class BadTable(CardhouseError):
    """A table that cannot be opened: the game, the options, the number of seats or a player is wrong."""


class BadDeal(CardhouseError):
    """A dealer's answer that is no order of the cards it was given."""


class BadLog(CardhouseError):
    """A log that cannot be read, or does not replay."""


class BadLaw(CardhouseError):
    """A law that cannot be compiled."""


class PlayerFault(CardhouseError):
    """A player function failed, in a run that is strict about it."""


def shown(value: object) -> str:
    """A value as an error may quote it: short, and never in a stranger's own words."""
    if type(value) is str:
        return repr(value[:LONGEST_QUOTE])
    if type(value) is int and abs(value) >= 10**LONGEST_NUMBER:
        return "a number of many digits"
    if value is None or type(value) in (bool, float, int):
        return repr(value)
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return f"[{', '.join(shown(one) for one in value[:FEW])}{', ...' if len(value) > FEW else ''}]"[:LONGEST_QUOTE]
    return type(value).__name__
