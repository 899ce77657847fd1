"""Which refusals cite a numbered rule: all that a rulebook is about, and no others."""

import re
from typing import Any

import pytest

from cardhouse import GAMES, CardhouseError, Match, SeededDealer
from cardhouse.wire import Denial, encode


def refused(match: Match, seat: int, move: Any) -> CardhouseError:
    with pytest.raises(CardhouseError) as error:
        match.play(seat, move)
    assert error.value.fact is not None
    return error.value


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_a_move_cites_the_rule_that_says_what_is_one(name: str) -> None:
    match = Match(name, dealer=SeededDealer(3))
    cited = {refused(match, match.to_act[0], text).rule_number for text in ("", "nonsense", "x y z")}
    assert len(cited) == 1
    (rule,) = cited
    assert re.search(rf"^\*\*{rule}\.\*\*", match.game.rules, re.MULTILINE)


@pytest.mark.parametrize("name", GAMES)
def test_no_rulebook_is_about_the_form_of_a_text_or_a_seat_that_is_not_there(name: str) -> None:
    match = Match(name, dealer=SeededDealer(3))
    seat = match.to_act[0]
    wrong: list[tuple[int, Any]] = [(seat, " pass"), (seat, 7), (seat, "x" * 500), (match.seats, "pass"), (-1, "pass")]
    for who, move in wrong:
        error = refused(match, who, move)
        assert error.rule_number == 0
        assert str(error.rule) in (f"{match.game.title}, moves", f"{match.game.title}, players")
        assert b'"rule"' not in encode(Denial("refused", error.sentence, rule=error.rule_number).nak(1))


def test_the_example_of_the_protocol_names_the_right_rule() -> None:
    match = Match("president", seats=4, dealer=SeededDealer(3))
    (seat,) = match.to_act
    error = refused(match, (seat + 1) % 4, "pass")
    assert (error.fact and error.fact.kind, error.rule_number) == ("not_your_turn", 3)
