"""What the contract says of compiled laws: a body that differs in any answer is found. The faults are planted in it."""

import re
from typing import Any

import pytest

from cardhouse.compiled.batch import play_many, play_plainly
from cardhouse.compiled.body import AUTOMATIC, BREAKS, DEFAULT, OVER, RANKED, SCORE, TO_ACT, Body
from cardhouse.compiled.records import unpack
from cardhouse.games.president import PRESIDENT
from cardhouse.testing import Broken, bodies
from cardhouse.testing.bodies import check_batches, check_bodies

pytestmark = pytest.mark.compiles
OPTIONS: dict[str, str | int] = {"deals": 1}


def found() -> str:
    with pytest.raises(Broken) as broken:
        check_bodies(PRESIDENT, seats=3, options=OPTIONS, seed=1)
    return str(broken.value)


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        (DEFAULT, "the bodies have other default moves"),
        (AUTOMATIC, "a move makes itself in one body alone"),
        (BREAKS, r"the bodies differ: `breaks` of seat 0 and .* is \d+, compiled \d+"),
        (TO_ACT, "the bodies differ: `to_act` of seat 0"),
        (RANKED, "the bodies differ: `place_of` of seat 0"),
        (SCORE, "the bodies differ: `score` of seat 0"),
        (OVER, "the match is over in one body alone"),
    ],
)
def test_planted_a_body_with_another_answer_is_found(
    question: int, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lying(Body):
        def ask(self, tables: Any, what: int, seat: int = 0, choice: int = 0) -> int:
            answer = super().ask(tables, what, seat, choice)
            return answer if what != question else int(not answer)

    monkeypatch.setattr(bodies, "Body", Lying)
    message = found()
    assert re.match(complaint, message)
    assert re.search(r"\n  Where: President, 3 seats, deals=1, seed 1, move \d+", message)
    assert "testing.check_bodies(" in message


def test_planted_a_body_with_other_cards_or_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Collecting(Body):
        def collect(self, tables: Any) -> Any:
            return super().collect(tables)[::-1]

    class Listing(Body):
        def moves(self, tables: Any, seat: int) -> Any:
            return super().moves(tables, seat)[::-1]

    monkeypatch.setattr(bodies, "Body", Collecting)
    assert "the bodies collect other cards: [0] is " in found()
    monkeypatch.setattr(bodies, "Body", Listing)
    assert "the bodies list other moves, or in another order: 'play " in found()


def test_planted_a_state_that_is_packed_differently_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_another_turn(record: Any, kind: Any) -> Any:
        t = unpack(record, kind)
        t.turn = 6
        return t

    monkeypatch.setattr(bodies, "unpack", with_another_turn)
    assert "packing and unpacking change a state: turn is 0 or 6" in found()


def test_planted_batches_with_other_matches_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def other_scores(todo: Any) -> Any:
        played = play_plainly(todo)
        return played._replace(scores=played.scores + 1)

    def other_places(game: Any, **given: Any) -> Any:
        played = play_many(game, **given)
        played.places[:] = played.places[:, ::-1] if given.get("first") else played.places
        return played

    with monkeypatch.context() as planted:
        planted.setattr(bodies, "play_plainly", other_scores)
        with pytest.raises(Broken, match="the scores of random are others in the plain body"):
            check_batches(PRESIDENT, seats=3, options=OPTIONS, seed=1)
    monkeypatch.setattr(bodies, "play_many", other_places)
    with pytest.raises(Broken, match="the places depend on where a batch starts"):
        check_batches(PRESIDENT, seats=3, options=OPTIONS, seed=1)
