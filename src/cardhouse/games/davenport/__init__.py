"""The definition of Davenport."""

from cardhouse.games.davenport import actions, bots, facts, law, notation, view
from cardhouse.games.davenport.guide import GUIDE
from cardhouse.games.davenport.seen import SEEN
from cardhouse.games.definition import Actions, Bots, Game, Hosting, Lab, Secrecy

DAVENPORT = Game(
    name="davenport",
    title="Davenport",
    aim="Be the first without cards: everybody shows a card, and all but the highest draw a new one.",
    seats=range(2, 8),
    default_seats=4,
    law=law,
    notation=notation,
    facts=facts,
    describe=view.describe,
    secrecy=Secrecy(
        kind=SEEN.kind,
        view=SEEN.view,
        recall=view.recall,
        not_recalled=("committed", "counts", "to_act"),
        recall_all=view.recall_all,
        said_to=view.said_to,
    ),
    verb="commit",
    actions=Actions(count=actions.ACTIONS, action_of=actions.action_of, choice_of=actions.choice_of),
    bots=Bots(
        heuristic=bots.heuristic,
        weights=bots.WEIGHTS,
        finished=view.finished,
        at_once=True,
    ),
    lab=Lab(
        leader="the seat at the dealer's left (all act at once)",
        move_kinds=bots.MOVE_KINDS,
        kind_of_move=bots.kind_of_move,
        endings=("playoffs",),
    ),
    house=Hosting(
        deal_moves_on=True,
    ),
    guide=GUIDE,
)
