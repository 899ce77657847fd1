"""What notebooks show of views and matches: every zone, nothing hidden, nothing that a hostile name could break."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from cardhouse import GAMES, WATCHER, Match, SeededDealer
from cardhouse.cards.ledger import Ledger, hidden_cards, trade
from cardhouse.drawing import Card, Group, Scene, SceneSeat, svg
from cardhouse.drawing.cards import SUITS
from cardhouse.games.definition import AnyGame, Secrecy
from cardhouse.games.president import PRESIDENT
from cardhouse.games.president.state import State
from cardhouse.games.scene import face, html, in_words
from cardhouse.games.seen import Extra, derive, forms_of, rows_of
from cardhouse.games.view import OwnView, View
from cardhouse.testing.setups import random_setup
from tests.hearts import HEARTS

EVERY_GAME = [*GAMES.values(), HEARTS]
POSITIONS = 20  # of each match, that are drawn
LONGEST = 2000  # moves
HOSTILE = "</text></svg><script>alert(1)</script><img src=x onerror=alert(2)>\"' &amp; \u202egpj\x00"

Draw = Callable[[AnyGame, Ledger, int], str]


def moments(game: AnyGame, seed: int) -> Iterator[Match]:
    """Play a match by chance, and stop at positions all over it."""
    chance = Random(seed)
    seats, options = random_setup(game, chance)
    match = Match(game, seats=seats, options=options, dealer=SeededDealer(seed))
    length = 0
    while not match.over and length < LONGEST:
        if length % (1 + length // POSITIONS) == 0:
            yield match
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.moves(seat)))
        length += 1
    yield match


def drawn(game: AnyGame, t: Ledger, viewer: int) -> str:
    return game.view_for(t, viewer)._repr_html_()


def find_leak(game: AnyGame, draw: Draw) -> str:
    """Shuffle what a viewer cannot know, again and again; return a position in which that changes what is drawn."""
    chance = Random(7)
    for number, match in enumerate(moments(game, 3)):
        for viewer in range(WATCHER, match.seats):
            t = match.state_for(viewer)
            cards = hidden_cards(t, viewer)
            world = t.copy()
            for _ in range(min(10, len(cards))):
                trade(world, chance.choice(cards), chance.choice(cards))
            if draw(game, t, viewer) != draw(game, world, viewer):
                return f"position {number}, seat {viewer}"
    return ""


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_a_picture_of_a_view_does_not_change_with_what_the_seat_cannot_know(game: AnyGame) -> None:
    assert find_leak(game, drawn) == ""


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_a_planted_picture_of_the_whole_state_is_found(game: AnyGame) -> None:
    assert find_leak(game, lambda game, t, viewer: html(game.open_view(t))) != ""


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_a_match_that_runs_shows_what_a_watcher_may_know(game: AnyGame) -> None:
    chance = Random(5)
    shown = 0
    for match in moments(game, 4):
        if match.over:
            continue
        world = match.fork(SeededDealer(1))
        cards = hidden_cards(world._state, WATCHER)
        before = world._repr_html_()
        world._state = world._state.copy()
        for _ in range(min(10, len(cards))):
            trade(world._state, chance.choice(cards), chance.choice(cards))
        if match.sees(WATCHER):
            world._shown = world._state
        assert world._repr_html_() == before
        shown += len(cards) > 1
    assert shown, "there was nothing to hide"


# Every zone


def texts_of(markup: str) -> Counter[str]:
    """Count the texts of a picture, which must be well-formed."""
    picture = markup[markup.index("<svg") : markup.index("</svg>") + len("</svg>")]
    return Counter(one.text or "" for one in ElementTree.fromstring(picture).iter() if one.tag.endswith("text"))


def known_cards(view: OwnView) -> Iterator[tuple[str, str]]:
    """Yield the zone and the name of every card that a view tells, but for the discards, which are a pile."""
    for name, form in forms_of(type(view)).items():
        values = getattr(view, name) if form.by_seat else [getattr(view, name)]
        for value in values:
            if form.kind == "cards" and name != "discards":
                yield from ((name, card) for card in value)
            elif form.kind == "card":
                yield from ((name, card) for card in (value if form.row else [value]) if card)
            elif form.kind == "other":
                rows = rows_of(type(view), name)
                assert rows is not None, "all our games say how their cards lie"
                yield from ((name, one.card) for row in rows(value) for one in row.cards if one.card)
    if view.ZONES.hands:
        yield from (("", card) for hand in view.hands for card in hand)


def missing(view: OwnView, markup: str) -> list[str]:
    """Name the cards and piles of a view that a picture of it does not show."""
    texts = texts_of(markup)
    deck = view.ZONES.deck
    labels = Counter(face(card, deck)[0] for _, card in known_cards(view))
    found = [label for label, count in labels.items() if texts[label] < count]
    captions = " ".join(texts)
    for name, form in forms_of(type(view)).items():
        value = getattr(view, name)
        if form.kind in ("pile", "cards", "card") and (any(value) if form.by_seat else value):
            found += [] if in_words(name) in captions else [name]
    counts = view.counts if view.ZONES.hands else ()
    for count, known in zip(counts, getattr(view, "hands", ()), strict=True):
        words = f"{count} card{'' if count == 1 else 's'}"
        found += [] if count == len(known) or words in texts else [words]
    return found


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_every_zone_and_every_card_that_a_view_tells_is_drawn(game: AnyGame) -> None:
    for match in moments(game, 6):
        for viewer in (WATCHER, *range(match.seats)):
            view = match.view(viewer)
            assert missing(view, html(view)) == [], viewer
        if match.over:
            view = game.open_view(match.state_for(WATCHER))
            assert missing(view, match._repr_html_()) == []


def test_a_planted_missing_card_is_noticed() -> None:
    view = Match("president", seats=4, dealer=SeededDealer(1)).view(0)
    fewer: OwnView = Match("president", seats=4, dealer=SeededDealer(1)).view(0)
    fewer.hands = (fewer.hands[0][1:], *fewer.hands[1:])
    assert missing(view, html(fewer))


def test_a_game_need_not_say_how_its_cards_lie() -> None:
    """A field of another form is told in words then."""
    seen = derive(State, Extra("board", tuple[str, ...], lambda t, viewer: ("<b>melds</b>",)))
    game = replace(PRESIDENT, secrecy=Secrecy(view=seen.view, kind=seen.kind))
    markup = Match(game, seats=4, dealer=SeededDealer(1)).view(0)._repr_html_()
    assert "board (&#x27;&lt;b&gt;melds&lt;/b&gt;&#x27;,)" in markup


# Markup


def test_names_are_escaped() -> None:
    names = ["</text></svg><script>alert(1)", "<img src=x onerror='alert(2)'>", '"&amp; 漢字 🂡']
    match = Match("davenport", seats=3, dealer=SeededDealer(2), names=names)
    running = match._repr_html_()
    while not match.over:
        for seat in match.to_act:
            match.play(seat, match.moves(seat)[0])
    for markup in (running, match._repr_html_()):
        assert "&lt;/text&gt;" in markup
        assert not re.search(r"<script|<img|\u202e", markup)
        texts_of(markup)


def test_a_heading_and_a_name_from_anywhere_are_escaped() -> None:
    view = Match("president", seats=4, dealer=SeededDealer(2)).view(0)
    markup = html(view, [HOSTILE] * 4, HOSTILE)
    assert not re.search(r"<script|<img|\u202e|\x00", markup)
    texts_of(markup)


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_a_picture_loads_nothing_runs_nothing_and_can_stand_beside_another(game: AnyGame) -> None:
    markup = Match(game, dealer=SeededDealer(1))._repr_html_()
    without_namespace = markup.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"<script|<style|\son\w+=|href|src=|url\(|http|\sid=", without_namespace)


def test_a_long_name_stays_in_its_place() -> None:
    markup = html(Match("president", seats=8, dealer=SeededDealer(2)).view(0), ["W" * 200] * 8)
    assert max(map(len, texts_of(markup))) < 80


def test_the_suits_are_those_of_the_page() -> None:
    page = Path("web/src/cards/shapes.ts").read_text("utf-8")
    assert dict(re.findall(r"(\w): '([^']+)'", page)) == SUITS


def test_an_empty_position_has_no_label() -> None:
    with pytest.raises(ValueError, match="an empty position has no card, not '7'"):
        Card("7", "h", "empty")


@pytest.mark.parametrize("seats", range(1, 17))
def test_every_seat_is_drawn_once(seats: int) -> None:
    texts = texts_of(svg(Scene("", tuple(SceneSeat(f"Seat {number}") for number in range(seats)))))
    assert texts == Counter(f"Seat {number}" for number in range(seats))


def test_a_long_row_is_drawn_in_lines() -> None:
    cards = tuple(Card(str(number)) for number in range(100, 200))
    texts = texts_of(svg(Scene("", (SceneSeat("Ann", hand=Group("", cards)),))))
    assert all(texts[card.label] == 2 for card in cards), "in the corner and in the middle"


def test_nothing_is_drawn_before_somebody_looks() -> None:
    script = "import sys, cardhouse; cardhouse.Match('president'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "cardhouse.play.match" in loaded
    assert not [name for name in loaded if name.startswith(("cardhouse.drawing", "cardhouse.games.scene"))]


def test_a_view_says_who_looks_and_who_acts() -> None:
    match = Match("davenport", seats=3, dealer=SeededDealer(1))
    view: View = match.view(1)
    assert "Davenport · as Seat 1 sees it · deal 1, everybody to act" in view._repr_html_()
    assert "Davenport · as a watcher sees it · deal 1, everybody to act" in match._repr_html_()


def test_a_match_that_is_over_has_a_table_of_results_and_says_what_happened() -> None:
    match = Match("president", seats=3, dealer=SeededDealer(1), names=["Ann", "Ben", "Cy"])
    while not match.over:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    markup = match._repr_html_()
    assert "President · over, with all cards face up · 1 deal over" in markup
    assert markup.index("1.</td>") < markup.index("2.</td>") < markup.index("3.</td>")
    assert "52 cards are dealt." in markup
    assert "the deal is over.</li>" in markup
