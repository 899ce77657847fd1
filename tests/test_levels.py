"""Levels are offered per game: only what a game can have."""

import pytest

from cardhouse import GAMES
from cardhouse.bots import LEVELS, MASTER, levels_of, player
from cardhouse.cards.errors import BadSetup
from cardhouse.house import catalogue
from cardhouse.nets import shipped
from cardhouse.wire import Denial
from tests.commands import called
from tests.hearts import HEARTS
from tests.planted_faults import with_fields
from tests.toy import TOY


def test_a_game_offers_what_it_can_have() -> None:
    for game in (*GAMES.values(), HEARTS):
        assert [*levels_of(game)] == [level for level in LEVELS if level != MASTER or shipped.file_of(game)]
    assert [*levels_of(with_fields(HEARTS, heuristic=None))] == ["quick", "deep"]
    assert [*levels_of(with_fields(HEARTS, recall=None))] == ["quick"]
    assert levels_of(TOY) == {"quick": "Plays the first possible move: this game has no heuristic."}


def test_a_player_that_a_game_cannot_have_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadSetup, match="Toy has no deep player; it has: random, quick"):
        player(TOY, "deep:50ms")
    with pytest.raises(BadSetup, match="Toy has no easy player; it has: random, quick"):
        player(TOY, "easy")


def test_a_house_offers_for_each_game_what_it_can_have() -> None:
    here = catalogue.levels(deep_workers=1)
    assert [*catalogue.describe_game(TOY, here).levels] == ["quick"]
    assert [*catalogue.describe_game(HEARTS, here).levels] == [level for level in here if level != MASTER]
    assert [*catalogue.describe_game(HEARTS, catalogue.levels(deep_workers=0)).levels] == ["easy", "quick"]
    with pytest.raises(Denial, match="Toy has no deep bots; it has quick"):
        catalogue.must_suit(TOY, "deep", 2, {})


def test_the_command_lists_the_bots_of_each_game() -> None:
    said = called("", "games").stdout
    with_net = sum(shipped.file_of(game) is not None for game in GAMES.values())
    assert said.count("    bots: easy, quick, deep, master, random\n") == with_net
    assert said.count("    bots: easy, quick, deep, random\n") == len(GAMES) - with_net
