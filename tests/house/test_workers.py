"""Workers: bots think in other processes; one that hangs or crashes is replaced, and another answers."""

import asyncio

import pytest

from cardhouse.games import GAMES, game
from cardhouse.house.views import view_of
from cardhouse.house.wire import encode
from cardhouse.house.workers import Workers
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from tests.house import loops
from tests.patience import HANG

BOTS = {
    "hanging": "import time\n    while True: time.sleep(60)",
    "crashing": "import os; os._exit(3)",
    "raising": "raise KeyError('no idea')",
    "nonsense": "return 7",
    "chatty": "print('hello'); return view.moves[0]",
}
MODULE = """
import sys
from cardhouse.games import GAMES
from cardhouse.house import worker

def choose(view):
    {body}

for game in GAMES.values():
    game.bots["bad"] = choose
worker.main()
"""


def asked(body: str, bot: str, times: int, limit: float = HANG) -> list[tuple[str, str]]:
    """What a worker with such a bot answers."""

    async def run() -> list[tuple[str, str]]:
        workers = Workers(1, limit=limit, command=("-c", MODULE.format(body=body)))
        match, answers = Match("president", dealer=SeededDealer(1)), list[tuple[str, str]]()
        done = asyncio.Event()

        def answered(move: str, fault: str) -> None:
            answers.append((move, fault))
            if len(answers) == times:
                done.set()

        for _ in range(times):
            workers.choose("president", bot, match.view(match.to_act[0]), answered)
        try:
            await asyncio.wait_for(done.wait(), HANG)
        finally:
            await workers.close()
        return answers

    return loops.run(run())


@pytest.mark.parametrize(
    ("kind", "limit", "fault"),
    [
        ("hanging", 0.5, "took more than 0.5 s"),
        ("crashing", HANG, "died: EOFError"),
        ("raising", HANG, "KeyError: 'no idea'"),
        ("nonsense", HANG, "returned int"),
    ],
)
def test_a_bot_that_fails_is_told_of_and_the_next_question_is_answered(kind: str, limit: float, fault: str) -> None:
    assert asked(BOTS[kind], "bad", 2, limit) == [("", fault)] * 2


def test_what_a_bot_prints_is_no_answer() -> None:
    ((move, fault),) = asked(BOTS["chatty"], "bad", 1)
    assert (move.split()[0] in ("play", "pass"), fault) == (True, "")


def test_a_bot_that_the_game_does_not_have() -> None:
    ((move, fault),) = asked("pass", "genius", 1)
    assert (move, fault) == ("", "died: EOFError")


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_gets_the_view_that_a_person_gets_in_the_games_own_kind(name: str) -> None:
    match = Match(name, dealer=SeededDealer(2))
    for _ in range(30):
        if match.over:
            break
        seat = match.to_act[0]
        view = match.view(seat)
        again = view_of(name, encode(view))
        assert again == view
        assert type(again) is type(view)
        match.play(seat, game(name).quick(again))
