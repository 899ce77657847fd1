"""The definition of Dynasty."""

from cardhouse.games.definition import Actions, Bots, Game, Guests, Hosting, Lab, Secrecy
from cardhouse.games.dynasty import actions, bots, facts, guests, law, notation, state, view
from cardhouse.games.dynasty.guide import GUIDE
from cardhouse.games.dynasty.seen import SEEN

DYNASTY = Game(
    name="dynasty",
    title="Dynasty",
    aim="Be the first to get rid of your cards, and you are the monarch; be the monarch often enough to win.",
    seats=range(3, 13),
    default_seats=4,
    law=law,
    notation=notation,
    facts=facts,
    describe=view.describe,
    secrecy=Secrecy(
        kind=SEEN.kind,
        view=SEEN.view,
        recall=SEEN.recall,
        said_to=notation.said_to,
        depends_on=notation.depends_on,
    ),
    verb="play",
    unit=("monarchy", "monarchies"),
    actions=Actions(count=actions.ACTIONS, action_of=actions.action_of, choice_of=actions.choice_of),
    bots=Bots(
        heuristic=bots.heuristic,
        weights=bots.WEIGHTS,
        utility=bots.utility,
    ),
    lab=Lab(
        leader="the first in turn order",
        turn_of=state.turn_of,
        move_kinds=bots.MOVE_KINDS,
        kind_of_move=bots.kind_of_move,
        short={"monarchies": 1},
        long={"monarchies": 9},
    ),
    house=Hosting(
        guests=Guests(
            rule=12,
            join=law.join,
            leave=law.leave,
            most_at_once=guests.MOST_AT_ONCE,
            most_in_all=state.SEATS,
            here=guests.here,
            no_leave=guests.no_leave,
        ),
    ),
    guide=GUIDE,
)
