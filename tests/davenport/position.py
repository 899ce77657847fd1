"""Tables of Davenport drawn as text.

    match = table('''
        0: 13h 4c
        1: 9d ...
        2: 8s 8c
        deck: 5h 6h
        face up: 2c
        face down: 3c
        dealer: 2
    ''', ace_rule="on")
    reveal(match, "0: 4c, 1: exchange 9d, 2: 8s", "6h", "5h", "2c")

`...` are all the cards that are not named; where it is missing, they are in the deck. Usually the last seat deals. With
`playoff: 0 2` only these two are still in, and `wins: 1 0 2` are their wins.
"""

from typing import Any

import pytest

from cardhouse import WATCHER, BadDeal, Match, ScriptedDealer, SeededDealer
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.facts import clause
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, SEAT, STOCK
from cardhouse.games.davenport import DAVENPORT
from cardhouse.games.davenport.seen import View
from cardhouse.games.davenport.state import CARDS, VIEWERS, ZONE_COUNT
from cardhouse.games.definition import AnyGame
from cardhouse.play.events import Event, Step

REST = "..."
RANKS = {"A": "14", "J": "11", "Q": "12", "K": "13"}
FOUR = "0: 9c ...\n1: 5d 10d\n2: 6h 11h\n3: 7s 12s\ndeck: 8c\nface down: 3c"


def table(text: str, *, game: AnyGame = DAVENPORT, **options: str | int) -> Match:
    drawn = [line.split(":") for line in text.strip().splitlines()]
    lines = {key.strip(): words.strip() for key, words in drawn}
    dealer, playoff, wins = (lines.pop(key, "").split() for key in ("dealer", "playoff", "wins"))
    seats = sum(key.isdigit() for key in lines)
    named = " ".join(lines.values())
    assert len(set(named.split())) == len(named.split()), "a card is drawn twice"
    lines.setdefault("deck", "" if REST in named else REST)
    sets = {key: cards(words) | (CARDS & ~cards(named) if REST in words else 0) for key, words in lines.items()}

    match = Match(game, seats=seats, options=options, dealer=SeededDealer(1))
    match.events.clear()
    t = match._state
    t.at, t.seen = [0] * ZONE_COUNT, [0] * VIEWERS
    for seat in range(seats):
        t.at[HAND + seat] = t.seen[SEAT + seat] = sets[str(seat)]
    t.seen[EVERYBODY] = sets.get("face up", 0)
    t.at[STOCK], t.at[DISCARDS] = sets["deck"], sets.get("face up", 0) | sets.get("face down", 0)
    t.dealer = int(dealer[0]) if dealer else seats - 1
    t.turn = (t.dealer + 1) % seats
    if playoff:
        t.playing_off, t.playing = 1, sum(1 << int(seat) for seat in playoff)
        t.places[:seats] = [0 if str(seat) in playoff else len(playoff) + 1 for seat in range(seats)]
    if wins:
        t.wins[:seats] = map(int, wins)
    return match


def cards(names: str) -> int:
    return sum(1 << STANDARD.card(name) for name in names.split() if name != REST)


def given(match: Match, *draws: str) -> None:
    """The dealer will give these cards and no others: a text for each time that the law asks."""
    match._dealer = ScriptedDealer([[STANDARD.card(name) for name in draw.split()] for draw in draws])


def reveal(match: Match, line: str, *draws: str) -> Match:
    """Make these moves in this order: `0: 4c, 1: exchange 9d`. If draws are named, the dealer gives just these."""
    if draws:
        given(match, *draws)
    for part in line.split(","):
        seat, move = part.split(":")
        match.play(int(seat), move.strip() if "exchange" in move else f"commit {move.strip()}")
    if draws and isinstance(match._dealer, ScriptedDealer):
        assert list(match._dealer._draws) == [], "the dealer was not asked for these"
    return match


def showing(ranks: str, *, ace_rule: str = "off") -> Match:
    """A round in which the seats have shown these, from seat 0 on: `A 8 J K`. Each has one more card: nobody is out."""
    shown: list[str] = []
    for rank in ranks.split():
        suits = [f"{RANKS.get(rank, rank)}{suit}" for suit in "cdhs"]
        shown.append(next(name for name in suits if name not in shown))
    spare = [name for name in STANDARD if name not in shown]
    lines = [f"{seat}: {name} {spare[seat]}" for seat, name in enumerate(shown)]
    match = table("\n".join(lines), ace_rule=ace_rule)
    return reveal(match, ", ".join(f"{seat}: {name}" for seat, name in enumerate(shown)))


# What came of it


def view(match: Match, seat: int) -> View:
    seen = match.view(seat)
    assert isinstance(seen, View)
    return seen


def steps(match: Match) -> list[Step]:
    """All that moved since the table was drawn, as the referee knows it."""
    return [step for event in match.events for step in event.steps]


def drew(match: Match, seat: int) -> str:
    """The cards that a seat has drawn into its hand since the table was drawn."""
    return " ".join(" ".join(step.cards) for step in steps(match) if step[:2] == ("stock", f"hand {seat}"))


def draws(match: Match) -> list[int]:
    """How many each seat has drawn."""
    return [len(drew(match, seat).split()) for seat in range(match.seats)]


def winners(match: Match) -> list[int]:
    """The seats that won the last round."""
    return [seat for seat, won in enumerate(view(match, 0).won) if won]


def lying(match: Match, place: str) -> str:
    """The cards in a place: `stock`, `discards`, `hand 2`."""
    return " ".join(match.truth().get(place, ()))


def clauses(match: Match) -> list[str]:
    return [clause(fact) for event in match.events for fact in event.facts]


def places(match: Match) -> tuple[int, ...]:
    """Of each seat, at the end of the match."""
    assert match.result is not None, "the match is not over"
    return match.result.places


# What is told


def told_of(game: AnyGame, move: str, viewer: int) -> tuple[dict[str, Any], list[Event]]:
    """What a viewer knows when seat 1 of FOUR has moved and nobody else."""
    match = table(FOUR, game=game)
    match.play(1, move)
    return match.view(viewer).as_dict(), match.events_for(viewer)


def waiting(game: AnyGame = DAVENPORT) -> Match:
    """In the middle of a round: seat 1 has drawn 8c unseen, the deck is empty, and seat 3 is to draw."""
    match = table(FOUR, game=game)
    with pytest.raises(BadDeal, match="The script ends before 1 of 3 are drawn"):
        reveal(match, "0: 9c, 1: exchange 5d, 2: 11h, 3: exchange 7s", "8c")
    return match


def who_know(match: Match, name: str) -> list[int]:
    """The viewers whose views or events have this card in them."""
    known = {viewer: f"{match.view(viewer)} {match.events_for(viewer)}" for viewer in range(WATCHER, match.seats)}
    return [viewer for viewer in known if name in known[viewer]]
