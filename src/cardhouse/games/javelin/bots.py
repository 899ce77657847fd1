"""A rule of thumb for Javelin: guess where the odds are best, take high cards, and keep an upright card in reserve."""

from cardhouse.cards.ranks import KING, value
from cardhouse.games.javelin.view import Spot, View


def odds(spot: Spot, card: int, *, higher: bool) -> float:
    """How likely a face-down card is to be higher, or lower, by the values that are not ruled out."""
    values = range(spot.least, spot.most + 1)
    right = [other for other in values if (other > card if higher else other < card)]
    return len(right) / len(values)


def choose(view: View) -> str:
    mine, theirs = view.rows[view.seat], view.rows[1 - view.seat]
    best, most = "forfeit", -1.0
    for move in view.moves:
        worth = worth_of(move.split(), mine, theirs)
        if worth > most:
            best, most = move, worth
    return best


def worth_of(words: list[str], mine: tuple[Spot, ...], theirs: tuple[Spot, ...]) -> float:
    """A number for a move, the higher the better."""
    match words:
        case ["guess", own, target, way]:
            card = value(mine[int(own)].card)
            chance = odds(theirs[int(target)], card, higher=way == "higher")
            return 10 * chance + (KING - card) / 20
        case ["attack", own, target]:
            taken, spent = value(theirs[int(target)].card), value(mine[int(own)].card)
            upright = theirs[int(target)].state == "up"
            few = sum(spot.state in ("up", "sideways") for spot in theirs) <= 2
            return 5 + (2 if upright else 0) + (6 if few else 0) + (2 * taken - spent) / 10
        case ["replace", own]:
            spot = mine[int(own)]
            tired = all(other.state != "up" for other in mine)
            return (9.0 if tired else 3.0 + (spot.state == "sideways") * 2) - value(spot.card) / 20
    return 0.0
