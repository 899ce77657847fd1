"""The definition of a game: all that the rest of Cardhouse knows about it, in parts.

`Law` lists the functions of a law, in the order of the rules, and `Notation` how moves are written. `Secrecy` says
who may know what, `Bots` how the game is played well, `Lab` what is worth counting, `Hosting` how people come and go,
and `Guide` (in guide.py) how the game is taught. Views and refusals are made from a state without the cards that the
seat cannot know; the rest is for the referee.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from cardhouse.cards import facts as card_facts
from cardhouse.cards.cells import Option
from cardhouse.cards.deck import Deck
from cardhouse.cards.errors import BadSetup, Rule, shown
from cardhouse.cards.facts import Fact, kinds_in
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import WATCHER, Ledger, counted, hide, out_of_cards
from cardhouse.cards.zones import Zones
from cardhouse.games import facts as shared_facts
from cardhouse.games.defaults import (
    all_in_turn,
    always,
    anywhere,
    as_text,
    by_players,
    by_seat,
    fits,
    on_nothing,
    one_kind,
    to_everybody,
    when_all_are_ready,
)
from cardhouse.games.facts import NoOption, NotOptions, WrongNumberOfSeats, WrongOption, WrongSeats
from cardhouse.games.guide import Guide
from cardhouse.games.lines import plain_lines
from cardhouse.games.view import CallbackView, OwnView, View

T = TypeVar("T", bound=Ledger)
T_contra = TypeVar("T_contra", bound=Ledger, contravariant=True)

Player = Callable[[Any], Any]  # choose(view) -> move: an untrusted function, which may take and return anything
Draw = Callable[[str], str]  # writes a card for people, given its name
Weights = tuple[int, ...]  # the weights of a heuristic, tuned by self-play: `bench/tune.py`


class Law(Protocol[T]):
    """A module of laws. `docs/one-law.md` says what each one does."""

    __name__: str
    State: type[T]
    CHOICES: int
    MOST_MOVES: int
    MOST_CARDS: int

    def begin(self, t: T, seating: Row) -> None: ...
    def collect(self, t: T, out: Row) -> int: ...
    def shuffled(self, t: T, cards: Row, count: int) -> None: ...
    def to_act(self, t: T, seat: int) -> bool: ...
    def breaks(self, t: T, seat: int, choice: int) -> int: ...
    def moves(self, t: T, seat: int, out: Row) -> int: ...
    def default(self, t: T, seat: int) -> int: ...
    def play(self, t: T, seat: int, choice: int) -> None: ...
    def over(self, t: T) -> bool: ...
    def score(self, t: T, seat: int) -> int: ...
    def place_of(self, t: T, seat: int) -> int: ...


class Notation(Protocol[T_contra]):
    """How moves are written and read, and the facts about them."""

    def read(self, t: T_contra, seat: int, text: str) -> list[int]: ...
    def text(self, t: T_contra, *choices: int) -> str: ...
    def every(self, t: T_contra, seat: int) -> Iterable[int]: ...
    def why(self, t: T_contra, seat: int, choice: int, rule: int) -> Fact: ...
    def facts(self, before: T_contra, after: T_contra, seat: int) -> tuple[Fact, ...]: ...


@dataclass(frozen=True, kw_only=True)
class Secrecy(Generic[T]):
    """Who may know what."""

    kind: type[View]  # the type of its views ...
    view: Callable[..., View]  # ... and how one is made
    recall: Callable[[OwnView], T] | None = None  # a state that fits a view; hidden cards lie anywhere possible
    not_recalled: tuple[str, ...] = ()  # the fields of a view that the recalled state does not have
    recall_all: Callable[[OwnView], T] | None = None  # the same state with those fields, if there are any
    sees: Callable[[T, int], bool] = always  # the law: does it see the present state, or the last one that all saw?
    said_to: Callable[[T, int, int, int], bool] = to_everybody  # the law: may this viewer know this move of a seat?
    depends_on: Callable[[T, int, int], frozenset[int]] = on_nothing  # which hidden cards does a move depend on?
    may_lie: Callable[[T, int, int], bool] = anywhere  # the law that says whether a hidden card may lie in a zone


@dataclass(frozen=True, kw_only=True)
class Actions(Generic[T]):
    """Numbers for the listed moves, below `count`, for programs that learn: the same in every state."""

    count: int
    action_of: Callable[[T, int, int], int]  # the law: the number of a listed move of a seat
    choice_of: Callable[[T, int, int], int]  # the law: the move with this number, if it is listed


@dataclass(frozen=True, kw_only=True)
class Feature(Generic[T]):
    """A number that programs that learn see beside the cells: what matters, and is hard to find out from them."""

    name: str
    low: int
    high: int
    value_of: Callable[[T, int], int]  # the law: the number as this seat sees it; it uses only what the seat knows


@dataclass(frozen=True, kw_only=True)
class Bots(Generic[T]):
    """How bots play the game, and what player functions of the callback interface get."""

    # The law that chooses moves for `quick`; it uses only what its seat knows.
    heuristic: Callable[[T, int, Row, int, Weights], int] | None = None
    weights: Weights = (0,)  # of `heuristic`
    utility: Callable[[T, int], int] | None = None  # the law of what the end of a deal is worth to a seat, 0 to 1000
    at_once: bool = False  # whether all seats act simultaneously: then good players are unpredictable
    my_view: Callable[[T, int, object], CallbackView] | None = None  # the view in the author's own form
    answer: Callable[[object], str] = as_text  # converts what such a function returns to a move's text
    finished: Callable[[T, int], bool] = out_of_cards  # has this seat nothing more to do in this deal?


@dataclass(frozen=True, kw_only=True)
class Lab(Generic[T]):
    """What the lab counts in this game."""

    endings: tuple[str, ...] = ()  # the tallies that count how deals end ...
    stalemates: tuple[str, ...] = ()  # ... and those of them that are nobody's choice
    move_kinds: tuple[str, ...] = ("move",)  # the kinds of moves ...
    kind_of_move: Callable[[T, int, int], int] = one_kind  # ... and the law that returns which one a move is
    leader: str = "the seat that begins"  # for readers of a report: seats are counted from it ...
    turn_of: Callable[[T, int, int], int] = by_seat  # ... by this law: a seat's position in turn order
    opening_kind: str = ""  # the kind of card that decides who begins, if one does
    own_zones: int = 1  # the number of zones for a seat's own cards, from HAND on
    short: Mapping[str, str | int] = field(default_factory=dict)  # of the shortest match, and of the deal of the day
    long: Mapping[str, str | int] = field(default_factory=dict)  # options of a match that does not end early
    scorings: Mapping[str, Callable[[int], int]] = field(default_factory=dict)  # others: points gained -> score


@dataclass(frozen=True, kw_only=True)
class Guests(Generic[T]):
    """For a game that people may join between deals, and leave: its laws, its limits, and why someone cannot leave."""

    rule: int
    join: Callable[[T], None]
    leave: Callable[[T, int], None]
    most_at_once: int  # players at a time
    most_in_all: int  # players in a match, those who have left it included
    here: Callable[[T], int]  # how many have not left
    no_leave: Callable[[T, int], Fact | None]


@dataclass(frozen=True, kw_only=True)
class Hosting(Generic[T]):
    """How people come and go between deals and matches."""

    guests: Guests[T] | None = None  # in a game that people may join and leave
    volunteers: Callable[[T], bool] = all_in_turn  # may anybody deal next, whoever is first?
    deals_itself: Callable[[T], bool] = when_all_are_ready  # does the next deal begin without anybody asking for it?
    deal_moves_on: bool = False  # whether the first deal moves on by one seat from match to match


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[T]):
    """A game. The defaults are what most games have in common; `docs/one-law.md` explains the functions."""

    name: str
    title: str
    aim: str
    seats: range
    default_seats: int
    law: Law[T]
    notation: Notation[T]
    facts: ModuleType  # declares the game's own facts, besides those of all games
    secrecy: Secrecy[T]
    describe: Callable[[OwnView, Sequence[str], Draw], list[str]] | None = None  # a view in a few lines for a person
    actions: Actions[T] | None = None  # by default, a move is its own number
    features: tuple[Feature[T], ...] = ()  # for programs that learn; most games need none
    automatic: Callable[[T], bool] = by_players  # the law that says whether the only legal move is made automatically
    unfit: Callable[[T], Fact | None] = fits  # why these options, or this number of seats, do not go together
    verb: str = ""  # the verb that is meant if a person types only cards
    unit: tuple[str, str] | None = None  # what `score` counts, singular and plural, if players care
    lowest_wins: bool = False  # whether the lowest score is the best
    ranked_by_score: bool = True  # whether a better score is never a worse place
    bots: Bots[T] = field(default_factory=Bots)
    lab: Lab[T] = field(default_factory=Lab)
    house: Hosting[T] = field(default_factory=Hosting)
    guide: Guide = field(default_factory=Guide)

    def __repr__(self) -> str:
        return f"cardhouse.game({self.name!r})"

    @property
    def players(self) -> str:
        few, count = self.seats[0], self.seats[-1]
        return f"{few} to {count} players" if few < count else f"{few} players"

    @property
    def zones(self) -> Zones:
        """The zones of the game's cards."""
        return self.law.State.ZONES

    @property
    def deck(self) -> Deck:
        return self.zones.deck

    @property
    def options(self) -> tuple[Option, ...]:
        return self.law.State.OPTIONS

    @property
    def tallies(self) -> tuple[str, ...]:
        """The names of the law's counters."""
        return self.law.State.TALLIES

    @property
    def has_hidden_turns(self) -> bool:
        """Whether there are turns of several moves that nobody else sees before they are completed."""
        return self.secrecy.sees is not always

    @property
    def rules(self) -> str:
        """The text of RULES.md, which is beside the law."""
        return resources.files(self.law.__name__.rpartition(".")[0]).joinpath("RULES.md").read_text("utf-8")

    def rule(self, number: int) -> Rule:
        return Rule(self.title, number)

    # States

    def new_state(self, seats: int, options: Mapping[str, str | int] | None = None) -> T:
        """Return a state with this number of seats and these options, not begun yet."""
        if type(seats) is not int or seats not in self.seats:
            raise BadSetup(self._wrong_seats(shown(seats)), rule=f"{self.title}, players")
        if not isinstance(options or {}, Mapping):
            raise BadSetup(NotOptions(shown(options)), rule=f"{self.title}, options")
        t = self._bare(seats, options or {})
        if misfit := self.unfit(t):
            raise BadSetup(misfit, rule=f"{self.title}, options")
        return t

    def _wrong_seats(self, seats: str) -> Fact:
        least, most = self.seats[0], self.seats[-1]
        if least == most:
            return WrongNumberOfSeats(self.title, least, seats)
        return WrongSeats(self.title, least, most, seats)

    def misfit(self, seats: int, options: Mapping[str, str | int]) -> Fact | None:
        """Return why these options do not go together with this number of seats, or None if they do."""
        return self.unfit(self._bare(seats, options))

    def _bare(self, seats: int, options: Mapping[str, str | int]) -> T:
        """Return a state with nothing dealt: the cells are as before a deal, and all zones are empty."""
        t = self.law.State(seats=seats, limbs=len(self.deck.limbs), **self._codes(dict(options)))
        self.law.begin(t, list(range(seats)))
        self.collect(t)
        t.at, t.seen, t.waits = [0] * len(t.at), [0] * len(t.seen), 1
        return t

    def _codes(self, given: dict[str, str | int]) -> dict[str, int]:
        codes = {}
        for option in self.options:
            value = given.pop(option.name, option.default)
            code = option.code(value)
            if code is None:
                wrong = WrongOption(option.name, option.choices, shown(value))
                raise BadSetup(wrong, rule=self.rule(option.rule))
            codes[option.name] = code
        for name in given:
            known = ", ".join(option.name for option in self.options) or "none"
            raise BadSetup(NoOption(self.title, shown(name), known), rule=f"{self.title}, options")
        return codes

    def options_of(self, t: T) -> dict[str, str | int]:
        return {option.name: option.value(getattr(t, option.name)) for option in self.options}

    def quick(self, view: OwnView) -> str:
        """Choose the move of the heuristic, or the first move in a game without one."""
        if self.secrecy.recall is None or self.bots.heuristic is None:
            return str(view.moves[0])
        t = self.secrecy.recall(view)
        out = self.moves(t, view.seat)
        return self.notation.text(t, self.bots.heuristic(t, view.seat, out, len(out), self.bots.weights))

    def lines(self, view: OwnView, names: Sequence[str], draw: Draw) -> list[str]:
        """Describe a view in a few lines for people, as the game does or by its declarations."""
        return self.describe(view, names, draw) if self.describe else plain_lines(self.law.State, view, names, draw)

    # The dealer

    def collect(self, t: T) -> list[int]:
        """Let the dealer pick up cards, and return those to draw from, by number."""
        row = [0] * self.law.MOST_CARDS
        return row[: self.law.collect(t, row)]

    def deal(self, t: T, draw: Callable[[list[int], int], list[int]]) -> bool:
        """Deal the cards that the state waits for; `draw` draws the wanted number of the cards that it is given.

        Return False, and draw nothing, if the match ends instead, because too many players have left.
        """
        wanted = t.waits
        cards = self.collect(t)
        if self.law.over(t):
            return False
        self.law.shuffled(t, draw(cards, wanted), wanted)
        return True

    def zone_name(self, zone: int) -> str:
        """Return the name of a zone, as in events."""
        return self.zones.names[zone]

    # Questions about states

    def may(self, t: T, seat: int, choice: int) -> bool:
        return self.law.breaks(t, seat, choice) == 0

    def moves(self, t: T, seat: int) -> list[int]:
        """Return this seat's legal moves, one for each that makes a difference to a player."""
        out = [0] * self.law.MOST_MOVES
        return out[: self.law.moves(t, seat, out)]

    def to_act(self, t: T) -> tuple[int, ...]:
        """Return the seats to act, in the order in which they are asked."""
        to_act = self.law.to_act
        seats = [seat for seat in range(t.seats) if to_act(t, seat)]
        if len(seats) > 1:
            seats.sort(key=lambda seat: (seat - t.turn) % t.seats)
        return tuple(seats)

    def view_for(self, t: T, seat: int, *, to_act: tuple[int, ...] | None = None) -> View:
        """Return the view of a seat (or WATCHER), made from the state without the cards that it cannot know.

        `to_act` are the seats to act, if the caller knows them already.
        """
        hidden = hide(t, seat)
        to_act = self.to_act(t) if to_act is None else to_act
        moves = self.move_texts(hidden, seat) if seat in to_act else ()
        return self._view(hidden, t, seat, moves, to_act)

    def move_texts(self, known: T, seat: int) -> tuple[str, ...]:
        text = self.notation.text
        return tuple([text(known, choice) for choice in self.moves(known, seat)])

    def open_view(self, t: T) -> View:
        """Return a watcher's view with every card face up. For referees, and for everybody after the match."""
        return self._view(t, t, WATCHER, (), self.to_act(t))

    def _view(self, known: T, t: T, seat: int, moves: tuple[str, ...], to_act: tuple[int, ...]) -> View:
        return self.secrecy.view(
            known,
            counted(t),
            game=self.name,
            seat=seat,
            seats=t.seats,
            deal=t.deal,
            turn=t.turn,
            to_act=to_act,
            moves=moves,
        )

    def callback_view(self, t: T, seat: int, event: object) -> CallbackView:
        """Return what a player function of the callback interface gets: the view with the last event in it."""
        if self.bots.my_view is not None:
            return self.bots.my_view(t, seat, event)
        view = self.view_for(t, seat)
        view.event = event
        return view


# For code that serves all games, and does not know what else a state holds.
AnyGame = Game[Any]
AnyGuests = Guests[Any]


def kinds_of(game: AnyGame) -> tuple[type[Fact], ...]:
    """Return all kinds of facts of a game: its own, and those of all games."""
    return (*kinds_in(game.facts), *kinds_in(shared_facts), *kinds_in(card_facts))
