"""A trained net as a player of views, in numpy.

choose = NetPlayer(Path("trained.safetensors"))
choose(view)
"""

from pathlib import Path

from cardhouse.cards.errors import BadSetup
from cardhouse.cards.ledger import Ledger
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.games.view import OwnView
from cardhouse.nets.encoding import Encoder, Encoding, codes_of
from cardhouse.nets.observing import observe_state, recall
from cardhouse.nets.weights import Header, read


class NetPlayer:
    """Makes the legal move that the net likes best."""

    def __init__(self, file: Path, game: AnyGame | None = None) -> None:
        """Load a net; `game` is needed only if no game of its name is registered."""
        self.net = read(file, game)
        self.game = game or game_named(self.net.header.game)
        self._encoding = Encoding(self.game, self.header.seats)
        self._encoders: dict[tuple[int, ...], Encoder] = {}

    def __repr__(self) -> str:
        return f"<NetPlayer of {self.game.title}>"

    @property
    def header(self) -> Header:
        return self.net.header

    def __call__(self, view: OwnView) -> str:
        if view.game != self.game.name:
            raise BadSetup(self.header.misfit(view.game, view.seats, {}), rule="players")
        t = recall(self.game, view)
        encoder = self.encoder(t)
        if len(view.moves) == 1:
            return str(view.moves[0])
        seen = observe_state(self.game, t, view)
        scores = self.net.scores(encoder.encode_one(seen))
        return str(view.moves[int(scores[seen.moves].argmax())])  # `moves` has the actions of `view.moves`, in order

    def check_fits(self, game: AnyGame, t: Ledger) -> None:
        """Raise BadSetup if the net cannot play at this table."""
        if misfit := self.header.misfit(game.name, t.seats, game.options_of(t)):
            raise BadSetup(misfit, rule="players")

    def encoder(self, t: Ledger) -> Encoder:
        """Return what encodes this table's observations; raise BadSetup if the net does not fit the table."""
        codes = codes_of(t)
        key = (t.seats, *codes.values())
        if key not in self._encoders:
            self.check_fits(self.game, t)
            self._encoders[key] = self._encoding.encoder(t.seats, codes)
        return self._encoders[key]
