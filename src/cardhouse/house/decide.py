"""Turn a command into log entries, or raise a Denial. Nothing is changed here."""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from cardhouse.cards.errors import BadDeal, CardhouseError, Refused, Unreadable
from cardhouse.cards.facts import sentence
from cardhouse.cards.ledger import WATCHER
from cardhouse.house import commands, names
from cardhouse.house.apply import apply_entry
from cardhouse.house.catalogue import must_suit
from cardhouse.house.lookalikes import skeletons
from cardhouse.house.rows import NOTHING, Secret
from cardhouse.house.sitting import News, Sitting, Version, open_sitting
from cardhouse.play.events import FAILED, Event
from cardhouse.play.match import Match
from cardhouse.play.position import Position
from cardhouse.play.referee import LONGEST_FAULT, why_no_room
from cardhouse.wire import Denial
from cardhouse.wire.commands import (
    AnyCommand,
    AnyEntry,
    Dealt,
    Kind,
    Moved,
    Muted,
    Opened,
    Sat,
)


class Open(Struct, frozen=True):
    """From the lobby: open a table, with the player who opens it. From an evening: with everybody who plays."""

    opened: Opened
    people: tuple["Sit", ...]
    bots: int
    deal_secret: str = ""  # of its first deal; drawn at random if empty
    position: Position | None = None  # that the first match goes on from


class Sit(Struct, frozen=True):
    """From the lobby: take a seat."""

    name: str
    token: str  # its SHA-256
    kind: Kind = "person"
    seat: int | None = None
    entropy: str = ""
    address: str = ""  # of the client; empty if many people may share it
    muted: bool = False  # from the start


class Take(Struct, frozen=True):
    """From the lobby: move a player's seat to another device, which has another token."""

    token: str  # its SHA-256


class Default(Struct, frozen=True):
    """From the house: play the default move for a player who is out of time, or if nobody has volunteered."""

    seat: int
    asked: Version
    fault: str


class BotMove(Struct, frozen=True):
    """From a worker: a bot's move, or a sentence that says how it failed."""

    seat: int
    asked: Version
    move: str
    fault: str = ""
    by: str = ""


class GoOn(Struct, frozen=True):
    """From the house: go on, because everybody is ready or the pause is over."""

    rematch: bool


Wish = AnyCommand | Open | Sit | Take | Default | BotMove | GoOn
Decided = tuple[Sitting, list[News], list[tuple[AnyEntry, Secret]]]


class Judged(NamedTuple):
    """A wish of the house that was decided before it was submitted. It is valid only while the sitting is the same."""

    on: Sitting
    decided: Decided


def decide(sitting: Sitting | None, player: int, wish: Wish) -> Decided:
    """Return the sitting after a wish, the news, and the rows to store; or raise Denial, with nothing changed."""
    news: list[News] = []
    stored: list[tuple[AnyEntry, Secret]] = []
    try:
        if isinstance(wish, Open):
            sitting = open_sitting(wish.opened, Secret(deal_secret=wish.deal_secret), wish.position)
            position = "" if wish.position is None else wish.position.text
            stored.append((wish.opened, Secret(deal_secret=sitting.dealer.secret.hex(), position=position)))
        assert sitting is not None
        for entry, secret in entries(sitting, player, wish):
            try:
                after, happened = apply_entry(sitting, entry, secret)
            except (Refused, Unreadable) as error:
                if not isinstance(wish, BotMove) or wish.fault:
                    raise
                entry = _bot_move(sitting, replace(wish, fault=error.sentence))
                after, happened = apply_entry(sitting, entry, secret)
            stored.append(
                record(entry, secret, happened, renewed=after.dealer.secret != sitting.dealer.secret, on=after)
            )
            sitting, news = after, news + happened
    except (Refused, Unreadable) as error:
        raise Denial.of("refused", error) from None
    except BadDeal as error:  # entropy that comes too late
        raise Denial.of("not_now", error) from None
    except CardhouseError as error:
        raise Denial.of("unreadable", error) from None
    return sitting, news, stored


def record(entry: AnyEntry, secret: Secret, news: list[News], *, renewed: bool, on: Sitting) -> tuple[AnyEntry, Secret]:
    """Split an entry into its public part and its secret."""
    deal_secret = on.dealer.secret.hex() if renewed else ""
    if not isinstance(entry, Moved):
        return entry, Secret(deal_secret=deal_secret, token=secret.token)
    made = next(one.what for one in news if isinstance(one.what, Event))
    if made.is_public and made.move == entry.move and not deal_secret:
        return entry, NOTHING
    public = made.redact_for(WATCHER, 0)
    fault = FAILED if entry.fault else ""
    if public is not None and public.move == made.move:
        return replace(entry, move=made.move, fault=fault), Secret(deal_secret=deal_secret, fault=entry.fault)
    return replace(entry, move="", fault=fault), Secret(deal_secret=deal_secret, move=made.move, fault=entry.fault)


