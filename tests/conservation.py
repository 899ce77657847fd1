"""No card is lost or doubled: looked at after every move of random matches, and at nothing else, so over many."""

from random import Random

from cardhouse.games.definition import AnyGame
from cardhouse.testing.broken import must
from cardhouse.testing.course import cards_in_play
from cardhouse.testing.setups import random_setup
from tests.oracles import DealtCards


def conserve(game: AnyGame, moves: int, seed: int) -> int:
    """Play moves by chance, and look after each of them and after every deal; return the number of moves."""
    chance, law, made = Random(seed), game.law, 0
    while made < moves:
        t = game.new_state(*random_setup(game, chance))
        deck = list(game.deck.in_play(t))
        law.begin(t, chance.sample(range(t.seats), t.seats))
        while not law.over(t) and made < moves:
            if t.waits:
                DealtCards().deal(game, t, chance)
            else:
                seat = chance.choice(game.to_act(t))
                law.play(t, seat, chance.choice(game.moves(t, seat)))
                made += 1
            must(cards_in_play(t) == deck, f"cards were lost or doubled: {t!r}")
    return made
