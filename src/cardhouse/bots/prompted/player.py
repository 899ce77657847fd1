"""A player that asks a model for each move, and asks again if the answer is not a legal move.

choose = Prompted(model, retries=2)     # model(prompt) -> answer
choose(view)                            # "play 4d 4h"
choose.asked                            # Asked(prompts=2, illegal=1, unreadable=0): for the last move ...
choose.total                            # ... and for all
"""

from collections.abc import Callable

from cardhouse.bots.prompted.answer import read_answer
from cardhouse.bots.prompted.prompt import prompt_for, retry_prompt
from cardhouse.cards.errors import BadSetup, shown
from cardhouse.games.view import View
from cardhouse.play.runner import Asked

Model = Callable[[str], str]  # from a prompt to an answer
Prompt = Callable[[View], str]


class Prompted:
    def __init__(self, model: Model, *, retries: int = 2, prompt: Prompt = prompt_for) -> None:
        """Ask `model`, and ask it again up to `retries` times for each move; `prompt` writes the prompts."""
        if not callable(model):
            raise BadSetup(f"A model is a function from a prompt to an answer, not {shown(model)}.", rule="players")
        check_retries(retries)
        self.model, self.retries, self.prompt = model, retries, prompt
        self.asked, self.total = Asked(), Asked()

    def __call__(self, view: View) -> str:
        """Return the move. After the last retry, return an illegal move as it is, and raise an unreadable one."""
        prompt = first = self.prompt(view)
        self.asked = Asked()
        while True:
            self._count(prompts=1)
            reading = read_answer(view, self.model(prompt))
            if reading.error is None:
                return reading.move
            self._count(illegal=int(reading.is_illegal), unreadable=int(not reading.is_illegal))
            if self.asked.prompts > self.retries:
                break
            prompt = retry_prompt(first, str(reading.error))
        if reading.is_illegal:
            return reading.move  # the referee refuses it, with the rule
        raise reading.error

    def _count(self, prompts: int = 0, illegal: int = 0, unreadable: int = 0) -> None:
        more = Asked(prompts, illegal, unreadable)
        self.asked, self.total = self.asked.plus(more), self.total.plus(more)


def check_retries(retries: object) -> None:
    if type(retries) is not int or retries < 0:
        raise BadSetup(f"The number of retries is at least 0, not {shown(retries)}.", rule="players")
