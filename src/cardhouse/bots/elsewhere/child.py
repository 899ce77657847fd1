"""The process of a player: it answers questions until nobody asks any more. There is no table in its memory."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from traceback import extract_tb
from typing import IO

from cardhouse.bots.elsewhere.questions import START, Answer, Question, line_of, next_question
from cardhouse.cards.errors import BadSetup
from cardhouse.games.defaults import in_words
from cardhouse.games.definition import Player
from cardhouse.play.runner import failed

Players = Callable[[str, str], Player]  # by game and name


def main(start: Callable[[], Players], file: Path | None = None) -> None:
    """Start the players, say so, and answer. Faults name the line of the file that the player is from."""
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
    """Return a stream for us alone: what players print is not an answer, and what they read is not a question."""
    stream = os.fdopen(os.dup(number), mode)
    source = instead if isinstance(instead, int) else os.open(instead, os.O_RDONLY)
    os.dup2(source, number)
    return stream


def listen(questions: IO[bytes], waiting: "SimpleQueue[Question]") -> None:
    """Read in a thread of its own, which ends the process when nobody asks any more, whatever a player is doing."""
    try:
        while True:
            waiting.put(next_question(questions))
    finally:
        os._exit(0)


def say(answers: IO[bytes], answer: Answer) -> None:
    try:
        answers.write(line_of(answer))
        answers.flush()
    except BrokenPipeError:  # nobody asks any more, and the other thread may not know it yet
        os._exit(0)


def answer(players: Players, question: Question, file: Path | None) -> Answer:
    try:
        choose = players(question.game, question.player)
        return Answer(question.number, in_words(choose(question.view)))
    except BaseException as error:
        words = [line_in(file, error), failed(error).fault]
        return Answer(question.number, fault=": ".join(filter(None, words)))


def line_in(file: Path | None, error: BaseException) -> str:
    """Say where in this file it was, if it was there."""
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
    return f"line {lines[-1]}" if lines else ""
