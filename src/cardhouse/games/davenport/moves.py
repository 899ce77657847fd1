"""Davenport's moves: `commit` and `exchange`, each with a card."""

from cardhouse.cards.deck import STANDARD
from cardhouse.games.moves import Moves, OneCard, Verb

CARD = OneCard(STANDARD, rule=2)
MOVES = Moves(
    "Davenport", 2, Verb("commit", card=CARD, example="commit 7s"), Verb("exchange", card=CARD, example="exchange 7s")
)
COMMIT, EXCHANGE = MOVES.numbers
verb_of, is_move = MOVES.verb_of, MOVES.is_move
card_of = MOVES.part("card")
commit_of, exchange_of = MOVES.maker("commit"), MOVES.maker("exchange")
