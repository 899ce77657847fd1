"""Davenport: its face."""

from cardhouse.cards.deck import STANDARD
from cardhouse.games.davenport import bots, law, notation, recall, view
from cardhouse.games.face import OFF_ON, Bots, Game, House, Lab, Option, Secrecy

DAVENPORT = Game(
    name="davenport",
    title="Davenport",
    aim="Be the first to lose all your cards: who shows the highest card draws none.",
    seats=range(2, 8),
    usual_seats=4,
    deck=STANDARD,
    law=law,
    notation=notation,
    told=view.told,
    secrecy=Secrecy(
        kind=view.View,
        view=view.view,
        recall=recall.recall,
        forgets=("committed", "counts", "to_act"),
        said_to=view.said_to,
    ),
    options=(
        Option("ace_rule", 8, "Whether aces beat face cards.", "off", OFF_ON),
        Option("playoff", 12, "How a playoff is decided.", "elimination", notation.PLAYOFF),
        Option("playoff_wins", 12, "How many wins decide it, with playoff=wins.", 3, numbers=range(1, 10)),
    ),
    verb="commit",
    bots=Bots(
        thumb=bots.thumb,
        weights=bots.WEIGHTS,
        finished=view.finished,
        at_once=True,
    ),
    lab=Lab(
        leader="the seat at the dealer's left (all act at once)",
        verbs=bots.VERBS,
        verb_of=bots.verb_of,
        tallies=("rounds", "reshuffles", "playoffs", "exchanges"),
        endings=("playoffs",),
    ),
    house=House(
        deal_moves_on=True,
    ),
)
