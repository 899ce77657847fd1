"""What can be tested of a training run without torch: who plays, what is recorded, and how well choices turned out."""

from typing import Any

import numpy as np
import pytest

from cardhouse.cards.errors import BadSetup
from cardhouse.games import game
from cardhouse.games.actions import actions_of
from cardhouse.games.president import PRESIDENT
from cardhouse.nets.encoding import Encoding, codes_of
from cardhouse.nets.setups import MOST, Setup, setups_of, values_of
from cardhouse.training import pool as pools
from cardhouse.training import seating
from cardhouse.training.measure import first_places
from cardhouse.training.pool import Pool
from cardhouse.training.rollout import Choices, Players, Rollout, advantages, play, sample
from cardhouse.training.seating import StateEncoder, is_learner, open_groups

LENGTH = 40
ONE_DEAL = Setup(4, {"deals": 1})


def by_action(sign: int) -> Any:
    """Return a policy that likes each action more than the one before, or less."""

    def scores(features: Any) -> Any:
        return np.tile(sign * np.arange(actions_of(PRESIDENT).count, dtype=np.float32), (len(features), 1))

    return scores


def rollout_of(*setups: Setup, count: int = 16, rival: Any = None) -> tuple[Rollout, list[Any]]:
    encoding = Encoding(PRESIDENT, sorted({setup.seats for setup in setups}))
    groups = open_groups(encoding, setups, count=count, seed=1, reward="place")
    batches = [group.tables.reset() for group in groups]
    own = by_action(0)
    choose = Players(own, rival or own).choose
    return play(groups, batches, choose, length=LENGTH, chance=np.random.default_rng(1))[0], groups


# Seating


@pytest.mark.compiles
def test_half_of_the_tables_are_the_nets_alone_and_a_quarter_each_has_heuristics_and_rivals() -> None:
    groups = open_groups(Encoding(PRESIDENT, (4,)), [ONE_DEAL], count=64, seed=1, reward="place")
    assert [(group.tables.count, group.learners, group.has_rivals) for group in groups] == [
        (16, 2, True),
        (16, 2, False),
        (32, 4, False),
    ]
    assert [any(code >= 0 for code in group.tables.players) for group in groups] == [False, True, False]
    assert min(int(group.tables.seeds.min()) for group in groups) >= seating.FIRST_SEED


@pytest.mark.compiles
def test_for_a_best_response_the_rival_has_all_seats_but_one() -> None:
    groups = open_groups(Encoding(PRESIDENT, (4,)), [ONE_DEAL], count=16, seed=1, reward="first", is_response=True)
    assert [(group.tables.count, group.learners, group.has_rivals) for group in groups] == [(16, 1, True)]
    batch = groups[0].tables.reset()
    turns = (batch.seat - batch.number) % 4
    assert (is_learner(groups[0], batch) == (turns == 0)).all()


@pytest.mark.compiles
def test_rivals_move_through_the_seats_from_match_to_match() -> None:
    (rivals, *_) = open_groups(Encoding(PRESIDENT, (4,)), [ONE_DEAL], count=16, seed=1, reward="place")
    batch = rivals.tables.reset()
    mine = is_learner(rivals, batch)
    for seat, number, learns in zip(batch.seat, batch.number, mine, strict=True):
        assert learns == ((int(seat) - int(number)) % 4 < 2)
    assert 0 < mine.sum() < len(mine)


@pytest.mark.compiles
def test_the_critic_sees_all_cards_from_the_seat_that_acts() -> None:
    encoding = Encoding(PRESIDENT, (4,))
    tables = open_groups(encoding, [ONE_DEAL], count=16, seed=1, reward="place")[2].tables
    critic = StateEncoder(tables, encoding.encoder(4, codes_of(tables._state)))
    batch, state = tables.reset(), tables.state()
    found = critic.encode(batch, np.arange(tables.count))
    for table in range(tables.count):
        true = {str(one) for one, bit in zip(encoding.features, found[table], strict=True) if bit}
        for turn in range(4):
            cards = int(state[table, 2 + (batch.seat[table] + turn) % 4])
            ranks = {rank for rank in range(13) if cards >> 4 * rank & 15}
            shown = {rank for rank in range(13) if f"hand {turn}: rank {rank + 2} at least 1" in true}
            assert shown == ranks


