"""The contract of Cardhouse, and the rules of the game: write a test for every rule."""

from cardhouse import Match, SeededDealer, testing
from cardhouse.sample import SAMPLE


def test_the_contract() -> None:
    testing.check(SAMPLE, moves=300, bodies=False)  # `bodies=True` also compiles the law and compares the results


def test_rule_1_every_player_gets_five_cards() -> None:
    match = Match(SAMPLE, seats=3, dealer=SeededDealer(1))
    hands = [match.truth()[f"hand {seat}"] for seat in range(3)]
    assert [len(hand) for hand in hands] == [5, 5, 5]


def test_rule_2_play_goes_clockwise() -> None:
    match = Match(SAMPLE, seats=3, dealer=SeededDealer(1))
    (leader,) = match.to_act
    match.play(leader, match.moves(leader)[0])
    assert match.to_act == ((leader + 1) % 3,)


def test_rule_3_a_trick_is_a_point() -> None:
    match = played_out()
    assert sum(match.scores) == 3 * 5


def test_rule_4_a_match_is_so_many_deals() -> None:
    assert played_out().view(0).deal == 3


def played_out() -> Match:
    """Return a match that is over: everybody plays the first of their moves."""
    match = Match(SAMPLE, seats=4, options={"deals": 3}, dealer=SeededDealer(1))
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, match.moves(seat)[0])
    return match
