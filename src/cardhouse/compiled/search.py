"""Search: a Monte Carlo tree search over worlds that fit a seat's view.

In a **world**, the cards that the seat cannot know are redistributed, consistently with everything that is proved.
Every move is tried in it, and the deal is played out by the heuristic, with the same random numbers for all moves.
Results of the seat's own later choices are stored in a **tree**, by the moves that led there, so that these choices
become better than the heuristic's.

    search = Search(game, state, seat, seed=7)
    search.tries(moves, count=100)       # [world, move]: the result, in thousandths of a first place
"""

from collections.abc import Callable
from functools import cache
from math import log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.chance import CELLS, DEALER, LOW, below, mixed, start
from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import LIMB, Ledger, known, numbers
from cardhouse.compiled.compiler import Kernel, compilable, compiled
from cardhouse.compiled.loop import MOST_MADE, Numbers, Scratch, asking, dealing, first_of, scratch
from cardhouse.compiled.records import States, pack
from cardhouse.games.defaults import anywhere
from cardhouse.games.definition import AnyGame
from cardhouse.untyped import Function

IMAGINED = 2  # the random stream of worlds, beside the dealer's and the players'
PASSES = 8  # of swaps over the hidden cards, if not all are allowed: enough for a nearly uniform order
SIZE = 1 << 16  # entries in a tree
DEPTH = 4  # depth of the tree, in the seat's own choices; 0 in simultaneous games, where opponents are unpredictable:
STRAYS = 40  # there, the percentage of opponents' moves that are random
OFTEN = 8  # visits from which on a choice is made by its results
CURIOUS = 100.0  # exploration constant, in thousandths of a first place


class Tree(NamedTuple):
    """The results of choices: a hash table with the moves that led to a choice as the key."""

    marks: Numbers
    times: Numbers
    worth: Numbers
    path: Numbers  # the entries of the choices in this playout


@law
def key_of(mark: int, choice: int) -> int:
    return mixed(mixed(mark) ^ (choice & LOW)) + 1


@law
def note(tree: Tree, mark: int, choice: int) -> int:
    """Return the entry of a choice; on a hash collision, overwrite the other one."""
    key = key_of(mark, choice)
    entry = key % SIZE
    if tree.marks[entry] != key:
        tree.marks[entry], tree.times[entry], tree.worth[entry] = key, 0, 0
    return entry


@law
def choose(tree: Tree, mark: int, out: Row, count: int, fallback: int) -> int:
    """Return a seat's most promising move by its results (UCB1), or the fallback until there are enough."""
    total = worth = 0
    for i in range(count):
        key = key_of(mark, out[i])
        if tree.marks[key % SIZE] == key:
            total += tree.times[key % SIZE]
            worth += tree.worth[key % SIZE]
    if total < OFTEN:
        return fallback
    width, best, most = CURIOUS * sqrt(log(total)), fallback, -1.0
    for i in range(count):
        key, promise = key_of(mark, out[i]), worth / total + width
        if tree.marks[key % SIZE] == key:
            times = max(1, tree.times[key % SIZE])
            promise = tree.worth[key % SIZE] / times + width / sqrt(times)
        if promise > most:
            best, most = out[i], promise
    return best


