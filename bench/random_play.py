"""Write what `cardhouse simulate` prints about random play of each game into docs/random-play.md.

It depends only on the law and the seed, so a test compares the page with a fresh run.
"""

import re
from pathlib import Path

from cardhouse import GAMES
from cardhouse.games.definition import AnyGame
from cardhouse.lab import simulate, summarise, work

PAGE = Path(__file__).parent.parent / "docs" / "random-play.md"
MATCHES, SEED = 10_000, 1


def figures_of(game: AnyGame) -> re.Pattern[str]:
    """Match the part of the page that this module writes for a game, with the marks around it as groups 1 and 2."""
    return re.compile(rf"(<!-- {game.name}: make bench -->\n).*?(<!-- end of {game.name} -->)", re.DOTALL)


def printed(game: AnyGame, seats: int) -> str:
    """Return the command and what it prints."""
    shown = simulate(game, matches=MATCHES, seats=seats, seed=SEED, executor=work.threads())
    return f"$ cardhouse simulate {game.name} --matches {MATCHES} --seats {seats} --seed {SEED}\n{summarise(shown)}\n"


def tables(game: AnyGame) -> list[int]:
    """Return the default number of seats, and the largest number that the default options allow."""
    most = max(seats for seats in game.seats if not game.misfit(seats, {}))
    return sorted({game.default_seats, most})


def written(game: AnyGame, page: str) -> str:
    shown = "\n".join(printed(game, seats) for seats in tables(game))
    return figures_of(game).sub(lambda found: f"{found[1]}```\n{shown}```\n{found[2]}", page)


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    for game in GAMES.values():
        page = written(game, page)
    PAGE.write_text(page, "utf-8")
