"""OpenSpiel's own suites, unmodified, on all our games: `make peers` runs them.

Their tests are made when they are imported, for all games that are registered by then.
"""

import unittest
from collections.abc import Iterator

import pyspiel
import pytest
from absl import flags

from cardhouse import GAMES
from cardhouse.rl.openspiel import PREFIX

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["suites", f"--test_only_games={PREFIX}.*"], known_only=True)

from open_spiel.integration_tests import api_test
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
