"""A sitting: all that is true of one table of the house. An entry of the log makes the next one out of it.

    after, news = following(sitting, Moved(seat=1, move="pass"), NOTHING)

Nothing here knows of sockets, clocks or disks: the same entries give the same sitting, live and after a restart.
"""

from collections.abc import Iterator
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from cardhouse.cards.errors import BadLog
from cardhouse.cards.ledger import WATCHER
from cardhouse.games import game as game_named
from cardhouse.games.face import AnyGame
from cardhouse.house.lookalikes import skeletons
from cardhouse.house.places import Place, Player, humans
from cardhouse.play.dealers import FairDealer
from cardhouse.play.events import Event
from cardhouse.play.match import Match
from cardhouse.play.referee import Full, no_room
from cardhouse.wire import Phase
from cardhouse.wire.entries import (
    HOUSE,
    NOTHING,
    Added,
    AnyEntry,
    Dealt,
    Left,
    Levelled,
    Moved,
    Muted,
    Opened,
    Paced,
    Readied,
    Sat,
    Secret,
    Started,
    Told,
)

Version = tuple[int, int]  # the number of the last event that everybody knows of, and of those that one seat knows of


class News(Struct, frozen=True):
    """Something that happened, complete; `told_to` of an Event makes it fit for a viewer."""

    seq: int
    draft: int  # 0: everybody knows of it
    what: Told | Event
    by: str = ""


class Sitting(Struct):
    opened: Opened
    game: AnyGame
    dealer: FairDealer
    match: Match | None = None
    places: tuple[Place, ...] = ()
    seated: dict[int, int] = {}  # the seat of each player, by number: asked for every viewer of every event
    matches: int = 0
    players: int = 0  # that have ever sat here
    seq: int = -1
    draft: int = 0
    since: dict[int, Version] = {}  # of each seat to act: as of when its choice is what it is
    turns: dict[int, Version] = {}  # and as of when it is its turn, which drafts do not renew
    ready: frozenset[int] = frozenset()  # players, by number
    muted: frozenset[int] = frozenset()
    silenced: frozenset[str] = frozenset()  # the skeletons of their names, in case they leave and come back
    sheet: tuple[tuple[int, ...], ...] = ()  # the scores of this match after each of its deals
    pace: float = 0  # seconds that bots wait before a move
    level: str = ""  # how well they play
    phase: Phase = "open"

    @property
    def version(self) -> Version:
        return self.seq, self.draft

    def people(self) -> Iterator[Player]:
        """Who sits here, or will when the deal is over, bots of the house apart."""
        for place in self.places:
            yield from humans(place)

    @property
    def creator(self) -> int:
        """The player who opened the table, or of those who are here the one who came first."""
        return min((player.number for player in self.people()), default=HOUSE)

    def seat_of(self, number: int) -> int | None:
        """The seat that a player has, or will have."""
        return self.seated.get(number)

    def number_in(self, seat: int) -> int:
        """Who has a seat, or will have it; HOUSE, if that is nobody."""
        player = self.player_in(seat)
        return HOUSE if player is None else player.number

    def player_in(self, seat: int) -> Player | None:
        place = self.places[seat] if seat < len(self.places) else Place()
        return place.heir or place.player

    def plays(self, number: int) -> int | None:
        """The seat that a player has now."""
        seat = self.seat_of(number)
        if seat is None or self.places[seat].heir is not None or self.waits(seat):
            return None
        return seat

    def waits(self, seat: int) -> bool:
        """For the next deal, to join the match."""
        return self.match is not None and not self.match.over and seat >= self.match.seats

    def names(self) -> list[str]:
        return [player.name for place in self.places for player in (place.player, place.heir) if player]

    @property
    def full(self) -> Full:
        """Why nobody can take a seat; empty, if somebody can."""
        if any(place.free or place.a_bots for place in self.places):
            return ""
        if self.match is None or self.match.over or self.game.house.guests is None:
            return "seats"
        return no_room(self.game, self.match.seen(WATCHER), coming=len(self.places) - self.match.seats)

    @property
    def coming(self) -> tuple[int, int]:
        """The deal that runs, or the next one if none does: the number of its match, and how many deals come before."""
        if self.match is None or self.match.over:
            return self.matches + 1, 0
        return self.matches, self.match.deals_over

    @property
    def first_come(self) -> bool:
        """Whether it is for whoever comes forward first to go on."""
        return self.match is not None and self.game.house.volunteers(self.match.seen(WATCHER))

    @property
    def deals_itself(self) -> bool:
        """Whether the next deal waits for nobody."""
        return self.match is not None and self.game.house.deals_itself(self.match.seen(WATCHER))

    @property
    def matches_over(self) -> int:
        """Return how many are over. A match that runs is not replayed to anybody."""
        return self.matches if self.match is None or self.match.over else self.matches - 1

    def version_for(self, seat: int) -> Version:
        """As this seat, or a watcher, may know it: of a hidden turn its owner alone."""
        return self.seq, self.draft if self.match is not None and self.match.sees(seat) else 0


