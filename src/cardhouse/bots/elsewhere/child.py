"""The player's process: it answers questions until its input is closed. It only ever gets views, never a state."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from traceback import extract_tb
from typing import IO

from cardhouse.bots.compared import Comparing
from cardhouse.bots.elsewhere.questions import START, Answer, Question, line_of, next_question
from cardhouse.bots.prompted import Prompted
from cardhouse.cards.errors import BadSetup
from cardhouse.games.defaults import as_text
from cardhouse.games.definition import Player
from cardhouse.play.runner import failed

Players = Callable[[str, str], Player]  # by game and name


def main(start: Callable[[], Players], file: Path | None = None) -> None:
    """Start the players, report that, and answer questions. A fault names the line in `file`, if given."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    questions, answers = private(0, "rb", os.devnull), private(1, "wb", sys.stderr.fileno())
    waiting: SimpleQueue[Question] = SimpleQueue()
    Thread(target=listen, args=(questions, waiting), daemon=True).start()
    try:
        players = start()
    except BadSetup as error:
        return say(answers, Answer(START, fault=error.sentence))
    say(answers, Answer(START))
    while True:
        say(answers, answer(players, waiting.get(), file))


def private(number: int, mode: str, instead: str | int) -> IO[bytes]:
    """Move a standard stream away from the players, so that what they print or read is not part of the protocol."""
    stream = os.fdopen(os.dup(number), mode)
    source = instead if isinstance(instead, int) else os.open(instead, os.O_RDONLY)
    os.dup2(source, number)
    return stream


def listen(questions: IO[bytes], waiting: "SimpleQueue[Question]") -> None:
    """Read questions in a thread, which ends the process when its input is closed, even while a player thinks."""
    try:
        while True:
            waiting.put(next_question(questions))
    finally:
        os._exit(0)


def say(answers: IO[bytes], answer: Answer) -> None:
    try:
        answers.write(line_of(answer))
        answers.flush()
    except BrokenPipeError:  # the asker is gone, and the other thread may not have noticed yet
        os._exit(0)


def answer(players: Players, question: Question, file: Path | None) -> Answer:
    choose: Player | None = None
    try:
        choose = players(question.game, question.player)
        move = as_text(choose(question.view))
        answer = Answer(question.number, move, compared=choose.compared if isinstance(choose, Comparing) else ())
    except BaseException as error:
        words = [line_in(file, error), failed(error).fault]
        answer = Answer(question.number, fault=": ".join(filter(None, words)))
    return answer._replace(asked=choose.asked) if isinstance(choose, Prompted) else answer


def line_in(file: Path | None, error: BaseException) -> str:
    """Return the line of the file that raised the error, as text; empty if it was not in that file."""
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
    return f"line {lines[-1]}" if lines else ""
