"""A playout: a whole match, from its beginning or from any state. It runs plain, and is the source of the kernels."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.chance import DEALER, PLAYERS, below, draw, start
from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import HAND, Ledger
from cardhouse.compiled.loop import MOST_MADE, Scratch, asking, dealing, first_of
from cardhouse.games.definition import AnyGame
from cardhouse.untyped import Function

# The states of a batch: an array of records for compiled laws, plain states for plain ones. No type is both.
Board = Any
Rows = NDArray[Any]  # integers, as wide as `blank` in batch.py makes them
Choose = Callable[[Ledger, int, int, Row, Row, int], int]
ALWAYS = 100  # a player's level: the percentage of moves by the heuristic; the others are random
DENIED = 8  # the first bit of the kinds of moves that a player avoids
BY_CHANCE = -1  # as a first move: it is not given


class PlayoutPlan(NamedTuple):
    """The matches to play: those from number `first` on of a seed, or `each` from every state."""

    seed: int
    first: int
    each: int  # the number of matches from each given state; 0 for matches from the beginning
    block: int  # the number of consecutive matches that share the same deals
    rotates: int  # 1 if the players move on by one seat from match to match


class PlayoutResults(NamedTuple):
    """The results, with a row for each match."""

    places: Rows  # by seat; 0 in a match that was stopped
    moves: Rows
    choices: Rows  # moves with an alternative
    deals: Rows  # finished deals
    turns: Rows  # by seat: its position in the turn order after the first deal, 0 for the seat that begins
    tallies: Rows  # the game's `tallies`
    scores: Rows  # [match, deal, seat]: the scores after each of the first deals, as many as the array has room for
    dealt: Rows  # [match, seat, limb]: the cards of each seat after the first deal, if the array has room for them


class Starts(NamedTuple):
    """The states to start from: one that has not begun, or several."""

    states: Board
    forced: NDArray[np.int64]  # the first move in each of them, or BY_CHANCE
    streams: NDArray[np.int64]  # the random stream of each: states of the same stream use the same numbers


@law
def note_cards(t: Ledger, dealt: Rows, own_zones: int) -> None:
    """Record the cards of each seat; in some games they lie in several zones."""
    for seat in range(dealt.shape[0]):
        for limb in range(t.limbs):
            held = 0
            for zone in range(HAND + own_zones * seat, HAND + own_zones * seat + own_zones):
                held |= t.at[zone * t.limbs + limb]
            dealt[seat, limb] = held


@law
def clear_scores(scores: Rows) -> None:
    for deal in range(scores.shape[0]):
        for seat in range(scores.shape[1]):
            scores[deal, seat] = 0


def chooser(game: AnyGame) -> Choose:
    """Return the law by which built-in players choose: `who` is a level and a set of kinds of moves to avoid."""
    heuristic = game.bots.heuristic or first_of
    kind_of_move = game.lab.kind_of_move
    weights = game.bots.weights

    def choose(t: Ledger, seat: int, who: int, chance: Row, out: Row, count: int) -> int:
        if who >> DENIED:
            kept = 0
            for i in range(count):
                if not who >> DENIED + kind_of_move(t, seat, out[i]) & 1:
                    out[kept] = out[i]
                    kept += 1
            count = kept if kept else count
        level = who & 127
        if level and (level == ALWAYS or below(chance, ALWAYS) < level):
            return heuristic(t, seat, out, count, weights)
        return out[below(chance, count)]

    return choose


def playout(game: AnyGame, choose: Choose) -> Function:
    """Return the function that plays match number i of a plan, in the first of the states, and records the results.

    The dealer's stream is that of `SeededDealer(seed, match=number // block)`. In match n of a plan that rotates,
    the player with number p sits in seat (p + n) % seats.
    """
    begin, list_moves, play = game.law.begin, game.law.moves, game.law.play
    over, score, place_of = game.law.over, game.law.score, game.law.place_of
    deal, next_to_act = dealing(game), asking(game)
    many_tallies, own_zones, turn_of = len(game.tallies), game.lab.own_zones, game.lab.turn_of

    def play_one(
        i: int,
        states: Board,
        starts: Starts,
        who: Sequence[int],
        plan: PlayoutPlan,
        scratch: Scratch,
        played: PlayoutResults,
    ) -> None:
        dealer, players, order, out = scratch
        which = i // plan.each if plan.each else 0
        number = plan.first + (starts.streams[which] * plan.each + i % plan.each if plan.each else i)
        start(dealer, plan.seed, number // plan.block, DEALER)
        start(players, plan.seed, number, PLAYERS)
        states[0], choice = starts.states[which], starts.forced[which]
        t = states[0]
        seats, turned = t.seats, number * plan.rotates % t.seats
        if plan.each == 0:
            for seat in range(seats):
                order[seat] = seat
            draw(dealer, order, seats, seats)
            begin(t, order)
        begun = plan.each > 0  # whether a seat has acted with cards in its hand
        made = choices = given = 0
        clear_scores(played.scores[i])
        while not over(t) and made < MOST_MADE:
            if t.waits:
                deal(t, dealer, order)
                if not begun:
                    note_cards(t, played.dealt[i], own_zones)
                    given = 1
                continue
            seat = next_to_act(t)  # found before acting, so that on a GPU all threads act together
            if given and not begun:
                begun = True
                for other in range(seats):
                    played.turns[i, other] = turn_of(t, other, seat)
            if choice == BY_CHANCE:
                count = list_moves(t, seat, out)
                choices += int(count > 1)
                player = seat - turned if seat >= turned else seat - turned + seats
                choice = choose(t, seat, who[player], players, out, count)
            ended = t.deal
            play(t, seat, choice)
            made, choice = made + 1, BY_CHANCE
            if ended < t.deal <= played.scores.shape[1]:
                for seat in range(seats):
                    played.scores[i, ended, seat] = score(t, seat)
        played.moves[i], played.choices[i], played.deals[i] = made, choices, t.deal
        for seat in range(seats):
            played.places[i, seat] = place_of(t, seat) if over(t) else 0
        for tally in range(many_tallies):
            played.tallies[i, tally] = t.tally[tally]

    return play_one
