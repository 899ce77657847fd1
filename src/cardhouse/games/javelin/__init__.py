"""The definition of Javelin."""

from cardhouse.games.defaults import never
from cardhouse.games.definition import Actions, Bots, Game, Lab, Secrecy
from cardhouse.games.javelin import actions, bots, facts, law, notation, rows, view
from cardhouse.games.javelin.guide import GUIDE
from cardhouse.games.javelin.seen import SEEN
from cardhouse.games.javelin.state import BY_ENDING, DEALER_WON, DRAWN, ROW, STUCK, TALLIES

JAVELIN = Game(
    name="javelin",
    title="Javelin",
    aim="Turn up all your opponent's face-down cards, or take all their face-up ones, to win a round.",
    seats=range(2, 3),
    default_seats=2,
    law=law,
    automatic=law.automatic,
    notation=notation,
    facts=facts,
    describe=view.describe,
    secrecy=Secrecy(
        kind=SEEN.kind, view=SEEN.view, recall=SEEN.recall, depends_on=view.depends_on, may_lie=rows.may_lie
    ),
    unit=("point", "points"),
    actions=Actions(count=actions.ACTIONS, action_of=actions.action_of, choice_of=actions.choice_of),
    bots=Bots(
        heuristic=bots.heuristic,
        weights=bots.WEIGHTS,
        utility=bots.utility,
        finished=never,
    ),
    lab=Lab(
        leader="the dealer, who begins",
        own_zones=ROW,
        move_kinds=bots.MOVE_KINDS,
        kind_of_move=bots.kind_of_move,
        endings=TALLIES[BY_ENDING:DEALER_WON],
        stalemates=(TALLIES[BY_ENDING + STUCK], TALLIES[BY_ENDING + DRAWN]),
        short={"target": 5},
        long={"target": 100},
        scorings={
            "5 for the round alone": lambda gained: min(gained, 5),
            "1 for each card face-down alone": lambda gained: max(gained - 5, 0),
            "5, and 3 for each card face-down": lambda gained: 5 + 3 * (gained - 5) if gained else 0,
        },
    ),
    guide=GUIDE,
)
