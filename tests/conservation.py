"""No card is lost or doubled: looked at after every move of random matches, and at nothing else, so over many."""

from random import Random

from cardhouse.games.face import Game
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.testing.contract import cards_in_play, must, random_table


def conserve(game: Game, moves: int, seed: int) -> int:
    """Play so many moves; returns how many were looked at."""
    chance, made = Random(seed), 0
    while made < moves:
        seats, options = random_table(game, chance)
        match = Match(game, seats=seats, options=options, dealer=SeededDealer(chance.getrandbits(60)))
        deck = list(game.cards(match._table) if game.cards else game.deck.words)
        while not match.over and made < moves:
            seat = chance.choice(match.to_act)
            choices = game.moves(match._table, seat)
            match.play(seat, game.notation.words(match._table, chance.choice(choices)))
            made += 1
            must(cards_in_play(match._table) == deck, f"cards were lost or doubled: {match.truth()}")
            match._drained()
    return made
