"""Golden playthroughs and perft counts have not changed. A new game may have both, or neither."""

import json
from pathlib import Path
from random import Random

import pytest

from cardhouse import GAMES
from cardhouse.cards.deck import STANDARD
from cardhouse.games.definition import AnyGame
from cardhouse.testing import perft
from tests.golden import CASES, FOLDER, Case
from tests.planted_faults import with_fault
from tests.president.oracle import Oracle

COUNTS = json.loads((Path(__file__).parent / "perft.json").read_text("utf-8"))
ROWS = [(name, row) for name, rows in COUNTS.items() for row in rows]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.stem)
def test_golden_playthroughs(case: Case) -> None:
    assert case.written() == case.path.read_text("utf-8")


def test_a_game_with_perft_counts_also_has_golden_playthroughs() -> None:
    assert {case.game for case in CASES} == {name for name, rows in COUNTS.items() if rows}
    assert {case.path for case in CASES} == set(FOLDER.glob("*.txt"))


def counts(game: AnyGame, row: dict[str, object]) -> list[int]:
    """How many ways there are to play on from a seeded deal, for depth 1, 2, ..."""
    t = game.new_state(row["seats"], row["options"])  # type: ignore[arg-type]
    game.law.begin(t, list(range(t.seats)))
    chance = Random(str(row["seed"]))

    def draw(cards: list[int], wanted: int) -> list[int]:
        chance.shuffle(cards)
        return cards[:wanted]

    while t.waits:
        game.deal(t, draw)
    return [perft(game, t, depth + 1) for depth in range(len(row["counts"]))]  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_perft(name: str, row: dict[str, object]) -> None:
    assert counts(GAMES[name], row) == row["counts"]


@pytest.mark.parametrize("fault", ["equal play refused", "more cards skip too", "direction turns once"])
def test_planted_perft_notices_a_changed_rule(fault: str) -> None:
    rows = COUNTS["president"]
    assert [counts(with_fault(fault), row) for row in rows] != [row["counts"] for row in rows]


def oracle_perft(oracle: Oracle, depth: int) -> int:
    if depth == 0 or oracle.waiting or oracle.over:
        return 1
    ways = 0
    for cards in oracle.legal():
        after = copied(oracle)
        after.play(cards)
        ways += oracle_perft(after, depth - 1)
    return ways


def copied(oracle: Oracle) -> Oracle:
    twin = Oracle.__new__(Oracle)
    for name, value in vars(oracle).items():
        copy = [row[:] if isinstance(row, list) else row for row in value] if isinstance(value, list) else value
        setattr(twin, name, copy)
    return twin


def test_an_oracle_counts_the_same() -> None:
    """The oracle shares no code with the law; its opening is played automatically, so its depth is one less."""
    for row in COUNTS["president"]:
        order = [STANDARD.name(card) for card in range(52)]
        Random(str(row["seed"])).shuffle(order)
        oracle = Oracle(seats=row["seats"], first=0, **row["options"])
        oracle.deal(order)
        assert [oracle_perft(oracle, depth) for depth in range(3)] == row["counts"][:3]
