"""Hearts: a sixth game, as a stranger would add it. It is registered nowhere; tests install it from outside."""

from cardhouse.games.definition import Bots, Game, Lab, Secrecy
from cardhouse.games.seen import derive
from tests.hearts import bots, facts, law, notation
from tests.hearts.state import State

SEEN = derive(State, may_lie=law.may_lie)
HEARTS = Game(
    name="hearts",
    title="Hearts",
    aim="Take no hearts, and not the queen of spades: the fewest points win.",
    seats=range(4, 5),
    default_seats=4,
    law=law,
    automatic=law.automatic,
    notation=notation,
    facts=facts,
    secrecy=Secrecy(view=SEEN.view, kind=SEEN.kind, recall=SEEN.recall, may_lie=law.may_lie),
    verb="play",
    unit=("point", "points"),
    lowest_wins=True,
    bots=Bots(heuristic=bots.heuristic, weights=bots.WEIGHTS, utility=bots.utility),
    lab=Lab(
        leader="the seat that holds the two of clubs",
        opening_kind="2",
        move_kinds=bots.MOVE_KINDS,
        kind_of_move=bots.kind_of_move,
        short={"target": 20},
        long={"target": 200},
    ),
)
