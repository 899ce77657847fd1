"""The errors of Cardhouse: a few kinds, each with the offending value and, where one applies, the rule."""

from typing import NamedTuple

from cardhouse.cards.facts import Fact, sentence

LONGEST_QUOTE, LONGEST_NUMBER, FEW = 60, 18, 6  # characters, digits, items of a list


class Rule(NamedTuple):
    """A rule of a game: the number of a paragraph of its RULES.md."""

    game: str  # its title
    number: int

    def __str__(self) -> str:
        return f"{self.game}, rule {self.number}"


class CardhouseError(ValueError):
    """The base class of all errors of this library.

    An error against the rules of a game carries a fact; an error in a command or a program is a sentence.
    """

    def __init__(self, what: str | Fact, *, rule: str | Rule = "") -> None:
        super().__init__(what)
        self.fact = what if isinstance(what, Fact) else None
        self.rule = rule

    @property
    def sentence(self) -> str:
        return str(self.args[0]) if self.fact is None else sentence(self.fact)

    @property
    def rule_number(self) -> int:
        """The number of the rule, or 0 if the error is not about a numbered rule."""
        return self.rule.number if isinstance(self.rule, Rule) else 0

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class Unreadable(CardhouseError):
    """A text that is not a card, a move or an option."""


class Refused(CardhouseError):
    """A move that the law forbids; the match is unchanged."""


class BadSetup(CardhouseError):
    """A match or a table that cannot begin: the game, the options, the number of seats or a player is wrong."""


class BadDeal(CardhouseError):
    """A dealer's answer that is not a permutation of the cards it was given."""


class BadLog(CardhouseError):
    """A log that cannot be read or replayed."""


class BadLaw(CardhouseError):
    """A law that cannot be compiled or does not terminate."""


class PlayerFault(CardhouseError):
    """A failure of a player function in a strict run."""


def shown(value: object) -> str:
    """Return a value as errors quote it: short, and without calling an untrusted `__repr__`."""
    if type(value) is str:
        return repr(value[:LONGEST_QUOTE])
    if type(value) is int and abs(value) >= 10**LONGEST_NUMBER:
        return "a number of many digits"
    if value is None or type(value) in (bool, float, int):
        return repr(value)
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return f"[{', '.join(shown(one) for one in value[:FEW])}{', ...' if len(value) > FEW else ''}]"[:LONGEST_QUOTE]
    return type(value).__name__
