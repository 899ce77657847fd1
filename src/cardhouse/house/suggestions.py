"""Suggestions: what the strongest bot would do in a player's seat, from that player's view. Only that player sees them.

They are not stored, and they do not stop the clock.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardhouse.bots import ADVICE, levels_of
from cardhouse.bots.compared import Comparisons
from cardhouse.house.attendance import Choose
from cardhouse.house.catalogue import DEEP, DEFAULT
from cardhouse.house.sitting import Sitting, Version
from cardhouse.wire import ComparedInfo, Denial, Suggestion

if TYPE_CHECKING:
    from cardhouse.house.room import Room

Answer = Callable[[Suggestion | Denial], None]


class Suggestions:
    def __init__(self, room: "Room", choose: Choose) -> None:
        self._room, self._choose = room, choose
        self._waiting: set[int] = set()  # player numbers
        # The last suggestion by player, and the version of the choice that it was for.
        self._known: dict[int, tuple[Version, str, Comparisons]] = {}

    def ask(self, player: int, number: int, answer: Answer) -> None:
        sitting = self._room.sitting
        try:
            seat = self._seat(sitting, player)
        except Denial as denial:
            answer(denial)
            return
        assert sitting.match is not None
        asked = sitting.since[seat]

        known, suggested, measured = self._known.get(player, (None, "", ()))

        def answered(move: str, fault: str, compared: Comparisons = ()) -> None:
            self._waiting.discard(player)
            outcome = self._outcome(player, seat, asked, move)
            if isinstance(outcome, Denial):
                answer(outcome)
            else:
                self._known[player] = asked, move, compared
                facts = tuple(ComparedInfo(**one._asdict()) for one in compared)
                answer(Suggestion(id=number, move=move, seq=outcome[0], draft=outcome[1], compared=facts))

        if known == asked:  # one search per choice
            answered(suggested, "", measured)
        else:
            self._waiting.add(player)
            level = ADVICE if DEEP in levels_of(sitting.game) else DEFAULT
            self._choose(sitting.game.name, level, sitting.match.view(seat), answered)

    def _seat(self, sitting: Sitting, player: int) -> int:
        """Return the seat that a player may ask a suggestion for; raise Denial if there is none."""
        if sitting.phase == "closed":
            raise Denial("closed", "This table is closed: everybody has left.")
        if sitting.seat_of(player) is None:
            raise Denial("denied", "Only players with a seat can ask for a suggestion.")
        if not sitting.opened.suggestions:
            raise Denial("not_now", "There are no suggestions at this table.")
        seat = sitting.plays(player)
        if seat is None or sitting.phase != "play" or seat not in sitting.since:
            raise Denial("not_now", "It is not your turn.")
        if player in self._waiting:
            raise Denial("not_now", "Your last request for a suggestion has not been answered yet.")
        return seat

    def _outcome(self, player: int, seat: int, asked: Version, move: str) -> Version | Denial:
        """Return the version at which the player may make this move, or a Denial."""
        sitting = self._room.sitting
        if sitting.match is None or sitting.plays(player) != seat or sitting.since.get(seat) != asked:
            return Denial("stale", "The table has gone on since you asked.")
        if sitting.match.refusal(seat, move):
            return Denial("not_now", "No suggestion was found. Try again.")
        return sitting.version_for(seat)
