"""Javelin's moves. A slot is one of the player's own, or of the opponent's for a target."""

from cardhouse.games.javelin.state import ROW
from cardhouse.games.moves import Moves, Number, Verb, Word

SLOT = Number(ROW, rule=1)
MOVES = Moves(
    "Javelin",
    3,
    Verb("guess", own=SLOT, target=SLOT, way=Word("higher"), example="guess 9 3 higher"),
    Verb("guess", own=SLOT, target=SLOT, way=Word("lower"), example="guess 9 3 lower"),
    Verb("attack", own=SLOT, target=SLOT, example="attack 9 12"),
    Verb("replace", own=SLOT, example="replace 9"),
    Verb("forfeit"),
)
HIGHER, LOWER, ATTACK, REPLACE, FORFEIT = MOVES.numbers
verb_of, is_move = MOVES.verb_of, MOVES.is_move
own_of, target_of = MOVES.part("own"), MOVES.part("target")
move_of = MOVES.move_of  # of a verb and its slots
