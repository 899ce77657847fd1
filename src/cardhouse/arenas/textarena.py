"""A game as an environment of TextArena: prompts as observations, answers as actions.

env = TextArenaEnv("president")
env.reset(num_players=4, seed=7)
done = False
while not done:
    player, prompt = env.get_observation()
    done, info = env.step(agents[player](prompt))
rewards, info = env.close()
"""

from collections.abc import Mapping

from cardhouse.bots.prompted.answer import read_answer
from cardhouse.bots.prompted.player import check_retries
from cardhouse.bots.prompted.prompt import prompt_for, retry_prompt
from cardhouse.cards.errors import BadSetup
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.play.runner import TOO_LONG, Asked, Patience, Tried, play_or_default
from cardhouse.untyped import Json


class TextArenaEnv:
    def __init__(self, game: str, *, options: Mapping[str, str | int] | None = None, retries: int = 2) -> None:
        """Play a game with these options. After `retries` wrong answers for a move, the default move is made."""
        check_retries(retries)
        self.game, self.retries, self.options = game, retries, options
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        if self._match is None:
            raise BadSetup("Call reset() first.", rule="TextArena")
        return self._match

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a match; without a seed its deal is random."""
        dealer = None if seed is None else SeededDealer(seed)
        self._match = Match(self.game, seats=num_players, options=self.options, dealer=dealer)
        self._reason, self._wrong = "", 0
        self._patience = Patience()
        self._asked = [Asked()] * self._match.seats
        self._faults = [0] * self._match.seats

    def _seat_to_act(self) -> int:
        if self.match.over:
            raise BadSetup("The match is over: call reset() for another one.", rule="TextArena")
        return self.match.to_act[0]

    def get_observation(self) -> tuple[int, str]:
        """Return the seat to act and its prompt, with the reason if its last answer was not accepted."""
        seat = self._seat_to_act()
        prompt = prompt_for(self.match.view(seat))
        return seat, retry_prompt(prompt, self._reason) if self._reason else prompt

    def step(self, action: str) -> tuple[bool, Json]:
        """Take an answer of the seat to act. Return whether the match is over, and what was wrong with the answer."""
        seat = self._seat_to_act()
        reading = read_answer(self.match.view(seat), without_brackets(action))
        illegal = reading.is_illegal
        wrong = reading.error is not None
        self._asked[seat] = self._asked[seat].plus(Asked(1, int(illegal), int(wrong and not illegal)))
        if wrong and self._wrong < self.retries:
            self._wrong, self._reason = self._wrong + 1, str(reading.error)
            return False, {"wrong": "illegal" if illegal else "unreadable", "reason": self._reason}
        self._wrong, self._reason = 0, ""
        tried = Tried(fault=str(reading.error)) if wrong else Tried(reading.move)
        fault = play_or_default(self.match, seat, tried if self._patience.lasts(seat) else TOO_LONG, strict=False)
        self._faults[seat] += bool(fault)
        return self.match.over, {"fault": fault} if fault else {}

    def close(self) -> tuple[dict[int, int], dict[int, Json]]:
        """Return the rewards, and what is known of each player.

        The first gets 1 and the others -1. If all share the first place, or the match is not over, everybody gets 0.
        """
        result = self.match.result
        places = result.places if result is not None else (0,) * self.match.seats
        rewards = {seat: 1 if place == 1 else -1 for seat, place in enumerate(places)}
        if len(set(places)) == 1:
            rewards = dict.fromkeys(rewards, 0)
        known = {
            seat: {"place": place, "faults": self._faults[seat], **self._asked[seat]._asdict()}
            for seat, place in enumerate(places)
        }
        return rewards, known


def without_brackets(action: str) -> str:
    """Return an answer without the brackets in which TextArena's `ActionFormattingWrapper` puts all of it."""
    bare = action.strip() if isinstance(action, str) else ""
    return bare[1:-1] if bare.startswith("[") and bare.endswith("]") else action
