"""The deal of the day: for each game one match a day, which everybody plays alone against the same bots.

Its deal secret is made when it is first needed, and its commitment is published a day ahead. A day begins and ends at
midnight UTC by the clock of the store, so that all houses agree. What is stored, besides the tables, are documents:

| kind | name | text |
|---|---|---|
| `daily deal` | `2026-11-19 president` | the secret, and when it was made |
| `daily law` | the same | the digest of the law by which the day is played |
| `daily attempts 2026-11-19 president` | the skeleton of a name | the table, and the hash of the key |
| `daily results 2026-11-19 president` | the table | the result, stored together with the last move |
"""

import asyncio
import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from hmac import compare_digest
from itertools import groupby
from secrets import token_hex

from msgspec import Struct, json

from cardhouse.games import GAMES
from cardhouse.games.definition import AnyGame
from cardhouse.games.version import law_version
from cardhouse.house import names
from cardhouse.house.catalogue import DEFAULT
from cardhouse.house.clock import StoreClock
from cardhouse.house.lookalikes import skeletons
from cardhouse.house.rows import Document
from cardhouse.house.sitting import DAILY_SEAT, Sitting
from cardhouse.house.stores import Store
from cardhouse.play.dealers import commitment_to
from cardhouse.wire import Denial, encode
from cardhouse.wire.commands import Opened
from cardhouse.wire.lobby import DailyGame, DailyInfo, DailyResult, NewAttempt

KEPT = timedelta(days=30)
MOST_DAYS = 64  # the last days with deals are kept, however old they seem: the clock may be ahead for a while
DAY = timedelta(days=1)
MOST_ATTEMPTS = 5_000  # at the deal of a game and a day
MOST_SHOWN = 50  # results
FRESH = 2.0  # seconds for which a ranking is not read again
MOST_RANKINGS = 300  # in memory
DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
DEALS, LAWS, ATTEMPTS, RESULTS = "daily deal", "daily law", "daily attempts", "daily results"
UNREADABLE = "A date is written as in 2026-11-19."
SEALED = "Others still play this deal of the day. Everybody can watch it when the day is over, at midnight UTC."
LEFT = "You have left today's deal, so it is over for you. The next one begins at midnight UTC."
OPENING = "Today's deal is being opened for you. Try again in a moment."
CHANGED = (
    "This house plays by another version of the game's law than when the day began, so today's deal cannot be begun "
    "here any more. The next one begins at midnight UTC."
)
FULL = "As many people as there can be have begun today's deal. The next one begins at midnight UTC."


class DailySecret(Struct, frozen=True):
    """The deal secret of a day, in hexadecimal, and when it was made."""

    secret: str
    at: float


class Attempt(Struct, frozen=True):
    """Who has begun the deal of a day, and at which table; the table may not be open yet."""

    table: str
    name: str
    key: str  # its SHA-256


class Outcome(Struct, frozen=True):
    """A match that was over before the day was."""

    name: str
    place: int
    points: int
    turns: int
    at: int  # milliseconds since the epoch
    law: str  # the digest of the law that it was played by


class Ranking(Struct, frozen=True):
    """The results of a deal of the day, as far as they are shown."""

    begun: int
    finished: int
    shown: tuple[DailyResult, ...]
    best: str  # its table


read_secret = json.Decoder(DailySecret).decode
read_attempt = json.Decoder(Attempt).decode
read_outcome = json.Decoder(Outcome).decode


# Days


def day_at(now: float) -> date:
    return datetime.fromtimestamp(now, UTC).date()


def end_of(day: date) -> float:
    """Return when a day is over, in seconds since the epoch."""
    return datetime.combine(day + DAY, time_of_day.min, UTC).timestamp()


def is_sealed(table: Opened, now: float) -> bool:
    """Return whether this is the table of a deal of the day that others may still play."""
    return table.daily != "" and now < end_of(date.fromisoformat(table.daily))


def must_be_open(table: Opened, now: float) -> None:
    """Raise Denial for the table of a deal of the day that is not over."""
    if is_sealed(table, now):
        raise Denial("sealed", SEALED)


def _read_date(text: str) -> date:
    if not DATE.fullmatch(text):
        raise Denial("unreadable", UNREADABLE, about="daily_date")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Denial("unreadable", UNREADABLE, about="daily_date") from None


# Tables


