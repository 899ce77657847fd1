"""A match: a state, a dealer, and what happened.

The state is never changed in place: a move is made on a copy, which becomes the state if the move is legal.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardhouse.cards.errors import BadLaw, CardhouseError
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import WATCHER, Ledger
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.games.view import CallbackView, View
from cardhouse.games.views import Views
from cardhouse.play import log, referee
from cardhouse.play.dealers import Dealer, FairDealer, draw_checked
from cardhouse.play.events import DEALER, Change, Event, make_event
from cardhouse.play.facts import Committed, Continued, Revealed
from cardhouse.play.log import Entry
from cardhouse.play.result import Result

MOST_BY_ITSELF = 10_000  # moves and deals between two choices of players: a law that takes more does not terminate


class Match:
    """A match. It begins at once, with a fair dealer by default, and can pause before each deal: see `go_on`.

    The dealer first draws the order of the seats, unless it is given as `seating`.
    """

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        dealer: Dealer | None = None,
        names: Sequence[str] = (),
        seating: Sequence[int] | None = None,
        pause: bool = False,
    ) -> None:
        self.game = game = game_named(game)
        # `Any`, because the cells of a state depend on the game, which is known only at run time.
        self._state: Any = game.new_state(game.default_seats if seats is None else seats, options or {})
        referee.check_names(game, self.seats, names)
        referee.check_seating(game, self.seats, seating)
        self.names = tuple(names) or tuple(f"Player {seat}" for seat in range(self.seats))
        self.seating = seating if seating is None else list(seating)
        self._events: list[Event] = []
        self._changes: list[Change] = []  # those that are not events yet
        self._dealer: Dealer = FairDealer() if dealer is None else dealer
        self._shown: Ledger = self._state  # the last state that everybody saw
        self._to_act: tuple[int, ...] | None = None  # the seats to act, cached
        self._over: bool | None = None  # whether the match is over, cached
        self._turn: list[Ledger] = []  # the states of a hidden turn since then
        self._log = [log.head(game, self._state, self.names, self.seating)]
        self._begun = False
        self.onward = False  # whether it goes on from a position of another match: see `play_on`
        self._pause = self.between_deals = pause
        self._commit()
        self._go_on()

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}, {self.seats} seats, {self.event_count} events>"

    def _repr_html_(self) -> str:
        from cardhouse.play.shown import html

        return html(self)

    # What may be asked

    @property
    def seats(self) -> int:
        return int(self._state.seats)

    @property
    def options(self) -> dict[str, str | int]:
        return self.game.options_of(self._state)

    @property
    def deals_over(self) -> int:
        return int(self._state.deal)

    @property
    def over(self) -> bool:
        if self._over is None:
            self._over = self.game.law.over(self._state)
        return self._over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act: several if they act simultaneously, none when the match is over."""
        if self._to_act is None:
            self._to_act = self.game.to_act(self._state)
        return self._to_act

    @property
    def paused(self) -> bool:
        """Whether the match waits for `go_on`."""
        return self.between_deals and self._state.waits > 0 and not self.over

    def moves(self, seat: int) -> list[str]:
        """Return the texts of a seat's moves, one for each that makes a difference to a player."""
        referee.check_seat(self.game, self._state, seat)
        text, t = self.game.notation.text, self._state
        return [text(t, choice) for choice in self.game.moves(t, seat)]

    def every_move(self, seat: int) -> list[str]:
        """Return the texts of all legal moves of a seat, with every choice of cards."""
        referee.check_seat(self.game, self._state, seat)
        notation, t = self.game.notation, self._state
        return [notation.text(t, choice) for choice in notation.every(t, seat) if self.game.may(t, seat, choice)]

    def refusal(self, seat: int, move: str) -> CardhouseError | None:
        """Return why this seat may not make this move, or None if it may."""
        try:
            referee.judge(self.game, self._state, seat, move)
        except CardhouseError as error:
            return error
        return None

    def may(self, seat: int, move: str) -> bool:
        return self.refusal(seat, move) is None

    def default(self, seat: int) -> str:
        """Return the default move: what is played for a player who is absent or fails."""
        referee.check_acts(self.game, self._state, seat)
        return self.game.notation.text(self._state, self.game.law.default(self._state, seat))

    def view(self, seat: int) -> View:
        """Return what this seat (or WATCHER) may know."""
        referee.check_seat(self.game, self._state, seat, watchers=True)
        if self.sees(seat):
            return self.game.view_for(self._state, seat, to_act=self.to_act)
        return self.game.view_for(self._shown, seat)

    def views(self, *, present: bool) -> Views[Any]:
        """Return the views, in parts, of the viewers who see the present state, or of the others."""
        if present:
            return Views(self.game, self._state, self.to_act)
        return Views(self.game, self._shown, self.game.to_act(self._shown))

    def my_view(self, seat: int, event: object = None) -> CallbackView:
        """Return the view of a seat in the form of the callback interface."""
        referee.check_seat(self.game, self._state, seat)
        return self.game.callback_view(self.state_for(seat), seat, event)

    def state_for(self, seat: int) -> Ledger:
        """Return the state, or in a hidden turn of another seat, the last one that all saw. For referees alone."""
        return self._state if self.sees(seat) else self._shown

    def sees(self, seat: int) -> bool:
        """Return whether this seat (or WATCHER) sees the present state: in a hidden turn only its player does."""
        return self.game.secrecy.sees(self._state, seat)

    @property
    def events(self) -> list[Event]:
        """All events so far. They are made lazily, so that a caller who needs only the result does not pay for them."""
        for change in self._drain():
            self._events.append(make_event(self.game, len(self._events), change))
        return self._events

    @property
    def event_count(self) -> int:
        """The number of events. They are not made for that."""
        return len(self._events) + len(self._changes)

    def _drain(self) -> list[Change]:
        """Return and clear the pending changes. The caller takes over making events from them."""
        changes, self._changes = self._changes, []
        return changes

    def events_for(self, seat: int, *, since: int = 0) -> list[Event]:
        """Return the events that this seat (or WATCHER) may know of, from number `since` on."""
        referee.check_seat(self.game, self._state, seat, watchers=True)
        known: list[Event] = []
        for event in self.events:
            if (seen := event.redact_for(seat, len(known))) is not None:
                known.append(seen)
        return known[since:]

    @property
    def scores(self) -> tuple[int, ...]:
        """The present score of each seat; the game defines what it counts."""
        return tuple(self.game.law.score(self._state, seat) for seat in range(self.seats))

    @property
    def result(self) -> Result[Event] | None:
        """The result of the match, or None while it is in progress."""
        if not self.over:
            return None
        law, t = self.game.law, self._state
        places = [law.place_of(t, seat) for seat in range(t.seats)]
        return Result.of(places, list(self.scores), self.names, lambda: self.events)

    def truth(self) -> dict[str, tuple[str, ...]]:
        """Return the cards of every zone. For referees and tests alone: players get a view."""
        return referee.truth(self.game, self._state)

    def state_hash(self) -> str:
        """Return the SHA-256 of the state, which a replay must reproduce."""
        return log.state_hash(self._state)

    def log(self) -> str:
        """Return the log of the match as JSON lines, with the dealer's cards; `replay` plays it again."""
        return log.text(self._log, self._state)

    def log_entries(self) -> list[Entry]:
        """Return the entries of the log; in a fork, those since the fork."""
        return self._log

    def fork(self, dealer: Dealer) -> "Match":
        """Return a copy of the match, without its events and log, to try moves or to replace the original."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)  # cheaper than `copy`, and a house does it at every move
        other._events = []
        other._changes = []
        other._log = []
        other._dealer = dealer
        return other

    def play_on(self, dealer: Dealer, names: Sequence[str]) -> "Match":
        """Return a match that goes on from this position, with other players, and another dealer for what is drawn now.

        Its events begin here; its log also has what led here, but nothing about the deals that anybody could verify.
        """
        referee.check_names(self.game, self.seats, names)
        other = self.fork(dealer)
        other.names = tuple(names)
        other.onward = True
        head, *entries = self._log
        other._log = [{**head}, *entries, {"onward": [*names]}]
        other._promise("continue", Continued())
        other._commit()
        return other

    # What may be done

    def play(self, seat: int, move: str, *, fault: str = "") -> None:
        """Make a move for a seat, or raise why it is refused; then go on to the next choice of a player."""
        after, text, choice = referee.judge(self.game, self._state, seat, move)
        fault = referee.checked_fault(fault)
        self._log.append({"seat": seat, "move": text, "fault": fault} if fault else {"seat": seat, "move": text})
        self._take(after, seat, text, choice=choice, fault=fault)
        self._go_on()

    def play_default(self, seat: int, *, fault: str) -> str:
        """Play the default move for a player who failed, and return it."""
        move = self.default(seat)
        self.play(seat, move, fault=fault)
        return move

    def join(self, name: str) -> int:
        """Seat a newcomer in the pause between two deals; return the number of the seat."""
        guests = referee.check_join(self.game, self._state, name, paused=self.between_deals)
        after, seat = self._state.copy(), self.seats
        guests.join(after)
        self.names += (name,)
        self._log.append({"join": name})
        self._take(after, seat, "join")
        return seat

    def leave(self, seat: int) -> None:
        """Let a player leave for good. The deal goes on, and the caller must play for their seat."""
        guests = referee.check_leave(self.game, self._state, seat, begun=self._begun)
        after = self._state.copy()
        guests.leave(after, seat)
        self._log.append({"leave": seat})
        self._take(after, seat, "leave")

    def go_on(self) -> None:
        """Begin the next deal, in a match that pauses between deals."""
        self.between_deals = False
        self._go_on()

    # What follows by itself

    def _go_on(self) -> None:
        """Deal and make automatic moves, up to the next choice of a player."""
        law = self.game.law
        steps = 0
        while not self.over:
            steps += 1
            if steps > MOST_BY_ITSELF:
                wrong = f"{self.game.title} goes on by itself for more than {MOST_BY_ITSELF:,} moves and deals."
                raise BadLaw(wrong, rule="laws")
            if self._state.waits and self.between_deals:
                return
            if not self._begun:
                self._begin()
            elif self._state.waits:
                self._deal()
            elif self.game.automatic(self._state):
                seat = self.to_act[0]
                choice = self.game.moves(self._state, seat)[0]
                after = self._state.copy()
                law.play(after, seat, choice)
                self._take(after, seat, self.game.notation.text(self._state, choice), choice=choice)
            else:
                return

    def _begin(self) -> None:
        if self.seating is None:
            self.seating = draw_checked(self._dealer, list(range(self.seats)), self.seats)
            self._log.append({"seating": self.seating})
        else:
            self._log.append({"begun": "with the given seating"})
        after = self._state.copy()  # a fork may share it
        self.game.law.begin(after, self.seating)
        self._state = self._shown = after
        self._to_act = self._over = None
        self._begun = True

    def _deal(self) -> None:
        """Ask the dealer for cards, for a new deal or in the middle of one."""
        after = self._state.copy()

        def draw(cards: list[int], wanted: int) -> list[int]:
            found = draw_checked(self._dealer, cards, wanted)
            self._log.append({"cards": found})
            if after.at != self._state.at:
                self._take(after.copy(), DEALER, "gather")
            return found

        if self.game.deal(after, draw):
            self._take(after, DEALER, "deal")
        else:
            self._log.append({"ended": "before the deal"})
            self._take(after, DEALER, "end")

    def _kept(self, after: Ledger) -> list[Ledger]:
        """Return the states of the hidden turn without those that have been undone."""
        for i, state in enumerate([self._shown, *self._turn]):
            if state.at == after.at:
                return self._turn[:i]
        return self._turn

    def _commit(self) -> None:
        if commitment := self._dealer.commit():
            self._log.append({"commitment": commitment})
            self._promise("commit", Committed(commitment))

    def _reveal(self) -> None:
        if revealed := self._dealer.reveal():
            self._log.append({"reveal": revealed})
            self._promise("reveal", Revealed(revealed))

    def _promise(self, move: str, promise: Fact) -> None:
        self._changes.append(Change(self._state, self._state, DEALER, move, None, "", (), promise))

    def _take(self, after: Ledger, seat: int, move: str, *, choice: int | None = None, fault: str = "") -> None:
        """Make this the state, and record the change; collect the states of a hidden turn until it is shown."""
        before, self._state = self._state, after
        self._to_act = self._over = None
        turn: tuple[Ledger, ...] = ()
        if self.game.secrecy.sees(after, WATCHER):
            if self._turn:
                turn, self._turn = (self._shown, *self._turn, after), []
            self._shown = after
        else:
            self._turn = [*self._kept(after), after]
        self._changes.append(Change(before, after, seat, move, choice, fault, turn))
        if after.deal != before.deal:
            self.between_deals = self._pause and not self.over
            self._reveal()
            if not self.over:
                self._commit()
