"""What a net sees: the same of a table and of a view, nothing hidden, and each thing in a form that it can learn."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from cardhouse import GAMES, Match, SeededDealer
from cardhouse.cards.law import law, lowest
from cardhouse.cards.ledger import Ledger
from cardhouse.games.blitz import BLITZ
from cardhouse.games.definition import AnyGame, Feature
from cardhouse.games.dynasty import DYNASTY
from cardhouse.games.president import PRESIDENT
from cardhouse.nets.encoding import FINE_CARDS, Encoder, Encoding, codes_of, thermometer
from cardhouse.nets.observing import observe_state, recall
from cardhouse.rl import layout_of
from cardhouse.testing import Broken, check_setup
from cardhouse.testing.tables import PlainTables, check_tables
from tests.hearts import HEARTS

SEED, STEPS = 5, 60
RECALLED = [*GAMES.values(), HEARTS]


def encoder_of(game: AnyGame, seats: int, *others: int) -> Encoder:
    return Encoding(game, (seats, *others)).encoder(seats, codes_of(game.new_state(seats)))


def differing(game: AnyGame, seats: int) -> set[str]:
    """Play random moves at one table, and return the features that views show in another way."""
    chance, found = Random(SEED), set[str]()
    encoder = encoder_of(game, seats, game.seats[-1])
    tables = PlainTables(game, seats=seats, seed=SEED)
    batch = tables.reset()
    match = Match(game, seats=seats, dealer=SeededDealer(SEED, match=0))
    for _ in range(STEPS):
        view = match.view(int(batch.seat[0]))
        at_table = encoder.encode(batch.words, batch.counts, batch.cells, batch.rows)[0]
        in_view = encoder.encode_one(observe_state(game, recall(game, view), view))
        found |= {str(encoder.features[number]) for number in np.flatnonzero(at_table != in_view)}
        action = chance.randrange(batch.move_count[0])
        match.play(int(batch.seat[0]), view.moves[action])
        batch = tables.step([batch.moves[0, action]])
        if batch.done[0]:
            match = Match(game, seats=seats, dealer=SeededDealer(SEED, match=int(batch.number[0])))
    return found


@pytest.mark.parametrize("game", RECALLED, ids=lambda game: game.name)
def test_a_net_sees_the_same_of_a_table_and_of_a_view(game: AnyGame) -> None:
    assert differing(game, game.default_seats) == set()


@law
def highest_of_next(t: Ledger, seat: int) -> int:
    """Look at the hand of the next player, which no player may see."""
    return lowest(t.at[2 + (seat + 1) % t.seats]) % 8


@law
def own_lowest(t: Ledger, seat: int) -> int:
    return lowest(t.at[2 + seat])


def with_feature(value_of: Callable[[Any, int], int]) -> AnyGame:
    return replace(PRESIDENT, features=(Feature(name="own", low=0, high=60, value_of=value_of),))


def test_a_game_may_add_a_feature_of_its_own() -> None:
    game = with_feature(own_lowest)
    assert layout_of(game, 4).cells[-1].name == "own"
    assert differing(game, 4) == set()
    check_setup(game, seats=4, options={}, seed=1)
    assert Encoding(game, (4,)).digest != Encoding(PRESIDENT, (4,)).digest


def test_planted_a_feature_that_looks_at_hidden_cards_is_found() -> None:
    leaky = with_feature(highest_of_next)
    assert {name.partition(" ")[0] for name in differing(leaky, 4)} == {"own"}
    with pytest.raises(Broken, match=r"hidden cards|at a table than its view recalls"):
        check_setup(leaky, seats=4, options={}, seed=1)


@pytest.mark.compiles
def test_planted_a_leak_breaks_the_contract_of_compiled_tables() -> None:
    check_tables(PRESIDENT, seats=4, options={}, seed=1, parallel=False)
    with pytest.raises(Broken, match=r"a net in seat \d sees own at least \d+ as \d at a table, and as \d in its view"):
        check_tables(with_feature(highest_of_next), seats=4, options={}, seed=1, parallel=False)


def seen(game: AnyGame, encoder: Encoder, **words: int) -> set[str]:
    """Return the features that are true when these zones have these cards, and all else is 0."""
    layout = layout_of(game, 4)
    parts = {name: np.zeros((1, len(getattr(layout, name))), np.int64) for name in ("words", "counts", "cells", "rows")}
    names = [part.name for part in layout.words]
    for zone, cards in words.items():
        parts["words"][0, names.index(zone.replace("_", " "))] = cards
    found = encoder.encode(*parts.values())[0]
    true_ones = {str(feature) for feature, true in zip(encoder.features, found, strict=True) if true}
    return {name for name in true_ones if ":" in name and not name.startswith("unseen")}


def unseen(encoder: Encoder, batch: Any, group: str) -> int:
    """Return how many cards of a group the first table's seat cannot see, by its features."""
    found = encoder.encode(batch.words, batch.counts, batch.cells, batch.rows)[0]
    names = (str(feature) for feature, true in zip(encoder.features, found, strict=True) if true)
    return sum(name.startswith(f"unseen: {group} at least") for name in names)