def opening(entry: Opened, secret: Secret) -> Sitting:
    game = game_named(entry.game)
    game.table(entry.seats, entry.options)
    dealer = FairDealer(bytes.fromhex(secret.seed) if secret.seed else None)
    return Sitting(entry, game, dealer, places=(Place(),) * entry.seats, pace=entry.pace, level=entry.level)


def following(before: Sitting, entry: AnyEntry, secret: Secret = NOTHING) -> tuple[Sitting, list[News]]:
    """The sitting after this entry, and what happened. Raises, and nothing is changed, if it cannot be."""
    after = copy(before)
    dealer = after.dealer = before.dealer.fork(bytes.fromhex(secret.seed) if secret.seed else None)
    if before.match is not None:
        after.match = before.match.fork(dealer)
    by = ""
    match entry:
        case Sat():
            _sit(after, entry, secret)
        case Left():
            _leave(after, entry)
        case Started():
            _start(after)
        case Dealt() | Moved() if after.match is None:
            raise BadLog(f"There is no match for {entry}.", rule="logs")
        case Dealt() if after.match is not None:
            after.ready = frozenset()
            after.match.go_on()
        case Moved() if after.match is not None:
            by, first_come = entry.by, after.first_come
            after.match.play(entry.seat, secret.move or entry.move, fault=secret.fault or entry.fault)
            if first_come:
                after.match.go_on()
        case Readied():
            after.ready |= {after.number_in(entry.seat)}
        case Added():
            dealer.add(entry.seat, entry.words)
        case Muted():
            _mute(after, entry)
        case Paced():
            after.pace = entry.seconds
        case Levelled():
            after.level = entry.level
        case _:
            pass
    _settle(before, after)
    if after.match is not None and after.match.over:
        dealer.withdraw()  # Dynasty may end before the deal that was committed to
    if after.places is not before.places:
        after.seated = {player.number: seat for seat, place in enumerate(after.places) for player in humans(place)}
    after.phase = _phase(after)
    news = list(_news(after, entry, by))
    _ask(before, after, entry)
    return after, news


def _phase(sitting: Sitting) -> Phase:
    if not any(sitting.people()):
        return "closed"
    if sitting.match is None:
        return "open"
    if sitting.match.over:
        return "over"
    return "pause" if sitting.match.paused else "play"


def _put(sitting: Sitting, seat: int, place: Place) -> None:
    sitting.places = (*sitting.places[:seat], place, *sitting.places[seat + 1 :])


def _sit(sitting: Sitting, entry: Sat, secret: Secret) -> None:
    player = Player(entry.player, entry.name, entry.kind, secret.token)
    sitting.players = max(sitting.players, entry.player)
    if entry.seat == len(sitting.places):
        sitting.places += (Place(),)
    place, match = sitting.places[entry.seat], sitting.match
    if place.player is None or match is None or match.over or match.between_deals:
        _put(sitting, entry.seat, Place(player))
    else:
        _put(sitting, entry.seat, replace(place, heir=player))
    if match is not None and match.paused and sitting.waits(entry.seat):
        match.join(player.name)


