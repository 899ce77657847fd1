"""Our games in the shapes of TextArena and Kaggle."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from cardhouse import BadSetup, Match, SeededDealer
from cardhouse.arenas.kaggle import KaggleHarness, Parsed, observation_of, player_of, seen
from cardhouse.arenas.textarena import TextArenaEnv
from cardhouse.bots import random_player
from cardhouse.bots.prompted.answer import Reading, read_answer
from cardhouse.bots.prompted.prompt import prompt_for
from cardhouse.cards.errors import PlayerFault, Unreadable
from cardhouse.games import GAMES
from tests.bots.test_prompted import first_listed, view_of_president


def play_in_textarena(env: Any, agent: Callable[[str], str], seats: int) -> None:
    """Play a match as TextArena's loop does, and check that the first listed move is made each time."""
    env.reset(num_players=seats, seed=3)
    done = False
    while not done:
        seat = env.match.to_act[0]
        first, made = env.match.moves(seat)[0], len(env.match.log_entries())
        player, prompt = env.get_observation()
        assert player == seat
        done, info = env.step(agent(prompt))
        assert info == {} or "more than 300 moves" in info.get("fault", "")
        assert info or {"seat": seat, "move": first} in env.match.log_entries()[made:]
    rewards, known = env.close()
    assert rewards.keys() == known.keys() == set(range(seats))
    places = {seat: one["place"] for seat, one in known.items()}
    best = 1 if len(set(places.values())) > 1 else 0  # who all share the first place get 0
    assert rewards == {seat: best if place == 1 else -1 for seat, place in places.items()}
    assert sum(one["illegal"] + one["unreadable"] for one in known.values()) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_match_in_the_shape_of_textarena(game: str) -> None:
    play_in_textarena(TextArenaEnv(game, options=GAMES[game].lab.short), first_listed, GAMES[game].default_seats)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("TextArenaEnv.get_observation", lambda env: (3, prompt_for(env.match.view(env.match.to_act[0])))),
        ("prompt_for", lambda view: prompt_for(replace(view, moves=view.moves[::-1]))),
        ("read_answer", lambda view, answer: Reading(view.moves[-1])),
        ("read_answer", lambda view, answer: Reading("", Unreadable("", rule=""))),
        ("play_or_default", lambda match, seat, tried, strict: match.play_default(seat, fault="")),
        ("read_answer", lambda view, answer: read_answer(view, "Move: pass")),
    ],
)
def test_planted_a_fault_in_the_shape_of_textarena_is_found(
    name: str, fault: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"cardhouse.arenas.textarena.{name}", fault)
    with pytest.raises(AssertionError):
        play_in_textarena(TextArenaEnv("president", options={"deals": 1}), first_listed, 4)


def test_textarena_is_told_what_is_wrong_and_at_last_the_default_move_is_made() -> None:
    env = TextArenaEnv("president", retries=1)
    with pytest.raises(BadSetup, match="reset"):
        env.get_observation()
    env.reset(num_players=4, seed=1)
    seat, _ = env.get_observation()
    done, info = env.step("Move: play 5d 6d")
    assert (done, info["wrong"]) == (False, "illegal")
    assert "rule 4" in info["reason"]
    assert info["reason"] in env.get_observation()[1]
    assert env.get_observation()[0] == seat
    done, info = env.step("hm\nhm")
    assert "There is no line" in info["fault"]
    assert env.get_observation()[0] != seat
    rewards, known = env.close()
    assert set(rewards.values()) == {0}
    assert known[seat] == {"place": 0, "faults": 1, "prompts": 2, "illegal": 1, "unreadable": 1}


def test_textarena_is_told_that_a_match_is_over() -> None:
    env = TextArenaEnv("president", options=GAMES["president"].lab.short)
    env.reset(num_players=4, seed=3)
    while not env.step(first_listed(env.get_observation()[1]))[0]:
        pass
    with pytest.raises(BadSetup, match="The match is over: call reset"):
        env.get_observation()
    with pytest.raises(BadSetup, match="The match is over: call reset"):
        env.step("Move: pass")


@pytest.mark.parametrize("retries", [-1, "x", None])
def test_retries_that_are_not_a_number_are_refused(retries: Any) -> None:
    with pytest.raises(BadSetup, match="The number of retries is at least 0, not "):
        TextArenaEnv("president", retries=retries)


def test_an_answer_may_be_in_brackets_as_textarena_writes_actions() -> None:
    env = TextArenaEnv("president")
    env.reset(num_players=4, seed=1)
    for form in ("[{}]", " [Move: {}]\n", "[I lead low.\nMove: {}]"):
        move = env.match.view(env.match.to_act[0]).moves[0]
        assert env.step(form.format(move)) == (False, {}), form


def listed_agent(textarena: Any) -> Any:
    class Listed(textarena.Agent):  # type: ignore[misc]  # the base class is found at run time
        def __call__(self, observation: str) -> str:
            return first_listed(observation)

    return Listed()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wrapper", ["ActionFormattingWrapper", "ClipCharactersActionWrapper"])
