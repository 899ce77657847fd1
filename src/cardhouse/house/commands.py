"""Commands at a table: which entries each of them makes, and what each entry changes.

`make_entries` decides, and changes nothing. `apply` changes a sitting, which must be a copy that nobody else has yet.
"""

from typing import assert_never

from msgspec.structs import replace

from cardhouse.cards.errors import BadLog
from cardhouse.games.version import law_version
from cardhouse.house import names, onward
from cardhouse.house.catalogue import must_suit
from cardhouse.house.chairs import Chair, Player
from cardhouse.house.lookalikes import skeletons
from cardhouse.house.rows import Secret
from cardhouse.house.sitting import Sitting
from cardhouse.play.match import Match
from cardhouse.wire import Denial
from cardhouse.wire.commands import (
    HOUSE,
    AnyCommand,
    AnyEntry,
    Contributed,
    Deal,
    Dealt,
    Entropy,
    Handed,
    Kick,
    Leave,
    Left,
    Level,
    Levelled,
    Moved,
    Mute,
    Muted,
    Opened,
    Pace,
    Paced,
    Play,
    Readied,
    Rematch,
    Said,
    Sat,
    Say,
    Start,
    Started,
)

NOT_OF_THE_DAY = Rematch | Level | Entropy | Kick | Mute
OF_THE_DAY = (
    "The deal of the day is the same for everybody, and played once: there is no rematch, no other level of bots, and "
    "no text for the deal."
)


def make_entries(sitting: Sitting, player: int, command: AnyCommand) -> list[AnyEntry]:
    """Return the entries that a command makes. Raise Denial if it is not allowed now, or not for this player."""
    seat = sitting.seat_of(player)
    if seat is None:
        raise Denial("denied", "Only players with a seat can do that.")
    if sitting.opened.daily and isinstance(command, NOT_OF_THE_DAY):
        raise Denial("not_now", OF_THE_DAY)
    match command:
        case Leave():
            return [_make_leave_entry(sitting, seat, kicked=False)]
        case Kick():
            return [_make_kick_entry(sitting, player, command.seat)]
        case Start():
            return _make_start_entries(sitting, player)
        case Play():
            return [_make_move_entry(sitting, player, seat, command)]
        case Deal() | Rematch():
            return [_make_ready_entry(sitting, player, seat, command)]
        case Entropy():
            return [_make_entropy_entry(sitting, player, seat, command.text)]
        case Say():
            must_talk(sitting, player)
            return [Said(seat=seat, text=names.clean(command.text, names.LONGEST_TEXT, "What is said"))]
        case Mute():
            _must_create(sitting, player, "can mute others")
            must(sitting.number_in(command.seat) != HOUSE, f"There is nobody to mute in seat {command.seat}.")
            return [Muted(seat=command.seat, on=command.on)]
        case Pace():
            _must_create(sitting, player, "says how long bots wait")
            return [Paced(command.seconds)]
        case Level():
            _must_create(sitting, player, "says how well bots play")
            must_suit(sitting.game, command.level, len(sitting.chairs), sitting.opened.options)
            return [Levelled(command.level)]
        case _:
            assert_never(command)


def apply(sitting: Sitting, entry: AnyEntry, secret: Secret) -> None:
    """Apply an entry to a sitting. Raise if it does not fit."""
    match entry:
        case Sat():
            _sit(sitting, entry, secret)
        case Handed():
            _hand(sitting, entry, secret)
        case Left():
            _leave(sitting, entry)
        case Started():
            _start(sitting)
        case Moved():
            _move(sitting, entry, secret)
        case Readied():
            sitting.ready |= {sitting.number_in(entry.seat)}
        case Dealt():
            _must_play(sitting, entry).go_on()
            sitting.ready = frozenset()
        case Contributed():
            sitting.dealer.add(entry.seat, entry.text)
        case Muted():
            _mute(sitting, entry)
        case Paced():
            sitting.pace = entry.seconds
        case Levelled():
            sitting.level = entry.level
        case Said() | Opened():
            pass
        case _:
            assert_never(entry)


# Permissions


def must(truth: bool, sentence: str) -> None:
    if not truth:
        raise Denial("not_now", sentence)


