"""Rule 12 of RULES.md: people join between two deals, and leave."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from cardhouse import BadLog, Dealer, FairDealer, Match, Refused, SeededDealer, play_out, replay, verify
from cardhouse.bots import random_player
from cardhouse.games.dynasty import DYNASTY
from tests.dynasty.position import (
    TAXES,
    after,
    between,
    finds,
    lying,
    opened,
    places,
    refused,
    table,
    turned_down,
    view,
)
from tests.event_texts import texts_of
from tests.forged import forge
from tests.planted_faults import with_change

FIVE = "0: 9\n1: 8\n2: 7\n3: 6 6 6\n4: 5 4"


def left(match: Match, *seats: int) -> Match:
    """These leave, one after the other."""
    for seat in seats:
        match.leave(seat)
    return match


def next_deal(finished: str, *, leave: tuple[int, ...] = (), join: int = 0, crowns: str = "") -> Match:
    """The deal after one in which the seats finished like this; in the pause some leave and others join."""
    match = left(between(finished, crowns=crowns), *leave)
    first = match.seats
    assert [match.join(f"guest {i}") for i in range(join)] == list(range(first, first + join))
    match.go_on()
    return match


@pytest.mark.parametrize(
    ("finished", "leave", "join", "order"),
    [
        ("0 1 2", (), 1, (0, 3, 1, 2)),
        ("0 1 2 3", (), 1, (0, 1, 4, 2, 3)),
        ("2 4 1 3 0", (), 1, (2, 4, 5, 1, 3, 0)),
        ("0 1 2 3", (), 3, (0, 1, 4, 5, 6, 2, 3)),
        ("0 1 2 3 4", (1,), 1, (0, 2, 5, 3, 4)),
        ("0 1 2 3 4", (0, 1), 2, (2, 5, 6, 3, 4)),
        ("0 1 2", (1, 2), 2, (3, 4, 0)),
        ("3 2 1 0", (2,), 0, (3, 1, 0)),
    ],
)
def test_rule_12_newcomers_in_the_middle(
    finished: str, leave: tuple[int, ...], join: int, order: tuple[int, ...]
) -> None:
    match = next_deal(finished, leave=leave, join=join)
    assert view(match).order == order
    assert match.to_act == order[:1]
    assert sum(view(match).counts) == 80
    assert [seat for seat, count in enumerate(view(match).counts) if count] == sorted(order)


def test_rule_12_who_joins_has_a_name_and_plays_like_everybody() -> None:
    match = between("0 1 2", monarchies=2)
    match.join("Eve")
    assert match.names == ("Player 0", "Player 1", "Player 2", "Eve")
    assert (match.events[-1].seat, match.events[-1].move) == (3, "join")
    result = play_out(match, [random_player(2)] * 4, strict=True)
    assert "Eve" in result.rank
    assert any(event.seat == 3 and event.move.startswith("play") for event in match.events)


def test_rule_12_who_joins_and_leaves_in_one_pause_gets_no_cards() -> None:
    match = between("0 1 2")
    match.leave(match.join("Eve"))
    match.go_on()
    assert view(match).order == (0, 1, 2)


def test_rule_12_who_left_gets_no_cards() -> None:
    match = next_deal("0 1 2 3", leave=(1,))
    assert view(match).left == (False, True, False, False)
    assert lying(match, "hand 1") == ""
    assert after(match, match.moves(0)[0]).to_act == (2,)


def test_rule_12_who_leaves_within_a_deal_is_played_on_until_it_ends() -> None:
    match = left(table("0: 4 9\n1: 5 9\n2: 6 9\n3: 7 9"), 1)
    assert after(match, "play 9").to_act == (1,)
    assert match.play_default(1, fault="left") == "pass"
    while not match.between_deals:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    match.go_on()
    assert 1 not in view(match).order
    assert left(table(TAXES), 0).play_default(0, fault="left") == "give 7 12"


def test_rule_12_the_next_one_is_monarch() -> None:
    match = after(left(table(FIVE), 0), "play 9")
    assert view(match).monarch == -1
    assert view(match).crowns == (0,) * 5
    after(match, "play 8")
    assert view(match).monarch == 1
    after(match, "play 7")
    assert view(match).crowns == (0, 1, 0, 0, 0)
    assert view(match).places == (1, 2, 3, 0, 0)


def test_rule_12_being_last_does_not_earn_it() -> None:
    match = after(left(table("0: 9\n1: 8\n2: 7 7"), 0, 1), "play 9", "play 8")
    assert view(match).places == (1, 2, 3)
    assert view(match).monarch == -1
    assert view(match).crowns == (0, 0, 0)


def test_rule_12_a_monarch_who_leaves_keeps_the_monarchies_and_ranks_last() -> None:
    match = left(table(FIVE + "\ncrowns: 2 2 0 0 0"), 0)
    assert not after(match, "play 9").over
    assert after(match, "play 8").over
    assert view(match).crowns == (2, 3, 0, 0, 0)
    assert places(match) == (5, 1, 2, 4, 3)


def test_rule_12_who_left_earliest_is_lowest() -> None:
    match = left(table(FIVE + "\ncrowns: 1 0 2 1 0"), 3, 0, 1)
    assert places(after(match, "play 9", "play 8", "play 7")) == (4, 3, 1, 5, 2)


def test_rule_12_with_fewer_than_three_the_match_ends() -> None:
    match = left(between("0 1 2 3", crowns="0 1 2 0"), 2, 0)
    assert not match.over
    match.go_on()
    assert match.over
    assert (match.events[-1].move, match.deals_over) == ("end", 1)
    assert places(match) == (3, 1, 4, 2)
    assert match.result is not None
    assert match.result.winner == "Player 1"
    assert refused(match, 1, "pass") == 10


def test_rule_12_newcomers_count_as_players() -> None:
    assert next_deal("0 1 2", leave=(0,)).over
    assert not next_deal("0 1 2", leave=(0,), join=1).over


@pytest.mark.parametrize(("crowns", "expected"), [("1 0 0 0", (1, 2, 3, 4)), ("0 0 0 0", (2, 1, 3, 4))])
def test_rule_12_it_is_then_ranked_by_monarchies_and_by_finishing(crowns: str, expected: tuple[int, ...]) -> None:
    assert places(next_deal("3 1 0 2", leave=(3, 2), crowns=crowns)) == expected


def test_rule_12_newcomers_rank_behind_players_and_before_leavers() -> None:
    assert places(next_deal("0 1 2", leave=(0, 1), join=1)) == (4, 3, 1, 2)
    assert places(next_deal("0 1 2", leave=(0, 1, 2), join=2)) == (5, 4, 3, 1, 1)


# Refusals


def test_rule_12_nobody_joins_but_in_the_pause_between_two_deals() -> None:
    says = "Players can join only in the pause between two deals. (Dynasty, rule 12)"
    unpaused, waiting = (Match("dynasty", dealer=SeededDealer(1), pause=pause) for pause in (False, True))
    over = after(table(FIVE, monarchies=1), "play 9")
    for match in (opened(4), unpaused, waiting, over):
        turned_down(match, partial(match.join, "Eve"), Refused, says)


def test_rule_12_twelve_sit_at_the_table_at_most() -> None:
    match = between(" ".join(map(str, range(12))))
    says = "The table already has 12 players, so nobody else can join. (Dynasty, rule 12)"
    turned_down(match, partial(match.join, "Eve"), Refused, says)
    match.leave(7)
    assert match.join("Eve") == 12
    turned_down(match, partial(match.join, "Kim"), Refused, says)
    match.go_on()
    assert view(match).order == (0, 1, 2, 3, 4, 12, 5, 6, 8, 9, 10, 11)


def test_rule_12_a_match_has_sixteen_players_at_most() -> None:
    match = left(between(" ".join(map(str, range(12)))), 0, 1, 2, 3, 4)
    assert [match.join(f"guest {i}") for i in range(4)] == [12, 13, 14, 15]
    says = "This match has already had 16 players, so nobody else can join it. (Dynasty, rule 12)"
    turned_down(match, partial(match.join, "Eve"), Refused, says)
    match.go_on()
    assert view(match).order == (5, 6, 7, 12, 13, 14, 15, 8, 9, 10, 11)


def test_rule_12_you_leave_once_and_while_the_match_runs() -> None:
    match, over = left(opened(4), 2), after(table(FIVE, monarchies=1), "play 9")
    turned_down(match, partial(match.leave, 2), Refused, "Seat 2 has already left. (Dynasty, rule 12)")
    turned_down(over, partial(over.leave, 1), Refused, "The match is over. (Dynasty, rule 12)")


# Logs


def play_deal(match: Match, chance: Random, *, leave: int | None = None) -> None:
    """Play a deal by chance; after 20 moves somebody leaves."""
    match.go_on()
    moves = 0
    while match.to_act:
        moves += 1
        if leave is not None and moves == 20:
            match.leave(leave)
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.moves(seat)))


def lively(dealer: Dealer, *, to_the_end: bool = False) -> Match:
    """People come and go; then the match is played to the end, or ends because too few players are left."""
    options: dict[str, str | int] = {"taxation": "on", "monarchies": 4}
    match, chance = Match("dynasty", seats=4, options=options, dealer=dealer, pause=True), Random(3)
    play_deal(match, chance)
    match.join("Eve")
    match.join("Kim ♣")
    match.leave(0)
    play_deal(match, chance, leave=4)
    match.join("Ann")
    play_deal(match, chance)
    if not to_the_end:
        left(match, 1, 2, 3, 5)
    while not match.over:
        play_deal(match, chance)
    return match


@pytest.mark.parametrize("to_the_end", [True, False])
def test_rule_12_a_log_with_guests_replays(to_the_end: bool) -> None:
    match = lively(SeededDealer(8), to_the_end=to_the_end)
    again = replay(match.log())
    assert again.log() == match.log()
    assert (again.events, again.names, again.result) == (match.events, match.names, match.result)
    assert ('"ended"' in match.log()) != to_the_end


@pytest.mark.parametrize("to_the_end", [True, False])
def test_rule_12_a_fair_match_with_guests_is_verified(to_the_end: bool) -> None:
    match = lively(FairDealer(), to_the_end=to_the_end)
    assert verify(match.log()) == match.deals_over >= 3


def test_a_log_replays_from_the_pause_with_guests_in_it() -> None:
    match = opened(4)
    play_deal(match, Random(1))
    match.join("Eve")
    match.leave(2)
    again = replay(match.log())
    for one in (match, again):
        one.join("Kim")
    assert again.log() == match.log()
    assert view(again) == view(match)


@pytest.mark.parametrize(("old", "new"), [('{"join": "Eve"}\n', ""), ('{"leave": 0}', '{"leave": 3}')])
def test_planted_a_changed_log_does_not_replay(old: str, new: str) -> None:
    log = lively(SeededDealer(8)).log()
    assert old in log
    with pytest.raises(BadLog):
        replay(forge(log.replace(old, new)))


SEVERAL = partial(test_rule_12_newcomers_in_the_middle, "0 1 2 3", (), 3, (0, 1, 4, 5, 6, 2, 3))
FAULTS: list[tuple[str, str, Callable[[], None]]] = [
    ("stayed // 2 + joined", "stayed // 2", SEVERAL),
    ("stayed // 2 + joined", "t.players", SEVERAL),
    ("NOBODY and not t.left[seat]", "NOBODY", test_rule_12_the_next_one_is_monarch),
    ("places[seat] = t.players", "places[seat] = t.crowns[seat] = t.players", test_rule_12_being_last_does_not_earn_it),
    ("HAVING_LEFT + t.left[seat]", "t.left[seat]", test_rule_12_newcomers_rank_behind_players_and_before_leavers),
    ("HAVING_LEFT + t.left[seat]", "HAVING_LEFT - t.left[seat]", test_rule_12_who_left_earliest_is_lowest),
    ("FEWEST_PLAYERS = 3", "FEWEST_PLAYERS = 2", test_rule_12_with_fewer_than_three_the_match_ends),
    ("if t.players < FEW", "if t.players - int(t.newcomers > 0) < FEW", test_rule_12_newcomers_count_as_players),
    ("t.places[seat] == place and not t.left[seat]", "t.places[seat] == place", test_rule_12_who_left_gets_no_cards),
]


@pytest.mark.parametrize(("old", "new", "test"), FAULTS)
def test_planted_a_broken_rule_is_found(old: str, new: str, test: Callable[[], None]) -> None:
    assert finds(test, with_change(DYNASTY, old, new))


def test_rule_12_a_match_that_has_not_begun_is_not_left() -> None:
    match = Match("dynasty", pause=True)
    with pytest.raises(Refused, match="has not begun"):
        match.leave(0)


def test_rule_12_a_match_that_ends_with_too_few_players_has_a_result() -> None:
    match = Match("dynasty", seats=3, dealer=SeededDealer(1), pause=True)
    match.go_on()
    match.leave(2)
    result = play_out(match, [random_player(1)] * 3)
    assert result.places[2] == 3
    assert texts_of(match.events[-1]) == ("fewer than three players are left: the match is over",)
