"""President in words: `play 4d 4h`, `pass`."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import Refused, Unreadable
from cardhouse.cards.ledger import HAND
from cardhouse.cards.sets import cards_of as cards_in
from cardhouse.cards.sets import holds, only, rank_of_card, suit_of_card, suits_held
from cardhouse.games.president.law import OPENING, PASS, play_of, rank_of, suits_of
from cardhouse.games.president.table import RANKS, TABLE, ZONES, Table

RULE = "President, rule {}"


def read(t: Table, seat: int, text: str) -> list[int]:
    """The move that a text means; cards may stand in any order."""
    return [choice_of(text)]


@lru_cache(maxsize=1024)
def choice_of(text: str) -> int:
    verb, *names = text.split() or [""]
    if verb == "pass" and not names:
        return PASS
    if verb == "play":
        return read_play(tuple(names))
    raise Unreadable(
        f"{text!r} is no move; say `pass`, or `play` and the cards, as in `play 4d 4h`.", rule=RULE.format(4)
    )


@cache
def read_play(names: tuple[str, ...]) -> int:
    cards = [STANDARD.card(name, rule=RULE.format(1)) for name in names]
    if not 1 <= len(cards) <= 4:
        raise Refused(f"A play is 1 to 4 cards of one rank, not {len(cards)} cards.", rule=RULE.format(4))
    suits = 0
    rank = rank_of_card(cards[0])
    for name, card in zip(names, cards, strict=True):
        if rank_of_card(card) != rank:
            raise Refused(f"{names[0]} and {name} are not of one rank.", rule=RULE.format(4))
        if holds(suits, suit_of_card(card)):
            raise Refused(f"{name} is named twice.", rule=RULE.format(4))
        suits |= only(suit_of_card(card))
    return play_of(rank, suits)


def words(t: Table, *choices: int) -> str:
    return phrase(choices[0])


@cache
def phrase(choice: int) -> str:
    return "pass" if choice == PASS else " ".join(("play", *cards_of(choice)))


@cache
def cards_of(choice: int) -> tuple[str, ...]:
    """The cards that a move plays."""
    return STANDARD.names(cards_in(rank_of(choice), suits_of(choice)))


def every(t: Table, seat: int) -> Iterator[int]:
    """Every move of this seat's cards, good or not: all suits told apart."""
    yield PASS
    for rank in range(RANKS):
        held = suits_held(t.at[HAND + seat], rank)
        yield from (play_of(rank, suits) for suits in range(1, held + 1) if suits & ~held == 0)


def why(t: Table, seat: int, choice: int, rule: int) -> str:
    """In a sentence: why this move is against this rule."""
    if rule == 13:
        return "The match is over."
    if rule == 3 and t.waits:
        return "The cards are not dealt yet."
    if rule == 3 and t.opening and seat == t.turn:
        return f"The deal opens with {phrase(OPENING)[5:]}, not with {phrase(choice)!r}."
    if rule == 3:
        return f"It is the turn of seat {t.turn}, not of seat {seat}."
    if rule == 10:
        return "You lead, so you cannot pass."
    if rule == 4:
        held = STANDARD.names(t.at[HAND + seat])
        return f"You do not hold {' '.join(name for name in cards_of(choice) if name not in held)}."
    return (
        f"{' '.join(cards_of(choice))} does not beat {' '.join(STANDARD.names(t.at[TABLE]))}: play as many cards "
        "of an equal or higher rank, or more cards, or twos or threes."
    )


def notes(before: Table, after: Table, seat: int) -> tuple[str, ...]:
    """What a move did beside moving cards."""
    if before.waits:
        return ()
    told = []
    if after.direction != before.direction:
        told.append("the direction turns")
    if after.skipped != NOBODY:
        told.append(f"seat {after.skipped} is skipped")
    if after.cleared:
        told.append("the table is cleared")
    if after.places[seat] != before.places[seat]:
        told.append(f"seat {seat} is out, place {after.places[seat]}")
    if after.deal != before.deal:
        told.append("the deal is over")
        scores = enumerate(after.points[: after.seats]) if after.deals > 1 else ()
        told += [f"seat {other} has {points} point{'' if points == 1 else 's'}" for other, points in scores]
    return tuple(told)


def place_name(place: int) -> str:
    return ZONES.names[place]


def answer(returned: Any) -> str:
    """The move that a player function of the seed's interface means by what it returns."""
    if returned is None:
        return "pass"
    if type(returned) is str:
        return f"play {returned}"
    if type(returned) in (list, tuple) and all(type(name) is str for name in returned):
        return f"play {' '.join(returned)}" if returned else "pass"
    kind = type(returned).__name__
    raise Unreadable(f"A player returns a card, a list of cards or None, not {kind}.", rule=RULE.format(4))
