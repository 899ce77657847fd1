"""Declared cells: their width, their start, how long they live, and what a view tells of them."""

from dataclasses import fields
from typing import Any

import pytest

from cardhouse.cards.cells import (
    MATCH,
    NOBODY,
    card,
    flag,
    fresh,
    number,
    option,
    per_seat,
    row,
    seat,
    seats,
    state,
    suits,
    word,
)
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row, size
from cardhouse.cards.ledger import HAND, Ledger, counted, hide
from cardhouse.cards.sets import cards_of_suit, suit_of_card
from cardhouse.cards.zones import Zones, custom, face_down, face_up, hands
from cardhouse.games.seen import Extra, derive

ZONES = Zones(
    STANDARD,
    seats=3,
    stock=face_down(),
    discards=face_up(covered=True),
    hand=hands(),
    secret=custom(by_seat=True, called="hand"),
    row=custom(4, by_seat=True),
    meld=custom(2),
    trick=face_up(by_seat=True),
)

SPADES = 3


@state(ZONES, tallies=("rounds", "passes"))
class Table(Ledger):
    target: int = option(
        rule=1, label="Target score", meaning="How many points win.", numbers=range(10, 501), default=100
    )
    trumps: int = option(
        rule=2,
        label="Trumps",
        meaning="Whether there are trumps.",
        values=("off", "on"),
        labels=("without", "with"),
        default="on",
        rare=True,
    )
    dealer: int = seat(lives=MATCH)
    opening: int = flag()
    way: int = number(-1, 1, start=1)
    out: int = seats()
    turned: int = card()
    suit: int = word("clubs", "hearts")
    points: Row = per_seat(number(-30_000, 30_000), lives=MATCH)
    shown: Row = per_seat(card())
    void: Row = per_seat(suits())
    order: Row = row(5, seat(), length="players")
    players: int = number(0, 5)
    memo: int = number(0, 9, shown="")


new_match, new_deal = fresh(Table)


def dealt() -> Table:
    t = Table(seats=2, target=300, trumps=1)
    new_match(t)
    t.at[ZONES["stock"]] = STANDARD.limbs[0] & ~0b111111
    t.at[ZONES["trick"] + 1] = 0b100000
    t.at[HAND], t.at[HAND + 1], t.at[ZONES["discards"]] = 0b11, 0b100, 0b11000
    t.seen[0] = 0b101000
    t.seen[1] = 0b11
    return t


def test_the_width_of_a_cell_follows_from_its_range() -> None:
    widths = {name: field.bits for name, field in Table.FIELDS.items()}
    assert widths["target"] == widths["points"] == 16
    assert widths["way"] == widths["opening"] == 8
    assert widths["at"] == 64
    assert [number(0, most).bits for most in (127, 128, 1 << 15, 1 << 31)] == [8, 16, 32, 64]


def test_a_match_and_a_deal_begin_with_every_cell_at_its_start() -> None:
    t = Table(seats=2, target=300, trumps=1)
    t.way, t.dealer = -1, 1
    t.points, t.tally, t.shown = [1, 2, 3], [4, 5], [1, 2, 3]
    new_deal(t)
    assert (t.way, t.shown, t.turned) == (1, [NOBODY] * 3, NOBODY)
    assert (t.points, t.dealer, t.tally) == ([1, 2, 3], 1, [4, 5])
    new_match(t)
    assert (t.points, t.dealer, t.tally) == ([0, 0, 0], NOBODY, [0, 0])
    assert (t.target, t.trumps) == (300, 1)


def test_options_and_tallies_are_those_of_the_declaration() -> None:
    assert [option.name for option in Table.OPTIONS] == ["target", "trumps"]
    assert Table.OPTIONS[1].values == ("off", "on")
    assert [Table.OPTIONS[1].label_of(word) for word in ("off", "on")] == ["without", "with"]
    assert Table.OPTIONS[0].label_of(100) == "100"
    assert [option.rare for option in Table.OPTIONS] == [False, True]
    assert Table.TALLIES == ("rounds", "passes")


