"""Rules of thumb: the same law at tables and in the press, which looks only at what its seat may know."""

import json
from pathlib import Path
from random import Random

import pytest

from cardhouse import GAMES, Match, SeededDealer
from cardhouse.games.face import AnyGame
from cardhouse.press.search import imagined
from cardhouse.press.twin import unpacked
from cardhouse.testing.contract import random_table


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_player_at_a_table_is_the_compiled_one_and_sees_no_hidden_card(game: AnyGame) -> None:
    chance, compared = Random(3), 0
    thumb = game.bots.thumb
    assert thumb is not None
    while compared < 600:
        seats, options = random_table(game, chance)
        match = Match(game, seats=seats, options=options, dealer=SeededDealer(compared))
        for _ in range(150):
            if match.over:
                break
            t, seat = match._table, match.to_act[0]
            moves = game.moves(t, seat)
            chosen = thumb(t, seat, list(moves), len(moves), game.bots.weights)
            worlds = imagined(game, t, seat, many=3, seed=compared)
            for number in range(3):
                other = unpacked(worlds[number:], game.law.Table)
                assert thumb(other, seat, list(moves), len(moves), game.bots.weights) == chosen
            words = game.notation.words(t, chosen)
            assert game.quick(match.view(seat)) == words
            match.play(seat, words if chance.random() < 0.7 else chance.choice(match.moves(seat)))
            compared += 1


def test_the_weights_are_those_that_the_tuner_found() -> None:
    found = json.loads((Path(__file__).parent.parent / "bench" / "tune.json").read_text("utf-8"))
    for game in GAMES.values():
        assert list(game.bots.weights) == found[game.name]["weights"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_move_is_of_a_kind_that_has_a_name(game: AnyGame) -> None:
    match, chance, kinds = Match(game, dealer=SeededDealer(5)), Random(5), set()
    for _ in range(400):
        if match.over:
            break
        seat = match.to_act[0]
        moves = game.moves(match._table, seat)
        kinds |= {game.lab.verbs[game.lab.verb_of(match._table, seat, move)] for move in moves}
        match.play(seat, game.notation.words(match._table, chance.choice(moves)))
    assert len(kinds) > 1
