"""The golden playthroughs: matches written out, to be read by a person. `make golden` writes them again."""

from pathlib import Path
from typing import NamedTuple

from cardhouse import game
from cardhouse.testing import playthrough

FOLDER = Path(__file__).parent / "golden"


class Case(NamedTuple):
    game: str
    seats: int
    seed: int
    options: dict[str, str | int]

    @property
    def path(self) -> Path:
        words = [self.game, str(self.seats), *(f"{name}-{value}" for name, value in self.options.items())]
        return FOLDER / f"{'_'.join(words)}.txt"

    def written(self) -> str:
        return playthrough(game(self.game), seats=self.seats, options=self.options, seed=self.seed)


CASES = [
    Case("blitz", 3, 1, {"max_hands": 2}),
    Case("blitz", 2, 2, {"jokers": 6, "target": 100, "dealer": "rotates"}),
    Case("blitz", 6, 3, {"decks": 2, "max_hands": 1}),
    Case("davenport", 4, 1, {}),
    Case("davenport", 7, 2, {"ace_rule": "on"}),
    Case("davenport", 4, 26, {"playoff": "wins", "playoff_wins": 2}),
    Case("dynasty", 4, 1, {"monarchies": 2, "taxation": "on"}),
    Case("dynasty", 12, 2, {"monarchies": 1}),
    Case("javelin", 2, 1, {"target": 5}),
    Case("javelin", 2, 2, {"peek": "on", "reshuffle": "on", "target": 10}),
    Case("president", 4, 1, {}),
    Case("president", 3, 2, {"skip_on": "rank", "full_circle": "everybody"}),
    Case("president", 6, 3, {"deals": 2}),
]

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        case.path.write_text(case.written(), "utf-8")