@cache
def imagination(game: AnyGame) -> Function:
    """Return the law that turns a state into another world that looks the same to the seat."""
    lies, passes = game.secrecy.may_lie, 1 if game.secrecy.may_lie is anywhere else PASSES

    def imagine(t: Ledger, hidden: Row, cards: Row, zones: Row, chance: Row) -> None:
        for _ in range(passes):
            for i in range(len(cards)):
                j = i + below(chance, len(cards) - i)
                if lies(t, zones[i], cards[j]) and lies(t, zones[j], cards[i]):
                    cards[i], cards[j] = cards[j], cards[i]
        for index in range(len(t.at)):
            t.at[index] &= ~hidden[index % t.limbs]
        for i in range(len(cards)):
            t.at[zones[i] * t.limbs + cards[i] // LIMB] |= 1 << cards[i] % LIMB

    return compilable(imagine, "imagine")


@cache
def imaginer(game: AnyGame) -> Kernel:
    imagine = imagination(game)

    def imagine_some(
        worlds: States, hidden: Numbers, cards: Numbers, zones: Numbers, chance: Numbers, seed: int, first: int
    ) -> None:
        for number in range(len(worlds)):
            start(chance, seed, first + number, IMAGINED)
            imagine(worlds[number], hidden, cards, zones, chance)

    return compiled(imagine_some)


def utility_of(game: AnyGame) -> Callable[[Ledger, int], int]:
    """Return the law that values the end of a match; by default, only the first place counts."""
    place_of = game.law.place_of

    def utility(t: Ledger, seat: int) -> int:
        return 1000 if place_of(t, seat) == 1 else 0

    return game.bots.utility or utility


@cache
def searcher(game: AnyGame) -> Kernel:
    """Return the compiled function that tries moves in worlds."""
    list_moves, play, over = game.law.moves, game.law.play, game.law.over
    deal, next_to_act, utility = dealing(game), asking(game), compilable(utility_of(game), "utility")
    heuristic, weights = game.bots.heuristic or first_of, game.bots.weights
    depth = 0 if game.bots.at_once else DEPTH
    strays = STRAYS if game.bots.at_once else 0

    def try_one(t: Ledger, me: int, choice: int, tree: Tree, scratch: Scratch) -> int:
        chance, out = scratch.dealer, scratch.out
        number, mark = t.deal, choice
        made, own = 1, 0
        play(t, me, choice)
        while not over(t) and t.deal == number and made < MOST_MADE:
            if t.waits:
                deal(t, chance, scratch.order)
                continue
            seat = next_to_act(t)
            count = list_moves(t, seat, out)
            choice = heuristic(t, seat, out, count, weights)
            if strays and seat != me and below(chance, 100) < strays:
                choice = out[below(chance, count)]
            if seat == me and count > 1 and own < depth:
                for limb in range(t.limbs):  # what was revealed at random: a guess was right, a card was drawn
                    mark = mixed(mark ^ (t.seen[limb] & LOW)) ^ mixed(t.seen[limb] >> 32 & LOW)
                choice = choose(tree, mark, out, count, choice)
                tree.path[own] = note(tree, mark, choice)
                own += 1
            mark = mixed((mark ^ choice) & LOW) + seat
            play(t, seat, choice)
            made += 1
        worth: int = utility(t, me)
        for i in range(own):
            tree.times[tree.path[i]] += 1
            tree.worth[tree.path[i]] += worth
        return worth

    play_on = compilable(try_one, "try_one")

    def try_some(
        states: States,
        worlds: States,
        me: int,
        stream: tuple[int, int],
        moves: Numbers,
        tree: Tree,
        scratch: Scratch,
        seen: Numbers,
    ) -> None:
        seed, first = stream
        for number in range(len(worlds)):
            for i in range(len(moves)):
                states[0] = worlds[number]
                start(scratch.dealer, seed, first + number, DEALER)
                seen[number, i] = play_on(states[0], me, moves[i], tree, scratch)

    return compiled(try_some)


def imagine_states(game: AnyGame, state: Ledger, seat: int, *, count: int, seed: int, first: int = 0) -> States:
    """Return this number of random worlds for a seat, starting with number `first`."""
    limbs, worlds, lying = state.limbs, np.repeat(pack(state), count), list[tuple[int, int]]()
    hidden = [~known(state, seat, limb) for limb in range(limbs)]
    for index, here in enumerate(state.at):
        lying += [(card, index // limbs) for card in numbers(here & hidden[index % limbs], index % limbs)]
    cards, zones = np.array(lying, np.int64).reshape(-1, 2).T.copy()
    imaginer(game)(worlds, np.array(hidden), cards, zones, np.zeros(CELLS, np.int64), seed, first)
    return worlds


class Search:
    """The search of one seat in one recalled state."""

    def __init__(self, game: AnyGame, state: Ledger, seat: int, *, seed: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.seed = seed
        self.tried = 0
        self.tree = Tree(*(np.zeros(count, np.int64) for count in (SIZE, SIZE, SIZE, DEPTH)))
        self.scratch = scratch(game, lambda count: np.zeros(count, np.int64))

    def tries(self, moves: Row, count: int) -> NDArray[np.int64]:
        """Try each move in `count` further worlds. Return [world, move]: results in thousandths of a first place."""
        worlds = imagine_states(self.game, self.state, self.seat, count=count, seed=self.seed, first=self.tried)
        seen, stream = np.zeros((count, len(moves)), np.int64), (self.seed, self.tried)
        row = np.array(moves, np.int64)
        searcher(self.game)(worlds[:1].copy(), worlds, self.seat, stream, row, self.tree, self.scratch, seen)
        self.tried += count
        return seen
