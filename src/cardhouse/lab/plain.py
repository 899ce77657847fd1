"""Matches in which players from Python files take part: the same law and the same streams of chance, not compiled."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardhouse.bots import from_file
from cardhouse.cards.errors import CardhouseError, PlayerFault
from cardhouse.cards.law import Row
from cardhouse.games.face import Game, Player
from cardhouse.play.runner import LONGEST_TURN, failed
from cardhouse.press.batch import Batch, play_plainly, who_of
from cardhouse.press.playout import Played, chooser

FILE = -1  # FILE - n is the player of file number n


def is_file(name: str) -> bool:
    return name.endswith(".py")


def play_plain(todo: Batch, players: Sequence[str]) -> Played:
    """The matches of a batch, with these players, some of whom are files. A file's fault is raised."""
    game = todo.game
    files = [name for name in dict.fromkeys(players) if is_file(name)]
    functions = [from_file(Path(name)) for name in files]
    who = [FILE - files.index(name) if is_file(name) else who_of(game, name) for name in players]
    asked = Asked(game, files, functions)
    rotates = int(len(set(who)) > 1)
    plan = todo.plan._replace(rotates=rotates, block=todo.seats if rotates else 1)
    return play_plainly(todo._replace(plan=plan), asked.choose, who)


class Asked:
    """Players from files, asked for their moves."""

    def __init__(self, game: Game, files: list[str], functions: list[Player]) -> None:
        self.game, self.files, self.functions = game, files, functions
        self.built_in = chooser(game)
        self.rest: Row = []  # of a line that is several moves
        self.seat = self.moves = 0

    def choose(self, t: Any, seat: int, who: int, chance: Row, out: Row, many: int) -> int:
        if who > FILE:
            return self.built_in(t, seat, who, chance, out, many)
        if self.game.law.automatic(t):
            return out[0]
        try:
            return self.answered(t, seat, self.functions[FILE - who])
        except CardhouseError as error:
            raise self.fault(who, error.sentence, error.rule) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self.fault(who, failed(error)[1]) from None

    def answered(self, t: Any, seat: int, choose: Player) -> int:
        """The player's move, or the next one of a line that he has said."""
        law, notation = self.game.law, self.game.notation
        self.moves = self.moves + 1 if seat == self.seat else 1
        self.seat = seat
        if self.moves > LONGEST_TURN:
            raise PlayerFault(f"more than {LONGEST_TURN} moves in one turn")
        if not self.rest:
            self.rest = list(notation.read(t, seat, self.game_answer(choose(self.game.seen_from(t, seat)))))
        choice = self.rest.pop(0)
        if rule := law.breaks(t, seat, choice):
            self.rest = []
            raise PlayerFault(notation.why(t, seat, choice, rule), rule=self.game.rule(rule))
        return choice

    @staticmethod
    def game_answer(answer: Any) -> str:
        if type(answer) is not str:
            raise PlayerFault(f"returned {type(answer).__name__}, not a move in words")
        return answer

    def fault(self, who: int, sentence: str, rule: str = "") -> PlayerFault:
        name = Path(self.files[FILE - who]).name
        return PlayerFault(f"{name} failed: {sentence}", rule=rule)


def checked(files: Sequence[str]) -> None:
    """That these files can be read and have a player each."""
    for name in files:
        from_file(Path(name))
