"""A whole match played by chance: the source of the kernels, and itself a plain function."""

from collections.abc import Callable
from typing import Any

from cardhouse.cards.chance import CELLS, DEALER, PLAYERS, below, draw, start
from cardhouse.cards.law import Row
from cardhouse.games.face import Game

Playout = Callable[[Any, int, int, Row, Row, Row, Row], int]


def playout(game: Game) -> Playout:
    """The function that plays match number `number` of a seed at a table and returns how many moves it took.

    Every seat chooses by chance among its moves. The dealer's stream is that of `SeededDealer(seed, game=number)`.
    """
    law = game.law
    begin, collect, shuffled, to_act = law.begin, law.collect, law.shuffled, law.to_act
    list_moves, play, over = law.moves, law.play, law.over

    def play_match(t: Any, seed: int, number: int, dealer: Row, players: Row, order: Row, out: Row) -> int:
        start(dealer, seed, number, DEALER)
        start(players, seed, number, PLAYERS)
        for seat in range(t.seats):
            order[seat] = seat
        draw(dealer, order, t.seats, t.seats)
        begin(t, order)
        made = 0
        while not over(t):
            if t.waits:
                wanted = t.waits
                draw(dealer, order, collect(t, order), wanted)
                shuffled(t, order, wanted)
            else:
                seat = t.turn  # found before it acts: on a GPU all threads act together, whatever their seats
                while not to_act(t, seat):
                    seat = (seat + 1) % t.seats
                many = list_moves(t, seat, out)
                play(t, seat, out[below(players, many)])
                made += 1
        return made

    return play_match


def rows(game: Game) -> tuple[Row, Row, Row, Row]:
    """The rows that a playout needs: two of chance, one for orders, one for moves."""
    return [0] * CELLS, [0] * CELLS, [0] * room(game), [0] * game.law.MOST_MOVES


def room(game: Game) -> int:
    """For an order of the cards, or of the seats."""
    return max(game.law.MOST_CARDS, game.seats[-1])
