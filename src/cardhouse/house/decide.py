"""Decisions: what a command comes to, as entries of the log; or why not. Nothing is changed here."""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from cardhouse import wire
from cardhouse.cards.errors import BadDeal, CardhouseError, Refused, Unreadable
from cardhouse.cards.facts import sentence
from cardhouse.cards.ledger import WATCHER
from cardhouse.house import names
from cardhouse.house.catalogue import must_suit
from cardhouse.house.lookalikes import skeletons
from cardhouse.house.sitting import News, Sitting, Version, following, opening
from cardhouse.play.events import FAILED, Event
from cardhouse.play.match import Match
from cardhouse.play.referee import LONGEST_FAULT, why_no_room
from cardhouse.wire import Command, Denial
from cardhouse.wire.entries import (
    HOUSE,
    NOTHING,
    Added,
    AnyEntry,
    Dealt,
    Kind,
    Left,
    Levelled,
    Moved,
    Muted,
    Opened,
    Paced,
    Readied,
    Said,
    Sat,
    Secret,
    Started,
)


class Open(Struct, frozen=True):
    """From the lobby: a table, and who opens it."""

    opened: Opened
    creator: "Sit"
    bots: int


class Sit(Struct, frozen=True):
    """From the lobby."""

    name: str
    token: str  # its SHA-256
    kind: Kind = "person"
    seat: int | None = None
    words: str = ""
    address: str = ""  # of the client, if it tells people apart
    muted: bool = False  # from the start


class Default(Struct, frozen=True):
    """From the house: the rules' default move, for one who is out of time, or does not come forward."""

    seat: int
    asked: Version
    fault: str


class BotMove(Struct, frozen=True):
    """From a worker: a bot's answer, or its fault in words."""

    seat: int
    asked: Version
    move: str
    fault: str = ""
    by: str = ""


class GoOn(Struct, frozen=True):
    """From the house: everybody is ready, or the pause is over."""

    rematch: bool


Wish = Command | Open | Sit | Default | BotMove | GoOn
Decided = tuple[Sitting, list[News], list[tuple[AnyEntry, Secret]]]


def decide(sitting: Sitting | None, player: int, wish: Wish) -> Decided:
    """The sitting after a wish, what happened, and what is to be stored. Raises Denial, and nothing has happened."""
    news: list[News] = []
    stored: list[tuple[AnyEntry, Secret]] = []
    try:
        if isinstance(wish, Open):
            sitting = opening(wish.opened, NOTHING)
            stored.append((wish.opened, Secret(seed=sitting.dealer.seed.hex())))
        assert sitting is not None
        for entry, secret in entries(sitting, player, wish):
            try:
                after, happened = following(sitting, entry, secret)
            except (Refused, Unreadable) as error:
                if not isinstance(wish, BotMove) or wish.fault:
                    raise
                entry = _bot_move(sitting, replace(wish, fault=error.sentence))
                after, happened = following(sitting, entry, secret)
            stored.append(recorded(entry, secret, happened, renewed=after.dealer.seed != sitting.dealer.seed, on=after))
            sitting, news = after, news + happened
    except (Refused, Unreadable) as error:
        raise Denial.of("refused", error) from None
    except BadDeal as error:  # words that come too late
        raise Denial.of("not_now", error) from None
    except CardhouseError as error:
        raise Denial.of("unreadable", error) from None
    return sitting, news, stored


def recorded(
    entry: AnyEntry, secret: Secret, news: list[News], *, renewed: bool, on: Sitting
) -> tuple[AnyEntry, Secret]:
    """What everybody may know, and the rest apart."""
    seed = on.dealer.seed.hex() if renewed else ""
    if not isinstance(entry, Moved):
        return entry, Secret(seed=seed, token=secret.token)
    made = next(one.what for one in news if isinstance(one.what, Event))
    told = made.told_to(WATCHER, 0)
    fault = FAILED if entry.fault else ""
    if told is not None and told.move == made.move:
        return Moved(entry.seat, made.move, entry.by, fault), Secret(seed=seed, fault=entry.fault)
    return Moved(entry.seat, "", entry.by, fault), Secret(seed=seed, move=made.move, fault=entry.fault)


