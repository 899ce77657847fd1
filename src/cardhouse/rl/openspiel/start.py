"""Where a game of OpenSpiel can start instead of its beginning: at a state, or near the end of a match.

A start is a text, because OpenSpiel writes a game with its parameters as a text, without commas and brackets:

    state 00000000...               the bytes of a state: `start_at(match)` writes them
    last 6 cards of match 7         match 7 of seed 0, played by the heuristic until all players together hold 6 cards
"""

import re
from struct import error as WrongBytes  # noqa: N812  # it says what went wrong

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.cards.ledger import HAND, WATCHER, Ledger, size_of
from cardhouse.games.definition import AnyGame
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.rl.openspiel.tree import look_alikes

STATE, LAST = re.compile(r"state ([0-9a-f]+)"), re.compile(r"last (\d{1,3}) cards? of match (\d{1,9})")
SEED = 0
RULE = "start"


def start_at(match: Match) -> dict[str, str | int]:
    """Return the parameters of the game that starts where a match is."""
    start = f"state {match._state.to_bytes().hex()}"
    read_start(match.game, start, match.seats, match.options)
    return {"players": match.seats, "start": start, **match.options}


def read_start(game: AnyGame, start: str, seats: int, options: dict[str, str | int]) -> Ledger:
    """Return the state that a text means, or raise what is wrong with it."""
    if found := STATE.fullmatch(start):
        t = read_state(game, found[1])
        if (t.seats, game.options_of(t)) != (seats, options):
            has = {"players": t.seats, **game.options_of(t)}
            raise BadSetup(f"The state has {has}, not { {'players': seats, **options} }.", rule=RULE)
    elif found := LAST.fullmatch(start):
        t = near_the_end(game, int(found[1]), int(found[2]), seats, options)
    else:
        wanted = "`last 6 cards of match 7`, or `state` and its bytes, as `start_at` writes them"
        raise BadSetup(f"A start is {wanted}, not {shown(start)}.", rule=RULE)
    if why := why_not(game, t):
        raise BadSetup(f"A game cannot start here: {why}.", rule=RULE)
    return t


def read_state(game: AnyGame, text: str) -> Ledger:
    try:
        t: Ledger = game.law.State.from_bytes(bytes.fromhex(text))
    except (ValueError, WrongBytes):
        wanted = 2 * game.law.State.BYTES
        raise BadSetup(
            f"A state of {game.title} has {wanted} hexadecimal digits, not these {len(text)}.", rule=RULE
        ) from None
    return t


def near_the_end(game: AnyGame, cards: int, number: int, seats: int, options: dict[str, str | int]) -> Ledger:
    """Play a match by the heuristic until all players together hold this number of cards, or fewer."""
    match = Match(game, seats=seats, options=options, dealer=SeededDealer(SEED, match=number))
    while not match.over:
        if cards_held(game, match._state) <= cards and not why_not(game, match._state):
            found: Ledger = match._state
            return found
        seat = match.to_act[0]
        match.play(seat, game.quick(match.view(seat)))
    raise BadSetup(f"Match {number} of {game.title} is over before there are only {cards} cards.", rule=RULE)


def cards_held(game: AnyGame, t: Ledger) -> int:
    """Return how many cards lie before all players, in their hands or their rows."""
    return sum(size_of(t, HAND + zone) for zone in range(game.lab.own_zones * t.seats))


def why_not(game: AnyGame, t: Ledger) -> str:
    """Return why a state is not a start, or "" if it is one: all seats must know the same of the moves so far."""
    if game.law.over(t):
        return "the match is over"
    if t.waits or not game.to_act(t):
        return "cards are still to be dealt"
    if not game.secrecy.sees(t, WATCHER):
        return "a player is in the middle of a hidden turn"
    if any(len(look_alikes(game, zone)) > 1 and size_of(t, zone) for zone in range(game.zones.count)):
        return "a player has made a choice that the others do not know"
    return ""
