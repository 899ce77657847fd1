"""Who plays at the tables of a training run: at half of them the net alone, at the others also heuristics or rivals."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.games.definition import AnyGame
from cardhouse.nets.encoding import Encoder, Encoding, Rows
from cardhouse.nets.setups import Setup
from cardhouse.rl import Batch, Tables

FIRST_SEED = 1 << 61  # of training; contests and simulations are given smaller ones
FIRST_SEED_TO_MEASURE = 1 << 60
GROUP_BITS = 8  # of a seed, for the number of the group
HEURISTICS = ("quick", "easy")


class TableGroup(NamedTuple):
    """Tables with the same seats and players."""

    tables: Tables
    encoder: Encoder
    critic: "StateEncoder"
    learners: int  # of the players at a table, the first ones are the net itself; they move on from match to match
    has_rivals: bool  # whether the others are an earlier net, and not players inside the tables


def encode_rows(encoder: Encoder, batch: Batch, chosen: NDArray[np.int64]) -> Rows:
    """Return the features of these rows of a batch."""
    parts = batch.words[chosen], batch.counts[chosen], batch.cells[chosen], batch.rows[chosen]
    return encoder.encode(*parts, tables=chosen)


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
        parts = words, batch.counts[chosen], batch.cells[chosen], batch.rows[chosen]
        return self.encoder.encode(*parts, tables=chosen)


def places(game: AnyGame, seats: int, seat: int) -> Iterator[int]:
    """Yield where the words of an observation's zones are in a state, for a seat that looks."""
    limbs = range(len(game.deck.limbs))
    for name, kind in game.zones.kinds.items():
        for turn in range(seats if kind.by_seat else 1):
            whose = (seat + turn) % seats if kind.by_seat else 0
            first = game.zones[name] + kind.count * whose
            yield from (len(limbs) * zone + limb for zone in range(first, first + kind.count) for limb in limbs)


def open_groups(
    encoding: Encoding, setups: Sequence[Setup], *, count: int, seed: int, reward: str, is_response: bool = False
) -> list[TableGroup]:
    """Open about this number of tables, shared among the setups: groups for each number of seats.

    For a best response to a rival, the rival has all seats but one at every table.
    """
    groups: list[TableGroup] = []
    for seats in sorted({setup.seats for setup in setups}):
        options = [setup.options for setup in setups if setup.seats == seats]
        some, learners = max(4, count * len(options) // len(setups)), 1 if is_response else max(1, seats // 2)
        lines: list[tuple[int, Sequence[str | None], bool]]
        if is_response:
            lines = [(some, (), True)]
        else:
            others = [HEURISTICS[number % len(HEURISTICS)] for number in range(seats - learners)]
            lines = [(some // 4, (), True)]
            if encoding.game.bots.heuristic is not None:
                lines.append((some // 4, [*[None] * learners, *others], False))
            lines.append((some - sum(line[0] for line in lines), (), False))
        for size, players, has_rivals in lines:
            tables = Tables(
                encoding.game,
                seats=seats,
                options=[options[number % len(options)] for number in range(size)],
                count=size,
                seed=FIRST_SEED + (seed << GROUP_BITS) + len(groups),
                players=players,
                rotates=bool(players),
                reward=reward,
                copy=False,
            )
            encoder = encoding.encoder(seats, codes_of_tables(tables))
            is_alone = not players and not has_rivals
            groups.append(
                TableGroup(
                    tables,
                    encoder,
                    StateEncoder(tables, encoder),
                    learners=seats if is_alone else learners,
                    has_rivals=has_rivals,
                )
            )
    return groups


def codes_of_tables(tables: Tables) -> dict[str, NDArray[np.int64]]:
    """Return the options of each table, as the numbers in the cells of its state."""
    states = tables.records()
    return {option.name: states[option.name].astype(np.int64) for option in tables.game.options}


def is_learner(group: TableGroup, batch: Batch) -> NDArray[np.bool_]:
    """Return at which tables the net acts, and not an earlier one."""
    if not group.has_rivals:
        return np.ones(len(batch.seat), np.bool_)
    player = (batch.seat - batch.number) % group.tables.seats
    mine: NDArray[np.bool_] = player < group.learners
    return mine
