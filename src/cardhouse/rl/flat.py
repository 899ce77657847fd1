"""Observations as one row of numbers, for the environments of Gymnasium and PettingZoo."""

from functools import cache
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from cardhouse.cards.law import Row
from cardhouse.cards.ledger import WATCHER, Ledger
from cardhouse.compiled.bound import Kinds, bound, kinds_of, unbinding
from cardhouse.compiled.compiler import Kernel, compilable, compiled
from cardhouse.compiled.records import unpack
from cardhouse.games.observation import Part, observing
from cardhouse.rl.stepping import KEPT, UNSAID
from cardhouse.rl.tables import LIMB_BITS, Numbers, Tables, one_of

FORMS = ("planes", "words")
Observation = NDArray[Any]  # int32 with planes, int64 with words
MOST_SEED = (1 << 63) - 1
NO_ACTION = -1  # an illegal action, for which the rules' default move is made


@cache
def joining(kind: np.dtype[Any], kinds: Kinds) -> Kernel:
    """Return the compiled function that joins the parts of an observation, bound in a row, into rows of this type."""
    unbound = compilable(unbinding(kinds), "unbound")

    def join_rows(row: NDArray[np.int64], out: Numbers) -> None:
        places, words, counts, cells, rows, history = unbound(row)
        for i in range(out.shape[0]):
            at = 0
            for place in places:
                out[i, at] = words[i, place // LIMB_BITS] >> place % LIMB_BITS & 1
                at += 1
            if len(places) == 0:
                for k in range(words.shape[1]):
                    out[i, at] = words[i, k]
                    at += 1
            for k in range(counts.shape[1]):
                out[i, at] = counts[i, k]
                at += 1
            for k in range(cells.shape[1]):
                out[i, at] = cells[i, k]
                at += 1
            for k in range(rows.shape[1]):
                out[i, at] = rows[i, k]
                at += 1
            for k in range(history.shape[1]):
                out[i, at] = history[i, k, 0]
                out[i, at + 1] = history[i, k, 1]
                at += 2

    return compiled(join_rows)


class Flat:
    """How the parts of a batch become rows: the words, counts, cells, rows and history, one after another.

    In the form "planes" a set of cards is a 0 or 1 for each card that can be in it; in the form "words" it is one
    number.
    """

    def __init__(self, tables: Tables, form: str) -> None:
        self.tables = tables
        planes = one_of("observe", form, FORMS) == "planes"
        layout = tables.layout
        places = [
            LIMB_BITS * word + bit
            for word, part in enumerate(layout.words)
            for bit in range(LIMB_BITS)
            if planes and part.high >> bit & 1
        ]
        self._places = np.array(places, np.int64)
        sets = [Part("", 0, 1)] * len(places) if planes else list(layout.words)
        told = [Part("", UNSAID, tables.seats - 1), Part("", UNSAID, tables.actions - 1)] * KEPT
        parts = [*sets, *layout.counts, *layout.cells, *layout.rows, *told]
        self.kind = np.dtype(np.int32 if planes else np.int64)
        self.low, self.high = (np.array([part[side] for part in parts], self.kind) for side in (1, 2))
        self.size = len(parts)
        batch = tables._batch
        self._parts = batch.words, batch.counts, batch.cells, batch.rows, batch.history
        self._join = joining(self.kind, kinds_of(self._places, *self._parts))
        self._bound = bound(self._places, *self._parts)

    def observation_space(self) -> Box:
        return Box(self.low, self.high, dtype=self.kind.type)

    def action_space(self) -> Discrete:
        return Discrete(self.tables.actions)

    def rows(self) -> Observation:
        """Return what each row of the tables' batch shows now."""
        found = np.empty((len(self._parts[0]), self.size), self.kind)
        self._join(self._bound, found)
        return found

    def seen_by(self, seat: int) -> Observation:
        """Return what a seat of the first table sees, whether it acts or not. The law runs plain: this is slow."""
        words, counts, cells, rows, history = (np.zeros_like(part[:1]) for part in self._parts)
        tables, memory = self.tables, self.tables._memory
        shown_in: list[Row] = [[0] * part.shape[1] for part in (words, counts, cells, rows)]
        observing(tables.game)(state_for(tables, seat), seat, *shown_in)
        for part, numbers in zip((words, counts, cells, rows), shown_in, strict=True):
            part[0] = numbers
        latest = int(memory.latest[0, seat])
        history[0] = memory.past[0, seat, latest : latest + KEPT]
        found = np.empty((1, self.size), self.kind)
        self._join(bound(self._places, words, counts, cells, rows, history), found)
        seen: Observation = found[0]
        return seen


def state_for(tables: Tables, seat: int) -> Ledger:
    """Return the state of the first table, or in a hidden turn of another seat, the last one that all saw."""
    game, memory = tables.game, tables._memory
    t: Ledger = unpack(memory.states[:1], game.law.State)
    return t if game.secrecy.sees(t, seat) else unpack(memory.shown[:1], game.law.State)


def drawn(tables: Tables, seat: int = WATCHER) -> str:
    """Return what a seat, or a watcher, sees of the first table, in a few lines for people."""
    game = tables.game
    view = game.view_for(state_for(tables, seat), seat)
    return "\n".join(game.lines(view, [f"Player {number}" for number in range(tables.seats)], str))
