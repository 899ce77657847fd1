"""Compile the kernels of all games once, before the tests, so that every process of the tests finds them on disk."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from cardhouse.bots.deep import warm
from cardhouse.compiled import play_many
from cardhouse.compiled.body import OVER, Body
from cardhouse.compiled.records import pack
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.rl import Tables

LONGEST_FIRST = sorted(GAMES, key=lambda name: name != "blitz")


def compile_all(name: str) -> None:
    """One game's kernels in one process: the second and third take less time than the first."""
    game = game_named(name)
    play_many(game, matches=1, seed=0)
    Body(game).ask(pack(game.new_state(game.default_seats)), OVER)
    warm(game)
    Tables(game).reset()


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for name, _ in zip(LONGEST_FIRST, pool.map(compile_all, LONGEST_FIRST), strict=True):
            print(f"{name}: compiled, or found on disk", flush=True)
