"""The outbox: sockets write together, and one that fails does not silence the others."""

import asyncio

import pytest

from cardhouse.house.outbox import MOST_WAITING, Outbox


class Sender:
    def __init__(self, fails: bool = False) -> None:
        self.flushed, self._fails = 0, fails

    def flush(self) -> None:
        self.flushed += 1
        if self._fails:
            raise ConnectionResetError


@pytest.mark.parametrize("count", [3, MOST_WAITING + 1])
def test_a_socket_that_fails_does_not_silence_the_others(count: int) -> None:
    senders = [Sender(fails=number == 1) for number in range(count)]

    async def run() -> None:
        outbox = Outbox(asyncio.get_running_loop())
        for sender in senders:
            outbox.add(sender)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert [sender.flushed for sender in senders] == [1] * count