def test_zones_are_numbered_and_named() -> None:
    assert ZONES.names[:6] == ("stock", "discards", "hand 0", "hand 1", "hand 2", "hand 0")
    assert ZONES.names[ZONES["row"] + 5] == "row 1 1"
    assert ZONES.names[ZONES["meld"] + 1] == "meld 1"
    assert len(ZONES.names) == ZONES.count == 2 + 3 + 3 + 12 + 2 + 3


def test_a_view_tells_every_cell_in_the_form_of_its_kind() -> None:
    t = dealt()
    t.out, t.turned, t.suit = 0b10, 4, 1
    t.shown, t.points = [NOBODY, 51, 0], [7, -8, 0]
    t.order, t.players = [1, 0, NOBODY, NOBODY, NOBODY], 2
    t.void = [0, 0b1010, 0]
    view = seen(t, 0)
    assert (view["target"], view["trumps"], view["dealer"], view["opening"]) == (300, "on", -1, False)
    assert (view["out"], view["turned"], view["suit"]) == ((False, True), "3c", "hearts")
    assert (view["points"], view["shown"], view["order"]) == ((7, -8), ("", "14s"), (1, 0))
    assert (view["hand"], view["counts"], view["stock"]) == (("2c", "2d"), (2, 1), 46)
    assert (view["discards"], view["discards_hidden"]) == (("2s",), 1)
    assert (view["trick"], view["void"]) == (((), ("3d",)), ("", "ds"))
    assert "memo" not in view
    assert view["doubled"] == 600


def seen(t: Table, seat: int) -> dict[str, Any]:
    made = SEEN.view(hide(t, seat), counted(t), game="x", seat=seat, seats=2, deal=0, turn=0, to_act=(0,), moves=())
    return {one.name: getattr(made, one.name) for one in fields(made)}


SEEN = derive(Table, Extra("doubled", int, lambda t, seat: 2 * t.target))


def test_a_state_is_recalled_from_its_view() -> None:
    t = dealt()
    t.out, t.turned, t.suit = 0b10, 4, 1
    t.shown, t.points = [NOBODY, 51, NOBODY], [7, -8, 0]
    t.order, t.players, t.way = [1, 0, NOBODY, NOBODY, NOBODY], 2, -1
    t.void = [0b1111, 0, 0]
    made = SEEN.kind(**seen(t, 0))
    recalled = SEEN.recall(made)
    assert seen(recalled, 0) == seen(t, 0)
    for name in Table.CELLS:
        assert getattr(recalled, name) == getattr(t, name), name
    assert sum(cards.bit_count() for cards in recalled.at) == 52
    assert recalled.at[ZONES["trick"] + 1] == 0b100000


def test_hidden_cards_are_recalled_where_the_law_says_that_they_may_lie() -> None:
    """Seat 1, whose card seat 0 does not know, has shown that it holds no clubs, no diamonds and no hearts."""

    def lies(t: Table, place: int, card: int) -> bool:
        return place != HAND + 1 or suit_of_card(card) == SPADES

    fields = {name: value for name, value in seen(dealt(), 0).items() if name != "doubled"}
    free, bound = derive(Table), derive(Table, may_lie=lies)
    assert not cards_of_suit(free.recall(free.kind(**fields)).at[HAND + 1], SPADES)
    assert size(cards_of_suit(bound.recall(bound.kind(**fields)).at[HAND + 1], SPADES)) == 1


def test_a_pile_for_each_seat_cannot_be_covered() -> None:
    with pytest.raises(TypeError, match="a pile for each seat cannot be covered"):
        face_up(covered=True, by_seat=True)


def test_planted_a_view_that_leaves_a_cell_out_cannot_recall_it() -> None:
    t = dealt()
    t.memo = 5
    assert SEEN.recall(SEEN.kind(**seen(t, 0))).memo != 5


def test_a_number_too_large_for_any_cell_is_refused() -> None:
    with pytest.raises(TypeError, match="no cell holds 0 to 1180591620717411303424"):
        number(0, 1 << 70)
