"""Blitz's moves: `deal`, `stock`, `take 3`, `new run 3s 4s J1=5s`, `add 2 high 6s`, `discard 9c`, `undo`, `complete`.

A new meld has exactly three cards, an addition one: any three neighbours of a run are a run, so a longer meld is
several moves, and what a wild stands for follows from its position. One text may hold all of them: see `reading.py`.
"""

from cardhouse.cards.law import law
from cardhouse.games.blitz.cards import CARDS, DECK
from cardhouse.games.blitz.positions import BOOK, LAST
from cardhouse.games.blitz.state import MELDS, SEATS
from cardhouse.games.moves import ANY_NUMBER, ANY_WORDS, InState, Moves, Number, OneCard, OneOf, Verb

ENDS = ("low", "high", "book")  # where a card is added: at an end of a run, or to a book
LOW, HIGH, TO_BOOK = range(3)
CARD = range(CARDS)
NEW_MELD = InState(
    "book ${string}",
    "run ${string}",
    suit=range(BOOK + 1),  # of a run; or BOOK
    low=range(LAST + 1),  # the first position of a run; the rank of a book
    first=CARD,
    second=CARD,
    third=CARD,
)
MOVES = Moves(
    "Blitz",
    5,
    Verb("deal", dealer=InState("", "1", dealer=range(SEATS))),
    Verb("stock"),
    Verb("take", count=InState(*ANY_NUMBER, count=CARD), example="take 3"),
    Verb("new", meld=NEW_MELD, example=("new book 7h 7d J1", "new run 3s 4s J1=5s")),
    Verb(
        "add",
        meld=Number(MELDS, rule=7),
        end=OneOf(*ENDS),
        cards=InState(*ANY_WORDS, card=CARD),
        example=("add 2 high 6s", "add 0 book 7s"),
    ),
    Verb("discard", card=OneCard(DECK, rule=5), example="discard 9c"),
    Verb("undo"),
    Verb("complete"),
)
DEAL, FROM_STOCK, TAKE, NEW, ADD, DISCARD, UNDO, COMPLETE = MOVES.numbers
verb_of, is_move = MOVES.verb_of, MOVES.is_move
dealer_of, count_of = MOVES.part("dealer"), MOVES.part("count")
suit_of_new, low_of_new = MOVES.part("suit"), MOVES.part("low")
first_of_new, second_of_new, third_of_new = MOVES.part("first"), MOVES.part("second"), MOVES.part("third")
meld_of, end_of = MOVES.part("meld"), MOVES.part("end")
card_of = MOVES.part("card")  # the card that is added or discarded
deal_of, take_of = MOVES.maker("deal"), MOVES.maker("take")
new_of, add_of = MOVES.maker("new"), MOVES.maker("add")
discard_of = MOVES.maker("discard")
DRAW_FROM_STOCK, UNDO_TURN, COMPLETE_TURN = MOVES.maker("stock")(), MOVES.maker("undo")(), MOVES.maker("complete")()


@law
def card_of_new(choice: int, i: int) -> int:
    """Return one of the three cards of a new meld, from 0."""
    if i == 0:
        return first_of_new(choice)
    return second_of_new(choice) if i == 1 else third_of_new(choice)
