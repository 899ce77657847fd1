"""The callback interface, in full."""

from collections.abc import Callable
from typing import Any

import pytest

import cardhouse
from cardhouse import BadSetup, SeededDealer, president, run
from cardhouse.play.callbacks import Turn
from tests.play.players import Player, first_play, returning


def test_a_match_by_callbacks_has_a_winner_and_ranks() -> None:
    result = president(first_play, first_play, first_play)
    assert result.winner == result.rank[0]
    assert sorted(result.rank) == ["Player 0", "Player 1", "Player 2"]
    assert result.events[0].play == ("4c",)
    assert not any(turn.fault for turn in result.events)


def test_a_turn_reads_aloud() -> None:
    turn = president(first_play, first_play, first_play, dealer=SeededDealer(4)).events[0]
    assert repr(turn).startswith(f"Turn(player={turn.player!r}, move='play 4c', play=('4c',), finished=False, fault=''")
    assert repr(turn).endswith(f"hand={turn.hand!r})")


def test_players_may_come_as_one_list() -> None:
    assert len(president([first_play] * 5).rank) == 5
    assert len(president((first_play,) * 5).rank) == 5  # type: ignore[arg-type]


def test_players_choose_their_names_with_set_name() -> None:
    def named(set_name: Callable[[str], None]) -> Player:
        set_name("lowest")
        return first_play(set_name)

    assert sorted(president(named, first_play, named).rank) == ["Player 1", "lowest 0", "lowest 2"]


@pytest.mark.parametrize("name", ["", "x" * 25, "a\nb", None, 3])
def test_a_bad_name(name: Any) -> None:
    def badly_named(set_name: Callable[[str], None]) -> Player:
        set_name(name)
        return first_play(set_name)

    with pytest.raises(BadSetup, match="A name is a text of 1 to 24 characters"):
        president(badly_named, first_play, first_play)


def test_the_result_lists_every_event_with_the_hand_after_it() -> None:
    result = president(first_play, first_play, first_play, dealer=SeededDealer(4))
    hands: dict[str, set[str]] = {}
    for turn in result.events:
        assert turn.hand is not None
        held = hands.get(turn.player)
        if held is not None:
            assert set(turn.hand) == held - set(turn.play)
        hands[turn.player] = set(turn.hand)
        assert turn.finished == (not turn.hand)
    finishers = [turn.player for turn in result.events if turn.finished]
    assert finishers == result.rank[:-1]
    assert hands[result.rank[-1]] != set()


class Recorder:
    """A player that keeps all it is told."""

    def __init__(self) -> None:
        self.calls: list[tuple[bool, list[str], int, list[str], Turn | None]] = []

    def __call__(self, set_name: Callable[[str], None]) -> Player:
        play = first_play(set_name)

        def player(is_my_play: bool, my_view: Any) -> Any:
            self.calls.append((is_my_play, my_view.hand, my_view.players, my_view.table, my_view.event))
            return play(is_my_play, my_view)

        return player


def test_every_player_is_called_after_every_event_until_it_has_finished() -> None:
    recorders = [Recorder() for _ in range(4)]
    result = president(*recorders, dealer=SeededDealer(9))
    for seat, recorder in enumerate(recorders):
        name = f"Player {seat}"
        notices = [call for call in recorder.calls if not call[0]]
        last = next((i for i, turn in enumerate(result.events) if turn.player == name and turn.finished), None)
        assert len(notices) == (len(result.events) if last is None else last)
        for (_, hand, _, _, event), turn in zip(notices, result.events, strict=False):
            assert event is not None
            assert (event.player, event.play, event.finished) == (turn.player, turn.play, turn.finished)
            assert event.hand is None
            assert hand == [card for card in hand if card in recorder.calls[0][1]]
        asked = [call for call in recorder.calls if call[0]]
        assert len(asked) == sum(turn.player == name for turn in result.events[1:])
    players = [call[2] for call in recorders[0].calls]
    assert players == sorted(players, reverse=True)
    assert players[0] == 4


def test_valid_plays_tell_suits_apart_and_unique_ones_do_not() -> None:
    seen = []

    def watching(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            every, unique = my_view.get_valid_plays(), my_view.get_unique_valid_plays()
            assert all(play in every for play in unique)
            kinds = [(play[0][:-1], len(play)) for play in unique]
            assert len(set(kinds)) == len(kinds)
            assert {(play[0][:-1], len(play)) for play in every} == set(kinds)
            assert [] not in every
            seen.append(len(every) - len(unique))
            return every[-1] if is_my_play and every else []

        return player

    president(watching, watching, watching, dealer=SeededDealer(2))
    assert max(seen) > 3


def test_the_example_of_the_rules() -> None:
    from tests.president.position import table

    view = table("0: 4h 4d 9c 9d 2s\n1: 5s\n2: 6s\non the table: 7c by 2\nto act: 0").my_view(0, None)
    assert sorted(view.get_unique_valid_plays()) == [["2s"], ["4d", "4h"], ["9c"], ["9c", "9d"]]
    assert sorted(view.get_valid_plays()) == [["2s"], ["4d", "4h"], ["9c"], ["9c", "9d"], ["9d"]]
    assert view.table == ["7c"]


def test_a_card_a_list_and_a_pass() -> None:
    answers: list[Any] = [
        lambda view: next(iter(view.get_unique_valid_plays()), [None])[0],
        lambda view: [],
        lambda view: None,
    ]

    def player_with(answer: Any) -> Any:
        def leads_if_it_must(view: Any) -> Any:
            return answer(view) if view.table else view.get_unique_valid_plays()[0]

        return returning(leads_if_it_must)

    result = president(*map(player_with, answers))
    assert [turn.fault for turn in result.events if turn.fault] == []


def test_a_match_of_several_deals() -> None:
    result = run("president", [first_play] * 3, options={"deals": 3}, dealer=SeededDealer(1))
    assert sum(turn.play == ("4c",) for turn in result.events) >= 3
    assert sum(result.points) == 9


@pytest.mark.parametrize("players", [0, 1, 2, 9])
def test_a_wrong_number_of_players(players: int) -> None:
    with pytest.raises(BadSetup, match=f"President is for 3 to 8 players, not {players}"):
        president([first_play] * players)


@pytest.mark.parametrize("creator", [lambda set_name: 3, lambda: None, 3])
def test_a_player_that_cannot_be_created(creator: Any) -> None:
    with pytest.raises(BadSetup, match="The player of seat 1"):
        president(first_play, creator, first_play)


def test_any_game_by_name() -> None:
    assert run("president", [first_play] * 4).winner
    with pytest.raises(BadSetup, match="There is no game 'bridge'"):
        run("bridge", [first_play] * 4)
    assert cardhouse.president is president
