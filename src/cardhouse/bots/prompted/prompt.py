"""The prompt for a move: the rules, the table as its seat sees it, the legal moves, and how to answer.

Everything about the match comes from the view, so a prompt cannot contain a card that its seat may not know.
"""

from collections.abc import Sequence

from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.games.view import View

HOW_TO_ANSWER = """\
Choose one of your legal moves. You may think first. End your answer with one line of this form:
Move: {example}"""


def prompt_for(view: View, *, rules: bool = True) -> str:
    """Return the prompt for a move. Without the rules it is shorter, for a model that has read them before."""
    game = game_named(view.game)
    parts = [
        f"You are playing {game.title}, a card game. {game.aim}",
        game.rules if rules else "",
        options_text(game, view),
        table_text(view, names_for(view)),
        HOW_TO_ANSWER.format(example=view.moves[0]),
    ]
    return "\n\n".join(filter(None, parts))


def retry_prompt(prompt: str, reason: str) -> str:
    """Return the prompt again, with the reason why the last answer was not a move."""
    return f"{prompt}\n\nYour last answer was not accepted: {reason} Answer again."


def names_for(view: View) -> list[str]:
    return ["You" if seat == view.seat else f"Seat {seat}" for seat in range(view.seats)]


def options_text(game: AnyGame, view: View) -> str:
    """Return the options of the match, which a view has in the form of cells."""
    if game.secrecy.recall is None or not game.options:
        return ""
    chosen = game.options_of(game.secrecy.recall(view))
    lines = [f"- {option.label}: {option.label_of(chosen[option.name])}" for option in game.options]
    return "\n".join(["The options of this match:", *lines])


def table_text(view: View, names: Sequence[str]) -> str:
    """Return the table in lines, as a seat sees it, and the legal moves of the seat if it is to act."""
    lines = ["The table, as you see it:", *game_named(view.game).lines(view, names, str)]
    if view.moves:
        lines += ["", "Your legal moves:", *(f"- {move}" for move in view.moves)]
    return "\n".join(lines)
