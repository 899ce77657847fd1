"""The callback interface: functions that create players, and one call that plays a match.

    def create_player(set_name):
        set_name("lowest")

        def player(is_my_play, my_view):
            if is_my_play:
                return next(iter(my_view.get_unique_valid_plays()), None)

        return player

    result = cardhouse.president(create_player, create_player, create_player)

There is such a call for every game, and `run(game, ...)` plays any game. Unless the game's author describes another
form, `my_view` is the seat's view, with the last event in `my_view.event`, and a player returns the text of a move.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple, TypedDict, Unpack

from cardhouse.cards.errors import BadSetup, PlayerFault
from cardhouse.cards.ledger import HAND, WATCHER, Ledger
from cardhouse.games.defaults import always
from cardhouse.games.definition import AnyGame
from cardhouse.games.view import CallbackView
from cardhouse.play.dealers import Dealer
from cardhouse.play.events import FAILED, Change, seers
from cardhouse.play.match import Match
from cardhouse.play.result import Result
from cardhouse.play.runner import TOO_LONG, Patience, limit_time, play_or_default

CallbackPlayer = Callable[[bool, CallbackView], object]
CreatePlayer = Callable[[Callable[[str], None]], CallbackPlayer]
PREFIX = "Player"
LONGEST_NAME = 24


class Turn(NamedTuple):
    """An event as given to players and kept in the result."""

    player: str  # the player's id
    move: str
    play: tuple[str, ...]  # the cards that left the hand; empty for a pass
    finished: bool  # whether the player has nothing more to do in this deal
    fault: str  # why the default move was played; other players learn only that it was
    after: CallbackView  # the player's view after the move; only in the result

    @property
    def hand(self) -> list[str] | None:
        """The player's hand after the move."""
        return None if self.after is None else list(getattr(self.after, "hand", ()))

    def __repr__(self) -> str:
        return f"Turn({', '.join(f'{name}={getattr(self, name)!r}' for name in (*self._fields[:-1], 'hand'))})"


Creators = CreatePlayer | list[CreatePlayer]


class RunSettings(TypedDict, total=False):
    """The settings of `run`."""

    options: Mapping[str, str | int] | None
    dealer: Dealer | None
    time_limit: float | None
    strict: bool


def blitz(*create_players: Creators, **settings: Unpack[RunSettings]) -> Result[Turn]:
    """Play one match of Blitz; the settings are those of `run`."""
    return run("blitz", *create_players, **settings)


def davenport(*create_players: Creators, **settings: Unpack[RunSettings]) -> Result[Turn]:
    return run("davenport", *create_players, **settings)


def dynasty(*create_players: Creators, **settings: Unpack[RunSettings]) -> Result[Turn]:
    return run("dynasty", *create_players, **settings)


def javelin(*create_players: Creators, **settings: Unpack[RunSettings]) -> Result[Turn]:
    return run("javelin", *create_players, **settings)


def president(*create_players: Creators, **settings: Unpack[RunSettings]) -> Result[Turn]:
    return run("president", *create_players, **settings)


def run(
    game: str | AnyGame,
    *create_players: Creators,
    options: Mapping[str, str | int] | None = None,
    dealer: Dealer | None = None,
    time_limit: float | None = None,
    strict: bool = False,
) -> Result[Turn]:
    """Play one match between player functions, given one by one or as one list.

    A player that raises, returns nonsense or takes more than `time_limit` seconds for a call does not break the
    match: the default move is played for it, and the event says so. With `strict` the fault is raised instead.
    """
    creators = [one for given in create_players for one in (given if isinstance(given, list | tuple) else [given])]
    created = [_create_player(create_player, seat, time_limit) for seat, create_player in enumerate(creators)]
    names = [f"{name} {seat}" for seat, (name, _) in enumerate(created)]
    match = Match(game, seats=len(created), options=options, dealer=dealer, names=names, pause=True)
    return _Run(match, [player for _, player in created], time_limit, strict=strict).result()


