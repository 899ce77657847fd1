"""The environments of Gymnasium and PettingZoo: a small part of their suites, and what those do not look at."""

import re
from collections.abc import Callable
from dataclasses import replace
from random import random
from secrets import randbits
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

from cardhouse.bots import player
from cardhouse.cards.errors import BadSetup
from cardhouse.cards.law import law
from cardhouse.games import game
from cardhouse.games.actions import actions_of
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.play.runner import LONGEST_TURN
from cardhouse.rl.flat import Flat
from cardhouse.rl.gymnasium import TableEnv, TableVectorEnv
from cardhouse.rl.pettingzoo import Agents, AgentsAtOnce, AgentsInTurn, env, parallel_env
from cardhouse.rl.stepping import FIRST, PLACE, SCORE, Batch, rewarding
from cardhouse.rl.tables import Tables
from cardhouse.testing.bodies import ENDS
from cardhouse.testing.broken import Broken
from cardhouse.testing.tables import Follower, PlainTables, check_tables
from tests.rl.suites import (
    SUITES,
    Suite,
    aec,
    aec_seeds,
    gymnasium_env,
    most_cycles,
    parallel,
    parallel_seeds,
    render,
    same,
    state,
    vector_plays_as_single_ones,
)

pytestmark = pytest.mark.compiles
PRESIDENT = game("president")
OPTIONS: dict[str, str | int] = {"deals": 1}


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.__name__)
def test_the_suites_of_gymnasium_and_pettingzoo_pass(suite: Suite) -> None:
    suite("president", 60)


# For each suite, a method and what a fault makes of its result.
PLANTED: dict[Suite, tuple[type, str, Callable[[Any], Any]]] = {
    gymnasium_env: (Flat, "rows", lambda rows: rows + 1000),
    aec: (AgentsInTurn, "observe", lambda observation: observation + 1000),
    aec_seeds: (AgentsInTurn, "observe", lambda observation: observation + randbits(8)),
    render: (Agents, "render", lambda text: [text]),
    parallel: (AgentsAtOnce, "_observations", lambda observations: dict(list(observations.items())[1:])),
    parallel_seeds: (AgentsAtOnce, "_by_agent", lambda rewards: {agent: random() for agent in rewards}),
    most_cycles: (Agents, "_is_stopped", lambda stopped: False),
    state: (Agents, "state", lambda cards: cards + 0.5),
}


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.__name__)
def test_planted_each_suite_finds_a_fault(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, spoilt = PLANTED[suite]
    honest = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *given: spoilt(honest(*given)))
    with pytest.raises(AssertionError):
        suite("president", 60)


@pytest.mark.parametrize("name", ["davenport", "blitz"], ids=["simultaneous", "hidden"])
@pytest.mark.parametrize("suite", [aec, parallel, state], ids=lambda suite: suite.__name__)
def test_the_suites_pass_with_simultaneous_moves_and_with_hidden_turns(suite: Suite, name: str) -> None:
    suite(name, 60)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_vector_plays_as_single_environments(mode: str) -> None:
    wanted: dict[str, Any] = {"autoreset_mode": mode, "options": OPTIONS, "longest": 12}
    assert vector_plays_as_single_ones("president", 60, seat="rotates", **wanted) > 0


def test_planted_a_vector_with_another_seed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableVectorEnv, "_seeds", lambda self, seed: list(range(self.num_envs)))
    with pytest.raises(AssertionError):
        vector_plays_as_single_ones("president", 5)


@pytest.mark.parametrize("wanted", ENDS, ids=["ended", "stopped"])
def test_matches_end_at_tables_as_in_matches(wanted: dict[str, Any]) -> None:
    check_tables(PRESIDENT, seats=4, options=OPTIONS, seed=2, **wanted)


