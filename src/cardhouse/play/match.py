"""A match: a referee's table, a dealer, and what happened.

The table is never changed in place: a move is made on a copy, which becomes the table when all is well.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardhouse.cards.errors import BadDeal, BadTable, CardhouseError
from cardhouse.cards.ledger import WATCHER, hide
from cardhouse.games import game as game_named
from cardhouse.games.face import Game
from cardhouse.games.view import View
from cardhouse.play import log, referee
from cardhouse.play.dealers import Dealer, FairDealer
from cardhouse.play.events import DEALER, Event, steps
from cardhouse.play.result import Result


class Match:
    """Opened, it is dealt, fairly if no dealer is given. It pauses between deals, and before the first, if asked to."""

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        dealer: Dealer | None = None,
        names: Sequence[str] = (),
        pause: bool = False,
    ) -> None:
        self.game = game = game if isinstance(game, Game) else game_named(game)
        self._table: Any = game.table(game.usual_seats if seats is None else seats, options or {})
        self.names = tuple(names) or tuple(f"Player_ {seat}" for seat in range(self.seats))
        if len(self.names) != self.seats:
            raise BadTable(f"{len(self.names)} names for {self.seats} seats.", rule=f"{game.title}, players")
        self.events: list[Event] = []
        self._dealer: Dealer = dealer or FairDealer()
        self._shown = self._table  # as everybody saw it last
        self._log = [log.head(game, self._table, self.names)]
        self._pause = self._between_deals = pause
        self._commit()
        seating = self._ordered(list(range(self.seats)))
        self._log.append({"seating": seating})
        game.law.begin(self._table, seating)
        self._go_on()

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}, {self.seats} seats, {len(self.events)} events>"

    # What may be asked

    @property
    def seats(self) -> int:
        return int(self._table.seats)

    @property
    def options(self) -> dict[str, str | int]:
        return self.game.options_of(self._table)

    @property
    def over(self) -> bool:
        return self.game.law.over(self._table)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act: several where they act at the same time, none when the match is over."""
        return self.game.to_act(self._table)

    def moves(self, seat: int) -> list[str]:
        """This seat's moves, one for each that differs for a player."""
        referee.check_seat(self.game, self._table, seat)
        words, t = self.game.notation.words, self._table
        return [words(t, choice) for choice in self.game.moves(t, seat)]

    def every_move(self, seat: int) -> list[str]:
        """All that this seat may do, exact cards told apart."""
        referee.check_seat(self.game, self._table, seat)
        notation, t = self.game.notation, self._table
        return [notation.words(t, choice) for choice in notation.every(t, seat) if self.game.may(t, seat, choice)]

    def refusal(self, seat: int, move: str) -> CardhouseError | None:
        """Why this seat may not make this move; None if it may."""
        try:
            referee.judge(self.game, self._table, seat, move)
        except CardhouseError as error:
            return error
        return None

    def may(self, seat: int, move: str) -> bool:
        return self.refusal(seat, move) is None

    def view(self, seat: int) -> View:
        """What this seat (or WATCHER) may know."""
        referee.check_seat(self.game, self._table, seat, watchers=True)
        t = self._table if self.game.sees(self._table, seat) else self._shown
        return self.game.view(*hide(t, seat), seat)

    def my_view(self, seat: int, event: Any) -> Any:
        """The same in the form of the seed's interface."""
        return self.game.my_view(self._table, seat, event)

    def finished(self, seat: int) -> bool:
        """Whether this seat has nothing more to do in this deal."""
        return self.game.finished(self._table, seat)

    def events_for(self, seat: int, *, since: int = 0) -> list[Event]:
        """The events that this seat (or WATCHER) may know of, from a number on."""
        referee.check_seat(self.game, self._table, seat, watchers=True)
        told = [event.told_to(seat) for event in self.events if event.seq >= since]
        return [event for event in told if event is not None]

    @property
    def result(self) -> Result | None:
        """How the match ended; None as long as it runs."""
        if not self.over:
            return None
        law, t = self.game.law, self._table
        places = [law.ranked(t, seat) for seat in range(t.seats)]
        points = [law.score(t, seat) for seat in range(t.seats)]
        return Result.of(places, points, self.names, self.events)

    def truth(self) -> dict[str, tuple[str, ...]]:
        """Every card and where it lies. For referees and tests alone: players get a view."""
        places: dict[str, tuple[str, ...]] = {}
        for slot, cards in enumerate(self._table.at):
            place, word = divmod(slot, self._table.words)
            if cards:
                name = self.game.notation.place_name(place)
                places[name] = places.get(name, ()) + self.game.deck.names(cards, word)
        return places

    def log(self) -> str:
        """The whole match as JSON lines, the dealer's orders included; `replay` plays it again."""
        return log.text([*self._log, log.foot(self._table)])

    # What may be done

    def play(self, seat: int, move: str, *, fault: str = "") -> None:
        """Make a move for a seat, or raise why not; then all goes on up to the next choice."""
        after = referee.judge(self.game, self._table, seat, move)
        self._log.append({"seat": seat, "move": move, "fault": fault} if fault else {"seat": seat, "move": move})
        self._take(after, seat, move, fault)
        self._go_on()

    def play_default(self, seat: int, *, fault: str) -> str:
        """Make the rules' default move for a player who failed; returns it."""
        referee.check_seat(self.game, self._table, seat)
        move = self.game.notation.words(self._table, self.game.law.default(self._table, seat))
        self.play(seat, move, fault=fault)
        return move

    def go_on(self) -> None:
        """Deal, in a match that pauses between deals."""
        self._between_deals = False
        self._go_on()

    # What follows by itself

    def _go_on(self) -> None:
        """The dealer's work, and moves that make themselves, up to the next choice of a seat."""
        while not self.over:
            if self._table.waits and self._between_deals:
                return
            if self._table.waits:
                self._deal()
            elif self.game.law.automatic(self._table):
                seat = self.to_act[0]
                choice = self.game.moves(self._table, seat)[0]
                move = self.game.notation.words(self._table, choice)
                after = self._table.copy()
                self.game.law.play(after, seat, choice)
                self._take(after, seat, move)
            else:
                return

    def _deal(self) -> None:
        """The dealer picks up cards, for a new deal or in the middle of one, and puts them in order."""
        law = self.game.law
        gathered, row = self._table.copy(), [0] * self.game.law.MOST_CARDS
        order = self._ordered(row[: law.collect(gathered, row)])
        after = gathered.copy()
        law.shuffled(after, order, len(order))
        self._log.append({"order": order})
        self._take(gathered, DEALER, "gather")
        self._take(after, DEALER, "deal")

    def _ordered(self, things: list[int]) -> list[int]:
        order = self._dealer.order(things)
        if not isinstance(order, list) or sorted(order) != things:
            raise BadDeal(f"The dealer was to put {len(things)} things in order, not {order!r:.60}.", rule="dealing")
        return order

    def _commit(self) -> None:
        if commitment := self._dealer.commit():
            self._log.append({"commitment": commitment})
            self.events.append(Event(self._seq, DEALER, "commit", notes=(commitment,)))

    def _reveal(self) -> None:
        if revealed := self._dealer.reveal():
            self._log.append({"reveal": revealed})
            self.events.append(Event(self._seq, DEALER, "reveal", notes=(revealed,)))

    def _take(self, after: Any, seat: int, move: str, fault: str = "") -> None:
        """This is the table now; what changed is told, of a hidden turn to its owner alone."""
        before, self._table = self._table, after
        only: int | None = seat
        if self.game.sees(after, WATCHER):
            before, self._shown, only = self._shown, after, None
        notes = () if seat == DEALER else self.game.notation.notes(before, after, seat)
        self.events.append(Event(self._seq, seat, move, steps(self.game, before, after), notes, fault, only))
        if after.deal != before.deal:
            self._between_deals = self._pause
            self._reveal()
            if not self.over:
                self._commit()

    @property
    def _seq(self) -> int:
        """Hidden turns are not counted: what others may not know of leaves no gap."""
        last = self.events[-1] if self.events else None
        return 0 if last is None else last.seq + (last.only is None)
