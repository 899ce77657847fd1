"""A move has one spelling: a text that is read says what is printed, but for what the notation leaves open."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardhouse import GAMES, CardhouseError, Match, SeededDealer, Unreadable
from cardhouse.bots import random_player
from cardhouse.games.definition import AnyGame
from cardhouse.play.referee import read

SIGNS = "019 wWjJcdhsCS'=+-._\t\n\u00a0\u0663\uff19\u00b2\u200b"  # among them digits and spaces of other scripts
MOVES = 40  # of a match: the last table is one of those after them


def texts_of(text: str) -> list[str]:
    """What a text says: cards may stand in any order, and Blitz's melds may say more than they need."""
    return sorted(word.partition("=")[0] for word in text.split(" "))


def position(game: AnyGame, seed: int) -> Match:
    chance = Random(seed)
    options: dict[str, str | int] = {"taxation": "on", "monarchies": 9} if game.name == "dynasty" else {}
    match = Match(game, options=options, dealer=SeededDealer(seed))
    player = random_player(seed)
    for _ in range(chance.randrange(MOVES)):
        if not match.over:
            seat = match.to_act[0]
            match.play(seat, player(match.view(seat)))
    return match


@st.composite
def near_a_move(draw: st.DrawFn, moves: list[str]) -> str:
    """The words of a move with a few signs changed."""
    signs = list(draw(st.sampled_from(moves)))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(signs)))
        signs[place : place + draw(st.integers(0, 1))] = draw(st.text(SIGNS, max_size=1))
    return "".join(signs)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(data=st.data(), seed=st.integers(0, 20))
@settings(max_examples=150, deadline=None)
def test_what_is_read_is_what_is_printed(game: AnyGame, data: st.DataObject, seed: int) -> None:
    match = position(game, seed)
    if match.over:
        return
    t, seat = match._state, match.to_act[0]
    text = data.draw(near_a_move(match.every_move(seat)))
    try:
        choices = read(game, t, seat, text)
    except CardhouseError:
        return
    assert texts_of(text) == texts_of(game.notation.text(t, *choices))


@pytest.mark.parametrize(
    ("game", "text", "says"),
    [
        ("javelin", "replace 08", "'08' is not a number from 0 to 15."),
        ("javelin", "attack 9 012", "'012' is not a number"),
        ("javelin", "guess 09 3 higher", "'09' is not a number"),
        ("dynasty", "play w", "There is no card 'w' in the deck."),
        ("dynasty", "play 09", "There is no card '09'"),
        ("dynasty", "give w 3", "There is no card 'w'"),
        ("president", "play 4C", "There is no card '4C'"),
        ("president", "Pass", "'Pass' is not a move"),
        ("davenport", "commit 07s", "There is no card '07s'"),
        ("blitz", "take 03", "'03' is not a number of discards"),
        ("blitz", "discard j1", "There is no card 'j1'"),
        ("president", "play  4c", "Put one space between the words of a move, as in 'play 4c', not 'play  4c'."),
        ("president", " pass", "Put one space between the words of a move"),
        ("dynasty", "pass\n", "Put one space between the words of a move"),
        ("javelin", "attack\t9\t12", "Put one space between the words of a move"),
        ("president", "play\u20284c", "Put one space between the words of a move"),
        ("blitz", "take\u00a03", "Put one space between the words of a move"),
    ],
)
def test_another_spelling_is_unreadable(game: str, text: str, says: str) -> None:
    match = Match(game, options={"dealer": "rotates"} if game == "blitz" else {}, dealer=SeededDealer(1))
    with pytest.raises(Unreadable) as caught:
        match.play(match.to_act[0], text)
    assert str(caught.value).startswith(says)
    assert caught.value.rule
