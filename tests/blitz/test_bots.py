"""Whole matches of Blitz: the heuristic, and replay."""

import pytest

from cardhouse import Match, SeededDealer, play_out, replay
from cardhouse.bots import random_player
from tests.blitz.position import BLITZ, after, opened, table, view

HEURISTIC = BLITZ.quick


@pytest.mark.parametrize("dealer", ["selects", "rotates"])
@pytest.mark.parametrize(("seats", "more"), [(2, {}), (5, {"jokers": 0}), (10, {"decks": 2, "jokers": 6})])
def test_the_heuristic_makes_no_fault_and_the_match_replays(seats: int, more: dict[str, int], dealer: str) -> None:
    match = opened(seats, 4, dealer=dealer, **more)
    result = play_out(match, [HEURISTIC if seat % 2 else random_player(seat) for seat in range(seats)], strict=True)
    assert max(result.points) >= 1000 or match.deals_over == 30
    assert not any(event.fault for event in match.events)
    assert replay(match.log()).log() == match.log()


def test_a_log_replays_from_any_point() -> None:
    match = opened(2, 5, max_hands=3, target=10_000)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, HEURISTIC(match.view(seat)))
        assert replay(match.log()).log() == match.log()
    assert match.deals_over == 3


@pytest.mark.parametrize(("seats", "hands"), [(2, 100), (4, 80)])
def test_the_heuristic_scores_more_than_random_players(seats: int, hands: int) -> None:
    mine, others = 0, 0
    for hand in range(hands):
        match = Match(BLITZ, seats=seats, options={"max_hands": 1}, dealer=SeededDealer(5, match=hand))
        players = [random_player(100 * hand + seat) for seat in range(seats)]
        players[hand % seats] = HEURISTIC
        points = play_out(match, players, strict=True).points
        mine += points[hand % seats]
        others += sum(points) - points[hand % seats]
    assert mine / hands > 50 + 1.2 * others / hands / (seats - 1)


def test_the_heuristic_lays_its_wilds_and_may_keep_a_meld_for_a_blitz() -> None:
    """What it keeps can still be laid in the last lap; only another's Blitz is dangerous."""
    match = table("0: 7d 7h 9c 10h J1 8s\n1: 5h\ndrawn: 7c\nwild: 8")
    while not (move := HEURISTIC(match.view(0))).startswith("discard"):
        after(match, move)
    assert {"8s", "J1"} <= {laid.card for meld in view(match, 0).board for laid in meld.cards}
    assert move in ("discard 9c", "discard 10h")