def _must_create(sitting: Sitting, player: int, does: str) -> None:
    if sitting.creator != player:
        raise Denial("denied", f"Only the creator of the table {does}.", about="table_creator")


def _must_sit(sitting: Sitting, player: int) -> None:
    if sitting.plays(player) is None:
        raise Denial("not_now", "A bot plays your seat until this deal is over.")


def must_talk(sitting: Sitting, player: int) -> None:
    """Raise Denial for a player who may not talk."""
    must(sitting.opened.chat, "There is no chat at this table.")
    if player in sitting.muted:
        raise Denial("muted", "The creator of the table has muted you.")


def _must_play(sitting: Sitting, entry: AnyEntry) -> Match:
    if sitting.match is None:
        raise BadLog(f"There is no match for {entry}.", rule="logs")
    return sitting.match


# Seats


def put(sitting: Sitting, seat: int, chair: Chair) -> None:
    sitting.chairs = (*sitting.chairs[:seat], chair, *sitting.chairs[seat + 1 :])


def _sit(sitting: Sitting, entry: Sat, secret: Secret) -> None:
    player = Player(entry.player, entry.name, entry.kind, secret.token)
    sitting.players = max(sitting.players, entry.player)
    if entry.seat == len(sitting.chairs):
        sitting.chairs += (Chair(),)
    chair, match = sitting.chairs[entry.seat], sitting.match
    if chair.player is None or match is None or match.over or match.between_deals:
        put(sitting, entry.seat, Chair(player))
    else:
        put(sitting, entry.seat, replace(chair, heir=player))
    if match is not None and match.paused and sitting.waits(entry.seat):
        match.join(player.name)


def make_handed_entry(sitting: Sitting, player: int) -> Handed:
    seat = sitting.seat_of(player)
    if seat is None:
        raise Denial("denied", "Only players with a seat can do that.")
    return Handed(seat)


def _hand(sitting: Sitting, entry: Handed, secret: Secret) -> None:
    """Replace the token of a seat."""
    chair, player = sitting.chairs[entry.seat], sitting.player_in(entry.seat)
    assert player is not None
    new = replace(player, token=secret.token)
    sitting.handed |= {player.token}
    put(sitting, entry.seat, replace(chair, heir=new) if chair.heir is not None else replace(chair, player=new))


def _make_kick_entry(sitting: Sitting, player: int, seat: int) -> Left:
    _must_create(sitting, player, "can ask others to leave")
    taken = seat < len(sitting.chairs) and sitting.chairs[seat].player is not None
    may_go = taken if sitting.phase == "open" else sitting.number_in(seat) != HOUSE
    must(may_go and seat != sitting.seat_of(player), f"Nobody in seat {seat} can be sent away.")
    return _make_leave_entry(sitting, seat, kicked=True)


def _make_leave_entry(sitting: Sitting, seat: int, *, kicked: bool) -> Left:
    """Return the entry for a player who leaves. During a match a bot takes over their seat."""
    plays = sitting.plays(sitting.number_in(seat)) is not None
    takes_over = sitting.phase in ("play", "pause") and plays
    bot = next(names.bot_names(sitting.names())) if takes_over else ""
    return Left(seat=seat, kicked=kicked, bot=bot)


def _leave(sitting: Sitting, entry: Left) -> None:
    chair = sitting.chairs[entry.seat]
    if chair.heir is not None:
        put(sitting, entry.seat, replace(chair, heir=None))
    elif sitting.waits(entry.seat):
        sitting.chairs = sitting.chairs[: entry.seat] + sitting.chairs[entry.seat + 1 :]
    elif sitting.match is None or sitting.match.over:
        put(sitting, entry.seat, Chair())
    else:
        for_good = sitting.game.house.guests is not None
        if for_good:
            sitting.match.leave(entry.seat)
        put(sitting, entry.seat, Chair(Player(HOUSE, entry.bot, "bot"), gone=for_good))


# The match


def _make_start_entries(sitting: Sitting, player: int) -> list[AnyEntry]:
    _must_create(sitting, player, "starts it")
    must(sitting.phase == "open", "The match has begun already.")
    return make_match_entries(sitting)


