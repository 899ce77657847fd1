"""Prompt-driven players: a function from a prompt to an answer, such as a language model, plays by `choose(view)`.

`prompt` writes what a seat may know, `answer` finds the move in what comes back, and `player` asks again if there is
none. No model is called from here: you bring the function.
"""

from cardhouse.bots.prompted.player import Model, Prompted

__all__ = ["Model", "Prompted"]
