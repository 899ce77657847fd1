"""Prompt-driven players: what a prompt says and hides, which answers are illegal or unreadable, and what is counted."""

import re
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from random import Random

import pytest

from cardhouse import BadSetup, Match, Refused, SeededDealer, Unreadable, play_out
from cardhouse.bots import from_file, random_player
from cardhouse.bots.prompted import Prompted
from cardhouse.bots.prompted.answer import read_answer, refusal, stated_move
from cardhouse.bots.prompted.prompt import prompt_for
from cardhouse.games import GAMES
from cardhouse.games.view import View
from cardhouse.play.runner import Asked

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ENOUGH = 40  # moves of a match


def first_listed(prompt: str) -> str:
    """Answer as a model that picks the first legal move of its prompt."""
    found = re.search(r"Your legal moves:\n- (.+)", prompt)
    assert found is not None
    return f"I think.\nMove: {found[1]}"


def positions(game: str, seed: int = 5) -> Iterator[tuple[Match, int]]:
    """Play at random, and yield the match before each move with the seat to act."""
    match, choose = Match(game, dealer=SeededDealer(seed)), random_player(seed)
    for _ in range(ENOUGH):
        if match.over:
            return
        seat = match.to_act[0]
        yield match, seat
        match.play(seat, choose(match.view(seat)))


def view_of_president() -> View:
    match = Match("president", dealer=SeededDealer(1))
    return match.view(match.to_act[0])


# Prompts


