"""Worlds that look alike to a seat: the cards that it cannot know lie elsewhere, as far as what is proved allows it.

worlds = imagined(game, table, seat, many=100, seed=7)
"""

from functools import cache
from typing import Any

import numpy as np

from cardhouse.cards.chance import CELLS, below, start
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import WORD, known, numbers
from cardhouse.games.face import Game, anywhere
from cardhouse.press.batch import play_batch, play_on
from cardhouse.press.compiler import compilable, compiled
from cardhouse.press.twin import Tables, packed

IMAGINED = 2  # the stream of chance, beside the dealer's and the players'
PASSES = 8  # through the hidden cards, where not every trade is possible: then near enough to any order


@cache
def kernel(game: Game) -> Any:
    lies, passes = game.lies, 1 if game.lies is anywhere else PASSES

    def imagine(t: Any, hidden: Row, cards: Row, places: Row, chance: Row) -> None:
        for _ in range(passes):
            for i in range(len(cards)):
                j = i + below(chance, len(cards) - i)
                if lies(t, places[i], cards[j]) and lies(t, places[j], cards[i]):
                    cards[i], cards[j] = cards[j], cards[i]
        for slot in range(len(t.at)):
            t.at[slot] &= ~hidden[slot % t.words]
        for i in range(len(cards)):
            t.at[places[i] * t.words + cards[i] // WORD] |= 1 << cards[i] % WORD

    imagine_one = compilable(imagine, "imagine")

    def imagine_some(worlds: Any, hidden: Any, cards: Any, places: Any, chance: Any, seed: int, first: int) -> None:
        for number in range(len(worlds)):
            start(chance, seed, first + number, IMAGINED)
            imagine_one(worlds[number], hidden, cards, places, chance)

    return compiled(imagine_some)


def imagined(game: Game, table: Any, seat: int, *, many: int, seed: int, first: int = 0) -> Tables:
    """So many of the worlds that a seat may imagine, number `first` and on."""
    words, worlds, lying = table.words, np.repeat(packed(table), many), list[tuple[int, int]]()
    hidden = [~known(table, seat, word) for word in range(words)]
    for slot, here in enumerate(table.at):
        lying += [(card, slot // words) for card in numbers(here & hidden[slot % words], slot % words)]
    cards, places = np.array(lying, np.int64).reshape(-1, 2).T.copy()
    kernel(game)(worlds, np.array(hidden), cards, places, np.zeros(CELLS, np.int64), seed, first)
    return worlds


def stakes(
    game: Game, worlds: Tables, seat: int, moves: Row, *, seed: int, first: int = 0, player: str = "quick"
) -> Any:
    """[world, move]: what came of each move of a seat in each world, played on to the end of the deal.

    All moves have the same chance in a world, which has the number `first` and on.
    """
    many = len(worlds)
    todo = play_on(
        game,
        np.repeat(worlds, len(moves)),
        np.tile(np.array(moves), many),
        np.full(many * len(moves), seat),
        np.repeat(np.arange(first, first + many), len(moves)),
        deals=1,
        players=[player],
        seed=seed,
    )
    return play_batch(todo).stakes[:, seat].reshape(many, len(moves))
