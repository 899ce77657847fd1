"""The file of a net: it is read as it was written, and every other file is refused with a sentence."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cardhouse import GAMES, Match, SeededDealer
from cardhouse.bots import from_file
from cardhouse.cards.errors import BadSetup
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.president import PRESIDENT
from cardhouse.games.version import law_version
from cardhouse.lab.contest import plan
from cardhouse.lab.simulation import plan as plan_simulation
from cardhouse.nets.encoding import Encoding, codes_of
from cardhouse.nets.header import LENGTH_BYTES, Header
from cardhouse.nets.observing import observe_state, recall
from cardhouse.nets.player import NetPlayer
from cardhouse.nets.weights import Layers, Net, read, write


def header(game: AnyGame = PRESIDENT, seats: tuple[int, ...] = (4,), **changed: Any) -> Header:
    defaults: dict[str, tuple[str | int, ...]] = {option.name: (option.default,) for option in game.options}
    digests = {"law": law_version(game).digest, "encoding": Encoding(game, seats).digest}
    made = Header(game=game.name, seats=seats, options=defaults, **digests, seed=1, steps=9, seconds=2.5, version="1")
    return replace(made, **changed)


def net(game: AnyGame = PRESIDENT, seats: tuple[int, ...] = (4,), *, inner: int = 8, seed: int = 1) -> Net:
    chance = np.random.default_rng(seed)
    sizes = [len(Encoding(game, seats)), inner, actions_of(game).count]
    layers: Layers = [
        (chance.normal(size=(outputs, inputs)).astype(np.float32), chance.normal(size=outputs).astype(np.float32))
        for inputs, outputs in pairwise(sizes)
    ]
    return Net(header(game, seats), layers)


def saved(folder: Path, made: Net | None = None) -> Path:
    file = folder / "trained.safetensors"
    write(file, made or net())
    return file


def test_a_net_is_read_as_it_was_written(tmp_path: Path) -> None:
    made = net()
    again = read(saved(tmp_path, made))
    assert again.header == made.header
    for one, other in zip(again.layers, made.layers, strict=True):
        for mine, theirs in zip(one, other, strict=True):
            assert (mine == theirs.astype(np.float16)).all()


def test_the_file_has_the_form_of_safetensors(tmp_path: Path) -> None:
    data = saved(tmp_path).read_bytes()
    length = int.from_bytes(data[:8], "little")
    entries = json.loads(data[8 : 8 + length])
    assert length % 8 == 0
    assert set(entries.pop("__metadata__")) == {"cardhouse"}
    first = entries["layer 0 weight"]
    assert first == {
        "dtype": "F16",
        "shape": [8, len(Encoding(PRESIDENT, (4,)))],
        "data_offsets": [0, 16 * first["shape"][1]],
    }
    assert max(entry["data_offsets"][1] for entry in entries.values()) == len(data) - 8 - length


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"law": "0123"}, "was trained with another law of President .digest '0123', now"),
        ({"encoding": "0123"}, "was trained with another encoding of President .digest '0123', now"),
        ({"seats": (4, 5)}, "was trained with another encoding"),
        ({"seats": (99,)}, "is for 99 seats; President has 3 to 8 players"),
        ({"game": "whist"}, "'whist'"),
    ],
)
def test_a_net_for_something_else_is_refused(tmp_path: Path, changed: dict[str, Any], complaint: str) -> None:
    made = net()
    with pytest.raises(BadSetup, match=complaint):
        read(saved(tmp_path, replace(made, header=replace(made.header, **changed))))


def test_a_net_that_is_too_large_is_neither_written_nor_read(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="A net has at most 400,000 bytes, and this one"):
        saved(tmp_path, net(inner=400))
    file = tmp_path / "large.safetensors"
    file.write_bytes(bytes(400_001))
    with pytest.raises(BadSetup, match="is larger than 400,000 bytes"):
        read(file)


def entries_of(data: bytes) -> tuple[dict[str, Any], bytes]:
    start = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "little")
    return json.loads(data[LENGTH_BYTES:start]), data[start:]


def with_entries(data: bytes, change: Any) -> bytes:
    entries, numbers = entries_of(data)
    change(entries)
    head = json.dumps(entries).encode()
    return len(head).to_bytes(LENGTH_BYTES, "little") + head + numbers


def with_an_endless_seed(entries: dict[str, Any]) -> None:
    entries["__metadata__"]["cardhouse"] = entries["__metadata__"]["cardhouse"].replace('"seed": 1', '"seed": Infinity')


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"",
        lambda data: data[:100],
        lambda data: b"\xff" * 8 + data[8:],
        lambda data: data[:-2],
        lambda data: data.replace(b"F16", b"F64"),
        lambda data: data.replace(b"layer 0 bias", b"layer 7 bias"),
        lambda data: data[:-2] + b"\x00\x7c",  # infinity
        lambda data: with_entries(data, lambda entries: entries.pop("__metadata__")),
        lambda data: with_entries(data, lambda entries: entries["layer 0 bias"].update(shape=[7])),
        lambda data: with_entries(data, lambda entries: entries["layer 0 bias"].update(data_offsets=[-2, 14])),
        lambda data: with_entries(data, lambda entries: entries["layer 0 bias"].update(extra=1)),
        lambda data: with_entries(data, lambda entries: entries["layer 0 bias"].update(data_offsets=[])),
        lambda data: with_entries(data, lambda entries: entries["layer 0 bias"].update(shape=[float("inf")])),
        lambda data: with_entries(data, lambda entries: entries["layer 1 bias"].update(data_offsets=[0, 106])),
        lambda data: with_entries(data, with_an_endless_seed),
        lambda data: with_entries(data, lambda entries: entries.clear()),
        lambda data: b"\x08\x00\x00\x00\x00\x00\x00\x00[[[[[[[[",
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, change: Any) -> None:
    file = saved(tmp_path)
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(BadSetup, match=r"trained\.safetensors is not a net of Cardhouse: "):
        read(file)


def best_moves(choose: Any, made: Net, game: AnyGame, seed: int) -> list[bool]:
    """Play a match with a player in all seats; return whether each move is the one that the net likes best."""
    match, found = Match(game, seats=made.header.seats[0], dealer=SeededDealer(seed)), list[bool]()
    encoding, action_of = Encoding(game, made.header.seats), actions_of(game).action_of
    while not match.over and len(found) < 80:
        seat = match.to_act[0]
        view, t = match.view(seat), match._state
        move = choose(view)
        features = encoding.encoder(t.seats, codes_of(t)).encode_one(observe_state(game, recall(game, view), view))
        scores = made.scores(features)
        actions = [action_of(t, seat, choice) for choice in game.moves(t, seat)]
        found.append(move == view.moves[int(np.argmax(scores[actions]))])
        match.play(seat, move)
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_net_plays_every_game(tmp_path: Path, game: AnyGame) -> None:
    made = net(game, (game.default_seats,), inner=2)
    file = saved(tmp_path, made)
    choose = from_file(file)
    assert isinstance(choose, NetPlayer)
    assert all(best_moves(choose, read(file), game, seed=1)) or game.bots.at_once


def test_where_all_act_at_once_a_net_draws_its_moves_by_the_softmax_of_what_it_likes(tmp_path: Path) -> None:
    davenport = GAMES["davenport"]
    choose = NetPlayer(saved(tmp_path, net(davenport, (2,), inner=2)))
    view = Match(davenport, seats=2, dealer=SeededDealer(1)).view(0)
    scores = choose.scores(view)
    scores[:] = np.log([1 + number % 4 for number in range(len(scores))])
    choose.scores = lambda view: scores  # type: ignore[method-assign]
    chance, weights = Random(1), np.exp(scores) / np.exp(scores).sum()
    drawn = [view.moves.index(choose.choose(view, chance)) for _ in range(20_000)]
    assert np.bincount(drawn, minlength=len(weights)) / len(drawn) == pytest.approx(weights, abs=0.015)


def test_planted_a_player_with_other_weights_is_found(tmp_path: Path) -> None:
    choose = from_file(saved(tmp_path, net(seed=2)))
    assert not all(best_moves(choose, net(seed=1), PRESIDENT, seed=1))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_recalled_state_has_the_options_of_the_table(game: AnyGame) -> None:
    options = {option.name: option.values[-1] if option.values else option.numbers[-1] for option in game.options}
    seats = game.seats[-1] if game.misfit(game.default_seats, options) else game.default_seats
    match = Match(game, seats=seats, options=options, dealer=SeededDealer(1))
    recalled = recall(game, match.view(match.to_act[0]))
    assert codes_of(recalled) == codes_of(match._state)


def test_a_net_says_in_a_sentence_which_tables_it_was_not_trained_for(tmp_path: Path) -> None:
    file = saved(tmp_path)
    choose = from_file(file)
    for given, complaint in (
        (("president", 5, {}), "This net plays president with 4 seats, not 5."),
        (("president", 4, {"deals": 2}), "This net was trained with deals=1, not deals=2."),
        (("javelin", 2, {}), "This net plays president, not javelin."),
    ):
        name, seats, options = given
        match = Match(name, seats=seats, options=options, dealer=SeededDealer(1))
        with pytest.raises(BadSetup, match=complaint):
            choose(match.view(match.to_act[0]))
        with pytest.raises(BadSetup, match=complaint):
            plan("duel", name, [str(file), "quick"], seats=seats, options=options)
        with pytest.raises(BadSetup, match=complaint):
            plan_simulation(name, players=[str(file)], seats=seats, options=options)