def leaks(match: Match, seat: int, text: str) -> list[str]:
    """Return the cards that a text names, although the view of the seat does not."""
    deck, seen = match.game.deck, words_of(dumps(match.view(seat).as_dict()))
    return sorted(word for word in words_of(text) - seen if word in deck)


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[\w']+", re.sub(r"Seat \d+", "", text)))


@pytest.mark.parametrize("game", GAMES)
def test_a_prompt_names_all_legal_moves_and_no_hidden_card(game: str) -> None:
    for match, seat in positions(game):
        view = match.view(seat)
        prompt = prompt_for(view, rules=False)
        assert all(f"- {move}" in prompt for move in view.moves)
        assert leaks(match, seat, prompt) == []


def test_planted_a_prompt_with_a_hidden_card_is_found() -> None:
    match = Match("president", dealer=SeededDealer(1))
    seat = match.to_act[0]
    prompt = prompt_for(match.view(seat), rules=False)
    assert leaks(match, seat, prompt) == []
    hidden = match.view((seat + 1) % 4).hand  # type: ignore[attr-defined]
    assert leaks(match, seat, f"{prompt}\nBeware of {hidden[3]}.") == [hidden[3]]


def test_a_prompt_has_the_rules_and_the_options() -> None:
    prompt = prompt_for(view_of_president())
    assert "2s and 3s beat everything" in prompt
    assert "- What skips a player: equal rank and number" in prompt
    assert "2s and 3s beat everything" not in prompt_for(view_of_president(), rules=False)


# Answers


@pytest.mark.parametrize(
    "answer",
    [
        "Move: play 5d 5s",
        "I could pass.\nMove: pass\nNo, better:\n**Move:** `play 5d 5s`.",
        "move: Play  5d 5s",
        'Two fives.\n```json\n{"move": "play 5d 5s"}\n```',
        "play 5d 5s",
        "'play 5d 5s'",
    ],
)
def test_a_stated_move_is_read(answer: str) -> None:
    assert read_answer(view_of_president(), answer).move == "play 5d 5s"
    assert read_answer(view_of_president(), answer).error is None


def test_an_exact_choice_of_cards_that_is_not_listed_is_legal() -> None:
    view = view_of_president()
    assert "play 5s" not in view.moves
    assert read_answer(view, "Move: play 5s").error is None


@pytest.mark.parametrize("answer", ["I would pass.\nI think.", "", "Move:", "Move: sing", '{"move": 7}', "x" * 999, 7])
def test_an_answer_without_a_move_is_unreadable(answer: object) -> None:
    reading = read_answer(view_of_president(), answer)
    assert isinstance(reading.error, Unreadable)
    assert not reading.is_illegal


def test_a_move_against_a_rule_is_illegal_and_cites_it() -> None:
    reading = read_answer(view_of_president(), "Move: play 5d 6d")
    assert reading.is_illegal
    assert str(reading.error) == "5d and 6d are not of the same rank. (President, rule 4)"


def test_the_name_of_a_card_of_a_second_deck_keeps_its_stroke() -> None:
    assert stated_move("Move: discard 7h'") == "discard 7h'"
    assert stated_move("Move: 'discard 7h''") == "discard 7h'"


@pytest.mark.parametrize("game", GAMES)
def test_the_reason_is_the_referees(game: str) -> None:
    """Ask for moves of other positions: what the seat is told does not depend on cards that it cannot see."""
    chance, moves = Random(3), [move for match, seat in positions(game, seed=8) for move in match.moves(seat)]
    kinds = set()
    for match, seat in positions(game):
        view = match.view(seat)
        for move in [*chance.sample(moves, 5), "sing", "play", *view.moves[:2]]:
            found, real = refusal(view, move), match.refusal(seat, move)
            assert str(found) == str(real), (game, move)
            kinds.add(type(found))
    assert {type(None), Unreadable} < kinds or {type(None), Refused} < kinds


# Players


@pytest.mark.parametrize("game", GAMES)
def test_a_stand_in_model_plays_a_whole_match_without_a_fault(game: str) -> None:
    options = GAMES[game].lab.short
    match = Match(game, options=options, dealer=SeededDealer(2))
    choose = Prompted(first_listed, prompt=lambda view: prompt_for(view, rules=False))
    play_out(match, [choose, *[random_player(1)] * (match.seats - 1)], strict=True)
    assert choose.total.prompts > 0
    assert choose.total == Asked(prompts=choose.total.prompts)


def test_a_retry_is_told_the_reason_and_is_counted() -> None:
    prompts, answers = [], iter(["Move: play 5d 6d", "hm,\nlet me see", "Move: pass"])

    def model(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    choose = Prompted(model)
    assert choose(view_of_president()) == "pass"
    assert choose.asked == Asked(prompts=3, illegal=1, unreadable=1)
    assert "not accepted: 5d and 6d are not of the same rank. (President, rule 4)" in prompts[1]
    assert "not accepted: There is no line `Move: ...` in the answer." in prompts[2]
    assert "rule 4)" not in prompts[2].rpartition("Your legal moves")[2]


def test_after_the_last_retry_the_referee_sees_the_move_or_the_player_fails() -> None:
    assert Prompted(lambda prompt: "Move: play 5d 6d", retries=0)(view_of_president()) == "play 5d 6d"
    choose = Prompted(lambda prompt: "hm\nhm", retries=1)
    with pytest.raises(Unreadable, match="There is no line"):
        choose(view_of_president())
    assert choose.total == Asked(prompts=2, unreadable=2)


def test_the_number_of_retries_is_not_negative() -> None:
    with pytest.raises(BadSetup, match="at least 0, not -1"):
        Prompted(first_listed, retries=-1)


def test_what_cannot_be_called_is_not_a_model() -> None:
    with pytest.raises(BadSetup, match="A model is a function from a prompt to an answer, not 'gpt'"):
        Prompted("gpt")  # type: ignore[arg-type]  # as an untyped caller may


def test_a_file_with_a_model_is_a_player() -> None:
    view = view_of_president()
    assert from_file(EXAMPLES / "stand_in_model.py")(view) == view.moves[0]


@pytest.mark.parametrize(
    "answer", ["\n" * 1_000_000 + "I pass", "{" * 100_000, '{"move": ' + "[" * 100_000 + "]" * 100_000 + "}"]
)
def test_an_answer_of_a_model_that_goes_on_and_on_is_unreadable(answer: str) -> None:
    """The first one would take a day to read if blank lines were searched again from each of them."""
    assert isinstance(read_answer(view_of_president(), f"{answer}\n?").error, Unreadable)