@pytest.mark.parametrize(
    ("part", "planted", "complaint"),
    [
        ("final", lambda final: final[:, ::-1], r"the places at a table are \(.*\), and in `Match` \("),
        ("final", lambda final: 0 * final, r"the places at a table are \(0, 0, 0, 0\), and in `Match` \("),
        ("reward", lambda reward: reward - 0.25 * (reward > 0), r"the rewards \[.*\] do not add up to 0"),
        ("reward", lambda reward: -reward, r"the rewards \[.*\] do not fit the places"),
        ("reward", lambda reward: reward + 1, r"the rewards are \[.*\], but no match has ended by its rules"),
        ("done", lambda done: 0 * done, "a match is over at a table or in `Match` alone"),
    ],
)
def test_planted_another_end_of_a_match_is_found(
    part: str, planted: Any, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_elsewhere(both: Any, compiled: Batch, plain: Batch) -> Batch:
        return compiled._replace(**{part: planted(getattr(compiled, part))})

    monkeypatch.setattr("cardhouse.testing.tables.look", look_elsewhere)
    with pytest.raises(Broken, match=complaint):
        check_tables(PRESIDENT, seats=4, options=OPTIONS, seed=2, **ENDS[0])


def test_planted_a_plain_law_that_shows_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run = PlainTables._run

    def run_and_miscount(self: PlainTables, what: int) -> None:
        run(self, what)
        self._batch.counts[1, 2] += 1

    monkeypatch.setattr(PlainTables, "_run", run_and_miscount)
    with pytest.raises(Broken, match=r"tables show another counts\[1, 2\] compiled, (\d+), than plain, "):
        check_tables(PRESIDENT, seats=4, options=OPTIONS, seed=1)


@pytest.mark.parametrize("parallel", [False, True])
def test_players_inside_play_as_in_matches(parallel: bool) -> None:
    for seed in range(3):
        check_tables(PRESIDENT, seats=4, options=OPTIONS, seed=seed, parallel=parallel, inside=True)


def test_whoever_is_faster_deals_and_the_others_wait_for_the_cards() -> None:
    """In Blitz everybody may deal: in the parallel form all try at once."""
    check_tables(game("blitz"), seats=3, options={}, seed=3, parallel=True, inside=False)


def test_planted_a_player_inside_who_plays_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose_first(self: Follower) -> None:
        while not self.match.over and self.players[seat := self.match.to_act[0]] >= 0:
            self.match.play(seat, self.match.moves(seat)[0])

    monkeypatch.setattr(Follower, "play_inside", choose_first)
    with pytest.raises(Broken, match="the states of a table and of `Match` differ"):
        check_tables(PRESIDENT, seats=4, options=OPTIONS, seed=1, parallel=False, inside=True)


def test_a_bot_in_plain_python_plays_as_the_same_bot_inside() -> None:
    """`quick` is deterministic, so that both must lead to the same observations, rewards and ends."""
    quick = player(PRESIDENT, "quick")
    inside = TableEnv(PRESIDENT, opponents="quick", seat="rotates", options=OPTIONS)
    outside = TableEnv(PRESIDENT, opponents=[lambda view: quick(view), "quick", quick], seat="rotates", options=OPTIONS)
    ended = 0
    one, other = inside.reset(seed=3), outside.reset(seed=3)
    same(one, other)
    while ended < 4:
        action = int(np.flatnonzero(one[-1]["action_mask"])[0])
        after, otherwise = inside.step(action), outside.step(action)
        same(after, otherwise)
        one = (after[0], after[-1])
        if after[2]:
            ended += 1
            one, other = inside.reset(), outside.reset()
            same(one, other)


def test_a_bot_that_fails_makes_the_default_move() -> None:
    def fail(view: object) -> str:
        raise ValueError("no idea")

    table = TableEnv(PRESIDENT, opponents=fail, options=OPTIONS)
    table.reset(seed=1)
    over, steps = False, 0
    while not over:
        _, _, over, _, facts = table.step(-1)  # and so does the learner
        assert facts["illegal"]
        steps += 1
    assert steps > 1
    with pytest.raises(BadSetup, match="call `reset`"):
        table.step(0)


def test_the_agents_in_turn_play_the_match_of_their_seed() -> None:
    agents = env("president", seats=4, options=OPTIONS)
    agents.reset(seed=11)
    match = Match("president", seats=4, options=OPTIONS, dealer=SeededDealer(11))
    choice_of = actions_of(PRESIDENT).choice_of
    chance = np.random.default_rng(0)
    while not match.over:
        seat = agents.possible_agents.index(agents.agent_selection)
        assert seat == match.to_act[0]
        mask = agents.last()[-1]["action_mask"]
        action = int(chance.choice(np.flatnonzero(mask)))
        match.play(seat, PRESIDENT.notation.text(match._state, choice_of(match._state, seat, action)))
        agents.step(action)
    assert all(agents.terminations.values())
    assert match.result is not None
    first = [agent for agent, reward in agents.rewards.items() if reward == max(agents.rewards.values())]
    assert first == [f"player_{match.result.places.index(1)}"]


def test_every_seat_sees_the_same_in_turn_and_at_once() -> None:
    """In turn, the compiled law shows a table to the seat that acts, and the plain one to the others."""
    in_turn, at_once = env("president", seats=4), parallel_env("president", seats=4)
    in_turn.reset(seed=5)
    seen, facts = at_once.reset(seed=5)
    for _ in range(30):
        for agent in in_turn.possible_agents:
            np.testing.assert_array_equal(in_turn.observe(agent), seen[agent])
        acting = in_turn.agent_selection
        assert [agent for agent in facts if facts[agent]["acts"]] == [acting]
        action = int(np.flatnonzero(facts[acting]["action_mask"])[-1])
        in_turn.step(action)
        seen, *_, facts = at_once.step(dict.fromkeys(at_once.agents, action))


def test_words_and_planes_say_the_same() -> None:
    planes, words = (TableEnv(PRESIDENT, observe=form) for form in ("planes", "words"))
    bits, numbers = planes.reset(seed=2)[0], words.reset(seed=2)[0]
    sets = len(planes.tables.layout.words)
    assert bits.dtype == np.int32
    assert sum(int(number).bit_count() for number in numbers[:sets]) == bits[: len(bits) - len(numbers) + sets].sum()
    np.testing.assert_array_equal(bits[len(bits) - len(numbers) + sets :], numbers[sets:])


def test_a_wrong_argument_is_refused_in_a_sentence() -> None:
    for refused, wanted in (
        ("seat is a number from 0 to 3, or 'rotates', not 4", {"seat": 4}),
        ("There must be one opponent, or 3, not 2", {"opponents": ["easy", "easy"]}),
        ("observe is one of planes, words, not 'cards'", {"observe": "cards"}),
        ("render_mode is 'ansi' or None, not 'human'", {"render_mode": "human"}),
    ):
        with pytest.raises(BadSetup, match=refused):
            TableEnv("president", seats=4, **wanted)
    with pytest.raises(BadSetup, match="An opponent is a name, a function or the path of a file, not None"):
        TableEnv("president", opponents=None)  # type: ignore[arg-type]  # as an untyped caller may
    with pytest.raises(BadSetup, match="call `reset`"):
        env("president").step(0)
    with pytest.raises(BadSetup, match="Tables play random, easy, quick themselves, not 'deep'"):
        Tables("president", seats=4, players=["deep", None, None, None])
    tables = Tables("president", count=4)
    tables.reset()
    with pytest.raises(BadSetup, match=r"A step takes 4 whole numbers, the actions, not .4. of float64"):
        tables.step(np.zeros(4))
    with pytest.raises(BadSetup, match="There is no player 'clever'"):
        TableEnv("president", opponents="clever").reset()
    with pytest.raises(BadSetup, match="There is no game 'whist'"):
        TableEnv("whist")
    with pytest.raises(BadSetup, match="one of random, easy, quick, not 'deep': use TableEnv"):
        TableVectorEnv("president", opponents="deep")
    with pytest.raises(BadSetup, match="render_mode is one of ansi, human, not 'rgb_array'"):
        env("president", render_mode="rgb_array")
    with pytest.raises(BadSetup, match="call `reset`"):
        parallel_env("president").step({})
    with pytest.raises(BadSetup, match="All seats have a player"):
        Tables("president", seats=4, players=["easy"] * 4)
    with pytest.raises(BadSetup, match="Players for 4 seats are needed"):
        Tables("president", seats=4, players=["easy"])
    with pytest.raises(BadSetup, match="longest must be 1 or more, not 0"):
        Tables("president", longest=0)
    with pytest.raises(BadSetup, match="There must be a seed for each of 2 tables, not 3"):
        Tables("president", count=2).reset(seed=[1, 2, 3])


@pytest.mark.parametrize(
    ("parallel", "actions", "given"),
    [
        (False, np.zeros((2, 2), np.int64), "[2, 2] of int64"),
        (False, np.zeros((4, 1), np.int64), "[4, 1] of int64"),
        (False, [[1, 2], [3]], "[[1, 2], [3]]"),
        (False, [1, 2, None, 4], "[4] of object"),
        (False, "pass", "[1] of <U4"),
        (True, np.zeros((3, 4), np.int64), "[3, 4] of int64"),
        (True, np.zeros((2, 2, 3), np.int64), "[2, 2, 3] of int64"),
    ],
)
def test_actions_of_another_shape_are_refused(parallel: bool, actions: Any, given: str) -> None:
    tables = Tables(PRESIDENT, seats=3, count=4, parallel=parallel)
    before = tables.reset()
    wanted = "4 x 3" if parallel else "4"
    with pytest.raises(BadSetup, match=re.escape(f"A step takes {wanted} whole numbers, the actions, not {given}.")):
        tables.step(actions)
    same(tables.batch(), before)


@pytest.mark.parametrize("action", ["pass", 1.7, [1], [1, 2], np.array([1]), 10**30])
def test_an_action_that_is_not_a_whole_number_is_refused_and_changes_nothing(action: Any) -> None:
    table, agents = TableEnv(PRESIDENT), env("president")
    table.reset(seed=1)
    agents.reset(seed=1)
    for tables, step in ((table.tables, table.step), (agents.tables, agents.step)):
        before = Batch(*(part.copy() for part in tables.batch()))
        with pytest.raises(BadSetup, match="A step takes one whole number, the action, not "):
            step(action)
        same(tables.batch(), before)


@pytest.mark.parametrize(
    ("actions", "given"), [(None, "None"), ([0, 0, 0], "[0, 0, 0]"), ({"player_3": 0}, "['player_3']")]
)
def test_a_step_of_agents_at_once_takes_their_names(actions: Any, given: str) -> None:
    agents = parallel_env("president", seats=3)
    agents.reset(seed=1)
    refused = f"A step takes a dict with actions of player_0 to player_2, not {given}."
    with pytest.raises(BadSetup, match=re.escape(refused)):
        agents.step(actions)


@pytest.mark.parametrize("choice", ["yes", None, 2])
@pytest.mark.parametrize("name", ["rotates", "parallel", "copy"])
def test_what_is_neither_true_nor_false_is_refused(name: str, choice: Any) -> None:
    with pytest.raises(BadSetup, match=f"{name} is True or False, not "):
        Tables(PRESIDENT, **{name: choice})


@pytest.mark.parametrize("players", [None, 5, [1, None, None, None]])
def test_what_are_not_players_is_refused(players: Any) -> None:
    with pytest.raises(BadSetup, match=r"Players for 4 seats are needed|Tables play random, easy, quick themselves"):
        Tables(PRESIDENT, seats=4, players=players)


@pytest.mark.parametrize("longest", [0, "x"])
def test_a_length_that_is_not_a_number_is_refused_with_any_opponents(longest: Any) -> None:
    with pytest.raises(BadSetup, match="longest "):
        TableEnv(PRESIDENT, opponents=player(PRESIDENT, "quick"), longest=longest)
    for form in (env, parallel_env):
        with pytest.raises(BadSetup, match="max_cycles "):
            form("president", max_cycles=longest)


def test_the_actions_of_all_seats_may_be_in_one_row_or_in_a_row_for_each_table() -> None:
    one, other = (Tables(PRESIDENT, seats=3, count=4, parallel=True) for _ in range(2))
    actions = one.reset().moves[..., 0]
    other.reset()
    same(one.step(actions), other.step(actions.reshape(-1).tolist()))


@pytest.mark.parametrize("seed", ["abc", 1.7, None, [1, 2.5], [[1], [2]], -1, 1 << 63])
def test_a_seed_that_is_not_a_whole_number_is_refused(seed: Any) -> None:
    with pytest.raises(BadSetup, match=r"seed is a number from 0 on, below 2\*\*63, not "):
        Tables(PRESIDENT, count=2, seed=seed)


def test_a_mask_that_does_not_fit_is_refused_and_changes_nothing() -> None:
    tables = Tables(PRESIDENT, count=2)
    with pytest.raises(BadSetup, match=r"A mask of 2 tables is needed, not one of \(3,\)"):
        tables.reset([True, False, True])
    with pytest.raises(BadSetup, match="The tables have no matches yet: call `reset` without a mask first"):
        tables.reset([True, False])
    before = tables.reset()
    ragged: Any = [[True], 7]
    with pytest.raises(BadSetup, match=r"A mask of 2 tables is needed, not \[\[True\], 7\]"):
        tables.reset(ragged)
    with pytest.raises(BadSetup, match="seed is a number from 0 on"):
        tables.reset([True, False], seed="abc")  # type: ignore[arg-type]  # as an untyped caller may
    same(tables.batch(), before)


def test_tables_go_on_from_a_snapshot_and_refuse_that_of_others() -> None:
    tables, others = (Tables(PRESIDENT, seats=4, count=2, seed=seed) for seed in (1, 2))
    batch = tables.reset()
    for _ in range(5):
        batch = tables.step(batch.moves[:, 0])
    snapshot = tables.snapshot()
    for unlike in (Tables(PRESIDENT, seats=4, count=1), Tables(PRESIDENT, seats=5, count=2)):
        with pytest.raises(BadSetup, match="not a snapshot of tables of the same game, setup and count"):
            unlike.restore(snapshot)
    for broken in ({}, None, {**snapshot, "batch seat": [0, 0]}):
        with pytest.raises(BadSetup, match="not a snapshot of tables of the same game, setup and count"):
            others.restore(broken)  # type: ignore[arg-type]  # as an untyped caller may
    same(others.restore(snapshot), batch)
    same(others.step(batch.moves[:, 0]), tables.step(batch.moves[:, 0]))


def test_a_table_shows_itself_as_text() -> None:
    table = gymnasium.make("cardhouse/President-v0", render_mode="ansi")
    table.reset(seed=1)
    assert "Hand: " in str(table.render())


def test_observations_fit_their_spaces() -> None:
    tables = Tables("president", count=64, copy=False, parallel=True)
    flat = Flat(tables, "planes")
    batch = tables.reset()
    for _ in range(50):
        rows = flat.rows()
        assert (rows >= flat.low).all()
        assert (rows <= flat.high).all()
        batch = tables.step(batch.moves[..., 0])


def test_when_a_match_is_stopped_every_agent_sees_its_own_cards() -> None:
    """The tables show the seat that would act next, which is not the agent that made the last move."""
    agents = env("president", seats=4, max_cycles=5)
    agents.reset(seed=3)
    for _ in range(5):
        assert not any(agents.truncations.values())
        agents.step(int(np.flatnonzero(agents.last()[-1]["action_mask"])[0]))
    assert all(agents.truncations.values())
    for seat, agent in enumerate(agents.possible_agents):
        np.testing.assert_array_equal(agents.observe(agent), agents._flat.seen_by(seat))


def test_a_bot_in_plain_python_plays_for_as_long_as_the_learner_does() -> None:
    asked: list[str] = []

    def first(view: Any) -> str:
        asked.append(view.moves[0])
        return view.moves[0]  # type: ignore[no-any-return]

    table = TableEnv(PRESIDENT, opponents=["quick", first, "quick"], options=OPTIONS)
    table.reset(seed=1)
    over, steps = False, 0
    while len(asked) <= LONGEST_TURN:
        if over:
            table.reset()
        over = table.step(-1)[2]
        steps += 1
        assert steps < 100 * LONGEST_TURN, "the bot is not asked any more"


@pytest.mark.parametrize("opponents", ["quick", player(PRESIDENT, "quick")], ids=["inside", "outside"])
def test_only_the_moves_of_the_learner_count_for_the_length_of_a_match(opponents: Any) -> None:
    table = TableEnv(PRESIDENT, opponents=opponents, longest=3)
    table.reset(seed=1)
    ends = [table.step(-1)[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]


def test_what_is_not_an_opponent_is_refused() -> None:
    with pytest.raises(BadSetup, match="An opponent is a name, a function or the path of a file, not 7"):
        TableEnv(PRESIDENT, opponents=["easy", 7, "easy"])  # type: ignore[list-item]  # as an untyped caller may


def test_a_seed_of_some_tables_changes_nothing_for_the_others() -> None:
    tables, others = (Tables(PRESIDENT, count=3, seed=5) for _ in range(2))
    tables.reset()
    others.reset()
    some = [True, False, False]
    assert list(tables.reset(seed=[9, 9, 9], wanted=some).number) == [0, 1, 2]
    assert list(tables.reset([True, True, True]).number) == [1, 4, 5]
    assert list(others.reset([True, True, True]).number) == [3, 4, 5]
    np.testing.assert_array_equal(tables.batch().words[1:], others.batch().words[1:])
    number: Any = np.int64(5)
    assert list(tables.reset(seed=number).words.flat) == list(others.reset(seed=5).words.flat)


def test_threads_play_the_same_matches_as_one() -> None:
    one, three = (Tables(PRESIDENT, count=7, seed=5, workers=workers) for workers in (1, 3))
    batch, other = one.reset(), three.reset()
    for _ in range(40):
        same(batch, other)
        actions = batch.moves[:, 0]
        batch, other = one.step(actions), three.step(actions)


@pytest.mark.parametrize(
    ("places", "scores", "rewards"),
    [
        ([1, 2, 3, 4], [30, 10, 0, -8], {FIRST: [1, -1 / 3, -1 / 3, -1 / 3], PLACE: [1, 1 / 3, -1 / 3, -1]}),
        ([1, 1, 3, 4], [30, 30, 0, 0], {FIRST: [1 / 3, 1 / 3, -1 / 3, -1 / 3], PLACE: [2 / 3, 2 / 3, -1 / 3, -1]}),
        ([1, 1, 1, 1], [5, 5, 5, 5], {FIRST: [0, 0, 0, 0], PLACE: [0, 0, 0, 0], SCORE: [0, 0, 0, 0]}),
        ([2, 1], [10, 4], {SCORE: [-3, 3], FIRST: [-1, 1]}),  # the lowest wins
    ],
)
def test_rewards_share_ties_and_add_up_to_0(
    places: list[int], scores: list[int], rewards: dict[int, list[float]]
) -> None:
    lowest_wins = scores[places.index(1)] < max(scores)
    rules: Any = SimpleNamespace(place_of=lambda t, seat: places[seat], score=lambda t, seat: scores[seat])
    reward = rewarding(replace(PRESIDENT, law=rules, lowest_wins=lowest_wins), None)
    t: Any = SimpleNamespace(seats=len(places))
    for kind, wanted in rewards.items():
        found = [reward(t, seat, kind) for seat in range(len(places))]
        assert found == pytest.approx(wanted)
        assert sum(found) == pytest.approx(0)


def test_a_reward_of_ones_own_is_what_a_seat_gets() -> None:
    tables = Tables(PRESIDENT, seats=4, options=OPTIONS, reward=last_place)
    batch = tables.reset()
    while not batch.done[0]:
        batch = tables.step(batch.moves[:, 0])
    assert list(batch.reward[0]) == [float(place == 4) for place in batch.final[0]]


@law
def last_place(t: Any, seat: int) -> int:
    return 1 if t.places[seat] == t.seats else 0


def test_more_actions_than_tables_have_room_for_are_refused() -> None:
    assert PRESIDENT.actions is not None
    many = replace(PRESIDENT, actions=replace(PRESIDENT.actions, count=40_000))
    with pytest.raises(BadSetup, match="President numbers 40,000 actions; there may be at most 32,768"):
        Tables(many)


def test_planted_a_history_of_other_actions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def number_all_0(self: Follower) -> None:
        self.actions += [0] * (len(self.match.events) - len(self.actions))

    monkeypatch.setattr(Follower, "number", number_all_0)
    with pytest.raises(Broken, match="remembers other moves than the events tell it"):
        check_tables(PRESIDENT, seats=4, options=OPTIONS, seed=1, parallel=False)