def entries(sitting: Sitting, player: int, wish: Wish) -> list[tuple[AnyEntry, Secret]]:
    """Return the entries that a wish makes, with their secrets."""
    if isinstance(wish, Open):
        return _open(sitting, wish)
    if sitting.phase == "closed":
        raise Denial("closed", "This table is closed: everybody has left.")
    match wish:
        case Sit():
            if sitting.opened.evening is not None:
                sentence = "The seats at this table belong to the people of an evening. You can watch."
                raise Denial("full", sentence, about="evening_table")
            return _sit(sitting, wish)
        case Take():
            return [(commands.make_handed_entry(sitting, player), Secret(token=wish.token))]
        case Default():
            return _without_secrets(_default(sitting, wish))
        case BotMove():
            return _without_secrets(_bot_move(sitting, wish))
        case GoOn():
            commands.must(sitting.phase == ("over" if wish.rematch else "pause"), "The next deal has already begun.")
            return _without_secrets(*(commands.make_match_entries(sitting) if wish.rematch else [Dealt()]))
        case _:
            return _without_secrets(*commands.make_entries(sitting, player, wish))


def _without_secrets(*made: AnyEntry) -> list[tuple[AnyEntry, Secret]]:
    return [(entry, NOTHING) for entry in made]


def _open(sitting: Sitting, wish: Open) -> list[tuple[AnyEntry, Secret]]:
    people, seats = len(wish.people), len(sitting.chairs)
    must_suit(sitting.game, wish.opened.level, seats, sitting.opened.options)
    if people + wish.bots > seats:
        most = seats - people
        raise Denial("unreadable", f"A table with {seats} seats has room for {most} bots and you, not {wish.bots}.")
    made, after = list[tuple[AnyEntry, Secret]](), sitting
    for one in wish.people:
        sat = _sit(after, one)
        after, _ = apply_entry(after, *sat[0])
        made += sat
    made += _without_secrets(*commands.make_bot_entries(after, people + wish.bots))
    if wish.bots and people + wish.bots == seats:
        made += _without_secrets(commands.make_started_entry(sitting))
    return made


def _sit(sitting: Sitting, wish: Sit) -> list[tuple[AnyEntry, Secret]]:
    number, name = sitting.players + 1, names.name(wish.name, sitting.names())
    seat = _free_seat(sitting, wish.seat)
    sat = Sat(seat=seat, player=number, name=name, kind=wish.kind)
    made: list[tuple[AnyEntry, Secret]] = [(sat, Secret(token=wish.token))]
    if wish.muted or skeletons(name) & sitting.silenced:
        made += _without_secrets(Muted(seat=seat, on=True))
    others = [chair.player for other, chair in enumerate(sitting.chairs) if other != seat]
    if wish.entropy and sitting.dealer.entropy is not None:
        made += _without_secrets(commands.make_contribution(seat, wish.entropy))
    if sitting.match is None and all(others):
        made += _without_secrets(commands.make_started_entry(sitting))
    return made


def _free_seat(sitting: Sitting, wanted: int | None) -> int:
    """Return an empty seat, or a bot's, or a new one if the game allows guests."""
    if sitting.opened.daily and sitting.players:
        raise Denial(
            "full",
            "Somebody plays the deal of the day here, alone against bots. Play it at a table of your own.",
            about="daily_table",
        )
    empty = [seat for seat, chair in enumerate(sitting.chairs) if chair.free]
    bots = [seat for seat, chair in enumerate(sitting.chairs) if chair.a_bots]
    if wanted is not None:
        if wanted in empty or wanted in bots:
            return wanted
        if wanted >= len(sitting.chairs):
            raise Denial("unknown", f"There is no seat {wanted} at this table.")
        raise Denial("full", f"Seat {wanted} is not free.")
    if empty or bots:
        return (empty or bots)[0]
    if sitting.full:
        raise Denial("full", _full_sentence(sitting))
    return len(sitting.chairs)


def _full_sentence(sitting: Sitting) -> str:
    if sitting.full == "seats":
        return "Every seat is taken: you can watch."
    until = "somebody leaves" if sitting.full == "at_once" else "the next match has begun"
    return f"{sentence(why_no_room(sitting.game, sitting.full))} You can watch until {until}."


def _default(sitting: Sitting, wish: Default) -> Moved:
    move = _asked(sitting, wish).default(wish.seat)
    return Moved(seat=wish.seat, move=move, by="clock", fault=wish.fault)


def _bot_move(sitting: Sitting, wish: BotMove) -> Moved:
    """Return a bot's move; if the bot has failed, the default move with the fault."""
    match = _asked(sitting, wish)
    if wish.fault:
        fault = wish.fault[:LONGEST_FAULT]
        return Moved(seat=wish.seat, move=match.default(wish.seat), by=wish.by, fault=fault)
    return Moved(seat=wish.seat, move=wish.move, by=wish.by)


def _asked(sitting: Sitting, wish: Default | BotMove) -> Match:
    """Return the match, if the seat still has the choice that it was asked for; otherwise raise Denial."""
    if sitting.match is None or sitting.since.get(wish.seat) != wish.asked:
        raise Denial("stale", "This move answers an earlier question: the table has changed since.")
    return sitting.match