def make_match_entries(sitting: Sitting) -> list[AnyEntry]:
    """Return the entries that begin a match: bots take the empty seats."""
    return [*make_bot_entries(sitting, sitting.opened.seats), make_started_entry(sitting)]


def make_started_entry(sitting: Sitting) -> Started:
    law = law_version(sitting.game)
    return Started(version=law.version, digest=law.digest)


def make_bot_entries(sitting: Sitting, seats: int) -> list[AnyEntry]:
    """Return entries that add bots until this many seats are taken."""
    fresh, made = names.bot_names(sitting.names()), list[AnyEntry]()
    count = sum(1 for chair in sitting.chairs if chair.heir or (chair.player and not chair.gone))
    for seat, chair in enumerate(sitting.chairs):
        if count < seats and (chair.free or (chair.gone and chair.heir is None)):
            made.append(Sat(seat=seat, player=HOUSE, name=next(fresh), kind="bot"))
            count += 1
    return made


def _start(sitting: Sitting) -> None:
    """Begin a match. In a rematch, players who have left lose their seats."""
    if sitting.position is not None:
        onward.start(sitting, sitting.position)
        return
    stay = [seat for seat, chair in enumerate(sitting.chairs) if chair.heir or (chair.player and not chair.gone)]
    sitting.dealer.reseat({seat: new for new, seat in enumerate(stay)})
    sitting.chairs = tuple(Chair(sitting.chairs[seat].heir or sitting.chairs[seat].player) for seat in stay)
    moved_on = None
    if sitting.game.house.deal_moves_on and sitting.match is not None and sitting.match.seating is not None:
        moved_on = [(seat + 1) % len(sitting.chairs) for seat in sitting.match.seating]
    sitting.match = Match(
        sitting.game,
        seats=len(sitting.chairs),
        options=sitting.opened.options,
        dealer=sitting.dealer,
        names=[chair.player.name for chair in sitting.chairs if chair.player],
        seating=moved_on,
        pause=True,
    )
    sitting.match.go_on()
    sitting.matches += 1
    sitting.sheet = ()
    sitting.ready = frozenset()


def _make_move_entry(sitting: Sitting, player: int, seat: int, command: Play) -> Moved:
    _must_sit(sitting, player)
    made_on = command.base, command.draft
    if made_on > sitting.version_for(seat):
        raise Denial("stale", "The table has not reached the version that this move was made on.")
    if made_on < sitting.since.get(seat, sitting.version_for(seat)):
        raise Denial("stale", "The table has changed since the version that this move was made on.")
    must(sitting.phase != "open", "The match has not begun.")
    return Moved(seat=seat, move=command.move)


def _move(sitting: Sitting, entry: Moved, secret: Secret) -> None:
    match, first_come = _must_play(sitting, entry), sitting.first_come
    match.play(entry.seat, secret.move or entry.move, fault=secret.fault or entry.fault)
    if first_come:
        match.go_on()


def _make_ready_entry(sitting: Sitting, player: int, seat: int, command: Deal | Rematch) -> Readied:
    _must_sit(sitting, player)
    if isinstance(command, Deal):
        must(sitting.phase == "pause", "There is no deal to wait for.")
    else:
        must(sitting.opened.evening is None, "At a table of an evening, one match is played: go back to the evening.")
        must(sitting.phase == "over", "There can be a rematch when the match is over.")
    return Readied(seat)


def _make_entropy_entry(sitting: Sitting, player: int, seat: int, line: str) -> Contributed:
    """Return the entry for a player's entropy. Everybody can read it, unless it is random."""
    _must_sit(sitting, player)
    if not names.is_random(line):
        must_talk(sitting, player)
    return make_contribution(seat, line)


def make_contribution(seat: int, line: str) -> Contributed:
    return Contributed(seat=seat, text=names.clean(line, names.LONGEST_ENTROPY, "Entropy"))


# Talk


def _mute(sitting: Sitting, entry: Muted) -> None:
    player = sitting.player_in(entry.seat)
    assert player is not None
    number, looks = {player.number}, skeletons(player.name)
    sitting.muted = sitting.muted | number if entry.on else sitting.muted - number
    sitting.silenced = sitting.silenced | looks if entry.on else sitting.silenced - looks
