"""The definition of Blitz."""

from cardhouse.games.blitz import actions, bots, facts, law, notation, view
from cardhouse.games.blitz.guide import GUIDE
from cardhouse.games.blitz.seen import SEEN
from cardhouse.games.blitz.state import BY_ENDING, DRY, RESHUFFLES, TALLIES
from cardhouse.games.defaults import never
from cardhouse.games.definition import Actions, Bots, Game, Hosting, Lab, Secrecy

BLITZ = Game(
    name="blitz",
    title="Blitz",
    aim="Lay books and runs on the board: they count for you, and cards left in your hand against you.",
    seats=range(2, 11),
    default_seats=3,
    law=law,
    notation=notation,
    facts=facts,
    describe=view.describe,
    secrecy=Secrecy(kind=SEEN.kind, view=SEEN.view, recall=SEEN.recall, sees=view.sees, depends_on=view.depends_on),
    unit=("point", "points"),
    unfit=view.unfit,
    actions=Actions(count=actions.ACTIONS, action_of=actions.action_of, choice_of=actions.choice_of),
    bots=Bots(
        heuristic=bots.heuristic,
        weights=bots.WEIGHTS,
        utility=bots.utility,
        finished=never,
    ),
    lab=Lab(
        leader="the seat at the dealer's left, which begins",
        move_kinds=bots.MOVE_KINDS,
        kind_of_move=bots.kind_of_move,
        endings=TALLIES[BY_ENDING:RESHUFFLES],
        stalemates=(TALLIES[BY_ENDING + DRY],),
        short={"max_hands": 1},
        long={"target": 10_000, "max_hands": 30},
    ),
    house=Hosting(
        volunteers=view.anybody_may_deal,
        deals_itself=view.deals_itself,
    ),
    guide=GUIDE,
)