def _create_player(create_player: CreatePlayer, seat: int, time_limit: float | None) -> tuple[str, CallbackPlayer]:
    chosen: list[object] = [PREFIX]
    tried = limit_time(create_player, time_limit)(chosen.append)
    player, name = tried.answer, chosen[-1]
    if tried.fault:
        raise BadSetup(f"The player of seat {seat} could not be created: {tried.fault}.", rule="players")
    if not callable(player):
        raise BadSetup(f"The player of seat {seat} is not a function, but {type(player).__name__}.", rule="players")
    if type(name) is not str or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        what = repr(name[:LONGEST_NAME]) if type(name) is str else type(name).__name__
        raise BadSetup(f"A name is a text of 1 to {LONGEST_NAME} characters, not {what}.", rule="names")
    return name, player


class _Run:
    """A match in progress, and the last event that each player has seen."""

    def __init__(self, match: Match, players: list[CallbackPlayer], time_limit: float | None, *, strict: bool) -> None:
        self.match, self.strict = match, strict
        answer = match.game.bots.answer
        self.view = match.game.bots.my_view or match.game.callback_view
        self.hands = match.game.zone_name(HAND) == "hand 0"
        self.told_players = [limit_time(player, time_limit) for player in players]
        self.asked_players = [limit_time(read_answers(player, answer), time_limit) for player in players]
        self.turns: list[Turn] = []
        self.last: list[Turn | None] = [None] * len(players)  # the last event of each seat, redacted for it

    def result(self) -> Result[Turn]:
        match, patience = self.match, Patience()
        while (result := match.result) is None:
            if match.between_deals:
                match.go_on()
                self.tell()
                continue
            seat = match.to_act[0]
            tried = TOO_LONG
            if patience.lasts(seat):
                tried = self.asked_players[seat](True, self.view(match.state_for(seat), seat, self.last[seat]))
            play_or_default(match, seat, tried, strict=self.strict)
            self.tell()
        return Result(result.winner, result.rank, result.places, result.points, lambda: self.turns)

    def tell(self) -> None:
        """Call the players who are still in for every new event that they may know of."""
        match, view = self.match, self.view
        t, game = match._state, match.game
        finished, open_ = game.bots.finished, game.secrecy.sees is always
        for change in match._drain():
            if change.seat < 0:
                continue
            only = None if open_ or game.secrecy.sees(change.after, WATCHER) else seers(game, change.after)
            mine, turn = self.keep_turn(change, hidden=only is not None)
            for seat, player in enumerate(self.told_players):
                if only is None or seat in only:
                    self.last[seat] = heard = mine if seat == change.seat else turn
                    if not finished(t, seat):
                        _, fault, rule, _ = player(False, view(t if open_ else match.state_for(seat), seat, heard))
                        if fault and self.strict:
                            raise PlayerFault(f"{match.names[seat]}: {fault}", rule=rule)

    def keep_turn(self, change: Change, *, hidden: bool) -> tuple[Turn, Turn]:
        """Keep the turn for the result; return it as its player may know it, and as the others may."""
        before, after, seat, move, choice, fault, whole, _ = change
        match, game = self.match, self.match.game
        cards = self.cards_played(seat, before, after)
        name, finished = match.names[seat], game.bots.finished(after, seat)
        self.turns.append(Turn(name, move, cards, finished, fault, self.view(after, seat, None)))
        mine = Turn(name, move, cards, finished, fault, None)
        if hidden or (choice is not None and not game.secrecy.said_to(after, seat, choice, WATCHER)):
            return mine, Turn(name, "", (), finished, FAILED if fault else "", None)
        if whole:
            cards = tuple([card for pair in pairwise(whole) for card in self.cards_played(seat, *pair)])
        return mine, Turn(name, move, cards, finished, FAILED if fault else "", None)

    def cards_played(self, seat: int, before: Ledger, after: Ledger) -> tuple[str, ...]:
        """Return the cards that left a hand; none in a game without hands."""
        cards: tuple[str, ...] = ()
        first = (HAND + seat) * after.limbs
        for index in range(first, first + after.limbs) if self.hands else ():
            if left := before.at[index] & ~after.at[index]:
                cards += self.match.game.deck.names(left, index - first)
        return cards


def read_answers(player: CallbackPlayer, answer: Callable[[object], str]) -> CallbackPlayer:
    """Wrap a player function so that its answer is converted to the text of a move."""
    return lambda is_my_play, my_view: answer(player(is_my_play, my_view))
