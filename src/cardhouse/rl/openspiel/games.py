"""The games, states and observers that OpenSpiel asks for, made from the tree of a match."""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from cardhouse.cards.errors import BadSetup, Refused, shown
from cardhouse.cards.ledger import WATCHER
from cardhouse.compiled.loop import MOST_MADE
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.observation import layout_of, observing
from cardhouse.rl.openspiel.start import read_start
from cardhouse.rl.openspiel.tree import BY_DEAL, CHOOSING, REWARDS, GameTree, Node, in_words
from cardhouse.untyped import Json

PREFIX = "python_cardhouse_"
SMALLEST = 3  # the few smallest numbers of an option
MOST_SAMPLED = 1 << 53  # numbers that a sampler of OpenSpiel tells apart

Parameters = Mapping[str, Any]  # numbers, texts and truth values, as OpenSpiel reads them


def type_of(rules: AnyGame) -> Any:
    """Return the description of a game for OpenSpiel."""
    return pyspiel.GameType(
        short_name=PREFIX + rules.name,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(rules),
    )


def parameters_of(rules: AnyGame) -> dict[str, str | int]:
    """Return the parameters of a game with their defaults. The default 0 means: the first value that fits."""
    options = {option.name: 0 if option.name in fitted(rules) else option.default for option in rules.options}
    return {"players": rules.default_seats, "start": "", "reward": "first", **options}


@cache
def fitted(rules: AnyGame) -> dict[str, range]:
    """Return the options that depend on the number of players, with their smallest numbers: no default fits always."""
    few = [seats for seats in rules.seats if rules.misfit(seats, {})]
    numbers = {option.name: option.numbers[:SMALLEST] for option in rules.options}
    return {
        name: tried
        for name, tried in numbers.items()
        if few and all(any(not rules.misfit(seats, {name: number}) for number in tried) for seats in few)
    }


