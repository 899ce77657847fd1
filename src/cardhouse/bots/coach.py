"""The coach: what each choice of a finished match cost its player, compared with the move of the strongest bot.

    for judged in judge_match(match.log(), "deep"):
        print(judged.seat, judged.move, judged.best, judged.lost)

A choice is judged from what its player knew at that moment, never from the hidden cards. The bot first chooses a move
as it would at a table. Then its move and the player's are played out in the same fresh worlds, with the same random
numbers. They are not the worlds of its search, in which the move that it chose looks better than it is. A difference of
less than three standard errors counts as none.

The budget is a number of playouts, and the seeds follow from the log, so every house computes the same.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from cardhouse.bots import player
from cardhouse.bots.deep import CLEARLY
from cardhouse.compiled.search import Search
from cardhouse.games.definition import AnyGame
from cardhouse.play.replay import Choice, choices, replay

PLAYOUTS = 4_000  # for the bot's choice
WORLDS = 1_000  # in which its move and the player's are compared
SURE = 1_000.0  # results are in thousandths of a first place


class JudgedChoice(NamedTuple):
    """What a choice was worth. Chances are from 0 to 1, and count as the bots count: a first place is 1."""

    frame: int  # the number of the move's event
    seat: int
    move: str
    best: str  # the bot's move
    chance: float  # with the player's move
    lost: float  # by how much the bot's move is better; 0 if it is not clearly better
    error: float  # the standard error of that difference


def judge_match(log: str, level: str) -> tuple[int, Iterator[JudgedChoice]]:
    """Return how many choices a match had, and judge them one by one."""
    game, made = replay(log).game, choices(log)
    seed = int(sha256(log.encode()).hexdigest()[:12], 16)
    return len(made), (judge(game, choice, level, seed + number) for number, choice in enumerate(made))


def judge(game: AnyGame, choice: Choice, level: str, seed: int) -> JudgedChoice:
    assert game.secrecy.recall is not None
    view, seat = choice.view, choice.seat
    t = game.secrecy.recall(view)
    best = choice.move
    if len(view.moves) > 1:
        best = player(game, f"deep:{PLAYOUTS}" if level == "deep" else level, seed)(view)
    # Of several moves in one line, the first is judged.
    moves = [game.notation.read(t, seat, text)[0] for text in dict.fromkeys([choice.move, best])]
    seen = Search(game, t, seat, seed=seed).tries(moves, WORLDS) / SURE
    ahead = seen[:, -1] - seen[:, 0]
    lost, error = float(ahead.mean()), float(ahead.std(ddof=1) / np.sqrt(WORLDS))
    return JudgedChoice(
        frame=choice.frame,
        seat=seat,
        move=choice.move,
        best=best,
        chance=round(float(seen[:, 0].mean()), 4),
        lost=round(lost, 4) if lost > CLEARLY * error else 0.0,
        error=round(error, 4),
    )
