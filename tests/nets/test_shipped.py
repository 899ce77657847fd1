"""The nets that are shipped with the games, which the level `master` plays with."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from cardhouse import GAMES, Match, SeededDealer
from cardhouse import bots as players
from cardhouse.bots import MASTER, levels_of, player, strongest
from cardhouse.cards.errors import BadSetup
from cardhouse.games.davenport import DAVENPORT
from cardhouse.games.definition import AnyGame
from cardhouse.house import catalogue
from cardhouse.lab.contest import duel, plan
from cardhouse.nets import shipped
from cardhouse.nets.header import MOST_BYTES
from cardhouse.nets.player import NetPlayer
from cardhouse.nets.weights import read, write
from cardhouse.wire import Denial
from tests.house.in_memory import InMemoryHouse, code
from tests.toy import TOY

MOST_BYTES_IN_ALL = 4_000_000
WITH_NETS = [game for game in GAMES.values() if shipped.file_of(game)]
SEED = 3


def file_of(game: AnyGame) -> Path:
    file = shipped.file_of(game)
    assert file is not None
    return file


@pytest.mark.parametrize("game", WITH_NETS, ids=lambda game: game.name)
def test_a_shipped_net_fits_the_law_and_its_encoding_and_says_how_it_was_made(game: AnyGame) -> None:
    """If the law changed, but no match: `python -m tools.champions --stamp`. Otherwise: `make champions`."""
    header = read(file_of(game)).header
    assert header.game == game.name
    assert header.commit
    assert header.steps > 1_000_000
    assert game.default_seats in header.seats
    assert all(option.default in header.options[option.name] for option in game.options)


def test_shipped_nets_are_small() -> None:
    sizes = [file_of(game).stat().st_size for game in WITH_NETS]
    assert sizes
    assert max(sizes) <= MOST_BYTES
    assert sum(sizes) <= MOST_BYTES_IN_ALL


@pytest.mark.parametrize("game", WITH_NETS, ids=lambda game: game.name)
def test_masters_play_from_views_with_every_number_of_seats(game: AnyGame) -> None:
    for seats in read(file_of(game)).header.seats:
        match = Match(game, seats=seats, dealer=SeededDealer(SEED), options=dict(game.lab.short))
        choose, others = player(game, MASTER, SEED), Random(SEED)
        net, made = NetPlayer(file_of(game)), 0
        while not match.over:
            view = match.view(match.to_act[0])
            move = choose(view) if view.seat == 0 else others.choice(view.moves)
            assert move in view.moves
            if view.seat == 0 and not game.bots.at_once:
                assert move == net(view)
                made += 1
            match.play(view.seat, move)
        assert made or game.bots.at_once


def test_master_is_offered_where_a_net_is_shipped() -> None:
    for game in GAMES.values():
        assert (MASTER in levels_of(game)) == (game in WITH_NETS)
    with pytest.raises(BadSetup, match="Toy has no master player; it has: random, quick"):
        player(TOY, MASTER)


def test_the_strongest_level_of_a_table_is_master_only_where_its_net_fits() -> None:
    assert strongest(DAVENPORT, 4, {"ace_rule": "on"}) == MASTER
    assert strongest(DAVENPORT, 4, {"playoff_wins": 5}) == "deep"
    assert strongest(TOY, 2, {}) == "quick"


def test_a_contest_at_a_table_that_the_net_does_not_fit_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadSetup, match="This net was trained with playoff_wins=3, not playoff_wins=5"):
        plan("duel", "davenport", ["master", "quick"], seats=4, options={"playoff_wins": 5}, blocks=1, seed=1)


def test_a_saved_contest_is_not_resumed_with_another_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> None:
        duel("davenport", ["master", "quick"], seats=4, blocks=1, seed=1, save=tmp_path / "contest.jsonl")

    play()
    net = read(file_of(DAVENPORT))
    write(tmp_path / shipped.FILE, replace(net, header=replace(net.header, seed=99)))
    monkeypatch.setattr(shipped, "file_of", lambda game: tmp_path / shipped.FILE)
    with pytest.raises(BadSetup, match="another"):
        play()


def test_a_house_refuses_masters_at_a_table_that_the_net_does_not_fit() -> None:
    InMemoryHouse("davenport", seats=4, bots=3, level=MASTER)
    with pytest.raises(AssertionError, match="There are no master bots for this table"):
        InMemoryHouse("davenport", seats=4, bots=3, level=MASTER, options={"playoff_wins": 5})
    house = InMemoryHouse("davenport", seats=4, people=2, bots=2, options={"playoff_wins": 5})
    assert code(house.people[0].say("level", level=MASTER)) == "not_now"


def test_at_a_table_that_has_outgrown_the_net_the_heuristic_plays() -> None:
    match = Match("davenport", seats=4, dealer=SeededDealer(SEED), options={"playoff_wins": 5})
    view = match.view(match.to_act[0])
    assert player(DAVENPORT, MASTER)(view) == DAVENPORT.quick(view)


def test_without_numpy_masters_are_not_offered_and_a_request_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "find_spec", lambda name: None)
    here = catalogue.levels(deep_workers=1)
    assert MASTER not in here
    with pytest.raises(Denial, match=r'no master bots.*pip install "cardhouse\[compiled\]"'):
        catalogue.must_have(here, MASTER)


def test_planted_a_net_of_another_law_is_no_master(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = read(file_of(DAVENPORT))
    write(tmp_path / shipped.FILE, replace(net, header=replace(net.header, law="0123")))
    monkeypatch.setattr(shipped, "file_of", lambda game: tmp_path / shipped.FILE)
    players.master_net.cache_clear()
    try:
        with pytest.raises(BadSetup, match="was trained with another law"):
            player(DAVENPORT, MASTER)
    finally:
        players.master_net.cache_clear()