# Rollouts


@pytest.mark.compiles
def test_a_rollout_has_the_choices_of_the_net_and_no_forced_moves() -> None:
    rollout, groups = rollout_of(ONE_DEAL)
    choices = rollout.choices
    assert rollout.steps == LENGTH * sum(group.tables.count for group in groups)
    assert (choices.mask.sum(axis=1) > 1).all()
    assert choices.mask[np.arange(len(choices.action)), choices.action].all()
    assert (np.diff(choices.step) >= 0).all()
    with_rivals = choices.table < groups[0].tables.count
    alone = choices.table >= groups[0].tables.count + groups[1].tables.count
    assert with_rivals.sum() / groups[0].tables.count < 0.8 * alone.sum() / groups[2].tables.count


@pytest.mark.compiles
def test_a_rollout_has_tables_of_all_setups() -> None:
    rollout, groups = rollout_of(Setup(3, {"deals": 1}), Setup(5, {"deals": 2}), count=24)
    assert {group.tables.seats for group in groups} == {3, 5}
    assert rollout.rewards.shape[2] == 5
    assert rollout.done.any()
    assert np.allclose(rollout.rewards.sum(axis=2), 0, atol=1e-6)


def test_actions_are_drawn_by_the_softmax_of_their_scores() -> None:
    scores = np.tile(np.log(np.array([1, 2, 5, 9], np.float32)), (40_000, 1))
    mask = np.tile(np.array([True, True, True, False]), (40_000, 1))
    action, log_prob = sample(scores, mask, np.random.default_rng(1))
    shares = np.bincount(action, minlength=4) / len(action)
    assert shares == pytest.approx([1 / 8, 2 / 8, 5 / 8, 0], abs=0.01)
    assert np.exp(log_prob[action == 2]) == pytest.approx(5 / 8)


def choices_at(step: list[int], seat: list[int]) -> Choices:
    empty, numbers = np.zeros((len(step), 0)), np.zeros(len(step), np.int64)
    given: Any = {"step": np.array(step), "seat": np.array(seat), "table": numbers, "action": numbers}
    return Choices(**given, features=empty, all_cards=empty, mask=empty, log_prob=numbers)  # type: ignore[arg-type]


def test_a_choice_is_as_good_as_what_its_own_seat_gets() -> None:
    rewards = np.zeros((4, 1, 4), np.float32)
    rewards[3, 0, :2] = 1, -1
    done = np.array([[False], [False], [False], [True]])
    values = np.array([0.5, 0.25, 0.0], np.float32)
    # Seat 0 chooses in steps 0 and 3, and seat 1 in step 1; the move of step 2 was forced.
    rollout = Rollout(choices_at([0, 1, 3], [0, 1, 0]), rewards, done)
    gain, known = advantages(rollout, values, 0.95)
    assert gain.tolist() == pytest.approx([-0.5 + 0.95, -1.25, 1.0])
    assert known.all()
    unfinished = Rollout(rollout.choices, rewards, np.zeros_like(done))
    assert advantages(unfinished, values, 0.95)[1].tolist() == [True, False, False]


def test_planted_the_reward_of_another_seat_changes_how_good_a_choice_is() -> None:
    rewards, done = np.zeros((1, 1, 2), np.float32), np.array([[True]])
    rewards[0, 0] = 1, -1
    gains = [
        advantages(Rollout(choices_at([0], [seat]), rewards, done), np.zeros(1, np.float32), 0.95)[0][0]
        for seat in range(2)
    ]
    assert gains == [1, -1]


