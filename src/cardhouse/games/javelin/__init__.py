"""Javelin: its face."""

from cardhouse.cards.deck import STANDARD
from cardhouse.games.face import OFF_ON, Bots, Game, Lab, Option, Secrecy
from cardhouse.games.javelin import bots, facts, law, notation, recall, table, view
from cardhouse.games.usual import never

JAVELIN = Game(
    name="javelin",
    title="Javelin",
    aim="Turn up all your opponent's face-down cards, or take all his face-up ones.",
    seats=range(2, 3),
    usual_seats=2,
    deck=STANDARD,
    law=law,
    notation=notation,
    facts=facts,
    told=view.told,
    secrecy=Secrecy(
        kind=view.View,
        view=view.view,
        recall=recall.recall,
        forgets=("winner", "ending"),
        asks=view.asks,
        lies=recall.lies,
    ),
    options=(
        Option("peek", 2, "Whether players may look at their own face-down cards.", "off", OFF_ON),
        Option("reshuffle", 8, "Whether the discards renew an empty deck.", "off", OFF_ON),
        Option("target", 12, "How many points end the match.", 25, numbers=range(5, 101)),
    ),
    unit=("point", "points"),
    bots=Bots(
        thumb=bots.thumb,
        weights=bots.WEIGHTS,
        stake=recall.stake,
        finished=never,
    ),
    lab=Lab(
        leader="the dealer, who begins",
        spread=table.ROW,
        verbs=bots.VERBS,
        verb_of=bots.verb_of,
        tallies=(
            "rounds",
            "turns",
            "rounds lost with no card face-down",
            "rounds lost with no card face-up",
            "rounds forfeited",
            "rounds forfeited for want of a move",
            "rounds drawn",
            "rounds won by the dealer",
            "reshuffles",
        ),
        endings=(
            "rounds lost with no card face-down",
            "rounds lost with no card face-up",
            "rounds forfeited",
            "rounds forfeited for want of a move",
            "rounds drawn",
        ),
        stalemates=("rounds forfeited for want of a move", "rounds drawn"),
        short={"target": 5},
        long={"target": 100},
        scorings={
            "5 for the round alone": lambda gained: min(gained, 5),
            "1 for each card face-down alone": lambda gained: max(gained - 5, 0),
            "5, and 3 for each card face-down": lambda gained: 5 + 3 * (gained - 5) if gained else 0,
        },
    ),
)
