"""What random play shows about each game, printed by `cardhouse simulate`: written into each game's RULES.md.

It depends on the law and the seed alone, so a test holds the rules against it.
"""

import re
from importlib import import_module
from pathlib import Path

from cardhouse import GAMES
from cardhouse.games.face import AnyGame
from cardhouse.lab import simulate, told, work

PLACE = re.compile(r"(<!-- statistics: make bench -->\n).*?(<!-- end of statistics -->)", re.DOTALL)
MATCHES, SEED = 10_000, 1


def path(game: AnyGame) -> Path:
    return Path(str(import_module(game.law.__name__).__file__)).parent / "RULES.md"


def printed(game: AnyGame, seats: int) -> str:
    """The command and what it prints."""
    shown = simulate(game, games=MATCHES, seats=seats, seed=SEED, executor=work.threads())
    return f"$ cardhouse simulate {game.name} --games {MATCHES} --seats {seats} --seed {SEED}\n{told(shown)}\n"


def tables(game: AnyGame) -> list[int]:
    """The usual number of seats, and the most that are possible with the usual options."""
    most = max(seats for seats in game.seats if not game.misfit(seats, {}))
    return sorted({game.usual_seats, most})


def written(game: AnyGame, text: str) -> str:
    shown = "\n".join(printed(game, seats) for seats in tables(game))
    return PLACE.sub(lambda found: f"{found[1]}```\n{shown}```\n{found[2]}", text)


if __name__ == "__main__":
    for game in GAMES.values():
        path(game).write_text(written(game, game.rules), "utf-8")
