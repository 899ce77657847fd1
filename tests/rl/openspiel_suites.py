"""OpenSpiel's own suites, unmodified, on all our games: `make peers` runs them.

Their tests are made when they are imported, for all games that are registered by then.
"""

import unittest
from collections.abc import Iterator
from random import Random

import pyspiel
import pytest
from absl import flags

from cardhouse import GAMES
from cardhouse.rl.openspiel import PREFIX

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["suites", f"--test_only_games={PREFIX}.*"], known_only=True)

from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.tests import games_sim_test

SHORT = {"blitz": {"max_hands": 1}, "javelin": {"target": 5}}


def cases() -> Iterator[unittest.TestCase]:
    """Yield the tests of both suites that are about our games."""
    loader = unittest.TestLoader()
    for suite in (loader.loadTestsFromTestCase(games_sim_test.GamesSimTest), api_test.load_tests(loader, None, None)):
        for case in flat(suite):
            if PREFIX in str(case):
                yield case


def flat(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from flat(part)
        else:
            yield part


@pytest.mark.parametrize("case", [pytest.param(case, id=str(case).split()[0]) for case in cases()])
def test_suite(case: unittest.TestCase) -> None:
    result = unittest.TestResult()
    unittest.TestSuite([case]).run(result)
    assert result.testsRun == 1
    assert [text for _, text in result.errors + result.failures] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_suites_have_made_tests_for_a_game(name: str) -> None:
    found = [str(case) for case in cases() if PREFIX + name in str(case)]
    assert len([case for case in found if "GamesSimTest" in case]) >= 1
    assert len([case for case in found if "PartialTree" in case]) == 5


@pytest.mark.parametrize("name", GAMES)
def test_random_simulation(name: str) -> None:
    game = pyspiel.load_game(PREFIX + name, SHORT.get(name, {}))
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_the_same_every_time(name: str) -> None:
    short = ",".join(f"{option}={value}" for option, value in SHORT.get(name, {}).items())
    told = [playthrough(f"{PREFIX}{name}({short})", action_sequence=None, seed=1) for _ in range(2)]
    assert told[0] == told[1]
    assert "IsTerminal() = True" in told[0]


@pytest.mark.parametrize("name", GAMES)
def test_the_environment_of_openspiel_plays_a_match(name: str) -> None:
    environment, chance = rl_environment.Environment(PREFIX + name, **SHORT.get(name, {})), Random(1)
    step = environment.reset()
    size = environment.game.observation_tensor_size()
    while not step.last():
        seat = step.observations["current_player"]
        assert [len(seen) for seen in step.observations["info_state"]] == [size] * environment.num_players
        step = environment.step([chance.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == pytest.approx(0)
    assert max(step.rewards) > 0
