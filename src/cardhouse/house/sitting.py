"""A sitting: the state of one table of the house. Each entry of the log turns it into the next one.

Nothing here knows of sockets, clocks or disks. `apply.py` says which sitting follows.
"""

from collections.abc import Iterator

from msgspec import Struct

from cardhouse.cards.ledger import WATCHER
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.house.chairs import Chair, Player, humans
from cardhouse.house.lessons import LessonProgress, first_secret
from cardhouse.house.rows import Secret
from cardhouse.play.dealers import FairDealer
from cardhouse.play.events import Event
from cardhouse.play.match import Match
from cardhouse.play.position import Position, read_position
from cardhouse.play.referee import Full, no_room
from cardhouse.wire import Phase
from cardhouse.wire.commands import NO_PLAYER, Opened, PublicEntry

DAILY_SEAT = 0  # of the person at the table of a deal of the day
Version = tuple[int, int]  # the number of the last public event, and of the last draft after it


class News(Struct, frozen=True):
    """Something that happened, with all its secrets; `redact_for` of an Event removes what a viewer may not know."""

    seq: int
    draft: int  # 0 if it is public
    what: PublicEntry | Event
    by: str = ""
    names: tuple[str, ...] = ()  # of the seats, when it happened


class Sitting(Struct):
    opened: Opened
    game: AnyGame
    dealer: FairDealer
    match: Match | None = None
    chairs: tuple[Chair, ...] = ()
    seated: dict[int, int] = {}  # seat by player number, because it is looked up for every viewer of every event
    seat_names: tuple[str, ...] = ()  # the name of each seat's player, empty for a free seat
    matches: int = 0
    players: int = 0  # how many have ever sat here
    seq: int = -1
    draft: int = 0
    since: dict[int, Version] = {}  # for each seat to act: the version at which its choice last changed
    turns: dict[int, Version] = {}  # and at which its turn began, which drafts do not change
    ready: frozenset[int] = frozenset()  # player numbers
    muted: frozenset[int] = frozenset()
    handed: frozenset[str] = frozenset()  # the hashes of tokens whose seats are at another device now
    silenced: frozenset[str] = frozenset()  # the skeletons of muted players' names, in case they leave and come back
    sheet: tuple[tuple[int, ...], ...] = ()  # the scores of this match after each of its deals
    pace: float = 0  # how long bots wait before a move, in seconds
    level: str = ""  # the bots' level
    phase: Phase = "open"
    lesson: LessonProgress | None = None  # where the student is, if this is the table of a lesson
    position: Position | None = None  # that the first match will go on from
    turns_taken: int = 0  # by the player in the first seat, for the ranking of a deal of the day

    @property
    def version(self) -> Version:
        return self.seq, self.draft

    def people(self) -> Iterator[Player]:
        """Yield the people and remote bots who sit here, or will after the deal."""
        for chair in self.chairs:
            yield from humans(chair)

    @property
    def creator(self) -> int:
        """Return the player who opened the table; if they have left, the one who came next.

        A table of an evening has no creator.
        """
        if self.opened.evening is not None:
            return NO_PLAYER
        return min((player.number for player in self.people()), default=NO_PLAYER)

    def seat_of(self, number: int) -> int | None:
        """Return the seat that a player has, or will have after the deal."""
        return self.seated.get(number)

    def number_in(self, seat: int) -> int:
        """Return the number of the player who has a seat, or will have it; NO_PLAYER if nobody has."""
        player = self.player_in(seat)
        return NO_PLAYER if player is None else player.number

    def player_in(self, seat: int) -> Player | None:
        chair = self.chairs[seat] if seat < len(self.chairs) else Chair()
        return chair.heir or chair.player

    def plays(self, number: int) -> int | None:
        """Return the seat that a player plays now."""
        seat = self.seat_of(number)
        if seat is None or self.chairs[seat].heir is not None or self.waits(seat):
            return None
        return seat

    def waits(self, seat: int) -> bool:
        """Return whether a seat waits for the next deal to join the match."""
        return self.match is not None and seat >= self.match.seats and not self.match.over

    def names(self) -> list[str]:
        return [player.name for chair in self.chairs for player in (chair.player, chair.heir) if player]

    @property
    def full(self) -> Full:
        """Return why nobody can take a seat, or ""."""
        if self.opened.daily or self.opened.evening is not None:
            return "seats"
        if any(chair.free or chair.a_bots for chair in self.chairs):
            return ""
        if self.match is None or self.match.over or self.game.house.guests is None:
            return "seats"
        return no_room(self.game, self.match.state_for(WATCHER), coming=len(self.chairs) - self.match.seats)

    @property
    def coming(self) -> tuple[int, int]:
        """Return the current or next deal: the number of its match, and how many deals come before it."""
        if self.match is None or self.match.over:
            return self.matches + 1, 0
        return self.matches, self.match.deals_over

    @property
    def first_come(self) -> bool:
        """Return whether the first player to volunteer moves next."""
        return self.match is not None and self.game.house.volunteers(self.match.state_for(WATCHER))

    @property
    def deals_itself(self) -> bool:
        """Return whether the next deal starts by itself; at the table of a lesson it waits for the student."""
        if self.match is None or self.opened.lesson:
            return False
        return self.game.house.deals_itself(self.match.state_for(WATCHER))

    @property
    def matches_over(self) -> int:
        """Return how many matches are over, which are those that may be replayed."""
        return self.matches if self.match is None or self.match.over else self.matches - 1

    def scripted(self, seat: int) -> str:
        """Return the move of a bot that the script of a lesson has for this seat, or ""."""
        player = self.chairs[seat].player
        if self.lesson is None or self.match is None or player is None or player.human:
            return ""
        return self.lesson.scripted(self.match, seat)

    def state_hash(self) -> str:
        """Return the hash of the match's state, or "" if there is no match."""
        return "" if self.match is None else self.match.state_hash()

    def version_for(self, seat: int) -> Version:
        """Return the version that this seat, or a watcher, may know: drafts count only for the seat that makes them."""
        return self.seq, self.draft if self.match is not None and self.match.sees(seat) else 0


def open_sitting(entry: Opened, secret: Secret, position: Position | None = None) -> Sitting:
    """Return a table as it is opened. If it goes on from a position that is not given, the secret has it."""
    game = game_named(entry.game)
    game.new_state(entry.seats, entry.options)
    if entry.onward and position is None:
        position = read_position(secret.position)
    seats = entry.seats if position is None else position.match.seats
    lesson = game.guide.lesson if entry.lesson else None
    first = bytes.fromhex(secret.deal_secret) if secret.deal_secret else first_secret(lesson)
    dealer = FairDealer(first, chain=entry.daily != "")
    return Sitting(
        entry,
        game,
        dealer,
        chairs=(Chair(),) * seats,
        seat_names=("",) * seats,
        pace=entry.pace,
        level=entry.level,
        lesson=None if lesson is None else LessonProgress(lesson),
        position=position,
    )
