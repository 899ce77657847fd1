"""A rule of thumb for Blitz: meld whatever can be melded, wilds last; discard what is least likely to fit."""

from cardhouse.games.blitz.view import View

WILD, FITS = 1000, 10


def choose(view: View) -> str:
    if len(view.moves) == 1:
        return view.moves[0]
    return max(view.moves, key=lambda move: worth(move.split(), view))


def worth(words: list[str], view: View) -> float:
    match words:
        case ["take", many]:
            return 40 - 4 * int(many)
        case ["stock"]:
            return 30
        case ["new", _, *cards]:
            return 500 + sum(-60 if wild(card, view) else points(card, view) for card in cards)
        case ["add", _, _, card]:
            return 300 + points(card, view) - 280 * (wild(card, view) and len(view.hand) > 2)
        case ["discard", card]:
            return -useful(card, view)
    return 0


def plain(card: str) -> str:
    return card.partition("=")[0].rstrip("'")


def wild(card: str, view: View) -> bool:
    name = plain(card)
    return name[0] == "J" or name[:-1] == view.wild_rank


def points(card: str, view: View) -> int:
    name = plain(card)
    if name[0] == "J":
        return 500
    if wild(card, view) or name[:-1] == "14":
        return 100
    return 10 if int(name[:-1]) >= 10 else 5


def useful(card: str, view: View) -> float:
    """What a card is worth in the hand: wilds a lot, neighbours and equals something; points may count against you."""
    if wild(card, view):
        return WILD + points(card, view)
    name = plain(card)
    rank, suit = int(name[:-1]), name[-1]
    near = 0
    for other in view.hand:
        if plain(other) == name or wild(other, view):
            continue
        near += int(plain(other)[:-1]) == rank
        near += plain(other)[-1] == suit and 1 <= abs(int(plain(other)[:-1]) - rank) <= 2
    return FITS * near - points(card, view) / 10
