"""The moves: `play 12s`. A game may have several verbs; a verb may have several parts, or none, like `pass`."""

from cardhouse.cards.deck import STANDARD
from cardhouse.games.moves import Moves, OneCard, Verb

MOVES = Moves("Sample", 2, Verb("play", card=OneCard(STANDARD, rule=1), example="play 12s"))
is_move = MOVES.is_move
card_of = MOVES.part("card")
play_of = MOVES.maker("play")
