"""The bots of a house, in a process of their own: `python -m cardhouse.bots.elsewhere.levels`"""

from cardhouse.bots import player
from cardhouse.bots.elsewhere import child
from cardhouse.games import game as game_named
from cardhouse.games.definition import Player


def by_level(game: str, name: str) -> Player:
    return player(game_named(game), name)


def main() -> None:
    child.main(lambda: by_level)


if __name__ == "__main__":
    main()
