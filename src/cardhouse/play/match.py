"""A match: a referee's table, a dealer, and what happened.

The table is never changed in place: a move is made on a copy, which becomes the state when all is well.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardhouse.cards.errors import BadLaw, CardhouseError
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import WATCHER, Ledger
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.games.view import CallbackView, View
from cardhouse.play import log, referee
from cardhouse.play.dealers import Dealer, FairDealer, draw_checked
from cardhouse.play.events import DEALER, Change, Event, make_event
from cardhouse.play.facts import Committed, Revealed
from cardhouse.play.log import Entry
from cardhouse.play.result import Result

MOST_BY_ITSELF = 10_000  # moves and deals between two choices of players: a law that goes on for longer never stops


class Match:
    """Opened, it is dealt, fairly if no dealer is given. It pauses before each deal if asked to: see `go_on`.

    The dealer also draws the order in which the seats come first, unless it is given as `seating`.
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
        # The cells of a state are its game's own, and which game it is is known only at run time.
        self._state: Any = game.new_state(game.default_seats if seats is None else seats, options or {})
        referee.check_names(game, self.seats, names)
        referee.check_seating(game, self.seats, seating)
        self.names = tuple(names) or tuple(f"Player {seat}" for seat in range(self.seats))
        self.seating = seating if seating is None else list(seating)
        self._events: list[Event] = []
        self._changes: list[Change] = []  # since the last of the events
        self._dealer: Dealer = FairDealer() if dealer is None else dealer
        self._shown: Ledger = self._state  # as everybody saw it last
        self._to_act: tuple[int, ...] | None = None  # the seats to act, if somebody has asked
        self._turn: list[Ledger] = []  # the tables of a hidden turn since
        self._log = [log.head(game, self._state, self.names, self.seating)]
        self._begun = False
        self._pause = self.between_deals = pause
        self._commit()
        self._go_on()

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}, {self.seats} seats, {len(self._events) + len(self._changes)} events>"

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
        return self.game.law.over(self._state)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act: several where they act at the same time, none when the match is over."""
        if self._to_act is None:
            self._to_act = self.game.to_act(self._state)
        return self._to_act

    @property
    def paused(self) -> bool:
        """Whether it waits for `go_on`."""
        return self.between_deals and self._state.waits > 0 and not self.over

    def moves(self, seat: int) -> list[str]:
        """This seat's moves, one for each that differs for a player."""
        referee.check_seat(self.game, self._state, seat)
        text, t = self.game.notation.text, self._state
        return [text(t, choice) for choice in self.game.moves(t, seat)]

    def every_move(self, seat: int) -> list[str]:
        """All that this seat may do, exact cards told apart."""
        referee.check_seat(self.game, self._state, seat)
        notation, t = self.game.notation, self._state
        return [notation.text(t, choice) for choice in notation.every(t, seat) if self.game.may(t, seat, choice)]

    def refusal(self, seat: int, move: str) -> CardhouseError | None:
        """Why this seat may not make this move; None if it may."""
        try:
            referee.judge(self.game, self._state, seat, move)
        except CardhouseError as error:
            return error
        return None

    def may(self, seat: int, move: str) -> bool:
        return self.refusal(seat, move) is None

    def default(self, seat: int) -> str:
        """The move that the rules make for a player who fails."""
        referee.check_acts(self.game, self._state, seat)
        return self.game.notation.text(self._state, self.game.law.default(self._state, seat))

    def view(self, seat: int) -> View:
        """What this seat (or WATCHER) may know."""
        referee.check_seat(self.game, self._state, seat, watchers=True)
        if self.sees(seat):
            return self.game.view_for(self._state, seat, to_act=self.to_act)
        return self.game.view_for(self._shown, seat)

    def my_view(self, seat: int, event: object = None) -> CallbackView:
        """The same in the form of the callback interface."""
        referee.check_seat(self.game, self._state, seat)
        return self.game.callback_view(self.state_for(seat), seat, event)

    def state_for(self, seat: int) -> Ledger:
        """The table as it is, or, in a hidden turn of another seat, as everybody saw it last. For referees alone."""
        return self._state if self.sees(seat) else self._shown

    def sees(self, seat: int) -> bool:
        """Whether this seat (or WATCHER) sees the state as it is: in a hidden turn its owner alone."""
        return self.game.secrecy.sees(self._state, seat)

    @property
    def events(self) -> list[Event]:
        """All that happened. Events are made when somebody looks: who only wants the result does not pay for them."""
        for change in self._drain():
            self._events.append(make_event(self.game, len(self._events), change))
        return self._events

    def _drain(self) -> list[Change]:
        """What has changed since somebody last looked. The caller builds events from them; none are kept."""
        changes, self._changes = self._changes, []
        return changes

    def events_for(self, seat: int, *, since: int = 0) -> list[Event]:
        """The events that this seat (or WATCHER) may know of, from a number on."""
        referee.check_seat(self.game, self._state, seat, watchers=True)
        known: list[Event] = []
        for event in self.events:
            if (seen := event.redact_for(seat, len(known))) is not None:
                known.append(seen)
        return known[since:]

    @property
    def scores(self) -> tuple[int, ...]:
        """Of each seat, as it stands; what it counts is the game's affair."""
        return tuple(self.game.law.score(self._state, seat) for seat in range(self.seats))

    @property
    def result(self) -> Result[Event] | None:
        """How the match ended; None as long as it runs."""
        if not self.over:
            return None
        law, t = self.game.law, self._state
        places = [law.place_of(t, seat) for seat in range(t.seats)]
        return Result.of(places, list(self.scores), self.names, lambda: self.events)

    def truth(self) -> dict[str, tuple[str, ...]]:
        """Every card and where it lies. For referees and tests alone: players get a view."""
        return referee.truth(self.game, self._state)

    def state_hash(self) -> str:
        """Return the SHA-256 of the state, which a replay must come to as well."""
        return log.state_hash(self._state)

    def log(self) -> str:
        """The whole match as JSON lines, the dealer's cards included; `replay` plays it again."""
        return log.text(self._log, self._state)

    def log_entries(self) -> list[Entry]:
        """The entries of the log, in a fork those since."""
        return self._log

    def fork(self, dealer: Dealer) -> "Match":
        """The same match from here on, to be tried out or to replace it; what was told and logged is not in it."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)  # cheaper than `copy`, and a house does it at every move
        other._events, other._changes, other._log, other._dealer = [], [], [], dealer
        return other

    # What may be done

    def play(self, seat: int, move: str, *, fault: str = "") -> None:
        """Make a move for a seat, or raise why not; then all goes on up to the next choice."""
        after, text, choice = referee.judge(self.game, self._state, seat, move)
        fault = referee.checked_fault(fault)
        self._log.append({"seat": seat, "move": text, "fault": fault} if fault else {"seat": seat, "move": text})
        self._take(after, seat, text, choice=choice, fault=fault)
        self._go_on()

    def play_default(self, seat: int, *, fault: str) -> str:
        """Make the rules' default move for a player who failed; returns it."""
        move = self.default(seat)
        self.play(seat, move, fault=fault)
        return move

    def join(self, name: str) -> int:
        """A newcomer takes the next seat, in the pause between two deals; returns its number."""
        guests = referee.check_join(self.game, self._state, name, paused=self.between_deals)
        after, seat = self._state.copy(), self.seats
        guests.join(after)
        self.names += (name,)
        self._log.append({"join": name})
        self._take(after, seat, "join")
        return seat

    def leave(self, seat: int) -> None:
        """Let a player leave for good. The deal goes on, and somebody else must play for their seat."""
        guests = referee.check_leave(self.game, self._state, seat, begun=self._begun)
        after = self._state.copy()
        guests.leave(after, seat)
        self._log.append({"leave": seat})
        self._take(after, seat, "leave")

    def go_on(self) -> None:
        """Deal, in a match that pauses between deals."""
        self.between_deals = False
        self._go_on()

    # What follows by itself

    def _go_on(self) -> None:
        """The dealer's work, and moves that make themselves, up to the next choice of a seat."""
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
        self._to_act = None
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
        """The tables of the hidden turn less those that have been undone: the cards lie again as they did before."""
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
        """This is the state now, and what changed is kept; what a turn did that is hidden, until it is open."""
        before, self._state = self._state, after
        self._to_act = None
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
