"""The definition of President."""

from cardhouse.games.definition import Actions, Bots, Game, Lab, Secrecy
from cardhouse.games.president import actions, bots, facts, law, notation, view
from cardhouse.games.president.guide import GUIDE
from cardhouse.games.president.seen import SEEN

PRESIDENT = Game(
    name="president",
    title="President",
    aim="Be the first to get rid of all your cards; the last player with cards loses.",
    seats=range(3, 9),
    default_seats=4,
    law=law,
    automatic=law.automatic,
    notation=notation,
    facts=facts,
    describe=view.describe,
    secrecy=Secrecy(view=SEEN.view, kind=SEEN.kind, recall=SEEN.recall),
    verb="play",
    unit=("point", "points"),
    actions=Actions(count=actions.ACTIONS, action_of=actions.action_of, choice_of=actions.choice_of),
    bots=Bots(
        my_view=view.MyView,
        answer=notation.answer,
        heuristic=bots.heuristic,
        weights=bots.WEIGHTS,
        utility=bots.utility,
    ),
    lab=Lab(
        leader="the seat that opens, as it holds the four of clubs",
        opening_kind="4",
        move_kinds=bots.MOVE_KINDS,
        kind_of_move=bots.kind_of_move,
        short={"deals": 1},
        long={"deals": 12},
    ),
    guide=GUIDE,
)
