"""Positions: at every moment at which a player has a choice, another match goes on exactly from there."""

from functools import cache
from random import Random
from typing import Any

import pytest

from cardhouse import GAMES, BadLog, FairDealer, Match, replay, verify
from cardhouse.cards.ledger import WATCHER
from cardhouse.play import position as positions
from cardhouse.play.events import DEALER
from cardhouse.play.log import state_hash
from cardhouse.play.position import cut, playable_frames, read_position
from cardhouse.play.replay import LoggedDealer, choices, replay_with
from cardhouse.play.show import show
from tests.planted_faults import with_fault

SHORT: dict[str, dict[str, Any]] = {
    "blitz": {"target": 100, "max_hands": 2},
    "davenport": {},
    "dynasty": {"monarchies": 2},
    "javelin": {},
    "president": {"deals": 2},
}


def play(match: Match, chance: Random) -> str:
    """Play to the end by chance; players may come and go between deals. Return the log."""
    while not match.over:
        if match.paused:
            if match.game.house.guests is not None and match.deals_over == 1 and match.seats < 6:
                match.join("Guest")
                match.leave(0)
            match.go_on()
        else:
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.moves(seat)))
            if match.between_deals and not match.paused and not match.over and not match.to_act:
                match.go_on()
    return match.log()


def begun(game: str) -> Match:
    match = Match(game, options=SHORT[game], dealer=FairDealer(), pause=True)
    match.go_on()
    return match


@pytest.fixture(scope="module", params=GAMES)
def log(request: pytest.FixtureRequest) -> str:
    return play(begun(request.param), Random(5))


@cache
def states(log: str) -> list[str]:
    """The hash of the state after each frame."""
    match, _ = replay_with(log, None, LoggedDealer)
    return [state_hash(change.after) for change in match._drain()]


def is_exact(log: str, frame: int) -> None:
    """The match that goes on from this frame has the state of the replay, and everybody sees what they saw there."""
    position = read_position(cut(log, frame=frame))
    match = position.match.play_on(FairDealer(), names=[f"Other {seat}" for seat in range(position.match.seats)])
    assert match.state_hash() == states(log)[frame]
    assert match.to_act
    assert match.log().startswith(position.text)


def test_every_playable_frame_is_exactly_the_moment_of_the_replay(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "_moments", cache(positions._moments))  # the same match is replayed for each frame
    frames = playable_frames(log)
    assert len(frames) > 10
    for frame in frames:
        is_exact(log, frame)


def test_the_playable_frames_are_those_after_which_a_player_chooses(log: str) -> None:
    """The frame before every choice; except that nobody plays on before the first deal."""
    before = [choice.frame - 1 for choice in choices(log)]
    frames = playable_frames(log)
    assert {*before} - {*frames} <= {0}
    shown = show(log)
    assert shown.match.result is not None
    assert len(shown.frames) - 1 not in frames
    for frame in frames:
        assert shown.frames[frame].event.seat != DEALER or shown.frames[frame].event.move != "gather"


def test_nobody_plays_on_where_nobody_has_a_choice(log: str) -> None:
    over = len(states(log)) - 1
    for frame in (0, over, over + 1, 10**6, -1):
        with pytest.raises(BadLog, match="Nobody has a choice at this moment"):
            cut(log, frame=frame)


