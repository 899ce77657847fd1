"""Line-ups: the players of a match. `deep quick quick quick` is one deep player among quick ones."""

from collections.abc import Sequence
from itertools import combinations, permutations

from cardhouse.cards.errors import BadSetup
from cardhouse.games.definition import AnyGame
from cardhouse.lab.contest.block import Line


def duel_line(game: AnyGame, players: Sequence[str], seats: int | None) -> Line:
    """Return one name for each seat; with two names, the second fills all seats but the first."""
    if len(players) < 2:
        raise BadSetup(f"A duel needs at least two players, not {len(players)}.", rule="players")
    if seats is None:
        seats = game.default_seats if len(players) == 2 else len(players)
    line = (players[0], *[players[1]] * (seats - 1)) if len(players) == 2 else tuple(players)
    game.new_state(seats, {})
    if len(line) != seats:
        raise BadSetup(f"Name {seats} players, one for each seat, or two; not {len(line)}.", rule="players")
    if len(set(line)) == 1:
        raise BadSetup(f"All players are {line[0]!r}: a duel needs different players.", rule="players")
    return line


def tournament_lines(game: AnyGame, players: Sequence[str], seats: int | None) -> list[Line]:
    """Return a line-up for every pair; with more than two seats, one player among others of the second name."""
    seats = game.default_seats if seats is None else seats
    if len(players) < 2:
        raise BadSetup(f"A tournament needs at least two players, not {len(players)}.", rule="players")
    if twice := [name for name in dict.fromkeys(players) if players.count(name) > 1]:
        raise BadSetup(f"{twice[0]!r} is named twice.", rule="players")
    pairs = combinations(players, 2) if seats == 2 else permutations(players, 2)
    return [(one, *[others] * (seats - 1)) for one, others in pairs]
