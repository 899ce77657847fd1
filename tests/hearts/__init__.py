"""Hearts: a sixth game, as a stranger would add it. It is registered nowhere; tests install it from outside."""

from cardhouse.cards.deck import STANDARD
from cardhouse.games.face import Bots, Game, Lab, Option, Secrecy
from tests.hearts import bots, facts, law, notation, view

HEARTS = Game(
    name="hearts",
    title="Hearts",
    aim="Take no hearts, and not the queen of spades: the fewest points win.",
    seats=range(4, 5),
    usual_seats=4,
    deck=STANDARD,
    law=law,
    automatic=law.automatic,
    notation=notation,
    facts=facts,
    told=view.told,
    secrecy=Secrecy(kind=view.View, view=view.view, recall=view.recall, lies=view.lies),
    options=(
        Option("target", 9, "How many points end the match.", 100, numbers=range(20, 201)),
        Option("moon", 8, "Whose points change when one player takes them all.", "others", notation.MOON),
    ),
    verb="play",
    unit=("point", "points"),
    lowest_wins=True,
    bots=Bots(thumb=bots.thumb, weights=bots.WEIGHTS, stake=bots.stake),
    lab=Lab(
        leader="the seat that holds the two of clubs",
        telling="2",
        verbs=bots.VERBS,
        verb_of=bots.verb_of,
        tallies=("tricks", "deals with broken hearts", "moons"),
        short={"target": 20},
        long={"target": 200},
    ),
)