def test_planted_a_position_that_forgets_a_move_is_found(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = playable_frames(log)[12]
    real = positions._moments
    monkeypatch.setattr(positions, "_moments", lambda log, game: {at: end - 1 for at, end in real(log, game).items()})
    with pytest.raises((AssertionError, BadLog)):
        is_exact(log, frame)


def test_a_match_from_a_position_is_played_to_its_end_replayed_shown_and_cut_again(log: str) -> None:
    frames = playable_frames(log)
    position = read_position(cut(log, frame=frames[len(frames) // 2]))
    dealer = FairDealer()
    match = position.match.play_on(dealer, names=[f"Other {seat}" for seat in range(position.match.seats)])
    dealer.begin()
    first, second = match.events
    assert (first.seat, first.move, second.move) == (DEALER, "continue", "commit")
    later = play(match, Random(6))
    again = replay(later)
    assert (again.log(), again.onward, again.names) == (later, True, match.names)
    shown = show(later)
    assert [frame.event.move for frame in shown.frames[:2]] == ["continue", "commit"]
    assert shown.deals[0].frame == 0
    assert min(choice.frame for choice in choices(later)) >= 2, "the coach judges what was played here"
    fresh = playable_frames(later)
    for frame in {fresh[0], fresh[-1]}:
        is_exact(later, frame)
    assert read_position(cut(later, frame=fresh[0])).match.state_hash() == position.match.state_hash()


def is_not_called_fair(log: str) -> None:
    with pytest.raises(BadLog, match="position that was chosen in another match: nobody can prove that it is fair"):
        verify(log)


def test_nobody_verifies_a_match_from_a_position(log: str) -> None:
    assert verify(log) > 0
    position = read_position(cut(log, frame=playable_frames(log)[-1]))
    dealer = FairDealer()
    match = position.match.play_on(dealer, names=[f"Other {seat}" for seat in range(position.match.seats)])
    dealer.begin()
    later = play(match, Random(6))
    is_not_called_fair(later)


def test_planted_a_position_that_is_not_marked_calls_itself_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals since the position were dealt as committed, so a match that has lost its mark would verify."""
    log = play(begun("president"), Random(5))
    position = read_position(cut(log, frame=playable_frames(log)[3]))
    dealer = FairDealer()
    match = position.match.play_on(dealer, names=["A", "B", "C", "D"])
    dealer.begin()
    later = play(match, Random(6))
    unmarked = property(lambda self: False, lambda self, on: None)
    monkeypatch.setattr("cardhouse.play.match.Match.onward", unmarked, raising=False)
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        is_not_called_fair(later)


def test_the_text_of_a_position_has_no_names_secrets_or_faults(log: str) -> None:
    text = cut(log, frame=playable_frames(log)[-1])
    assert not {"commitment", "reveal", "fault", "onward", "Guest"} & {*text.replace('"', " ").split()}
    assert read_position(text).text == text


@pytest.mark.parametrize(
    "forged", ["", "{}", "[]", "no json", '{"cardhouse": 1}', '{"game": "president", "seats": 99}\n{"seating": []}']
)
def test_what_is_no_position_is_refused_with_a_sentence(forged: str) -> None:
    with pytest.raises(BadLog, match=r"position does not replay|is not a JSON object|A log is a text"):
        read_position(forged)


def test_a_position_that_the_law_now_plays_differently_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    log = play(begun("president"), Random(5))
    text = cut(log, frame=playable_frames(log)[-1])
    monkeypatch.setitem(GAMES, "president", with_fault("equal play refused"))
    with pytest.raises(BadLog, match="The position does not replay"):
        read_position(text)


def test_a_position_of_a_very_long_match_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    log = play(begun("president"), Random(5))
    monkeypatch.setattr(positions, "MOST_BYTES", 500)
    with pytest.raises(BadLog, match="too long to play on from this moment"):
        cut(log, frame=playable_frames(log)[-1])


def test_a_watcher_of_a_hidden_turn_sees_what_they_saw_before() -> None:
    """In Blitz a position may be in the middle of a hidden turn: it stays hidden, and its player can still undo it."""
    match, chance = begun("blitz"), Random(2)
    log = play(match, chance)
    again, _ = replay_with(log, None, LoggedDealer)
    hidden = 0
    for frame in playable_frames(log)[:80]:
        position = read_position(cut(log, frame=frame))
        if position.match.sees(WATCHER):
            continue
        hidden += 1
        on = position.match.play_on(FairDealer(), names=[f"Other {seat}" for seat in range(position.match.seats)])
        (seat,) = on.to_act
        assert on.view(WATCHER) != on.view(seat)
        assert on.view(WATCHER) == position.match.view(WATCHER)
        if on.may(seat, "undo"):
            on.play(seat, "undo")
        if hidden == 3:
            break
    assert hidden
    assert again.over
