"""Who plays at the tables of a training run: at half of them the net alone, at the others also heuristics or rivals."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.games.definition import AnyGame
from cardhouse.nets.encoding import Encoder, Encoding, Rows, codes_of
from cardhouse.nets.setups import Setup
from cardhouse.rl import Batch, Tables

FIRST_SEED = 1 << 61  # of training; contests and simulations are given smaller ones
FIRST_SEED_TO_MEASURE = 1 << 60
GROUP_BITS = 8  # of a seed, for the number of the group
HEURISTICS = ("quick", "easy")


class TableGroup(NamedTuple):
    """Tables with the same seats, options and players."""

    tables: Tables
    encoder: Encoder
    critic: "StateEncoder"
    learners: int  # of the players at a table, the first ones are the net itself; they move on from match to match
    has_rivals: bool  # whether the others are an earlier net, and not players inside the tables


def encode_rows(encoder: Encoder, batch: Batch, chosen: NDArray[np.int64]) -> Rows:
    """Return the features of these rows of a batch."""
    return encoder.encode(batch.words[chosen], batch.counts[chosen], batch.cells[chosen], batch.rows[chosen])


class StateEncoder:
    """Encodes what nobody sees, for the critic: the same features, as if the seat knew where all cards are."""

    def __init__(self, tables: Tables, encoder: Encoder) -> None:
        self.tables, self.encoder = tables, encoder
        seats = tables.seats
        self.places = np.array([list(places(tables.game, seats, seat)) for seat in range(seats)])

    def encode(self, batch: Batch, chosen: NDArray[np.int64]) -> Rows:
        """Return the features of these tables."""
        all_cards = np.take_along_axis(self.tables.state()[chosen], self.places[batch.seat[chosen]], axis=1)
        words = batch.words[chosen]
        words[:, : all_cards.shape[1]] = all_cards
        return self.encoder.encode(words, batch.counts[chosen], batch.cells[chosen], batch.rows[chosen])


def places(game: AnyGame, seats: int, seat: int) -> Iterator[int]:
    """Yield where the words of an observation's zones are in a state, for a seat that looks."""
    limbs = range(len(game.deck.limbs))
    for name, kind in game.zones.kinds.items():
        for turn in range(seats if kind.by_seat else 1):
            whose = (seat + turn) % seats if kind.by_seat else 0
            first = game.zones[name] + kind.count * whose
            yield from (len(limbs) * zone + limb for zone in range(first, first + kind.count) for limb in limbs)


def open_groups(encoding: Encoding, setups: Sequence[Setup], *, count: int, seed: int) -> list[TableGroup]:
    """Open about this number of tables, shared among the setups."""
    groups: list[TableGroup] = []
    for setup in setups:
        some, learners = max(4, count // len(setups)), max(1, setup.seats // 2)
        others = [HEURISTICS[number % len(HEURISTICS)] for number in range(setup.seats - learners)]
        lines: list[tuple[int, Sequence[str | None], bool]] = [(some // 4, (), True)]
        if encoding.game.bots.heuristic is not None:
            lines.append((some // 4, [*[None] * learners, *others], False))
        lines.append((some - sum(line[0] for line in lines), (), False))
        for size, players, has_rivals in lines:
            is_alone = not players and not has_rivals
            group = open_group(
                encoding,
                setup,
                count=size,
                seed=FIRST_SEED + (seed << GROUP_BITS) + len(groups),
                players=players,
                has_rivals=has_rivals,
                learners=setup.seats if is_alone else learners,
            )
            groups.append(group)
    return groups


def open_group(
    encoding: Encoding,
    setup: Setup,
    *,
    count: int,
    seed: int,
    players: Sequence[str | None],
    has_rivals: bool,
    learners: int,
) -> TableGroup:
    tables = Tables(
        encoding.game,
        seats=setup.seats,
        options=setup.options,
        count=count,
        seed=seed,
        players=players,
        rotates=bool(players),
        reward="place",  # it says more of a match than the first place alone, so that less luck is in it
        copy=False,
    )
    encoder = encoding.encoder(setup.seats, codes_of(tables._state))
    critic = StateEncoder(tables, encoder)
    return TableGroup(tables, encoder, critic, learners=learners, has_rivals=has_rivals)


def is_learner(group: TableGroup, batch: Batch) -> NDArray[np.bool_]:
    """Return at which tables the net acts, and not an earlier one."""
    if not group.has_rivals:
        return np.ones(len(batch.seat), np.bool_)
    player = (batch.seat - batch.number) % group.tables.seats
    mine: NDArray[np.bool_] = player < group.learners
    return mine
