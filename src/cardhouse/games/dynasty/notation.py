"""The notation of Dynasty: `play 9 9 W`, `pass`, and with taxation `give 3 7`."""

from collections.abc import Iterator

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.facts import Fact
from cardhouse.cards.law import law
from cardhouse.cards.ledger import HAND, cards_at, numbers, out_of_cards
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.dynasty.facts import (
    CannotFollow,
    HasPassed,
    Last,
    Monarch,
    NothingToGive,
    NotPlayable,
    Owes,
    PaysTax,
    TaxesNotPaid,
    TooFew,
)
from cardhouse.games.dynasty.moves import MOVES, NO_CARD, PASS, gift_of, is_gift, is_move, play_of
from cardhouse.games.dynasty.state import PILE, WILD, State, held
from cardhouse.games.facts import DealOver, LeaderPasses, MatchOver, NotDealt, NotHeld, NotYourTurn, Out, PileCleared
from cardhouse.games.moves import spelled

read, text = spelled(MOVES)


def named(choice: int) -> tuple[str, ...]:
    """Return the cards that a move plays or gives."""
    return tuple(MOVES.say(choice).split()[1:])


def every(t: State, seat: int) -> Iterator[int]:
    """Yield every move of this seat's cards, legal or not."""
    yield PASS
    wilds = held(t, seat, WILD)
    yield from (play_of(WILD, 0, wild) for wild in range(1, wilds + 1))
    values = [value for value in range(1, WILD + 1) if held(t, seat, value)]
    for value in values:
        for naturals in range(1, held(t, seat, value) + 1 if value < WILD else 0):
            yield from (play_of(value, naturals, wild) for wild in range(wilds + 1))
        yield gift_of(NO_CARD, value)
        yield from (gift_of(low, value) for low in values if low < value)
        if held(t, seat, value) > 1:
            yield gift_of(value, value)


def why(t: State, seat: int, choice: int, rule: int) -> Fact:
    """Return why this rule forbids this move."""
    if t.ended:
        return MatchOver()
    if t.waits:
        return NotDealt()
    if rule == 3:
        return NotYourTurn(t.turn)
    if rule == 7:
        return HasPassed()
    if rule == 11:
        return why_taxed(t, seat, choice)
    if choice == PASS:
        return LeaderPasses()
    if not is_move(choice):
        return NotPlayable()
    if is_gift(choice):
        return NothingToGive()
    if rule == 4:
        return NotHeld(named(choice))
    return CannotFollow(named(choice), names(t, PILE), t.count)


def why_taxed(t: State, seat: int, choice: int) -> Fact:
    if not t.owes[seat]:
        return TaxesNotPaid()
    if not is_move(choice) or not is_gift(choice) or len(named(choice)) != t.owes[seat]:
        return Owes(t.owes[seat], t.partner[seat])
    return NotHeld(named(choice))


def names(t: State, zone: int) -> tuple[str, ...]:
    """Return the names of the cards in a zone."""
    return DECK.names(cards_at(t, zone)) + DECK.names(cards_at(t, zone, 1), 1)


def facts(before: State, after: State, seat: int) -> tuple[Fact, ...]:
    """Return what a move did besides moving cards."""
    found: list[Fact] = []
    if before.waits:
        if after.ended:
            return (TooFew(),)
        taxed = [rich for rich in range(after.seats) if after.taxes and after.owes[rich]]
        return tuple(PaysTax(after.partner[rich], rich, after.owes[rich]) for rich in taxed)
    for other in range(after.seats):
        if after.places[other] and not before.places[other]:
            finished = Out if out_of_cards(after, other) else Last
            found.append(finished(other, after.places[other]))
    if after.cleared and not before.cleared:
        found.append(PileCleared())
    if after.monarch != NOBODY and before.monarch == NOBODY:
        found.append(Monarch(after.monarch, after.crowns[after.monarch], after.monarchies))
    if after.deal != before.deal:
        found.append(DealOver())
    return tuple(found)


@law
def said_to(t: State, seat: int, choice: int, viewer: int) -> bool:
    """Return who may know a move: only the two of a pair know what is given."""
    return not is_gift(choice) or viewer == seat or viewer == t.partner[seat]


def depends_on(t: State, seat: int, choice: int) -> frozenset[int]:
    """Return the hidden cards that a move depends on: in a deal with taxes, the hands of those who pay."""
    if seat >= 0 or not t.taxes:
        return frozenset()
    poor = [t.partner[rich] for rich in range(t.seats) if t.owes[rich]]
    hands = [(cards_at(t, HAND + other, limb), limb) for other in poor for limb in range(t.limbs)]
    return frozenset(card for hand, limb in hands for card in numbers(hand, limb))
