"""The process of a player from a file: `python -m cardhouse.bots.child mine.py`. There is no table in its memory.

In come views, pickled; out go lines of JSON, the first when it is ready or does not run:
{"move": "pass"}  or  {"fault": "line 2: ZeroDivisionError: division by zero"}
"""

import os
import pickle
import signal
import sys
from json import dumps
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from traceback import extract_tb
from typing import Any, BinaryIO

from cardhouse.bots import from_file
from cardhouse.cards.errors import BadTable
from cardhouse.games.face import Player
from cardhouse.games.usual import in_words
from cardhouse.play.runner import failed

LONGEST = 2000  # characters of a sentence, or of a move


def main(file: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for who asked for the moves
    questions, answers = private(0, "rb", os.devnull), private(1, "wb", sys.stderr.fileno())
    views: SimpleQueue[Any] = SimpleQueue()
    Thread(target=listen, args=(questions, views), daemon=True).start()
    try:
        choose = from_file(file)
    except BadTable as error:
        return say(answers, {"fault": error.sentence})
    say(answers, {"move": ""})
    while True:
        say(answers, answer(choose, views.get(), file))


def private(number: int, mode: str, instead: str | int) -> Any:
    """A stream for us alone: what players print is no answer, and what they read is no view."""
    stream = os.fdopen(os.dup(number), mode)
    source = instead if isinstance(instead, int) else os.open(instead, os.O_RDONLY)
    os.dup2(source, number)
    return stream


def listen(questions: BinaryIO, views: "SimpleQueue[Any]") -> None:
    """In a thread of its own: when nobody asks any more it is over, even for a player who never comes back."""
    try:
        while True:
            views.put(pickle.load(questions))
    finally:
        os._exit(0)


def say(answers: BinaryIO, words: dict[str, str]) -> None:
    try:
        answers.write(dumps(words).encode() + b"\n")
        answers.flush()
    except BrokenPipeError:  # nobody asks any more, and the other thread may not know it yet
        os._exit(0)


def answer(choose: Player, view: Any, file: Path) -> dict[str, str]:
    try:
        return {"move": in_words(choose(view))[:LONGEST]}
    except BaseException as error:
        words = [line_of(error, file), failed(error).fault]
        return {"fault": ": ".join(filter(None, words))[:LONGEST]}


def line_of(error: BaseException, file: Path) -> str:
    """Where in this file it was, if it was there."""
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
    return f"line {lines[-1]}" if lines else ""


if __name__ == "__main__":
    main(Path(sys.argv[1]))