def test_two_fours_are_seen_as_cards_as_a_rank_and_as_suits() -> None:
    assert seen(PRESIDENT, encoder_of(PRESIDENT, 4), hand_0=0b0011 << 8) == {
        "hand 0: 4c at least 1",
        "hand 0: 4d at least 1",
        "hand 0: rank 4 at least 1",
        "hand 0: rank 4 at least 2",
        "hand 0: suit c at least 1",
        "hand 0: suit d at least 1",
    }


def test_equal_cards_are_counted() -> None:
    cards = DYNASTY.deck.numbered("3")[:2]
    found = seen(DYNASTY, encoder_of(DYNASTY, 4), hand_0=sum(1 << card for card in cards))
    assert found == {"hand 0: 3 at least 1", "hand 0: 3 at least 2"}


@pytest.mark.parametrize(("game", "group"), [(PRESIDENT, "rank 4"), (PRESIDENT, "suit h"), (DYNASTY, "12")])
def test_a_net_sees_how_many_cards_of_a_group_it_cannot_see(game: AnyGame, group: str) -> None:
    tables = PlainTables(game, seed=1)
    batch, encoder = tables.reset(), encoder_of(game, tables.seats)
    match = Match(game, dealer=SeededDealer(1, match=0))
    named = {game.deck.by_number[card] for card in encoder_groups(game)[group]}
    for _ in range(STEPS):
        seat = int(batch.seat[0])
        views: list[Any] = [match.view(other) for other in range(tables.seats) if other != seat]
        others = [card for view in views for card in view.hand]
        count = sum(card in named for card in others)
        steps = thermometer("", 0, len(encoder_groups(game)[group]), fine=FINE_CARDS)
        assert unseen(encoder, batch, group) == sum(step.value <= count for step in steps)
        match.play(seat, match.view(seat).moves[0])
        batch = tables.step([batch.moves[0, 0]])
        if batch.done[0]:
            return


def encoder_groups(game: AnyGame) -> dict[str, list[int]]:
    return Encoding(game, (game.default_seats,)).groups.coarse


def test_a_number_has_fewer_features_the_wider_its_range_is() -> None:
    assert [feature.value for feature in thermometer("points", -2, 3)] == [-1, 0, 1, 2, 3]
    assert [feature.value for feature in thermometer("points", 0, 50)] == [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48]
    assert [feature.value for feature in thermometer("points", -30, 30)][:8] == [-24, -16, -12, -8, -6, -4, -3, -2]


def test_a_net_for_more_seats_sees_a_smaller_table_without_the_others() -> None:
    wide, table = encoder_of(PRESIDENT, 3, 5), PlainTables(PRESIDENT, seats=3, seed=1).reset()
    found = wide.encode(table.words, table.counts, table.cells, table.rows)[0]
    true = {str(feature) for feature, one in zip(wide.features, found, strict=True) if one}
    assert "seats is 3" in true
    assert "seats is 5" not in true
    assert not any(name.startswith(("hand 3", "hand 4", "places 3", "count of hand 4")) for name in true)
    assert "count of hand 2 at least 12" in true


def test_options_are_features() -> None:
    codes = codes_of(PRESIDENT.new_state(4, {"skip_on": "rank", "deals": 3}))
    encoder, table = Encoding(PRESIDENT, (4,)).encoder(4, codes), PlainTables(PRESIDENT, seed=1).reset()
    found = encoder.encode(table.words, table.counts, table.cells, table.rows)[0]
    true = {str(feature) for feature, one in zip(encoder.features, found, strict=True) if one}
    assert {name for name in true if name.startswith("option ")} == {
        "option skip_on is 1",
        "option full_circle is 0",
        "option deals at least 2",
        "option deals at least 3",
    }


def test_a_set_has_a_feature_for_each_member() -> None:
    features = {str(feature) for feature in Encoding(BLITZ, (3,)).features}
    assert "laid 0: 7 at least 1" in features
    assert "skipped is 3" in {str(feature) for feature in Encoding(PRESIDENT, (4,)).features}