def _leave(sitting: Sitting, entry: Left) -> None:
    place = sitting.places[entry.seat]
    if place.heir is not None:
        _put(sitting, entry.seat, replace(place, heir=None))
    elif sitting.waits(entry.seat):
        sitting.places = sitting.places[: entry.seat] + sitting.places[entry.seat + 1 :]
    elif sitting.match is None or sitting.match.over:
        _put(sitting, entry.seat, Place())
    else:
        for_good = sitting.game.house.guests is not None
        if for_good:
            sitting.match.leave(entry.seat)
        _put(sitting, entry.seat, Place(Player(HOUSE, entry.bot, "bot"), gone=for_good))


def _mute(sitting: Sitting, entry: Muted) -> None:
    player = sitting.player_in(entry.seat)
    assert player is not None
    number, looks = {player.number}, skeletons(player.name)
    sitting.muted = sitting.muted | number if entry.on else sitting.muted - number
    sitting.silenced = sitting.silenced | looks if entry.on else sitting.silenced - looks


def _start(sitting: Sitting) -> None:
    """A match; at a rematch those who have left take no seat any more."""
    stay = [seat for seat, place in enumerate(sitting.places) if place.heir or (place.player and not place.gone)]
    sitting.dealer.reseat({seat: new for new, seat in enumerate(stay)})
    sitting.places = tuple(Place(sitting.places[seat].heir or sitting.places[seat].player) for seat in stay)
    moved_on = None
    if sitting.game.house.deal_moves_on and sitting.match is not None and sitting.match.seating is not None:
        moved_on = [(seat + 1) % len(sitting.places) for seat in sitting.match.seating]
    sitting.match = Match(
        sitting.game,
        seats=len(sitting.places),
        options=sitting.opened.options,
        dealer=sitting.dealer,
        names=[place.player.name for place in sitting.places if place.player],
        seating=moved_on,
        pause=True,
    )
    sitting.match.go_on()
    sitting.matches += 1
    sitting.sheet = ()
    sitting.ready = frozenset()


def _settle(before: Sitting, after: Sitting) -> None:
    """When a deal is over, it is written down, and those who waited for it take their seats."""
    was, now = before.match, after.match
    if was is None or now is None or now.deals_over == was.deals_over or after.matches != before.matches:
        return
    after.sheet += (now.scores,)
    after.places = tuple(Place(place.heir) if place.heir else place for place in after.places)
    for seat in range(now.seats, len(after.places)):
        player = after.places[seat].player
        if not now.over and player is not None:
            now.join(player.name)


def _news(sitting: Sitting, entry: AnyEntry, by: str) -> Iterator[News]:
    """Everybody's are numbered; those of a hidden turn have numbers of their own."""
    happened: list[Told | Event] = [] if isinstance(entry, Opened | Moved | Dealt) else [entry]
    if sitting.match is not None:
        happened += sitting.match.events
    for what in happened:
        if isinstance(what, Event) and what.only is not None:
            sitting.draft += 1
        else:
            sitting.seq, sitting.draft = sitting.seq + 1, 0
        yield News(sitting.seq, sitting.draft, what, by)
        by = ""  # what follows by itself is nobody's


def _ask(before: Sitting, after: Sitting, entry: AnyEntry) -> None:
    """A seat is asked anew unless nothing has changed for it, as when others chose at the same time."""
    was, now = before.match, after.match
    asked = dict.fromkeys(now.to_act, after.version) if now is not None else {}
    turns = dict(asked)
    if was is not None and now is not None and after.matches == before.matches:
        for seat in before.since.keys() & asked.keys():
            mine = isinstance(entry, Moved) and entry.seat == seat
            if not mine and was.moves(seat) == now.moves(seat):
                asked[seat] = before.since[seat]
            hidden = not (was.sees(WATCHER) and now.sees(WATCHER)) and was.deals_over == now.deals_over
            if hidden or asked[seat] == before.since[seat]:
                turns[seat] = before.turns[seat]
    after.since, after.turns = asked, turns