# The pool


def test_the_pool_reaches_back_to_the_start_and_stays_small() -> None:
    pool = Pool()
    for rollouts in range(1000):
        pool.add(rollouts, [])
        assert len(pool.versions) <= pools.MOST
    numbers = list(pool.versions)
    assert numbers[0] == 0
    assert len(set(np.diff(numbers))) == 1
    assert numbers[-1] > 700


# Setups


def test_a_net_may_be_trained_for_several_seats_and_options() -> None:
    values = values_of(PRESIDENT, {"deals": ["1", "3"], "skip_on": ["rank"]})
    assert values == {"skip_on": ("rank",), "full_circle": ("others",), "deals": (1, 3)}
    assert len(setups_of(PRESIDENT, (3, 4), values)) == 4


def test_setups_that_do_not_go_together_are_left_out_or_refused() -> None:
    blitz = game("blitz")
    values = values_of(blitz, {"decks": [1, 2]})
    assert {(one.seats, one.options["decks"]) for one in setups_of(blitz, (3, 8), values)} == {(3, 1), (3, 2), (8, 2)}
    with pytest.raises(BadSetup):
        setups_of(blitz, (8,), values_of(blitz, {}))


@pytest.mark.parametrize(
    ("given", "complaint"),
    [({"deals": ["99"]}, "deals"), ({"decks": [1]}, "has no option")],
)
def test_wrong_options_are_refused_in_a_sentence(given: Any, complaint: str) -> None:
    with pytest.raises(BadSetup, match=complaint):
        setups_of(PRESIDENT, (4,), values_of(PRESIDENT, given))


def test_more_setups_than_a_net_is_trained_with_are_refused() -> None:
    every: dict[str, list[str | int]] = {one.name: [*(one.values or one.numbers)] for one in PRESIDENT.options}
    with pytest.raises(BadSetup, match=f"make 1200 setups; a net is trained with 1 to {MOST}"):
        setups_of(PRESIDENT, PRESIDENT.seats, values_of(PRESIDENT, every))


@pytest.mark.compiles
def test_every_setup_has_a_table_of_the_net_alone() -> None:
    every: dict[str, list[str | int]] = {one.name: [*(one.values or one.numbers)] for one in PRESIDENT.options}
    setups = setups_of(PRESIDENT, (4,), values_of(PRESIDENT, every))

    def trained(count: int) -> set[tuple[object, ...]]:
        alone = open_groups(Encoding(PRESIDENT, (4,)), setups, count=count, seed=1, reward="first")[-1]
        codes = seating.codes_of_tables(alone.tables)
        return set(zip(*(row.tolist() for row in codes.values()), strict=True))

    assert len(trained(2 * MOST)) == len(setups) == 200
    assert len(trained(MOST)) < len(setups)  # with fewer tables, some setups would have none


# Measuring


@pytest.mark.compiles
def test_two_equal_nets_come_first_equally_often() -> None:
    found = first_places(Encoding(PRESIDENT, (4,)), ONE_DEAL, by_action(1), by_action(1), blocks=20)
    assert found.mean == found.low == found.high == 0.25


@pytest.mark.compiles
def test_planted_a_worse_net_does_not_come_first_as_often() -> None:
    encoding = Encoding(PRESIDENT, (4,))
    high, low = (first_places(encoding, ONE_DEAL, by_action(sign), by_action(-sign), blocks=20) for sign in (1, -1))
    assert abs(high.mean - low.mean) > 0.1


@pytest.mark.compiles
def test_a_net_is_measured_against_built_in_players() -> None:
    encoding = Encoding(PRESIDENT, (4,))
    highest, passes = by_action(1), by_action(-1)
    against = {level: first_places(encoding, ONE_DEAL, highest, level, blocks=30).mean for level in ("random", "quick")}
    assert against["random"] > against["quick"]
    assert first_places(encoding, ONE_DEAL, passes, "random", blocks=30).mean == 0
