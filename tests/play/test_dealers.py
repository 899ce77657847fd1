"""Fair dealing: committed to before, revealed after, and anyone can check it."""

import json
from hashlib import sha256

import pytest

from cardhouse import BadDeal, BadLog, FairDealer, Match, SeededDealer, play_out, verify
from cardhouse.bots import random_player
from cardhouse.play.dealers import FairStream


def fair_log(deals: int = 2) -> str:
    match = Match("president", options={"deals": deals})
    play_out(match, [random_player(1)] * 4)
    return match.log()


def test_every_deal_is_committed_to_and_revealed() -> None:
    match = Match("president", options={"deals": 3})
    play_out(match, [random_player(1)] * 4)
    told = [event for event in match.events_for(0) if event.move in ("commit", "deal", "reveal")]
    assert [event.move for event in told] == ["commit", "deal", "reveal"] * 3
    for commit, reveal in zip(told[::3], told[2::3], strict=True):
        seed = bytes.fromhex(reveal.notes[0])
        assert sha256(b"cardhouse deal " + seed).hexdigest() == commit.notes[0]
    assert len({commit.notes[0] for commit in told[::3]}) == 3


def test_the_seed_is_not_told_before_the_deal_is_over() -> None:
    dealer = FairDealer()
    match = Match("president", dealer=dealer)
    seed = dealer._seed.hex()
    assert seed not in str(match.events)
    assert seed not in match.log()
    assert seed not in repr(dealer)


def test_verify_counts_the_deals() -> None:
    assert verify(fair_log(2)) == 2
    match = Match("president")
    assert verify(match.log()) == 0


def test_players_words_change_the_deal_and_are_revealed() -> None:
    dealer = FairDealer()
    commitment = dealer.commitment
    dealer.add("my own luck")
    match = Match("president", dealer=dealer)
    assert match.events[0].notes == (commitment,)
    with pytest.raises(BadDeal, match="comes too late"):
        dealer.add("more luck")
    play_out(match, [random_player(1)] * 4)
    assert match.events[-1].notes[0].endswith("\nmy own luck")
    assert verify(match.log()) == 1
    plain, lucky = FairStream(b"seed", []), FairStream(b"seed", ["luck"])
    assert plain.order(range(52)) != lucky.order(range(52))


@pytest.mark.parametrize("line", ["order", "seating", "commitment", "reveal"])
def test_planted_a_changed_deal_is_found(line: str) -> None:
    log = fair_log(1)
    changed = []
    for entry in log.splitlines():
        if f'"{line}"' in entry:
            entry = entry.translate(str.maketrans("12", "21"))
        changed.append(entry)
    assert "\n".join(changed) != log.strip()
    with pytest.raises(BadLog, match="Deal 1 was not dealt from what was committed to"):
        verify("\n".join(changed))


@pytest.mark.parametrize("reveal", ["no hex", 7, None, ["00"]])
def test_a_reveal_that_cannot_be_read(reveal: object) -> None:
    with pytest.raises(BadLog, match="Deal 1 cannot be checked"):
        verify(json.dumps({"commitment": "0", "reveal": reveal}))


def test_the_example_of_the_docs() -> None:
    """docs/fair-deals.md: anyone may compute this with any tool that has SHA-256."""
    seed = bytes(32)
    key = sha256(seed).digest()
    first = int.from_bytes(sha256(key + bytes(8)).digest()[:4], "big")
    assert FairStream(seed, []).below(1 << 31) == first % (1 << 31)


def test_a_dealer_is_used_in_order() -> None:
    with pytest.raises(BadDeal, match="commits to a deal before"):
        FairDealer().order([1, 2])
    with pytest.raises(BadDeal, match="nothing to reveal"):
        FairDealer().reveal()


def test_rejection_leaves_no_number_likelier() -> None:
    stream = FairStream(bytes(32), [])
    numbers = [stream.below((1 << 31) + 1) for _ in range(200)]  # every second number is rejected
    assert max(numbers) <= 1 << 31
    assert stream._counter * 8 >= 300


def test_a_seeded_dealer_promises_nothing() -> None:
    assert SeededDealer(1).commit() == SeededDealer(1).reveal() == ""
