"""The definition of Sample. `cardhouse.games.definition` lists what else a game can define."""

from cardhouse.games.definition import Bots, Game, Lab, Secrecy
from cardhouse.games.seen import derive

from . import bots, facts, law, notation
from .state import SEATS, State

SEEN = derive(State)
SAMPLE = Game(
    name="sample",
    title="Sample",
    aim="Take tricks with high cards.",  # one sentence: people see it before they choose a game
    seats=range(2, SEATS + 1),
    default_seats=4,
    law=law,
    notation=notation,
    facts=facts,
    secrecy=Secrecy(view=SEEN.view, kind=SEEN.kind, recall=SEEN.recall),
    verb="play",  # what is meant if a player types only a card
    unit=("point", "points"),
    bots=Bots(heuristic=bots.heuristic),
    lab=Lab(leader="the seat that leads first", short={"deals": 1}, long={"deals": 12}),
)
