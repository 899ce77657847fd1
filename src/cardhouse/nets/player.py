"""A trained net as a player of views, in numpy.

choose = NetPlayer(Path("trained.safetensors"))
choose(view)
"""

from pathlib import Path
from random import Random

import numpy as np

from cardhouse.cards.ledger import Ledger
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.games.view import OwnView
from cardhouse.nets.encoding import Encoder, Encoding, codes_of
from cardhouse.nets.header import Header, Misfit
from cardhouse.nets.observing import observe_state, recall
from cardhouse.nets.weights import Floats, read


class NetPlayer:
    """Makes the legal move that the net likes best, or, where all act at once, an unpredictable one."""

    def __init__(self, file: Path, game: AnyGame | None = None) -> None:
        """Load a net; `game` is needed only if no game of its name is registered."""
        self.net = read(file, game)
        self._chance = Random()
        self.game = game or game_named(self.net.header.game)
        self._encoding = Encoding(self.game, self.header.seats)
        self._encoders: dict[tuple[int, ...], Encoder] = {}

    def __repr__(self) -> str:
        return f"<NetPlayer of {self.game.title}>"

    @property
    def header(self) -> Header:
        return self.net.header

    def __call__(self, view: OwnView) -> str:
        return self.choose(view, self._chance)

    def choose(self, view: OwnView, chance: Random) -> str:
        """Return the move that the net likes best, or, where all act at once, one drawn by how much it likes each."""
        scores = self.scores(view)
        if not self.game.bots.at_once:
            return str(view.moves[int(scores.argmax())])
        return str(chance.choices(view.moves, np.exp(scores - scores.max()).tolist())[0])

    def ranked(self, view: OwnView) -> list[str]:
        """Return the moves of a view, those that the net likes best first."""
        return [str(view.moves[number]) for number in np.argsort(-self.scores(view), kind="stable")]

    def scores(self, view: OwnView) -> Floats:
        """Return how much the net likes each move of a view; raise Misfit if it cannot play at this table."""
        if view.game != self.game.name:
            raise Misfit(self.header.misfit(view.game, view.seats, {}), rule="players")
        t = recall(self.game, view)
        encoder = self.encoder(t)
        if len(view.moves) == 1:
            return np.zeros(1, np.float32)
        seen = observe_state(self.game, t, view)
        scores: Floats = self.net.scores(encoder.encode_one(seen))[seen.moves]  # in the order of `view.moves`
        return scores

    def check_fits(self, game: AnyGame, t: Ledger) -> None:
        """Raise Misfit if the net cannot play at this table."""
        if misfit := self.header.misfit(game.name, t.seats, game.options_of(t)):
            raise Misfit(misfit, rule="players")

    def encoder(self, t: Ledger) -> Encoder:
        """Return what encodes this table's observations; raise Misfit if the net does not fit the table."""
        codes = codes_of(t)
        key = (t.seats, *codes.values())
        if key not in self._encoders:
            self.check_fits(self.game, t)
            self._encoders[key] = self._encoding.encoder(t.seats, codes)
        return self._encoders[key]
