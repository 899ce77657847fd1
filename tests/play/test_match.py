"""A match as a library: what may be asked and what may be done."""

import pytest

import cardhouse
from cardhouse import (
    DEALER,
    WATCHER,
    Event,
    Match,
    SeededDealer,
    Unreadable,
    play_out,
)
from cardhouse.bots import random_player
from tests.play.players import opened
from tests.president.position import table
from tests.toy import TOY


def test_the_same_seed_is_the_same_match() -> None:
    assert opened().log() == opened().log()
    assert opened().log() != opened(8).log()


def test_moves_are_among_every_move_and_may_be_played() -> None:
    match = opened()
    (seat,) = match.to_act
    assert set(match.moves(seat)) <= set(match.every_move(seat))
    assert all(match.may(seat, move) for move in match.every_move(seat))
    assert match.moves((seat + 1) % 4) == []


def test_exactly_the_named_cards_are_played() -> None:
    match = table("0: 9c 9d 9h\n1: 5s\n2: 6s\nto act: 0")
    match.play(0, "play 9h 9c")
    assert match.truth()["pile"] == ("9c", "9h")
    assert match.events[-1].steps[0].cards == ("9c", "9h")


def test_a_view_has_the_own_hand_and_no_other() -> None:
    match = opened()
    truth = match.truth()
    for seat in range(4):
        view = match.view(seat)
        assert view.hand == truth[f"hand {seat}"]  # type: ignore[attr-defined]
        text = str(view.as_dict() | {"moves": (), "hand": (), "hands": view.hands[seat]})  # type: ignore[attr-defined]
        others = {card for place, cards in truth.items() if place.startswith("hand") for card in cards}
        assert not any(repr(card) in text for card in others - set(truth[f"hand {seat}"]))
    watcher = match.view(WATCHER)
    assert watcher.hand == ()  # type: ignore[attr-defined]
    assert watcher.moves == ()
    assert watcher.counts == tuple(len(truth[f"hand {seat}"]) for seat in range(4))  # type: ignore[attr-defined]


def test_when_a_match_is_over_all_cards_may_be_seen() -> None:
    match = opened()
    play_out(match, [random_player(1)] * 4)
    loser = match.result.rank[-1] if match.result else ""
    seat = match.names.index(loser)
    assert match.view(WATCHER).hands[seat] == match.truth()[f"hand {seat}"] != ()  # type: ignore[attr-defined]


def test_events_are_complete_for_the_record_and_redacted_for_others() -> None:
    match = opened()
    deal = next(event for event in match.events if event.move == "deal")
    assert sorted(card for step in deal.steps for card in step.cards) == sorted(cardhouse.game("president").deck)
    deal = next(event for event in match.events_for(2) if event.move == "deal")
    known = {step.to: step for step in deal.steps}
    assert len(known["hand 2"].cards) == 13
    assert known["hand 2"].hidden == 0
    for other in ("hand 0", "hand 1", "hand 3"):
        assert set(known[other].cards) <= {"4c"}  # whose holder is known to all
        assert known[other].hidden + len(known[other].cards) == 13
        assert known[other].seen_by is None
    assert [event.seq for event in match.events_for(WATCHER)] == list(range(len(match.events)))
    assert [event.seq for event in match.events_for(WATCHER, since=2)] == list(range(2, len(match.events)))


def test_hidden_turns_are_told_to_their_owner_alone() -> None:
    match = Match(TOY, seats=3, dealer=SeededDealer(3))
    before = len(match.events_for(0))
    match.play(1, match.moves(1)[0])
    assert match.to_act == (0, 2)
    assert len(match.events_for(0)) == len(match.events_for(WATCHER)) == before
    assert match.events_for(1)[-1].move.startswith("commit")
    assert match.view(0).committed == (0, 0, 0)  # type: ignore[attr-defined]
    assert match.view(1).committed == (0, 1, 0)  # type: ignore[attr-defined]
    match.play(0, match.moves(0)[0])
    match.play(2, match.moves(2)[0])
    events = match.events_for(WATCHER)
    assert [event.seq for event in events] == list(range(len(events)))
    reveal = next(event for event in events if event.facts)
    assert [step[:2] for step in reveal.steps] == [
        ("committed 0", "discards"),
        ("committed 1", "discards"),
        ("hand 0", "committed 0"),
        ("hand 1", "committed 1"),
        ("hand 2", "discards"),
    ]
    assert all(step.cards and not step.hidden for step in reveal.steps)
    mine = next(event for event in match.events_for(1) if event.facts)
    assert [step.source for step in mine.steps] == ["committed 0", "committed 1", "hand 2"]