def entries(sitting: Sitting, player: int, wish: Wish) -> list[tuple[AnyEntry, Secret]]:
    """What a wish comes to."""
    if isinstance(wish, Open):
        return _open(sitting, wish)
    if sitting.phase == "closed":
        raise Denial("closed", "This table is closed: everybody has left.")
    match wish:
        case Sit():
            return _sit(sitting, wish)
        case Default():
            return [(_default(sitting, wish), NOTHING)]
        case BotMove():
            return [(_bot_move(sitting, wish), NOTHING)]
        case GoOn():
            _must(sitting.phase == ("over" if wish.rematch else "pause"), "It has gone on already.")
            return _start(sitting) if wish.rematch else [(Dealt(), NOTHING)]
        case _:
            return _command(sitting, player, wish)


def _command(sitting: Sitting, player: int, wish: Command) -> list[tuple[AnyEntry, Secret]]:
    seat = sitting.seat_of(player)
    if seat is None:
        raise Denial("denied", "Only those who have a seat can do that.")
    match wish:
        case wire.Leave():
            return [(_left(sitting, seat, kicked=False), NOTHING)]
        case wire.Say():
            return [(_said(sitting, player, seat, wish.text), NOTHING)]
        case wire.Start():
            _must(sitting.creator == player, "Only the creator of the table starts it.", denied=True)
            _must(sitting.phase == "open", "The match has begun already.")
            return _start(sitting)
        case wire.Kick():
            _must(sitting.creator == player, "Only the creator of the table can ask others to leave.", denied=True)
            may_go = _taken(sitting, wish.seat) if sitting.phase == "open" else sitting.number_in(wish.seat) != HOUSE
            _must(may_go and wish.seat != seat, f"Nobody in seat {wish.seat} can be sent away.")
            return [(_left(sitting, wish.seat, kicked=True), NOTHING)]
        case wire.Mute():
            _must(sitting.creator == player, "Only the creator of the table can mute others.", denied=True)
            _must(sitting.number_in(wish.seat) != HOUSE, f"There is nobody to mute in seat {wish.seat}.")
            return [(Muted(wish.seat, wish.on), NOTHING)]
        case wire.Pace():
            _must(sitting.creator == player, "Only the creator of the table says how long bots wait.", denied=True)
            return [(Paced(wish.seconds), NOTHING)]
        case wire.Level():
            _must(sitting.creator == player, "Only the creator of the table says how well bots play.", denied=True)
            must_suit(sitting.game, wish.level)
            return [(Levelled(wish.level), NOTHING)]
        case wire.Play() | wire.Deal() | wire.Rematch() | wire.Words():
            if sitting.plays(player) is None:
                raise Denial("not_now", "Your seat is played by a bot until this deal is over.")
            if isinstance(wish, wire.Words) and not names.is_random(wish.words):
                _check_talk(sitting, player)
            return [(_in_seat(sitting, seat, wish), NOTHING)]
        case _:
            assert_never(wish)


def _in_seat(sitting: Sitting, seat: int, wish: wire.Play | wire.Deal | wire.Rematch | wire.Words) -> AnyEntry:
    phase = sitting.phase
    match wish:
        case wire.Play():
            if (wish.base, wish.draft) > sitting.version_for(seat):
                raise Denial("stale", "The table has not come so far as the version that this move was made on.")
            if (wish.base, wish.draft) < sitting.since.get(seat, sitting.version_for(seat)):
                raise Denial("stale", "The table has changed since the version that this move was made on.")
            _must(phase != "open", "The match has not begun.")
            return Moved(seat, wish.move)
        case wire.Deal():
            _must(phase == "pause", "There is no deal to wait for.")
            return Readied(seat)
        case wire.Rematch():
            _must(phase == "over", "There can be a rematch when the match is over.")
            return Readied(seat)
        case wire.Words():
            return Added(seat, names.cleaned(wish.words, names.LONGEST_WORDS, "A line of words"))


def _must(truth: bool, sentence: str, *, denied: bool = False) -> None:
    if not truth:
        raise Denial("denied" if denied else "not_now", sentence)


def _taken(sitting: Sitting, seat: int) -> bool:
    return seat < len(sitting.places) and sitting.places[seat].player is not None


def _left(sitting: Sitting, seat: int, *, kicked: bool) -> Left:
    """Return the entry. In a match a bot takes the place of somebody who plays."""
    plays = sitting.plays(sitting.number_in(seat)) is not None
    takes_over = sitting.phase in ("play", "pause") and plays
    return Left(seat, kicked, next(names.bot_names(sitting.names())) if takes_over else "")


