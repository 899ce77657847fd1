"""A worker: a process in which bots think, one question at a time. `python -m cardhouse.house.worker`

{"number": 7, "game": "president", "bot": "quick", "view": {...}}
->  {"number": 7, "move": "pass"}  or  {"number": 7, "fault": "KeyError: ..."}
"""

import os
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from msgspec import Raw, Struct, json

from cardhouse.bots import player
from cardhouse.games import game as game_named
from cardhouse.house.views import view_of
from cardhouse.play.runner import limited

READY = b"ready\n"
Answers = Callable[[str, str], str]  # which bot does, by the game and the one that is asked


class Question(Struct):
    number: int
    game: str
    bot: str
    view: Raw


class Answer(Struct, omit_defaults=True):
    number: int
    move: str = ""
    fault: str = ""


def itself(game: str, bot: str) -> str:
    return bot


def answer(line: bytes, bot: Answers) -> Answer:
    question = json.decode(line, type=Question)
    choose = player(game_named(question.game), bot(question.game, question.bot))
    move, fault, _ = limited(choose, None)(view_of(question.game, question.view))
    if fault:
        return Answer(question.number, fault=fault)
    if type(move) is not str:
        return Answer(question.number, fault=f"returned {type(move).__name__}")
    return Answer(question.number, move)


def serve(questions: BinaryIO, answers: BinaryIO, bot: Answers) -> None:
    """Answer questions until the house is gone."""
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=listen, args=(questions, lines), daemon=True).start()
    answers.write(READY)
    answers.flush()
    while True:
        answers.write(json.encode(answer(lines.get(), bot)) + b"\n")
        answers.flush()


def listen(questions: BinaryIO, lines: "SimpleQueue[bytes]") -> None:
    """Read in a thread of its own, which ends the process with the house, even while a bot thinks or a law compiles."""
    while line := questions.readline():
        lines.put(line)
    os._exit(0)


def main(bot: Answers = itself) -> None:
    out: Any = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints is not an answer
    try:
        serve(sys.stdin.buffer, out, bot)
    except BrokenPipeError:  # the house is gone, and the other thread may not know it yet
        os._exit(0)


if __name__ == "__main__":
    main()
