"""The moves of Hearts: `play` with a card."""

from cardhouse.cards.deck import STANDARD
from cardhouse.games.moves import Moves, OneCard, Verb

MOVES = Moves("Hearts", 2, Verb("play", card=OneCard(STANDARD, rule=1), example="play 12s"))
is_move, card_of, play_of = MOVES.is_move, MOVES.part("card"), MOVES.maker("play")
