"""The interface of the seeds: functions that create players, and one call that plays a game.

def create_player(set_name):
    set_name("lowest")

    def player(is_my_play, my_view):
        if is_my_play:
            return next(iter(my_view.get_unique_valid_plays()), None)

    return player

result = cardhouse.president(create_player, create_player, create_player)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardhouse.cards.errors import BadTable
from cardhouse.games.face import Game
from cardhouse.play.dealers import Dealer
from cardhouse.play.events import FAILED, Event
from cardhouse.play.match import Match
from cardhouse.play.result import Result
from cardhouse.play.runner import fault_of, limited, mend, play_or_mend, said

SeedPlayer = Callable[[bool, Any], Any]
CreatePlayer = Callable[[Callable[[str], None]], SeedPlayer]
PREFIX = "Player_"
LONGEST_NAME = 24


@dataclass(slots=True)
class Turn:
    """An event as players and the result have it."""

    player: str  # the player's id
    move: str
    play: tuple[str, ...]  # the cards that left the hand, none for a pass
    finished: bool  # whether that took the last of them
    fault: str  # why the move was made for the player, if it was; players are told only that it was
    after: Any = field(repr=False)  # his view after it, in the result; players are not given it

    @property
    def hand(self) -> list[str] | None:
        """The player's hand after it."""
        return None if self.after is None else list(self.after.hand)


def president(*create_players: CreatePlayer | list[CreatePlayer], **settings: Any) -> Result:
    """Play one game of President; the settings are those of `run`."""
    return run("president", *create_players, **settings)


def run(
    game: str | Game,
    *create_players: CreatePlayer | list[CreatePlayer],
    options: Mapping[str, str | int] | None = None,
    dealer: Dealer | None = None,
    time_limit: float | None = None,
    strict: bool = False,
) -> Result:
    """Play one match between player functions, given one by one or as one list.

    A player that raises, returns nonsense or takes more than `time_limit` seconds for a call never breaks the
    match: the default move is made for it, and the event says so. With `strict` it is raised instead.
    """
    creators = [one for given in create_players for one in (given if isinstance(given, list | tuple) else [given])]
    names, players = [], []
    for seat, create_player in enumerate(creators):
        name, player = _created(create_player, seat)
        names.append(f"{name} {seat}")
        players.append(limited(player, time_limit))
    match = Match(game, seats=len(players), options=options, dealer=dealer, names=names, pause=True)
    return _Run(match, players, strict=strict).result()


def _created(create_player: CreatePlayer, seat: int) -> tuple[str, SeedPlayer]:
    name = PREFIX

    def set_name(chosen: str) -> None:
        nonlocal name
        if not isinstance(chosen, str) or not 0 < len(chosen) <= LONGEST_NAME or not chosen.isprintable():
            raise BadTable(f"A name is a text of 1 to {LONGEST_NAME} characters, not {chosen!r:.60}.", rule="names")
        name = chosen

    try:
        player = create_player(set_name)
    except Exception as error:
        raise BadTable(f"The player of seat {seat} could not be created: {said(error)}", rule="players") from error
    if not callable(player):
        raise BadTable(f"The player of seat {seat} is no function, but {player!r:.60}.", rule="players")
    return name, player


class _Run:
    """A match under way, and what its players have been told."""

    def __init__(self, match: Match, players: list[SeedPlayer], *, strict: bool) -> None:
        self.match, self.players, self.strict = match, players, strict
        self.turns: list[Turn] = []
        self.last: Turn | None = None  # the last of them, as players may know it
        self.told = 0  # events of the match

    def result(self) -> Result:
        match = self.match
        while (result := match.result) is None:
            if match.between_deals:
                match.go_on()
                self.tell()
            seat = match.to_act[0]
            try:
                move = match.game.answer(self.players[seat](True, match.my_view(seat, self.last)))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                mend(match, seat, error, strict=self.strict)
            else:
                play_or_mend(match, seat, move, strict=self.strict)
            self.tell()
        return replace(result, events=self.turns)

    def tell(self) -> None:
        """Every player still in is called after every event that he may know of, with the state after it."""
        match, t, my_view = self.match, self.match._table, self.match.game.my_view
        for event in match.events[self.told :]:
            if event.seat < 0:
                continue
            self.take(event)
            for seat, player in enumerate(self.players):
                if (event.only is None or seat in event.only) and not match.finished(seat):
                    try:
                        player(False, my_view(t, seat, self.last))
                    except KeyboardInterrupt:
                        raise
                    except BaseException as error:
                        if self.strict:
                            raise fault_of(match, seat, error) from error
        self.told = len(match.events)

    def take(self, event: Event) -> None:
        match, seat, hand = self.match, event.seat, f"hand {event.seat}"
        cards: tuple[str, ...] = ()
        for step in event.steps:
            if step.source == hand:
                cards += step.cards
        name, finished = match.names[seat], match.finished(seat)
        after = match.game.my_view(match._table, seat, None)
        self.turns.append(Turn(name, event.move, cards, finished, event.fault, after))
        secret = event.only is not None or event.said_to is not None
        known = ("", ()) if secret else (event.move, cards)
        self.last = Turn(name, *known, finished, FAILED if event.fault else "", None)