def opened(game: AnyGame, day: date, pace: float) -> Opened:
    """Return the table at which a deal of the day is played: it is the same for everybody but for the pace."""
    return Opened(
        game=game.name,
        seats=game.default_seats,
        options=dict(game.lab.short),
        level=DEFAULT,
        pace=pace,
        chat=False,
        suggestions=False,
        daily=day.isoformat(),
    )


def outcome(table: str, before: Sitting | None, after: Sitting, at: int) -> Document | None:
    """Return the result to store with the entry that ends a match of the day, or None for any other entry."""
    match = after.match
    ends = before is not None and before.phase == "play" and after.phase == "over"
    if not ends or match is None or match.result is None or not is_sealed(after.opened, at / 1000):
        return None
    result = Outcome(
        name=after.seat_names[DAILY_SEAT],
        place=match.result.places[DAILY_SEAT],
        points=match.result.points[DAILY_SEAT],
        turns=after.turns_taken,
        at=at,
        law=law_version(after.game).digest,
    )
    return Document(f"{RESULTS} {_name(after.opened.daily, after.game)}", table, encode(result).decode())


def _name(day: date | str, game: AnyGame) -> str:
    return f"{day} {game.name}"


def _day_in(name: str) -> str:
    """Return the day in a name that `_name` has made."""
    return name.partition(" ")[0]


class Daily:
    """The deals of the days, of all houses that share the store."""

    def __init__(self, store: Store, clock: StoreClock) -> None:
        self._store, self._clock = store, clock
        self._secrets: dict[str, DailySecret] = {}
        self._rankings: dict[str, tuple[float, asyncio.Task[Ranking]]] = {}
        self._cleared: date | None = None  # the day on which old documents were removed

    async def prepare(self) -> None:
        """Make the secrets of today and tomorrow, if no house has made them, and remove what is too old."""
        today = day_at(await self._clock.ask())
        for game in GAMES.values():
            await self.secret(today, game)
            await self.secret(today + DAY, game)
        if self._cleared != today:
            await self._clear(before=today - KEPT)
            self._cleared = today

    async def secret(self, day: date, game: AnyGame) -> DailySecret:
        """Return the secret of a day, and make it if nobody has."""
        name = _name(day, game)
        if name not in self._secrets:
            made = DailySecret(secret=token_hex(32), at=await self._clock.ask())
            self._secrets[name] = read_secret(await self._store.add_document(DEALS, name, encode(made).decode()))
        return self._secrets[name]

    async def _clear(self, before: date) -> None:
        """Remove the documents of all days before this one, except for the last days that had a deal.

        If the clock is ahead by mistake and is set back, the deals that were published are still there.
        """
        names = await self._store.documents(DEALS)
        days = sorted({_day_in(name) for name in names})
        old_days = [day for day in days[:-MOST_DAYS] if day < before.isoformat()]
        old = [name for name in names if _day_in(name) in old_days]
        for name in old:
            for kind in (f"{ATTEMPTS} {name}", f"{RESULTS} {name}"):
                await self._store.remove_documents(kind, [*await self._store.documents(kind)])
            self._secrets.pop(name, None)
        await self._store.remove_documents(LAWS, old)
        await self._store.remove_documents(DEALS, old)  # last, because the others are found by it

    # What everybody may know

    async def info(self, wanted: str = "") -> DailyInfo:
        """Return the deals of a day: by default of today, with the commitments for tomorrow."""
        now = await self._clock.ask()
        today = day_at(now)
        day = _read_date(wanted) if wanted else today
        if not today - KEPT <= day <= today:
            raise Denial("unknown", f"There are deals from {today - KEPT} to {today}.")
        known = {} if day == today else await self._store.documents(DEALS)
        played = [game for game in GAMES.values() if day == today or _name(day, game) in known]
        return DailyInfo(
            date=day.isoformat(),
            seconds=max(0.0, end_of(day) - now),
            oldest=(today - KEPT).isoformat(),
            games=[await self._game(day, game, is_today=day == today) for game in played],
        )

    async def _game(self, day: date, game: AnyGame, *, is_today: bool) -> DailyGame:
        ranking, secret, table = await self._ranking(day, game), await self.secret(day, game), opened(game, day, 0)
        coming = commitment_of(await self.secret(day + DAY, game)) if is_today else ""
        return DailyGame(
            game=game.name,
            seats=table.seats,
            options=game.options_of(game.new_state(table.seats, table.options)),
            level=table.level,
            commitment=commitment_of(secret),
            committed_at=secret.at,
            next=coming,
            begun=ranking.begun,
            finished=ranking.finished,
            ranking=ranking.shown,
            best="" if is_today else ranking.best,
        )

    async def _ranking(self, day: date, game: AnyGame) -> Ranking:
        """Return the ranking of a day, which all who ask within a moment share."""
        name, now = _name(day, game), asyncio.get_running_loop().time()
        at, reading = self._rankings.get(name, (0.0, None))
        if reading is None or now - at > FRESH:
            if len(self._rankings) >= MOST_RANKINGS:
                self._rankings.clear()
            reading = asyncio.create_task(self._read_ranking(day, game))
            self._rankings[name] = now, reading
        return await asyncio.shield(reading)

    async def _read_ranking(self, day: date, game: AnyGame) -> Ranking:
        name = _name(day, game)
        attempts = await self._store.documents(f"{ATTEMPTS} {name}")
        results = await self._store.documents(f"{RESULTS} {name}")
        law = await self._store.document(LAWS, name)
        begun = {read_attempt(text).table for text in attempts.values()}
        outcomes = [(table, read_outcome(text)) for table, text in results.items()]
        ranked = rank(game, [(table, outcome) for table, outcome in outcomes if outcome.law == law])
        return Ranking(
            begun=len(begun),
            finished=len(ranked),
            shown=tuple(result for _, result in ranked[:MOST_SHOWN]),
            best=ranked[0][0] if ranked else "",
        )

    # To play

    async def claim(self, game: AnyGame, wanted: NewAttempt, *, begins: Callable[[], None]) -> tuple[date, Attempt]:
        """Return today's attempt of a name, which may be a new one. Raise Denial if it is somebody else's.

        The key is a hash. `begins` is called before a new attempt is stored, and may raise Denial. The name is claimed
        before the table is opened: if the house is killed in between, the client asks again with its key, and gets the
        same attempt.
        """
        name = names.make_readable(wanted.name)
        today = day_at(await self._clock.ask())
        mine = Attempt(names.make_up(), name, wanted.key)
        kind, looks = f"{ATTEMPTS} {_name(today, game)}", sorted(skeletons(name))
        known = [await self._store.document(kind, look) for look in looks]
        for text in filter(None, known):
            mine = _same(read_attempt(text), mine)
        if not any(known):
            await self._must_be_possible(today, game)
            begins()
        for look in looks:
            mine = _same(read_attempt(await self._store.add_document(kind, look, encode(mine).decode())), mine)
        return today, mine

    async def _must_be_possible(self, today: date, game: AnyGame) -> None:
        """Raise Denial if nobody can begin: the day has begun with another law, or too many have."""
        law = law_version(game).digest
        if await self._store.add_document(LAWS, _name(today, game), law) != law:
            raise Denial("not_now", CHANGED, about="daily_changed")
        if (await self._ranking(today, game)).begun >= MOST_ATTEMPTS:
            raise Denial("limit", FULL, about="daily_full")


