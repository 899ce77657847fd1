"""Measure how far the levels are from unbeatable in the last six cards; write bench/endgames.json and docs/strength.md.

`make endgames` takes some minutes. An endgame is a whole game of OpenSpiel: the cards that the players hold are dealt
again in all ways that fit what everybody knows, and a best response to a level is found by looking at all of them. The
result depends only on the laws, the levels and the seeds.
"""

import json
import re
from typing import Any, NamedTuple

import pyspiel
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import Policy

from bench.measure import FOLDER
from cardhouse import GAMES
from cardhouse.bots import REMEMBERS, player
from cardhouse.cards.errors import BadSetup
from cardhouse.rl.openspiel import PREFIX
from cardhouse.rl.openspiel.tree import CHOOSING, GameTree, Node, in_words

CARDS, SEATS, SEED = 6, 3, 20_261_115
MOST_NODES = 4_000  # larger trees are left out
LEVELS = ("random", "easy", "quick", "deep:2000")
FILE, PAGE = FOLDER / "endgames.json", FOLDER.parent / "docs/strength.md"
PLACE = re.compile(r"(<!-- endgames: make endgames -->\n).*?(<!-- end of endgames -->)", re.DOTALL)


class Kind(NamedTuple):
    """Endgames of a game with this number of players who still hold cards."""

    game: str
    players: int
    reward: str
    options: dict[str, int]
    worth: float  # what finishing ahead brings more than finishing behind, in this reward
    aim: str
    wanted: int


KINDS = (
    Kind("president", 2, "place", {}, 1.0, "to finish before the other", 20),
    Kind("president", 3, "first", {}, 1.5, "to win", 10),
    Kind("dynasty", 3, "first", {"monarchies": 1}, 1.5, "to win", 10),
)


class Level(Policy):  # type: ignore[misc]  # open_spiel has no types
    """A level as a policy: it chooses by the view alone, with the same random numbers every time."""

    def __init__(self, game: Any, name: str) -> None:
        super().__init__(game, list(range(SEATS)))
        self._tree: GameTree = game.tree
        self._name = name
        self._known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        node, seat = state.node, state.current_player()
        t = self._tree.state_for(node, seat)
        key = f"{seat}: {in_words(self._tree.seen(t, seat))}"
        if key not in self._known:
            self._known[key] = self._probabilities(node, seat)
        return self._known[key]

    def _probabilities(self, node: Node, seat: int) -> dict[int, float]:
        actions = self._tree.actions(node)
        if len(actions) == 1:
            return {actions[0]: 1.0}
        trust = {"random": 0.0, "easy": REMEMBERS / 100}.get(self._name, 1.0)
        chances = {action: (1 - trust) / len(actions) for action in actions}
        if trust:
            chances[self._chosen(node, seat, actions)] += trust
        return chances

    def _chosen(self, node: Node, seat: int, actions: list[int]) -> int:
        game = self._tree.game
        choose = player(game, "quick" if self._name == "easy" else self._name, SEED)
        move = choose(game.view_for(self._tree.state_for(node, seat), seat))
        texts = {self._tree.move_text(node, seat, action): action for action in actions}
        return texts[move]


def endgames(kind: Kind) -> tuple[list[Any], int]:
    """Return the first endgames of a kind, and the number of those that were left out because they are too large."""
    found: list[Any] = []
    match = too_large = 0
    while len(found) < kind.wanted:
        parameters = {"players": SEATS, "reward": kind.reward, "start": f"last {CARDS} cards of match {match}"}
        match += 1
        try:
            game = pyspiel.load_game(PREFIX + kind.game, {**parameters, **kind.options})
        except BadSetup:
            continue  # this match is over before there are only six cards
        if len(game.tree.spots) != kind.players:
            continue
        if is_large(game.tree):
            too_large += 1
        else:
            found.append(game)
    return found, too_large


def is_large(tree: GameTree) -> bool:
    """Return whether the tree has more than `MOST_NODES` positions."""
    waiting, count = [tree.first], 0
    while waiting and count <= MOST_NODES:
        node = waiting.pop()
        count += 1
        if tree.is_over(node):
            continue
        if node.waits_for == CHOOSING:
            waiting += [tree.play(node, action) for action in tree.actions(node)]
        else:
            waiting += [tree.draw(node, outcome) for outcome, _ in tree.outcomes(node)]
    return bool(waiting)


def measured(kind: Kind) -> dict[str, Any]:
    games, too_large = endgames(kind)
    rows = []
    for level in LEVELS:
        gains = [nash_conv(game, Level(game, level), return_only_nash_conv=False) for game in games]
        sums = [float(gain.nash_conv) / kind.worth for gain in gains]
        best = max(float(max(gain.player_improvements)) / kind.worth for gain in gains)
        mean = sum(sums) / len(sums)
        perfect = sum(one < 1e-9 for one in sums)
        rows.append({"level": level, "nash_conv": mean, "most": best, "unbeatable": perfect})
        print(kind.game, kind.players, rows[-1], flush=True)
    return {**kind._asdict(), "too_large": too_large, "levels": rows}


# Text


def page(found: list[dict[str, Any]]) -> str:
    text = ""
    for kind in found:
        left = f" (larger and left out: {kind['too_large']})" if kind["too_large"] else ""
        text += (
            f"{GAMES[kind['game']].title}, {SEATS} seats, {kind['players']} of them still hold cards: "
            f"{kind['wanted']} endgames{left}.\nThe aim is {kind['aim']}.\n\n"
            "| level | NashConv, mean | most that one player gains | endgames without a mistake |\n"
            "|---|---:|---:|---:|\n"
        )
        for row in kind["levels"]:
            text += f"| {row['level']} | {row['nash_conv']:.1%} | {row['most']:.1%} | {row['unbeatable']} |\n"
        text += "\n"
    return text


def written(text: str) -> str:
    found = json.loads(FILE.read_text("utf-8"))
    return PLACE.sub(lambda place: place[1] + page(found) + place[2], text)


if __name__ == "__main__":
    found = [measured(kind) for kind in KINDS]
    FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
