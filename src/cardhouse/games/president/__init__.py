"""President: its face."""

from cardhouse.cards.deck import STANDARD
from cardhouse.games.face import Bots, Game, Lab, Option, Secrecy
from cardhouse.games.president import bots, law, notation, recall, view

PRESIDENT = Game(
    name="president",
    title="President",
    aim="Be the first to shed all your cards; the last one holding cards loses.",
    seats=range(3, 9),
    usual_seats=4,
    deck=STANDARD,
    law=law,
    notation=notation,
    told=view.told,
    secrecy=Secrecy(
        view=view.view,
        recall=recall.recall,
    ),
    options=(
        Option("skip_on", 9, "Which good plays skip the next player.", "rank_and_count", notation.SKIP_ON),
        Option("full_circle", 11, "Who is asked before the table is cleared.", "others", notation.FULL_CIRCLE),
        Option("deals", 14, "How many deals make a match.", 1, numbers=range(1, 51)),
    ),
    verb="play",
    unit=("point", "points"),
    bots=Bots(
        my_view=view.MyView,
        answer=notation.answer,
        thumb=bots.thumb,
        weights=bots.WEIGHTS,
        stake=recall.stake,
    ),
    lab=Lab(
        leader="the seat that opens, as it holds the four of clubs",
        telling="4",
        verbs=bots.VERBS,
        verb_of=bots.verb_of,
        tallies=("clears", "skips", "turns of direction"),
        short={"deals": 1},
        long={"deals": 12},
    ),
)