def _check_talk(sitting: Sitting, player: int) -> None:
    """Raise Denial for a player who may not talk. Words for the deal are read by all, unless they are random."""
    _must(sitting.opened.chat, "There is no chat at this table.")
    if player in sitting.muted:
        raise Denial("muted", "The creator of the table has muted you.")


def _said(sitting: Sitting, player: int, seat: int, text: str) -> Said:
    _check_talk(sitting, player)
    return Said(seat, names.cleaned(text, names.LONGEST_TEXT, "What is said"))


def _open(sitting: Sitting, wish: Open) -> list[tuple[AnyEntry, Secret]]:
    must_suit(sitting.game, wish.opened.level)
    made = _sit(sitting, wish.creator)
    after, _ = following(sitting, made[0][0], made[0][1])
    if wish.bots >= sitting.opened.seats:
        raise Denial("unreadable", f"One of {sitting.opened.seats} seats is yours: {wish.bots} bots are too many.")
    made += _bots(after, 1 + wish.bots)
    if 1 + wish.bots == sitting.opened.seats:
        made.append((Started(), NOTHING))
    return made


def _sit(sitting: Sitting, wish: Sit) -> list[tuple[AnyEntry, Secret]]:
    number, name = sitting.players + 1, names.name(wish.name, sitting.names())
    seat = _free_seat(sitting, wish.seat)
    made: list[tuple[AnyEntry, Secret]] = [(Sat(seat, number, name, wish.kind), Secret(token=wish.token))]
    if wish.muted or skeletons(name) & sitting.silenced:
        made.append((Muted(seat, on=True), NOTHING))
    others = [place.player for other, place in enumerate(sitting.places) if other != seat]
    if wish.words and sitting.dealer.words is not None:
        made.append((Added(seat, names.cleaned(wish.words, names.LONGEST_WORDS, "A line of words")), NOTHING))
    if sitting.match is None and all(others):
        made.append((Started(), NOTHING))
    return made


def _free_seat(sitting: Sitting, wanted: int | None) -> int:
    """One that is empty; or a bot's; or, where the game has guests, a new one."""
    empty = [seat for seat, place in enumerate(sitting.places) if place.free]
    bots = [seat for seat, place in enumerate(sitting.places) if place.a_bots]
    if wanted is not None:
        if wanted in empty or wanted in bots:
            return wanted
        if wanted >= len(sitting.places):
            raise Denial("unknown", f"There is no seat {wanted} at this table.")
        raise Denial("full", f"Seat {wanted} is not free.")
    if empty or bots:
        return (empty or bots)[0]
    if sitting.full:
        raise Denial("full", _full_sentence(sitting))
    return len(sitting.places)


def _full_sentence(sitting: Sitting) -> str:
    if sitting.full == "seats":
        return "Every seat is taken: you can watch."
    until = "somebody leaves" if sitting.full == "at_once" else "the next match has begun"
    return f"{sentence(why_no_room(sitting.game, sitting.full))} You can watch until {until}."


def _start(sitting: Sitting) -> list[tuple[AnyEntry, Secret]]:
    return [*_bots(sitting, sitting.opened.seats), (Started(), NOTHING)]


def _bots(sitting: Sitting, seats: int) -> list[tuple[AnyEntry, Secret]]:
    """Bots for the empty seats, until so many are taken."""
    fresh, made = names.bot_names(sitting.names()), list[tuple[AnyEntry, Secret]]()
    many = sum(1 for place in sitting.places if place.heir or (place.player and not place.gone))
    for seat, place in enumerate(sitting.places):
        if many < seats and (place.free or (place.gone and place.heir is None)):
            made.append((Sat(seat, HOUSE, next(fresh), "bot"), NOTHING))
            many += 1
    return made


def _default(sitting: Sitting, wish: Default) -> Moved:
    return Moved(wish.seat, _asked(sitting, wish).default(wish.seat), "clock", wish.fault)


def _bot_move(sitting: Sitting, wish: BotMove) -> Moved:
    """Return a bot's answer; if it has failed, the rules' default move, and the event says so."""
    match = _asked(sitting, wish)
    if wish.fault:
        return Moved(wish.seat, match.default(wish.seat), wish.by, wish.fault[:LONGEST_FAULT])
    return Moved(wish.seat, wish.move, wish.by)


def _asked(sitting: Sitting, wish: Default | BotMove) -> Match:
    """The match, if the seat still has the choice that it was asked for."""
    if sitting.match is None or sitting.since.get(wish.seat) != wish.asked:
        raise Denial("stale", "The seat has another choice now.")
    return sitting.match
