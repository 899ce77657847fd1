"""Dynasty in words: `play 9 9 W`, `pass`, and with taxation `give 3 7`."""

from collections.abc import Iterator
from functools import cache, lru_cache

from cardhouse.cards.errors import Refused, Unreadable, shown
from cardhouse.cards.ledger import DISCARDS, HAND, STOCK, numbers, out_of_cards
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.dynasty.law import CHOICES, PASS
from cardhouse.games.dynasty.table import NAMES, NOBODY, TABLE, WILD, Table, held
from cardhouse.games.dynasty.taxes import GIVE

RULE = "Dynasty, rule {}"
VALUES = {**{str(value): value for value in range(1, WILD)}, "W": WILD}


def read(t: Table, seat: int, text: str) -> list[int]:
    return [choice_of(text)]


@lru_cache(maxsize=1024)
def choice_of(text: str) -> int:
    """The move that a text means; cards may stand in any order."""
    verb, *names = text.split() or [""]
    if verb == "pass" and not names:
        return PASS
    if verb not in ("play", "give"):
        raise Unreadable(
            f"{text!r} is no move; say `pass`, `play` and the cards, as in `play 9 9 W`, or `give 3 7`.",
            rule=RULE.format(4),
        )
    for name in names:
        if name not in VALUES:
            raise Unreadable(f"There is no card {shown(name)} in Dynasty's deck.", rule=RULE.format(1))
    cards = sorted(VALUES[name] for name in names)
    return play_of(cards) if verb == "play" else gift_of(cards)


def play_of(cards: list[int]) -> int:
    naturals = [card for card in cards if card != WILD]
    wilds = len(cards) - len(naturals)
    if not cards:
        raise Refused("A play is cards of one value, as in `play 9 9 W`.", rule=RULE.format(4))
    if len(set(naturals)) > 1:
        raise Refused(f"{naturals[0]} and {naturals[-1]} are not of one value.", rule=RULE.format(4))
    if len(naturals) > 12 or wilds > 2:
        raise Refused(f"There are not {len(cards)} such cards in the deck.", rule=RULE.format(4))
    return (naturals[0] if naturals else WILD) << 6 | len(naturals) << 2 | wilds


def gift_of(cards: list[int]) -> int:
    if not 1 <= len(cards) <= 2:
        raise Refused(f"The monarch gives two cards, and the second gives one, not {len(cards)}.", rule=RULE.format(11))
    return GIVE | (cards[0] << 4 if len(cards) == 2 else 0) | cards[-1]


def words(t: Table, *choices: int) -> str:
    return phrase(choices[0])


@cache
def phrase(choice: int) -> str:
    if choice == PASS:
        return "pass"
    return " ".join(("give" if choice >= GIVE else "play", *named(choice)))


@cache
def named(choice: int) -> tuple[str, ...]:
    """The cards that a move plays or gives."""
    if choice >= GIVE:
        return tuple(NAMES[value] for value in (choice >> 4 & 15, choice & 15) if value)
    return (NAMES[choice >> 6],) * (choice >> 2 & 15) + ("W",) * (choice & 3)


def every(t: Table, seat: int) -> Iterator[int]:
    """Every move of this seat's cards, good or not."""
    yield PASS
    wilds = held(t, seat, WILD)
    yield from (WILD << 6 | wild for wild in range(1, wilds + 1))
    values = [value for value in range(1, WILD + 1) if held(t, seat, value)]
    for value in values:
        for naturals in range(1, held(t, seat, value) + 1 if value < WILD else 0):
            yield from (value << 6 | naturals << 2 | wild for wild in range(wilds + 1))
        yield GIVE | value
        yield from (GIVE | low << 4 | value for low in values if low < value)
        if held(t, seat, value) > 1:
            yield GIVE | value << 4 | value


def why(t: Table, seat: int, choice: int, rule: int) -> str:
    """In a sentence: why this move is against this rule."""
    if t.ended:
        return "The match is over."
    if t.waits:
        return "The cards are not dealt yet."
    if rule == 3:
        return f"It is the turn of seat {t.turn}, not of seat {seat}."
    if rule == 7:
        return "You have passed: you are out of this pile until it is cleared."
    if rule == 11:
        return tax_sentence(t, seat, choice)
    if choice == PASS:
        return "You lead, so you cannot pass."
    if rule == 4 and not PASS < choice < GIVE:
        return "There is nothing to give now; say `pass`, or `play` and the cards."
    cards = " ".join(named(choice)) if choice >> 6 <= WILD else "That"
    if rule == 4:
        return f"You do not hold {cards}."
    return f"{cards} does not beat {cards_to_beat(t)}: play exactly {t.many} of a lower value, or pass."


def tax_sentence(t: Table, seat: int, choice: int) -> str:
    if not t.owes[seat]:
        return "The taxes are not paid yet: wait until the monarch and the second have given their cards."
    many = "two cards" if t.owes[seat] == 2 else "one card"
    if not GIVE <= choice < CHOICES or len(named(choice)) != t.owes[seat]:
        return f"You have to give {many} to seat {t.partner[seat]}, as in `give {'3 7' if t.owes[seat] == 2 else '7'}`."
    return f"You do not hold these cards: {' '.join(named(choice))}."


def cards_to_beat(t: Table) -> str:
    return " ".join(DECK.names(t.at[2 * TABLE]) + DECK.names(t.at[2 * TABLE + 1], 1))


def notes(before: Table, after: Table, seat: int) -> tuple[str, ...]:
    """What a move did beside moving cards."""
    told = []
    if before.waits and after.taxes:
        for rich in range(after.seats):
            if after.owes[rich]:
                many = "two cards" if after.owes[rich] == 2 else "one card"
                told.append(f"seat {after.partner[rich]} pays seat {rich} {many}")
    if before.waits:
        return ("fewer than three players are left: the match is over",) if after.ended else tuple(told)
    for other in range(after.seats):
        if after.place[other] and not before.place[other]:
            told.append(
                f"seat {other} is {'last' if not out_of_cards(after, other) else 'out'}, place {after.place[other]}"
            )
    if after.cleared and not before.cleared:
        told.append("the pile is cleared")
    if after.monarch != NOBODY and before.monarch == NOBODY:
        told.append(f"seat {after.monarch} is monarch, {after.crowns[after.monarch]} of {after.monarchies}")
    if after.deal != before.deal:
        told.append("the deal is over")
    return tuple(told)


@cache
def place_name(place: int) -> str:
    return {STOCK: "stock", DISCARDS: "discards", TABLE: "table"}.get(place) or f"hand {place - HAND}"


def said_to(t: Table, seat: int, choice: int) -> tuple[int, ...] | None:
    """Only the two of a pair know what is given."""
    return (seat, t.partner[seat]) if choice >= GIVE else None


def asks(t: Table, seat: int, choice: int) -> frozenset[int]:
    """What a taxed deal does depends on the hands of those who pay."""
    if seat >= 0 or not t.taxes:
        return frozenset()
    poor = [t.partner[rich] for rich in range(t.seats) if t.owes[rich]]
    hands = [(t.at[2 * (HAND + other) + word], word) for other in poor for word in range(2)]
    return frozenset(card for hand, word in hands for card in numbers(hand, word))
