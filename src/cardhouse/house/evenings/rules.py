"""Who may do what in an evening. Functions return the entry to store, None if it is done already, or raise Denial.

The creator leads the evening: draws rounds, and breaks off tables that keep everybody waiting. So that nobody can hold
up the others for ever, all players may do that when the evening has stood still for long.
"""

from collections.abc import Sequence
from hmac import compare_digest

from cardhouse.house import names
from cardhouse.house.evenings.draw import DrawnGroup
from cardhouse.house.evenings.entries import (
    DrawnTable,
    Evening,
    EveningEnded,
    Member,
    Places,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundDrawn,
    RoundScored,
)
from cardhouse.wire import Denial
from cardhouse.wire.evenings import MOST_PEOPLE, EveningPhase

PATIENCE: dict[EveningPhase, float] = {"open": 3600.0, "play": 3600.0, "pause": 120.0, "over": 0.0}  # in seconds
SKEW = 60.0  # seconds by which a phase may seem to begin in the future; by more, the clock was set back
MOST_VISITS = 500  # entries of people who come and go
OVER = "This evening is over."


def player_with(evening: Evening, token: str) -> Member:
    """Return the player whose token has this hash; raise Denial if there is none."""
    for player in evening.players:
        if compare_digest(player.token, token):
            return player
    raise Denial(
        "denied",
        "This token does not belong to a player of this evening. Open its link, and join.",
        about="evening_token",
    )


def is_player(evening: Evening, token: str) -> bool:
    """Return whether a player of the evening has the token with this hash."""
    return any(compare_digest(player.token, token) for player in evening.players)


def join(evening: Evening, name: str, token: str, at: float) -> PlayerJoined:
    _must_run(evening)
    if len(evening.here) >= MOST_PEOPLE:
        raise Denial("full", f"This evening is full: {MOST_PEOPLE} people take part.", about="evening_full")
    if evening.visits >= MOST_VISITS:
        raise Denial(
            "closed", "Too many people have come and gone in this evening. Open another one.", about="evening_visits"
        )
    name = names.name(name, [player.name for player in evening.players], where="in this evening")
    return PlayerJoined(name=name, token=token, at=at)


def leave(evening: Evening, player: Member, at: float) -> PlayerLeft | None:
    _must_run(evening)
    return PlayerLeft(player=player.number, at=at) if player.state == "here" else None


def come_back(evening: Evening, player: Member, at: float) -> PlayerReturned | None:
    _must_run(evening)
    if player.state == "removed":
        raise Denial("kicked", "You were removed from this evening.", about="evening_removed")
    if player.state == "here":
        return None
    if len(evening.here) >= MOST_PEOPLE or evening.visits >= MOST_VISITS:
        raise Denial("full", f"This evening is full: {MOST_PEOPLE} people take part.", about="evening_full")
    return PlayerReturned(player=player.number, at=at)


def remove(evening: Evening, player: Member, number: int, at: float) -> PlayerLeft | None:
    _must_run(evening)
    if evening.creator != player.number:
        raise Denial("denied", "Only the creator of the evening can remove somebody.", about="evening_creator")
    found = next((other for other in evening.players if other.number == number), None)
    if found is None or number == player.number:
        raise Denial("unknown", f"There is no other player {number} in this evening.")
    return None if found.state == "removed" else PlayerLeft(player=number, removed=True, at=at)


def may_draw(evening: Evening, player: Member, wanted: int, now: float) -> bool:
    """Return whether this round is to be drawn now: False if it is drawn already. Raise Denial if it cannot be."""
    if wanted <= len(evening.rounds):
        return False
    _must_run(evening)
    if evening.phase == "play":
        raise Denial("not_now", f"Round {len(evening.rounds)} is not over yet.", about="evening_round")
    if wanted != len(evening.rounds) + 1:
        raise Denial(
            "stale", f"The next round is round {len(evening.rounds) + 1}, not {wanted}.", about="evening_moved"
        )
    _must_lead(evening, player, now)
    if len(evening.here) < 2:
        raise Denial("not_now", "A round needs at least two players.", about="evening_players")
    return True


def close(
    evening: Evening, player: Member, wanted: int, places: Sequence[Places | None], now: float
) -> RoundScored | None:
    """Score the round without the tables that still play."""
    if wanted <= len(evening.scored):
        return None
    _must_run(evening)
    if wanted != len(evening.rounds):
        raise Denial("stale", f"There is no round {wanted} to go on from.", about="evening_moved")
    _must_lead(evening, player, now)
    return RoundScored(places=tuple(one or () for one in places), at=now)


def end(evening: Evening, player: Member, now: float) -> EveningEnded | None:
    if evening.phase == "over":
        return None
    _must_lead(evening, player, now)
    return EveningEnded(at=now)


def drawn(groups: Sequence[DrawnGroup], now: float) -> RoundDrawn:
    tables = [DrawnTable(id=names.make_up(), people=people, bots=bots) for people, bots in groups]
    return RoundDrawn(tables=tuple(tables), at=now)


def everybody_in(evening: Evening, now: float) -> float:
    """Return in how many seconds all players may do what the creator may do.

    If the clock was set back, nobody knows how long the phase has lasted, and they may do it at once.
    """
    if evening.since > now + SKEW:
        return 0.0
    return max(0.0, evening.since + PATIENCE[evening.phase] - now)


def _must_run(evening: Evening) -> None:
    if evening.phase == "over":
        raise Denial("closed", OVER, about="evening_over")


def _must_lead(evening: Evening, player: Member, now: float) -> None:
    if player.state == "here" and (player.number == evening.creator or everybody_in(evening, now) <= 0):
        return
    minutes = PATIENCE[evening.phase] / 60
    raise Denial(
        "denied",
        f"Only the creator of the evening can do that. If nothing happens for {minutes:.0f} minutes, every player can.",
        about="evening_lead",
    )
