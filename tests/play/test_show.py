"""A finished match shown again: complete, in order, and its deals can be dealt again. One that runs is not shown."""

from collections import Counter, defaultdict
from typing import Any

import pytest

from cardhouse import GAMES, BadLog, Match, SeededDealer, play_out
from cardhouse.bots import random_player
from cardhouse.games.definition import AnyGame
from cardhouse.play.dealers import FairDealer
from cardhouse.play.show import Show, show
from tests.play.by_hand import is_fair
from tests.toy import TOY

SHORT: dict[str, dict[str, Any]] = {
    "blitz": {"target": 100, "max_hands": 2},
    "dynasty": {"monarchies": 2},
    "president": {"deals": 2},
}


def over(game: AnyGame, seed: int = 1) -> Match:
    dealer = FairDealer(bytes([seed] * 32))
    dealer.add(1, "my luck")
    match = Match(game, options=SHORT.get(game.name, {}), dealer=dealer)
    play_out(match, [random_player(seed)] * match.seats)
    return match


@pytest.fixture(params=[*GAMES.values(), TOY], ids=lambda game: game.name)
def shown(request: pytest.FixtureRequest) -> tuple[Match, Show]:
    match = over(request.param)
    return match, show(match.log(), game=request.param)


def test_every_event_is_shown_in_order_and_every_card_is_named(shown: tuple[Match, Show]) -> None:
    match, again = shown
    assert [(frame.event.seat, frame.event.move) for frame in again.frames] == [
        (event.seat, event.move) for event in match.events
    ]
    for frame, event in zip(again.frames, match.events, strict=True):
        cards = [card for step in event.steps for card in step.cards]
        assert Counter(card for step in frame.event.steps for card in step.cards) == Counter(cards)
        assert all(step.hidden == 0 and step.seen_by is None for step in frame.event.steps)
        assert len({step[:2] for step in frame.event.steps}) == len(frame.event.steps)
        assert (frame.event.facts, frame.event.fault) == (event.facts, event.fault)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "javelin"])
def test_the_views_have_all_hands_as_the_steps_lead_to_them(name: str) -> None:
    places: defaultdict[str, Counter[str]] = defaultdict(Counter)
    view: dict[str, Any] = {}
    for event, changed in show(over(GAMES[name]).log()).frames:
        for step in event.steps:
            places[step.source].subtract(step.cards)
            places[step.to].update(step.cards)
        assert all(field not in view or view[field] != value for field, value in changed.items())
        view |= changed
        for seat, hand in enumerate(view["hands"]):
            assert Counter(hand) == +places[f"hand {seat}"]
            assert len(hand) == view["counts"][seat]
    assert view["seat"] == -1
    assert view["moves"] == ()


def test_the_rows_of_javelin_lie_open() -> None:
    view: dict[str, Any] = {}
    down = 0
    for _, changed in show(over(GAMES["javelin"]).log()).frames:
        view |= changed
        spots = [spot for row in view["rows"] for spot in row]
        assert all((spot.card == "") == (spot.lies == "empty") for spot in spots)
        down += sum(1 for spot in spots if spot.lies == "down")
    assert down > 0


def test_hidden_turns_of_blitz_are_shown_move_by_move() -> None:
    match = over(GAMES["blitz"])
    drafts = [seq for seq, event in enumerate(match.events) if event.only is not None]
    frames = show(match.log()).frames
    assert {frames[seq].event.move.split()[0] for seq in drafts} >= {"stock", "discard"}
    assert all(frames[seq].view for seq in drafts)


def test_every_deal_can_be_dealt_again_by_hand(shown: tuple[Match, Show]) -> None:
    match, again = shown
    assert len(again.deals) == match.deals_over
    assert again.deals[0].reveal.endswith("\n1 my luck")
    assert again.deals[0].draws[0].of == list(range(match.seats))
    for deal in again.deals:
        assert is_fair(deal.commitment, deal.reveal, deal.draws)
        assert again.frames[deal.frame].event.move in ("gather", "deal")
    frames = [deal.frame for deal in again.deals]
    assert frames == sorted(set(frames))


def test_planted_a_deal_that_does_not_follow_from_its_secret_is_found() -> None:
    (deal,) = show(over(GAMES["davenport"]).log()).deals
    seats, cards, *others = deal.draws
    swapped = cards._replace(drew=[cards.drew[1], cards.drew[0], *cards.drew[2:]])
    assert is_fair(deal.commitment, deal.reveal, deal.draws)
    assert not is_fair(deal.commitment, deal.reveal, [seats, swapped, *others])
    assert not is_fair(deal.commitment, deal.reveal.replace("luck", "lock"), deal.draws)
    assert not is_fair(deal.commitment, "00" * 32, [])


def test_a_match_that_ends_before_a_deal_has_a_commitment_that_came_to_nothing() -> None:
    match = Match("dynasty", seats=3, pause=True)
    match.go_on()
    while match.to_act:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    match.leave(2)
    match.go_on()
    first, last = show(match.log()).deals
    assert is_fair(first.commitment, first.reveal, first.draws)
    assert (last.reveal, last.draws) == ("", [])
    assert match.events[last.frame].move == "end"


def test_a_match_without_commitments_is_shown_too() -> None:
    match = Match("president", dealer=SeededDealer(1))
    play_out(match, [random_player(1)] * 4)
    (deal,) = show(match.log()).deals
    assert (deal.commitment, deal.reveal, len(deal.draws), deal.frame) == ("", "", 2, 0)


def test_a_match_that_runs_is_shown_to_nobody() -> None:
    for match in (Match("president"), Match("president", pause=True)):
        with pytest.raises(BadLog, match="is not over"):
            show(match.log())
