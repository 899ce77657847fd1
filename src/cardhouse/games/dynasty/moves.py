"""Dynasty's moves: `pass`, `play 9 9 W`, and with taxation `give 3 7`.

A play is a value, and the numbers of natural cards and wilds; wilds alone have the value WILD. A gift is one value, or
two, the lower one first.
"""

from cardhouse.cards.errors import Refused, Rule, Unreadable, shown
from cardhouse.cards.facts import NoSuchCard
from cardhouse.cards.law import law
from cardhouse.games.dynasty.deck import VALUES
from cardhouse.games.dynasty.facts import NoCardsNamed, NotOneValue, TooManyCards, WrongGift
from cardhouse.games.dynasty.state import NAMES, WILD, WILDS
from cardhouse.games.moves import ANY_WORDS, Moves, Ranges, Verb

NO_CARD = 0  # the lower value of a gift of one card
VALUE_OF = {name: value for value, name in enumerate(NAMES) if name}


def values(words: list[str], rule: Rule) -> list[int]:
    """Return the values of cards by their names, in order."""
    for name in words:
        if name not in VALUE_OF:
            raise Unreadable(NoSuchCard(shown(name)), rule=rule._replace(number=1))
    return sorted(VALUE_OF[name] for name in words)


class CardsAndWilds:
    """The cards of a play: natural cards of one value, and wilds."""

    words = 0
    texts = ANY_WORDS

    def ranges(self, name: str) -> Ranges:
        return {"value": range(1, WILD + 1), "naturals": range(VALUES[-1] + 1), "wilds": range(WILDS + 1)}

    def read(self, words: list[str], rule: Rule) -> tuple[int, ...]:
        cards = values(words, rule)
        naturals = [card for card in cards if card != WILD]
        wilds = len(cards) - len(naturals)
        if not cards:
            raise Refused(NoCardsNamed(), rule=rule)
        if len(set(naturals)) > 1:
            raise Refused(NotOneValue(str(naturals[0]), str(naturals[-1])), rule=rule)
        if len(naturals) > VALUES[-1] or wilds > WILDS:
            raise Refused(TooManyCards(len(cards)), rule=rule)
        return naturals[0] if naturals else WILD, len(naturals), wilds

    def say(self, *numbers: int) -> tuple[str, ...]:
        value, naturals, wilds = numbers
        return (NAMES[value],) * naturals + (NAMES[WILD],) * wilds


class Gift:
    """The cards of a gift: one or two."""

    words = 0
    texts = ANY_WORDS

    def ranges(self, name: str) -> Ranges:
        return {"low": range(WILD + 1), "high": range(1, WILD + 1)}

    def read(self, words: list[str], rule: Rule) -> tuple[int, ...]:
        cards = values(words, rule)
        if not 1 <= len(cards) <= 2:
            raise Refused(WrongGift(len(cards)), rule=rule)
        return cards[0] if len(cards) == 2 else NO_CARD, cards[-1]

    def say(self, *numbers: int) -> tuple[str, ...]:
        return tuple(NAMES[value] for value in numbers if value != NO_CARD)


MOVES = Moves(
    "Dynasty",
    4,
    Verb("pass"),
    Verb("play", cards=CardsAndWilds(), example="play 9 9 W"),
    Verb("give", cards=Gift(), rule=11, example="give 3 7"),
)
PASSING, PLAYING, GIVING = MOVES.numbers
verb_of, is_move = MOVES.verb_of, MOVES.is_move
value_of, naturals_of, wilds_of = MOVES.part("value"), MOVES.part("naturals"), MOVES.part("wilds")
low_of, high_of = MOVES.part("low"), MOVES.part("high")  # of a gift; the lower one may be NO_CARD
pass_of, play_of, gift_of = MOVES.maker("pass"), MOVES.maker("play"), MOVES.maker("give")
PASS = pass_of()


@law
def is_gift(choice: int) -> bool:
    return verb_of(choice) == GIVING


@law
def cards_in(choice: int) -> int:
    """Return how many cards a play has."""
    return naturals_of(choice) + wilds_of(choice)
