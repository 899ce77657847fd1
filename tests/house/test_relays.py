"""Promise 4, over a relay: a viewer whose socket is at another house is sent the same bytes, and none of them leaks."""

from collections.abc import Callable
from typing import Any

import pytest

from cardhouse.games import GAMES, game
from cardhouse.house import messages
from cardhouse.house.relays import Came, Ended, Framed, Guest, Relay
from tests.house.paired_rooms import Leak
from tests.house.relayed_rooms import RelayedRooms
from tests.house.test_secrecy import whole_event

PAIRS = 60


@pytest.mark.parametrize("watchers", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_relay_sends_what_a_direct_viewer_is_sent(name: str, watchers: bool) -> None:
    rooms = RelayedRooms(game(name), watchers=watchers, seed=1)
    rooms.run(PAIRS)
    assert rooms.pairs >= PAIRS
    assert rooms.relayed > PAIRS


def to_everybody(relay: Relay, message: Framed | Ended) -> None:
    """Pass every frame on to all sockets of this house."""
    real_take(relay, message)
    for other in relay._relays._relays.values():
        if other is not relay and isinstance(message, Framed):
            other._socket.put(message.text)


def to_the_next(relay: Relay, message: Framed | Ended) -> None:
    """Pass events on to the socket that came next, if there is one."""
    following = relay._relays._relays.get(message.visit + 1, relay)
    if isinstance(message, Framed) and message.text.startswith(b'{"type":"event"'):
        relay._socket, socket = following._socket, relay._socket
        real_take(relay, message)
        relay._socket = socket
    else:
        real_take(relay, message)


def as_the_first(guest: Guest, relays: Any, came: Came) -> None:
    """Let in a watcher with the token of somebody who is at the table."""
    real_guest(guest, relays, came)
    if not came.arrival.token and relays.guests:
        guest._arrival = next(iter(relays.guests.values()))._arrival


def without_presence(guest: Guest, frame: bytes) -> None:
    if not frame.startswith(b'{"type":"presence"'):
        real_put(guest, frame)


real_take, real_guest, real_put = Relay.take, Guest.__init__, Guest.put

FAULTS: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "frames for everybody": (Relay, "take", to_everybody, "president"),
    "events for another seat": (Relay, "take", to_the_next, "davenport"),
    "watchers who enter as a player": (Guest, "__init__", as_the_first, "javelin"),
    "frames that are left out": (Guest, "put", without_presence, "dynasty"),
    "events as they are, to all viewers alike": (messages, "event_for", whole_event, "davenport"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_of_relays_are_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, instead, played = FAULTS[fault]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(Leak):
        RelayedRooms(game(played), watchers=False, seed=1).run(PAIRS)
