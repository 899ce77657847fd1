"""Fair dealing: committed to before, revealed after, and anyone can check it."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest

from cardhouse import BadDeal, BadLog, FairDealer, Match, SeededDealer, play_out, verify
from cardhouse.bots import random_player
from cardhouse.play.dealers import FairStream
from cardhouse.play.facts import Committed, Revealed
from tests.toy import TOY


def fair_log(deals: int = 2) -> str:
    match = Match("president", options={"deals": deals})
    play_out(match, [random_player(1)] * 4)
    return match.log()


def test_every_deal_is_committed_to_and_revealed() -> None:
    match = Match("president", options={"deals": 3})
    play_out(match, [random_player(1)] * 4)
    events = [event for event in match.events_for(0) if event.move in ("commit", "deal", "reveal")]
    assert [event.move for event in events] == ["commit", "deal", "reveal"] * 3
    for commit, reveal in zip(events[::3], events[2::3], strict=True):
        (revealed,) = reveal.facts
        assert isinstance(revealed, Revealed)
        seed = bytes.fromhex(revealed.revealed)
        assert commit.facts == (Committed(sha256(b"cardhouse deal " + seed).hexdigest()),)
    assert len({commit.facts for commit in events[::3]}) == 3


def test_the_deal_secret_is_not_revealed_before_the_deal_is_over() -> None:
    dealer = FairDealer()
    match = Match("president", dealer=dealer)
    seed = dealer.secret.hex()
    assert seed not in str(match.events)
    assert seed not in match.log()
    assert seed not in repr(dealer)


def test_verify_counts_the_deals() -> None:
    assert verify(fair_log(2)) == 2
    assert verify(Match("president").log()) == 0
    match = Match(TOY)
    play_out(match, [random_player(1)] * 3)
    assert verify(match.log(), game=TOY) == 1


def test_seats_may_add_entropy_before_each_deal() -> None:
    dealer = FairDealer()
    match = Match("president", dealer=dealer, options={"deals": 2}, pause=True)
    players = [random_player(1)] * 4
    for deal in range(2):
        assert match.between_deals
        assert match.events[-1].move == "commit"
        dealer.add(2, "forgotten")
        dealer.add(2, f"my own luck {deal}")
        dealer.add(0, "ünïcode ♣")
        match.go_on()
        with pytest.raises(BadDeal, match="The entropy of seat 1 comes too late"):
            dealer.add(1, "more luck")
        while not match.between_deals and not match.over:
            match.play(match.to_act[0], players[0](match.view(match.to_act[0])))
    added = [fact.revealed.split("\n")[1:] for event in match.events for fact in event.facts if type(fact) is Revealed]
    assert added == [["0 ünïcode ♣", f"2 my own luck {deal}"] for deal in range(2)]
    assert verify(match.log()) == 2


def test_entropy_changes_the_deal() -> None:
    plain, lucky = FairStream(b"seed", []), FairStream(b"seed", ["0 luck"])
    assert plain.draw(range(52), 52) != lucky.draw(range(52), 52)


@pytest.mark.parametrize("words", ["", "a\nb", "a\u2028b", "\ud800", 5, None, "x" * 101])
def test_entropy_is_a_short_line(words: Any) -> None:
    with pytest.raises(BadDeal, match="Entropy is a line of 1 to 100 characters"):
        FairDealer().add(0, words)


@pytest.mark.parametrize("seat", [-1, 16, "0 z\n1", None, True])
def test_entropy_is_a_seat_s(seat: Any) -> None:
    with pytest.raises(BadDeal, match="There is no seat"):
        FairDealer().add(seat, "luck")


@pytest.mark.parametrize("lines", [["1 good", "0 luck"], ["4 luck"], ["1 good", "1 luck"], ["luck"]])
def test_planted_entropy_of_an_unknown_seat_is_found(lines: list[str]) -> None:
    dealer = FairDealer()
    dealer._contributions = lambda: lines  # type: ignore[method-assign]
    match = Match("president", dealer=dealer)
    play_out(match, [random_player(1)] * 4)
    with pytest.raises(BadLog, match="entropy of no seat, or out of order"):
        verify(match.log())


def test_a_fair_dealer_serves_one_match() -> None:
    dealer = FairDealer()
    Match("president", dealer=dealer)
    with pytest.raises(BadDeal, match="serves one match"):
        Match("president", dealer=dealer)


def swapped(log: str, key: str) -> str:
    """The log with all digits changed in the lines of one kind."""
    lines = [
        line.translate(str.maketrans("0123456789", "1234567890")) if f'"{key}"' in line else line
        for line in log.split("\n")
    ]
    assert "\n".join(lines) != log
    return "\n".join(lines)


@pytest.mark.parametrize("key", ["cards", "seating", "commitment", "reveal"])
def test_planted_a_changed_deal_is_found(key: str) -> None:
    with pytest.raises(BadLog):
        verify(swapped(fair_log(1), key))


def test_planted_a_dealer_who_deals_otherwise_than_committed_is_found() -> None:
    class Cheat(FairDealer):
        def draw(self, things: Sequence[int], wanted: int) -> list[int]:
            drawn = super().draw(things, wanted)
            drawn[0], drawn[1] = drawn[1], drawn[0]
            return drawn

    match = Match("president", dealer=Cheat())
    play_out(match, [random_player(1)] * 4)
    with pytest.raises(BadLog, match="Deal 1 was not dealt from the secret it committed to"):
        verify(match.log())


def test_planted_a_secret_that_was_not_committed_to_is_found() -> None:
    class Cheat(FairDealer):
        @property
        def commitment(self) -> str:
            return sha256(b"something else").hexdigest()

    match = Match("president", dealer=Cheat())
    play_out(match, [random_player(1)] * 4)
    with pytest.raises(BadLog, match="Deal 1 reveals another secret"):
        verify(match.log())


def test_planted_a_deal_that_is_not_revealed_is_found() -> None:
    class Silent(FairDealer):
        def reveal(self) -> str:
            super().reveal()
            return ""

    match = Match("president", dealer=Silent())
    play_out(match, [random_player(1)] * 4)
    with pytest.raises(BadLog, match="1 deals are over, but 0 were revealed"):
        verify(match.log())


def test_a_log_without_commitments_cannot_be_checked() -> None:
    with pytest.raises(BadLog, match="The log has no commitments"):
        verify(Match("president", dealer=SeededDealer(1)).log())


def test_the_example_of_the_docs() -> None:
    """docs/fair-deals.md: anyone may compute this with any tool that has SHA-256."""
    seed = bytes(32)
    key = sha256(seed).digest()
    first = int.from_bytes(sha256(key + bytes(8)).digest()[:4], "big")
    assert FairStream(seed, []).below(1 << 31) == first % (1 << 31)


def test_a_dealer_is_used_in_order() -> None:
    with pytest.raises(BadDeal, match="commits to a deal before"):
        FairDealer().draw([1, 2], 2)
    with pytest.raises(BadDeal, match="nothing to reveal"):
        FairDealer().reveal()


def test_rejection_sampling_keeps_all_numbers_equally_likely() -> None:
    stream = FairStream(bytes(32), [])
    numbers = [stream.below((1 << 31) + 1) for _ in range(200)]  # every second number is rejected
    assert max(numbers) <= 1 << 31
    assert stream._counter * 8 >= 300


def test_a_seeded_dealer_makes_no_commitment() -> None:
    assert SeededDealer(1).commit() == SeededDealer(1).reveal() == ""
