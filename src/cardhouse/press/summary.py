"""What many matches of random play show about a game: how long they are, who wins, how they end.

    print(summary("davenport", games=20_000, seats=4, seed=1).told())

It is what `cardhouse simulate` prints.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from cardhouse.games import game as game_named
from cardhouse.games.face import Game
from cardhouse.press.batch import batch, play_many

PART = 50_000  # matches that are held in memory at a time


@dataclass(frozen=True)
class Summary:
    game: str
    seats: int
    options: dict[str, str | int]
    games: int
    seed: int
    moves: int
    mean_moves: float
    first_share: list[float]  # of each seat; who shares the first place counts in full
    mean_tallies: dict[str, float]  # for a match

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def told(self) -> str:
        """As it is printed. The same seed, the same lines."""
        options = ", ".join(f"{name}={value}" for name, value in self.options.items())
        shares = "  ".join(f"{share:.1%}" for share in self.first_share)
        lines = [
            f"{self.games:,} matches of {self.game}, {self.seats} seats, players of chance, seed {self.seed}",
            f"  {options}",
            f"  {self.mean_moves:10.4g}  moves",
            *(f"  {mean:10.4g}  {name}" for name, mean in self.mean_tallies.items()),
            f"  first places by seat: {shares}",
        ]
        return "\n".join(lines)


def summary(
    game: str | Game,
    *,
    games: int,
    seats: int | None = None,
    options: Mapping[str, str | int] | None = None,
    seed: int = 1,
    workers: int | None = None,
    tell: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play so many matches by chance; `tell` is called with how many are done."""
    rules = game if isinstance(game, Game) else game_named(game)
    seats = rules.usual_seats if seats is None else seats
    table = batch(rules, games, seats, options, seed, 0).table
    moves, firsts, tallies = 0, np.zeros(seats, np.int64), np.zeros(len(rules.tallies), np.int64)
    for first in range(0, games, PART):
        part = min(PART, games - first)
        played = play_many(rules, games=part, seats=seats, options=options, seed=seed, first=first, workers=workers)
        moves += int(played.moves.sum())
        firsts += (played.places == 1).sum(axis=0)
        tallies += played.tallies.sum(axis=0)
        tell(first + part)
    many = max(1, games)
    return Summary(
        game=rules.name,
        seats=seats,
        options=rules.options_of(table),
        games=games,
        seed=seed,
        moves=moves,
        mean_moves=moves / many,
        first_share=[float(share) for share in firsts / many],
        mean_tallies={name: float(mean) for name, mean in zip(rules.tallies, tallies / many, strict=True)},
    )
