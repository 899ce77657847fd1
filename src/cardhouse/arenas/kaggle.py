"""Our games in the shape of Kaggle's `GameHarness`, and Kaggle's agents as players of ours.

harness = KaggleHarness()                                       # for `create_agent_fn(harness)` of kaggle_environments
choose = player_of(agent)                                       # agent(observation, config) -> {"submission": 3}
"""

from collections.abc import Callable, Mapping, Sequence
from json import dumps
from typing import Any, NamedTuple

from cardhouse.bots.prompted.answer import read_answer, read_listed, refusal
from cardhouse.bots.prompted.prompt import prompt_for, retry_prompt
from cardhouse.cards.errors import PlayerFault, shown
from cardhouse.games.definition import Player
from cardhouse.games.view import View
from cardhouse.untyped import Json
from cardhouse.wire.views import view_of

Observation = Mapping[str, Any]  # of Kaggle: its values depend on the environment
NO_MOVE = "There is no move in the answer."
NOT_LISTED = "It is legal, but choose one of the listed moves."


class Parsed(NamedTuple):
    """The fields of Kaggle's `ParseResult`."""

    legal_action: str | None = None
    raw_action: str | None = None
    submission: object = None
    thoughts: str | None = None


def observation_of(view: View) -> Json:
    """Return a view as an observation: its moves are the legal actions, numbered from 0."""
    return {
        "observationString": dumps(view.as_dict()),
        "game": view.game,
        "legalActions": list(range(len(view.moves))),
        "legalActionStrings": list(view.moves),
        "playerId": view.seat,
        "currentPlayer": view.seat if view.seat in view.to_act else view.turn,
        "isTerminal": not view.to_act,
    }


class KaggleHarness:
    """Prompts and parsing for any game, in the shape of `GameHarness`."""

    def get_legal_moves(self, observation: Observation) -> dict[int, str]:
        """Return the moves with their numbers: none if the environment has shown nothing yet."""
        return dict(enumerate(seen(observation).moves)) if observation.get("observationString") else {}

    def make_prompt(
        self,
        observation: Observation,
        move_history: list[str],
        previous_response: str | None = None,
        previous_action: str | None = None,
    ) -> str:
        view = seen(observation)
        prompt = prompt_for(view)
        if previous_response is None:
            return prompt
        if previous_action is None:
            return retry_prompt(prompt, NO_MOVE)
        return retry_prompt(prompt, str(refusal(view, previous_action) or NOT_LISTED))

    generate_prompt = make_prompt  # the name in a submission

    def parse_response(
        self, response: str, legal_action_strings: Sequence[str] | None, *, observation: Observation | None = None
    ) -> Parsed:
        """Return the move; `legal_action` is None if it is illegal, and `raw_action`, too, if there is none.

        Without an observation, a move is legal if it is listed, and any other text is taken for an illegal one.
        """
        listed = list(legal_action_strings or ())
        reading = read_listed(listed, response) if observation is None else read_answer(seen(observation), response)
        if reading.error is None and reading.move in listed:
            return Parsed(legal_action=reading.move, raw_action=reading.move)
        is_readable = reading.error is None or reading.is_illegal
        return Parsed(raw_action=reading.move if is_readable else None)


def seen(observation: Observation) -> View:
    return view_of(observation["game"], observation["observationString"].encode())


def player_of(agent: Callable[[Json, Json], Json]) -> Player:
    """Return an agent of Kaggle as a player."""

    def choose(view: View) -> str:
        answer = agent(observation_of(view), {})
        if not isinstance(answer, Mapping) or "submission" not in answer:
            raise PlayerFault(f"An agent returns a dict with its `submission`, not {shown(answer)}.")
        action = answer["submission"]
        if type(action) is not int or not 0 <= action < len(view.moves):
            raise PlayerFault(f"An action is a number from 0 to {len(view.moves) - 1}, not {shown(action)}.")
        return view.moves[action]

    return choose
