"""The protocol between a player in another process and its caller.

Questions are pickled; answers are lines of JSON, so that an untrusted program's output can be parsed safely:
{"number": 7, "move": "pass"}  or  {"number": 7, "fault": "line 2: ZeroDivisionError: division by zero"}

A prompt-driven player adds how often it was asked: "asked": [2, 1, 0] are two prompts and one illegal answer.

The first answer has number 0: the player is ready, or cannot start.
"""

import pickle
from json import dumps, loads
from typing import IO, NamedTuple

from cardhouse.bots.compared import Compared, Comparisons
from cardhouse.games.view import View
from cardhouse.play.runner import Asked, Tried
from cardhouse.untyped import Json

LONGEST = 1 << 16  # bytes in an answer
LONGEST_TEXT = 2000  # characters in a fault or a move
MOST_COMPARED = 8  # moves
MOST_ASKED = 10_000  # prompts for a move
START = 0  # the number of the first answer


class Question(NamedTuple):
    number: int
    game: str
    player: str  # a level, such as `quick`; a program with one player ignores it
    view: View


class Answer(NamedTuple):
    number: int
    move: str = ""
    fault: str = ""
    compared: Comparisons = ()  # what a search measured
    asked: Asked = Asked()  # how often a prompt-driven player was asked

    @property
    def tried(self) -> Tried:
        return Tried(fault=self.fault, asked=self.asked) if self.fault else Tried(self.move, asked=self.asked)


class Nonsense(Exception):
    """The output of the process is not a valid answer."""


def pickle_question(question: Question) -> bytes:
    return pickle.dumps(question)


def next_question(questions: IO[bytes]) -> Question:
    question: Question = pickle.load(questions)
    return question


def line_of(answer: Answer) -> bytes:
    if answer.fault:
        said: Json = {"fault": answer.fault[:LONGEST_TEXT]}
    else:
        said = {"move": answer.move[:LONGEST_TEXT], "compared": answer.compared}
    return dumps({"number": answer.number, "asked": answer.asked, **said}).encode() + b"\n"


def read_answer(line: bytes, number: int) -> Answer:
    """Parse the answer to a question; raise Nonsense if it is invalid, or answers another question."""
    answer = read(line)
    if answer.number != number:
        raise Nonsense("it answers another question")
    return answer


def read(line: bytes) -> Answer:
    try:
        said: object = loads(line)
    except (ValueError, RecursionError):
        raise Nonsense("the answer is not JSON") from None
    if isinstance(said, dict):
        number, asked = said.get("number", START), read_asked(said.get("asked", [0, 0, 0]))
        if isinstance(fault := said.get("fault"), str) and fault:
            return Answer(number, fault=printable(fault), asked=asked)
        if isinstance(move := said.get("move"), str):
            return Answer(number, move, compared=read_compared(said.get("compared", [])), asked=asked)
    raise Nonsense('an answer is {"move": "..."}, with the move in words')


def read_compared(said: object) -> Comparisons:
    """Parse what a search measured; raise Nonsense if it is invalid."""
    if not isinstance(said, list) or len(said) > MOST_COMPARED:
        raise Nonsense("what was compared is not a short list")
    for one in said:
        if not isinstance(one, list) or [type(part) for part in one] != [str, int, int, int]:
            raise Nonsense("what was compared is not a move and three numbers")
    return tuple(Compared(*one) for one in said)


def read_asked(said: object) -> Asked:
    """Parse how often a player was asked; raise Nonsense if it is invalid."""
    if not isinstance(said, list) or [type(part) for part in said] != [int, int, int]:
        raise Nonsense("how often it was asked is not three numbers")
    asked = Asked(*said)
    if min(asked) < 0 or asked.prompts > MOST_ASKED or asked.illegal + asked.unreadable > asked.prompts:
        raise Nonsense("how often it was asked cannot be true")
    return asked


def printable(text: str) -> str:
    """Shorten an untrusted text, and replace its unprintable characters, so that it is safe to print."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:LONGEST_TEXT])