def options_from(rules: AnyGame, given: Parameters, seats: int) -> dict[str, str | int]:
    """Return the options among the parameters."""
    options: dict[str, str | int] = {option.name: given[option.name] for option in rules.options}
    for name, values in fitted(rules).items():
        if options[name] == 0:
            fits = (value for value in values if not rules.misfit(seats, {**options, name: value}))
            options[name] = next(fits, values[0])
    return options


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game. Each registered one has a subclass: OpenSpiel keeps what makes a game until after the end of Python."""

    rules: ClassVar[AnyGame]

    def __init__(self, params: Parameters | None = None) -> None:
        rules = self.rules
        given = {**parameters_of(rules), **(params or {})}
        seats, start, reward = given["players"], given["start"], given["reward"]
        if reward not in (*REWARDS, BY_DEAL):
            raise BadSetup(f"reward is one of {', '.join([*REWARDS, BY_DEAL])}, not {shown(reward)}.", rule="reward")
        options = options_from(rules, given, seats)
        t = rules.new_state(seats, options)
        if start:
            t = read_start(rules, start, seats, rules.options_of(t))
        self.tree = GameTree(rules, t, reward=reward, is_begun=bool(start))
        cards = max(rules.deck.by_number) + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=actions_of(rules).count,
            max_chance_outcomes=max(cards, rules.zones.count, seats),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MADE,
        )
        super().__init__(type_of(rules), info, dict(params or {}))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return load, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_MADE * len(self.rules.deck)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Parameters | None = None) -> "SpielObserver":
        if params:
            raise BadSetup(f"An observer takes no parameters, not {shown(params)}.", rule="observers")
        return SpielObserver(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state. `node` is all that it adds, so that OpenSpiel copies and saves nothing else."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.tree.first

    @property
    def tree(self) -> GameTree:
        tree: GameTree = self.get_game().tree
        return tree

    def current_player(self) -> int:
        node, tree = self.node, self.tree
        if tree.is_over(node):
            return int(pyspiel.PlayerId.TERMINAL)
        return tree.seat(node) if node.waits_for == CHOOSING else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        return self.tree.is_over(self.node)

    def returns(self) -> list[float]:
        return self.tree.returns(self.node)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.tree.outcomes(self.node)

    def _legal_actions(self, player: int) -> list[int]:
        return self.tree.actions(self.node)

    def _apply_action(self, action: int) -> None:
        tree, node = self.tree, self.node
        chooses = node.waits_for == CHOOSING
        known = tree.actions(node) if chooses else [outcome for outcome, _ in tree.outcomes(node)]
        if action not in known:
            kind = "legal actions" if chooses else "chance outcomes"
            raise Refused(f"{action} is not one of the {kind}: {', '.join(map(str, known))}.", rule="actions")
        self.node = tree.play(node, action) if chooses else tree.draw(node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.tree.outcome_text(self.node, action)
        return self.tree.move_text(self.node, player, action)

    def __str__(self) -> str:
        node = self.node
        drawn = f"drawn {list(node.drawn)}" if node.waits_for != CHOOSING else ""
        return "\n".join(filter(None, [in_words(self.tree.seen_open(node)), drawn]))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a state that looks the same to a player; `sampler` returns random numbers below 1."""
        return self.imagine(player, Random(int(sampler() * MOST_SAMPLED)))

    def imagine(self, player: int, chance: Random) -> "SpielState":
        """Return a state that looks the same to a player."""
        other: SpielState = self.clone()
        other.node = self.tree.imagine(self.node, player, chance)
        return other

    # Structs

    def _to_struct(self) -> Json:
        return {"current_player": self.current_player(), "view": self.tree.game.open_view(self.node.t).as_dict()}

    def _action_to_struct(self, player: int, action: int) -> Json:
        return {"move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Json) -> list[int]:
        player = self.current_player()
        texts = {self._action_to_string(player, action): action for action in self.legal_actions()}
        move = struct.get("move")
        if move not in texts:
            raise BadSetup(f"{shown(move)} is not one of the moves: {', '.join(texts)}.", rule="moves")
        return [texts[move]]

    def _to_observation_struct(self, player: int) -> Json:
        t = self.tree.state_for(self.node, player)
        return self.tree.game.view_for(t, player).as_dict()


class SpielObserver:
    """What a player sees, as numbers and as a text; with perfect recall, as a text alone."""

    def __init__(self, tree: GameTree, kind: Any) -> None:
        self._tree, self._kind = tree, kind
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        is_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._planes = Planes(tree) if is_own and kind.public_info and not kind.perfect_recall else None
        if self._planes is not None:
            self.tensor, self.dict = self._planes.tensor, self._planes.parts

    def set_from(self, state: SpielState, player: int) -> None:
        if self._planes is not None:
            self._planes.write(state.node, player)

    def string_from(self, state: SpielState, player: int) -> str:
        node, private = state.node, self._kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return in_words(self._tree.seen_open(node))
        if private == pyspiel.PrivateInfoType.NONE:
            return in_words(self._tree.seen(self._tree.state_for(node, WATCHER), WATCHER))
        if self._kind.perfect_recall:
            return self._tree.told(node, player)
        seen = self._tree.seen(self._tree.state_for(node, player), player)
        if self._kind.public_info:
            return f"seat {player}: {in_words(seen)}"
        public = self._tree.seen(self._tree.state_for(node, WATCHER), WATCHER)
        return f"seat {player}: " + in_words({name: value for name, value in seen.items() if value != public[name]})


class Planes:
    """A tensor of what a seat sees: a number from 0 to 1 for each card of each zone, each count, cell and row."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        layout = layout_of(tree.game, tree.seats)
        self._rows = [[0] * len(part) for part in (layout.words, layout.counts, layout.cells, layout.rows)]
        bits = [(i, bit) for i, word in enumerate(layout.words) for bit in range(word.high.bit_length())]
        self._words, self._bits = (np.array(row, np.int64) for row in zip(*bits, strict=True))
        numbers = [*layout.counts, *layout.cells, *layout.rows]
        self._low = np.array([number.low for number in numbers], np.float32)
        self._span = np.array([number.high - number.low or 1 for number in numbers], np.float32)
        self.tensor = np.zeros(len(bits) + len(numbers), np.float32)
        self.parts = {"cards": self.tensor[: len(bits)], "numbers": self.tensor[len(bits) :]}

    def write(self, node: Node, seat: int) -> None:
        words, counts, cells, rows = self._rows
        observing(self._tree.game)(self._tree.state_for(node, seat), seat, words, counts, cells, rows)
        self.parts["cards"][:] = np.array(words, np.int64)[self._words] >> self._bits & 1
        self.parts["numbers"][:] = (np.array([*counts, *cells, *rows], np.float32) - self._low) / self._span


def load(text: str) -> SpielGame:
    """Return the game that a text names. This module is imported to unpickle a game, and has registered it."""
    game: SpielGame = pyspiel.load_game(text)
    return game


def resampler(seed: int) -> Callable[[SpielState, int], SpielState]:
    """Return a resampler for OpenSpiel's `ISMCTSBot.set_resampler`, with random numbers of its own."""
    chance = Random(seed)

    def resample(state: SpielState, player: int) -> SpielState:
        return state.imagine(player, chance)

    return resample


def register(game: AnyGame) -> str:
    """Register a game with OpenSpiel, and return its name there."""
    pyspiel.register_game(type_of(game), type("SpielGame", (SpielGame,), {"rules": game}))
    return PREFIX + game.name
