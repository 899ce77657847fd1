"""Blitz: its face."""

from cardhouse.games.blitz import bots, facts, law, notation, recall, view
from cardhouse.games.blitz.words import DECK
from cardhouse.games.face import Bots, Game, House, Lab, Option, Secrecy
from cardhouse.games.usual import never

BLITZ = Game(
    name="blitz",
    title="Blitz",
    aim="Play your cards to the board in books and runs; what is left in your hand counts against you.",
    seats=range(2, 11),
    usual_seats=3,
    deck=DECK,
    law=law,
    notation=notation,
    facts=facts,
    told=view.told,
    secrecy=Secrecy(
        kind=view.View,
        view=view.view,
        recall=recall.recall,
        forgets=("may_undo", "ending"),
        sees=view.sees,
        asks=view.asks,
    ),
    options=(
        Option("decks", 1, "How many decks there are: up to 5 players with one, 10 with two.", 1, numbers=range(1, 3)),
        Option("jokers", 1, "How many jokers are in them.", 2, numbers=range(7)),
        Option("target", 16, "How many points end the match.", 1000, numbers=range(100, 10_001)),
        Option("max_hands", 16, "How many hands are played at most.", 30, numbers=range(1, 101)),
        Option("dealer", 3, "Who deals: whoever says so, or all in turn, by itself.", "selects", notation.DEALER),
    ),
    unit=("point", "points"),
    unfit=view.unfit,
    bots=Bots(
        thumb=bots.thumb,
        weights=bots.WEIGHTS,
        stake=recall.stake,
        finished=never,
    ),
    lab=Lab(
        leader="the seat at the dealer's left, which begins",
        verbs=bots.VERBS,
        verb_of=bots.verb_of,
        tallies=(
            "hands",
            "turns",
            "hands that ended with a Blitz",
            "hands that ended with the last lap",
            "hands that ended for want of cards to draw",
            "reshuffles",
            "takes of discards",
        ),
        endings=(
            "hands that ended with a Blitz",
            "hands that ended with the last lap",
            "hands that ended for want of cards to draw",
        ),
        stalemates=("hands that ended for want of cards to draw",),
        short={"max_hands": 1},
        long={"target": 10_000, "max_hands": 30},
    ),
    house=House(
        volunteers=view.anybody_may_deal,
        deals_itself=view.deals_itself,
    ),
)
