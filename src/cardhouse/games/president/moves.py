"""President's moves: `pass`, and `play` with cards of one rank. A play is a rank, and the suits as a set."""

from cardhouse.cards.deck import STANDARD
from cardhouse.games.moves import Moves, OfOneRank, Verb

MOVES = Moves("President", 4, Verb("pass"), Verb("play", cards=OfOneRank(STANDARD, rule=1), example="play 4d 4h"))
is_move = MOVES.is_move
rank_of, suits_of = MOVES.part("rank"), MOVES.part("suits")
pass_of, play_of = MOVES.maker("pass"), MOVES.maker("play")
PASS = pass_of()
