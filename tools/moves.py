"""Write the moves of all games as TypeScript types: `web/src/generated/moves.ts`.

python -m tools.moves           # write them
python -m tools.moves --check   # exit with 1 if they are out of date
"""

from importlib import import_module

from cardhouse.games.definition import AnyGame
from cardhouse.games.moves import Moves
from tools.generated import OURS, PAGE, write_or_check

HEAD = "// How moves are spelled: tools/moves.py writes this from the games' declared moves."


def declared(game: AnyGame) -> Moves:
    """Return the moves that a game's `moves.py` declares."""
    found: Moves = import_module(f"{game.law.__name__.rpartition('.')[0]}.moves").MOVES
    return found


def moves_of(game: AnyGame) -> str:
    """Return the type of a game's moves: a union of template literals."""
    forms = dict.fromkeys(text for verb in declared(game).verbs for text in verb.texts)
    members = [f"  | `{form}`" if "${" in form else f"  | '{form}'" for form in forms]
    return "\n".join([f"export type {game.name.capitalize()}Move =", *members]) + ";"


def written() -> str:
    return "\n\n".join([HEAD, *(moves_of(game) for game in OURS.values())]) + "\n"


if __name__ == "__main__":
    write_or_check({PAGE / "moves.ts": written()})