def test_textarena_itself_registers_wraps_and_plays_the_environment(
    game: str, wrapper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    textarena = pytest.importorskip("textarena", reason="textarena is not installed: `make peers` runs this test")
    monkeypatch.setattr("textarena.envs.registration.ENV_REGISTRY", {})
    wrappers = [getattr(textarena.wrappers, wrapper)]
    textarena.register(f"Cardhouse-{game}", TextArenaEnv, wrappers, game=game, options=GAMES[game].lab.short)
    env, agent = textarena.make(f"Cardhouse-{game}"), listed_agent(textarena)
    play_in_textarena(env, agent, GAMES[game].default_seats)


def agent_fn(observation: Mapping[str, Any], config: Mapping[str, Any]) -> dict[str, Any]:
    """Ask a stand-in model in the order of Kaggle's `create_agent_fn`, where the first answer is wrong."""
    harness = KaggleHarness()
    legal = harness.get_legal_moves(observation)
    response, action = None, None
    for answer in ("Move: play 4c 5c", None):
        prompt = harness.make_prompt(observation, [], previous_response=response, previous_action=action)
        response = answer or first_listed(prompt)
        parsed = harness.parse_response(response, list(legal.values()), observation=observation)
        action = parsed.raw_action
        if parsed.legal_action is not None:
            break
    return {"submission": list(legal.values()).index(str(parsed.legal_action))}


def play_with_kaggles_agent() -> None:
    """Play a match with one of Kaggle's agents, and check that the first listed move is made each time."""
    match, choose, others = Match("president", dealer=SeededDealer(2)), player_of(agent_fn), random_player(1)
    while not match.over:
        (seat,) = match.to_act
        view = match.view(seat)
        move = choose(view) if seat == 0 else others(view)
        assert seat != 0 or move == view.moves[0]
        match.play(seat, move)


def test_an_agent_of_kaggle_plays_a_whole_match() -> None:
    play_with_kaggles_agent()


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("KaggleHarness.get_legal_moves", lambda harness, shown: dict(enumerate(seen(shown).moves[::-1]))),
        ("KaggleHarness.parse_response", lambda harness, response, listed, **given: Parsed(listed[-1], listed[-1])),
        ("prompt_for", lambda view: prompt_for(replace(view, moves=view.moves[::-1]))),
        ("read_answer", lambda view, answer: Reading(view.moves[-1])),
    ],
)
def test_planted_a_fault_in_the_shape_of_kaggle_is_found(
    name: str, fault: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"cardhouse.arenas.kaggle.{name}", fault)
    with pytest.raises(AssertionError):
        play_with_kaggles_agent()


@pytest.mark.parametrize("answer", [None, {}, [3]])
def test_an_agent_of_kaggle_without_a_submission_is_told_so(answer: Any) -> None:
    with pytest.raises(PlayerFault, match="An agent returns a dict with its `submission`, not "):
        player_of(lambda observation, config: answer)(view_of_president())


@pytest.mark.parametrize("observation", [{}, {"game": "president", "observationString": ""}])
def test_before_there_is_a_match_kaggles_harness_has_no_moves(observation: dict[str, Any]) -> None:
    """Kaggle may ask an agent before the environment has a state."""
    assert KaggleHarness().get_legal_moves(observation) == {}


def test_kaggles_harness_tells_illegal_from_unreadable() -> None:
    observation, harness = observation_of(view_of_president()), KaggleHarness()
    legal = list(harness.get_legal_moves(observation).values())
    assert legal == observation["legalActionStrings"]
    illegal = harness.parse_response("Move: play 5d 6d", legal, observation=observation)
    assert (illegal.legal_action, illegal.raw_action) == (None, "play 5d 6d")
    assert "rule 4" in harness.make_prompt(observation, [], "Move: play 5d 6d", "play 5d 6d")
    unreadable = harness.parse_response("hm\nhm", legal, observation=observation)
    assert (unreadable.legal_action, unreadable.raw_action) == (None, None)
    assert "There is no move" in harness.make_prompt(observation, [], "hm\nhm", None)
    assert harness.parse_response("Move: pass", legal, observation=observation).legal_action == "pass"


def test_kaggles_harness_without_an_observation_knows_the_listed_moves_alone() -> None:
    harness, legal = KaggleHarness(), ["pass", "play 5d 5s"]
    assert harness.parse_response("Hm.\nMove: Play 5d 5s", legal) == Parsed("play 5d 5s", "play 5d 5s")
    assert harness.parse_response("Move: play 5s", legal) == Parsed(raw_action="play 5s"), "legal, but not listed"
    assert harness.parse_response("hm\nhm", legal) == Parsed()
    assert harness.parse_response("Move: pass", None) == Parsed(raw_action="pass")
