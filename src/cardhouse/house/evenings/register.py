"""The register of evenings: their documents, and their tables."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING

from msgspec import Struct, field

from cardhouse.cards.errors import CardhouseError
from cardhouse.games import GAMES
from cardhouse.house import catalogue, names
from cardhouse.house.decide import Open, Sit
from cardhouse.house.evenings import rules
from cardhouse.house.evenings.draw import DrawnGroup, draw, seat_counts, tables_for
from cardhouse.house.evenings.entries import (
    AnyEveningEntry,
    DrawnRound,
    DrawnTable,
    Evening,
    EveningOpened,
    Member,
    Places,
    RoundDrawn,
    RoundScored,
    apply,
    fold,
    read_entry,
)
from cardhouse.house.evenings.standings import standings
from cardhouse.house.sitting import Sitting
from cardhouse.house.stores import unwell
from cardhouse.wire import Denial, encode
from cardhouse.wire.commands import OfEvening, Opened
from cardhouse.wire.evenings import (
    CloseRound,
    DrawRound,
    EndEvening,
    EveningCommand,
    EveningInfo,
    EveningPlayer,
    EveningRound,
    EveningTable,
    LeaveEvening,
    NewEvening,
    RemovePlayer,
    ReturnToEvening,
    TableState,
)

if TYPE_CHECKING:
    from cardhouse.house.house import House

MOST_KEPT = 200  # evenings in memory
TRIES = 20  # to append an entry while other houses append theirs
LOOK = 2.0  # seconds between two looks at the tables of a round, however many people ask
no_evening = partial(Denial, "unknown", "There is no such evening.")
Decide = Callable[[Evening, float], AnyEveningEntry | None]


class Look(Struct, frozen=True):
    """An evening, and how its last round stands: the places at each table, None while it plays."""

    evening: Evening
    places: tuple[Places | None, ...] = ()
    now: float = 0.0  # by the clock of the store


class Known(Struct):
    """What is kept in memory of an evening."""

    evening: Evening
    last: str  # entry of its log, as it is stored
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    look: Look | None = None
    looked_at: float = 0.0
    opened: set[str] = field(default_factory=set)  # tables of which it is known that they are there
    over: dict[str, Places] = field(default_factory=dict)  # tables of the last round that are over


class Evenings:
    def __init__(self, house: "House") -> None:
        self._house, self._store = house, house.store
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._dice = SystemRandom()

    async def open(self, wanted: NewEvening, token: str) -> tuple[Evening, Member]:
        """Open an evening; return it, and its creator."""
        self._admit()
        opened = _opened(wanted, self._house.levels, await self._store.time())
        creator = rules.join(Evening(id="", opened=opened, since=opened.at), wanted.name, token, opened.at)
        text = encode(opened).decode()
        while True:
            name = names.make_up()
            if await self._store.add_document(_kind(name), _number(0), text) == text:
                break
        await self._append(await self._find(name), creator)
        return await self._joined(name, token)

    async def join(self, name: str, called: str, token: str) -> tuple[Evening, Member]:
        """Add a player to an evening, unless a player has this token already; return both."""
        self._admit()

        def decide(evening: Evening, now: float) -> AnyEveningEntry | None:
            return None if rules.is_player(evening, token) else rules.join(evening, called, token, now)

        await self._do(name, decide)
        return await self._joined(name, token)

    async def _joined(self, name: str, token: str) -> tuple[Evening, Member]:
        evening = (await self._find(name)).evening
        return evening, rules.player_with(evening, token)

    async def command(self, name: str, token: str, command: EveningCommand, allow: Callable[[int], None]) -> None:
        """Do a command. `allow` is asked before that many tables are opened, and may raise Denial."""
        self._admit()
        rules.player_with(await self.at(name), token)  # a stranger does not make the house look at all tables

        def with_player(decide: Callable[[Evening, Member, float], AnyEveningEntry | None]) -> Decide:
            return lambda evening, now: decide(evening, rules.player_with(evening, token), now)

        match command:
            case LeaveEvening():
                await self._do(name, with_player(rules.leave))
            case ReturnToEvening():
                await self._do(name, with_player(rules.come_back))
            case RemovePlayer(player=number):
                await self._do(name, with_player(lambda evening, by, now: rules.remove(evening, by, number, now)))
            case EndEvening():
                await self.look(name)  # a round that is over counts
                await self._do(name, with_player(rules.end))
            case CloseRound(round=wanted):
                seen = await self.look(name, fresh=True)

                def close(evening: Evening, by: Member, now: float) -> AnyEveningEntry | None:
                    scored = rules.close(evening, by, wanted, seen.places, now)
                    if scored is not None and wanted > len(seen.evening.rounds):
                        raise Denial(
                            "stale",
                            f"Round {wanted} was drawn at this very moment. Close it again.",
                            about="evening_moved",
                        )
                    return scored

                await self._do(name, with_player(close))
            case DrawRound(round=wanted):
                await self._draw(name, token, wanted, allow)

    async def _draw(self, name: str, token: str, wanted: int, allow: Callable[[int], None]) -> None:
        before, now = (await self.look(name, fresh=True)).evening, await self._store.time()
        if not rules.may_draw(before, rules.player_with(before, token), wanted, now):
            return
        seats = seat_counts(GAMES[before.opened.game], before.opened.options)
        tables = tables_for(len(before.here), before.opened.size, seats)
        allow(len(tables))  # before the draw, which takes a thread for a while
        groups = await asyncio.to_thread(self._groups, before, tables)

        def decide(evening: Evening, now: float) -> AnyEveningEntry | None:
            if not rules.may_draw(evening, rules.player_with(evening, token), wanted, now):
                return None
            if evening.here != before.here:
                raise Denial(
                    "stale",
                    "Somebody has come or gone at this very moment. Draw the round again.",
                    about="evening_moved",
                )
            return rules.drawn(groups, now)

        await self._do(name, decide)

    def _groups(self, evening: Evening, tables: Sequence[tuple[int, int]]) -> list[DrawnGroup]:
        here = [player.number for player in evening.here]
        self._dice.shuffle(here)
        ranks = {one.player: one.place for one in standings(here, evening.scored)}
        here.sort(key=lambda player: ranks[player])
        return draw(here, evening.rounds, tables, self._dice)

    def _admit(self) -> None:
        if self._house.closing:
            raise Denial("closing", "The house is about to stop. Come back in a moment.")

    # The log

    async def at(self, name: str) -> Evening:
        """Return an evening as it is stored now. Raise Denial if there is none."""
        return (await self._find(name)).evening

    async def _find(self, name: str, *, certain: bool = False) -> Known:
        """Return an evening as it is stored now; if it has to be certain, as no failover can change it."""
        if not names.ID.fullmatch(name):
            raise no_evening()
        while True:
            known = self._known.get(name)
            before = known.evening if known is not None else None
            texts, is_whole = await self._read(name, known, certain=certain)
            if self._known.get(name) is known and (known is None or known.evening is before):
                break  # nobody else has read it meanwhile
        if not texts:
            self._known.pop(name, None)
            raise no_evening()
        if known is None:
            known = self._known[name] = Known(_fold(name, texts), texts[-1])
        elif is_whole:
            known.evening, known.last, known.look = _fold(name, texts), texts[-1], None
            known.opened.clear()
            known.over.clear()
        else:
            for text in texts[1:]:
                self._go_on(known, text)
        self._known.move_to_end(name)
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return known

    async def _read(self, name: str, known: Known | None, *, certain: bool) -> tuple[list[str], bool]:
        """Read an evening from the last known entry on, or the whole of it if that entry is not the same any more.

        A primary that has crashed may show entries which a failover then loses.
        """
        if known is not None:
            since = _number(known.evening.length - 1)
            texts = [*(await self._store.documents(_kind(name), since, certain=certain)).values()]
            if _goes_on(known, texts):
                return texts, False
        return [*(await self._store.documents(_kind(name), certain=certain)).values()], True

    def _go_on(self, known: Known, text: str) -> None:
        entry = read_entry(text)
        known.evening, known.last, known.look = apply(known.evening, entry), text, None
        if isinstance(entry, RoundDrawn | RoundScored):
            known.over.clear()

    async def _append(self, known: Known, entry: AnyEveningEntry) -> bool:
        """Append an entry; return False if another entry has its number, which another house has appended."""
        name, text = known.evening.id, encode(entry).decode()
        before = known.evening
        stored = await self._store.add_document(_kind(name), _number(before.length), text)
        if known.evening is before:
            self._go_on(known, stored)
        return stored == text

    async def _do(self, name: str, decide: Decide) -> None:
        """Append the entry that is decided on, unless there is none. Decide again if another house was faster.

        What it is decided on must be certain: otherwise a failover could lose an entry and keep the one after it, and
        somebody who comes twice could be told that they take part because of an entry that is then lost.
        """
        known = await self._find(name)
        async with known.lock:
            for _ in range(TRIES):
                await self._find(name, certain=True)
                entry = decide(known.evening, await self._store.time())
                if entry is None or await self._append(known, entry):
                    return
        raise unwell()

    # The tables

    async def look(self, name: str, *, fresh: bool = False) -> Look:
        """Return how an evening stands. Open the tables of its round that are missing, and score it when it is over."""
        known = await self._find(name)
        async with known.lock:
            if fresh:
                known.look = None
            return await self._look(known)

    async def _look(self, known: Known) -> Look:
        now = asyncio.get_running_loop().time()
        if known.look is not None and now - known.looked_at < LOOK:
            return known.look
        while True:
            evening = known.evening
            places: tuple[Places | None, ...] = ()
            if evening.phase == "play":
                places = tuple([await self._places(known, table) for table in evening.rounds[-1].tables])
            at = await self._store.time()
            finished = tuple(one for one in places if one is not None)
            if evening.phase == "play" and len(finished) == len(places) and not self._house.closing:
                await self._find(evening.id, certain=True)
                if known.evening is evening:
                    await self._append(known, RoundScored(places=finished, at=at))
            if known.evening is evening:
                known.look, known.looked_at = Look(evening, places, at), now
                return known.look

    async def _places(self, known: Known, table: DrawnTable) -> Places | None:
        """Return the places at a table: None while it plays, none if everybody has left it in the middle."""
        if table.id in known.over:
            return known.over[table.id]
        if table.id not in known.opened:
            await self._open_table(known.evening, table)
            known.opened.add(table.id)
        try:
            places = _places_at(await self._house.glance(table.id))
            if places is not None:  # the round is scored with them, so no failover may lose them
                places = _places_at(await self._house.glance(table.id, certain=True))
        except Denial as denial:
            if denial.code == "store":
                raise
            if denial.code == "unknown":  # a failover has lost it
                known.opened.discard(table.id)
            return None  # it does not load: the creator goes on without it
        if places is not None:
            known.over[table.id] = places
        return places

    async def _open_table(self, evening: Evening, table: DrawnTable) -> None:
        """Open a table of the last round, unless this house or another one has opened it before."""
        if not await self._house.is_free(table.id):
            return
        opened, players = evening.opened, {player.number: player for player in evening.players}
        settings = Opened(
            game=opened.game,
            seats=table.seats,
            options=opened.options,
            chat=opened.chat,
            clock=opened.clock,
            grace=opened.grace,
            pace=opened.pace,
            level=catalogue.suited(GAMES[opened.game], opened.level, table.seats, opened.options),
            suggestions=False,
            evening=OfEvening(id=evening.id, round=len(evening.rounds), rounds=opened.rounds),
        )
        people = tuple(Sit(players[number].name, players[number].token) for number in table.people)
        try:
            await self._house.open_table(table.id, Open(settings, people, table.bots))
        except Denial as denial:
            if denial.code != "taken":
                raise

    # What everybody may know

    async def info(self, name: str) -> EveningInfo:
        return describe(await self.look(name))


def _places_at(sitting: Sitting) -> Places | None:
    if sitting.match is not None and sitting.match.result is not None:
        return sitting.match.result.places
    return () if sitting.phase == "closed" else None


def _fold(name: str, texts: Sequence[str]) -> Evening:
    return fold(name, [read_entry(text) for text in texts])


def _goes_on(known: Known, texts: Sequence[str]) -> bool:
    """Return whether the last known entry is the first of these, which were read from its number on."""
    return texts[:1] == [known.last]


def describe(look: Look) -> EveningInfo:
    evening, opened = look.evening, look.evening.opened
    return EveningInfo(
        id=evening.id,
        game=opened.game,
        options=opened.options,
        rounds=opened.rounds,
        size=opened.size,
        level=opened.level,
        clock=opened.clock,
        grace=opened.grace,
        chat=opened.chat,
        phase=evening.phase,
        creator=evening.creator,
        players=tuple(EveningPlayer(number=one.number, name=one.name, state=one.state) for one in evening.players),
        drawn=tuple(_round(one, look) for one in evening.rounds),
        standings=standings([player.number for player in evening.players], evening.scored),
        everybody_in=round(rules.everybody_in(evening, look.now), 1),
    )


def _round(one: DrawnRound, look: Look) -> EveningRound:
    """Return a round as it is stored, or as it stands now. If the evening was ended before, it does not count."""
    known: tuple[Places | None, ...]
    if one.places is not None:
        known = one.places
    elif look.evening.phase == "play":
        known = look.places
    else:
        known = ((),) * len(one.tables)
    return EveningRound(tables=tuple(_table(table, places) for table, places in zip(one.tables, known, strict=True)))


def _table(table: DrawnTable, places: Places | None) -> EveningTable:
    state: TableState = "play" if places is None else "over" if places else "off"
    return EveningTable(id=table.id, people=table.people, bots=table.bots, state=state, places=places or ())


def _opened(wanted: NewEvening, levels: dict[str, str], at: float) -> EveningOpened:
    """Return the first entry of an evening. Raise Denial if these settings cannot be."""
    if wanted.game not in GAMES:
        raise Denial("unknown", f"There is no such game; there are {', '.join(GAMES)}.")
    game = GAMES[wanted.game]
    catalogue.must_have(levels, wanted.level)
    try:
        seats = seat_counts(game, wanted.options)
        if not seats:
            raise Denial(
                "unreadable",
                "With these options the game cannot be played by any number of players.",
                about="evening_options",
            )
        options = game.options_of(game.new_state(seats[0], wanted.options))
    except CardhouseError as error:
        raise Denial.of("unreadable", error, about="evening_options") from None
    size = min(max(wanted.size, seats[0]), seats[-1])
    catalogue.must_suit(game, wanted.level, size, options)
    return EveningOpened(
        game=wanted.game,
        options=options,
        rounds=wanted.rounds,
        size=size,
        level=wanted.level,
        clock=wanted.clock,
        grace=wanted.grace,
        pace=wanted.pace,
        chat=wanted.chat,
        at=at,
    )


def _kind(name: str) -> str:
    return f"evening {name}"


def _number(number: int) -> str:
    return f"{number:06}"