def _same(found: Attempt, mine: Attempt) -> Attempt:
    """Return the attempt that was found, if it has the key of this one; raise Denial if it is somebody else's."""
    if compare_digest(found.key, mine.key):
        return found
    called = found.name if found.name == mine.name else f"{found.name}, which looks like {mine.name},"
    raise Denial(
        "played",
        f"{called} has begun today's deal already, and each name can begin it once. If that was you, go on in the "
        "browser where you began: there, “Play on another device” brings the seat here. If not, choose another name.",
    )


def commitment_of(secret: DailySecret) -> str:
    return commitment_to(bytes.fromhex(secret.secret))


def rank(game: AnyGame, results: Iterable[tuple[str, Outcome]]) -> list[tuple[str, DailyResult]]:
    """Rank results by place, points and turns; those that are equal share a rank, and the earlier one comes first."""

    def worth(result: tuple[str, Outcome]) -> tuple[int, int, int]:
        _, outcome = result
        return outcome.place, outcome.points if game.lowest_wins else -outcome.points, outcome.turns

    found: list[tuple[str, DailyResult]] = []
    ordered = sorted(results, key=lambda one: (*worth(one), one[1].at, one[0]))
    for _, equal in groupby(ordered, worth):
        place = len(found) + 1
        for table, one in equal:
            shown = DailyResult(rank=place, name=one.name, place=one.place, points=one.points, turns=one.turns)
            found.append((table, shown))
    return found