def test_a_viewer_who_comes_back_misses_nothing() -> None:
    """Everybody's events are numbered without gaps, hidden turns or not."""
    match = Match(TOY, seats=2, dealer=SeededDealer(3), options={"rounds": 3})
    seen: dict[int, list[Event]] = {seat: [] for seat in (WATCHER, 0, 1)}
    while not match.over:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
        for seat, events in seen.items():
            events += match.events_for(seat, since=len(events))
    for seat, events in seen.items():
        assert events == match.events_for(seat)
        assert [event.seq for event in events] == list(range(len(events)))
    assert len(seen[WATCHER]) == len(seen[1]) < len(seen[0]) == len(match.events)


def test_a_hidden_move_is_an_event_without_its_text() -> None:
    match = Match(TOY, seats=3, dealer=SeededDealer(3))
    match.play(0, match.moves(0)[0])
    match.play(1, match.moves(1)[0])
    assert match.events_for(1)[-1].move.startswith("commit ")
    assert match.events_for(0)[-1].move == ""
    assert match.events_for(0)[-1].seat == 1


def test_the_text_of_a_fault_is_shown_only_to_its_player() -> None:
    match = opened()
    (seat,) = match.to_act
    match.play_default(seat, fault="ValueError: I hold the 14s" + "!" * 1000)
    assert "14s" in match.events_for(seat)[-1].fault
    assert len(match.events_for(seat)[-1].fault) == 200
    for other in {WATCHER, 0, 1, 2, 3} - {seat}:
        assert match.events_for(other)[-1].fault == "no valid move"


@pytest.mark.parametrize("said", ["play 14s 14h", "play 14h 14s"])
def test_a_move_is_shown_and_logged_in_the_words_of_its_game(said: str) -> None:
    match = table("0: 14h 14s\n1: 5s 6h\n2: 6s\non the table: 13d by 2\nto act: 0")
    match.play(0, said)
    assert match.events[-1].move == "play 14h 14s"
    assert '"move": "play 14h 14s"' in match.log()


def test_a_subclass_of_str_is_not_a_text() -> None:
    class Liar(str):
        def __len__(self) -> int:
            raise ValueError

    with pytest.raises(Unreadable, match="not Liar"):
        opened().play(opened().to_act[0], Liar("pass"))


def test_seats_that_act_at_the_same_time_may_act_in_any_order() -> None:
    ends = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        match = Match(TOY, seats=3, dealer=SeededDealer(3), options={"rounds": 1})
        for seat in order:
            match.play(seat, match.moves(seat)[-1])
        ends.add(match._state.to_bytes())
    assert len(ends) == 1


def test_a_match_may_pause_between_deals() -> None:
    match = opened(options={"deals": 2}, pause=True)
    assert match.between_deals
    assert match.to_act == ()
    assert match.truth() == {}
    assert match.view(0).hand == ()  # type: ignore[attr-defined]
    match.go_on()
    while match.to_act:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    assert not match.over
    assert len(match.view(WATCHER).hands) == 4  # type: ignore[attr-defined]
    assert match.refusal(0, "pass") is not None
    match.go_on()
    assert sum(event.move == "deal" for event in match.events) == 2


def test_a_default_move_says_why() -> None:
    match = opened()
    (seat,) = match.to_act
    assert match.play_default(seat, fault="away") == "pass"
    assert match.events[-1].fault == "away"
    assert '"fault": "away"' in match.log()


def test_reprs_name_the_match_and_the_game() -> None:
    assert repr(opened()) == "<Match of President, 4 seats, 3 events>"
    assert repr(cardhouse.game("president")) == "cardhouse.game('president')"


def test_the_dealer_is_not_a_seat() -> None:
    assert DEALER not in range(WATCHER, 12)
