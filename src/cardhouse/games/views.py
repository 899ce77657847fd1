"""Views of one state for several viewers, as fields: those that all have in common, and each viewer's own.

views = Views(game, t, to_act)
views.shared | views.own(2) == view of seat 2
"""

from dataclasses import fields
from typing import Generic, TypeVar

from cardhouse.cards.ledger import Ledger, counted, hide, known_cards
from cardhouse.games.definition import Game
from cardhouse.untyped import Json

T = TypeVar("T", bound=Ledger)


class Views(Generic[T]):
    def __init__(self, game: Game[T], t: T, to_act: tuple[int, ...]) -> None:
        self._game, self._t, self._to_act = game, t, to_act
        self._parts = parts = game.secrecy.kind.PARTS
        self.shared: Json = {}
        self._is_public = False  # whether everybody knows all cards of the face-up zones
        if parts is not None:
            count = counted(t)
            self.shared = parts.shared(t, count, game=game.name, seats=t.seats, deal=t.deal, turn=t.turn, to_act=to_act)
            self._is_public = parts.is_public(t)
            if self._is_public:
                self.shared |= parts.face_up(t.at, count, t.seats)

    def own(self, seat: int) -> Json:
        """Return the fields of a seat's (or WATCHER's) view that are not shared."""
        game, t, parts = self._game, self._t, self._parts
        if parts is None:
            view = game.view_for(t, seat, to_act=self._to_act)
            return {one.name: getattr(view, one.name) for one in fields(view)}
        moves: tuple[str, ...] = ()
        if seat in self._to_act or parts.has_extras:
            known = hide(t, seat)
            at = known.at
            if seat in self._to_act:
                moves = game.move_texts(known, seat)
        else:
            known, at = t, known_cards(t, seat)
        own = parts.own(known, at, seat, t.seats, moves)
        return own if self._is_public else own | parts.face_up(at, counted(t), t.seats)
