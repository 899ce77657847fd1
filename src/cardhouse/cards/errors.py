"""What can be wrong: a few kinds, each a sentence with the offending value and, where one applies, the rule."""


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


class PlayerFault(CardhouseError):
    """A player function failed, in a run that is strict about it."""
