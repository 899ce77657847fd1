"""Our games in OpenSpiel: the same matches, nothing hidden is shown, perfect recall, exact endgames."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from math import factorial, log, prod
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, generate_playthrough, ismcts, mcts
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import UniformRandomPolicy

from cardhouse import GAMES, Match, SeededDealer
from cardhouse.cards.errors import BadSetup, Refused
from cardhouse.cards.ledger import WATCHER, Ledger
from cardhouse.play.events import DEALER
from cardhouse.rl.openspiel import PREFIX, redeal, register, resampler, start_at
from cardhouse.rl.openspiel.games import Planes
from cardhouse.rl.openspiel.redeal import Redeal
from cardhouse.rl.openspiel.tree import CHOOSING, DEALING, GameTree, Node
from tests.hearts import HEARTS

SHORT: dict[str, dict[str, int]] = {"blitz": {"max_hands": 1}, "dynasty": {"monarchies": 1}, "javelin": {"target": 5}}
ENDGAME: dict[str, str | int] = {
    "players": 3,
    "reward": "place",
    "start": "last 6 cards of match 0",
}  # of President, two players left
MOST_MOVES = 150
LARGER: dict[str, str | int] = {"players": 3, "start": "last 6 cards of match 6"}  # all three hold cards


def spiel(name: str, **parameters: str | int) -> Any:
    return pyspiel.load_game(PREFIX + name, {**SHORT.get(name, {}), **parameters})


def random_line(loaded: Any, seed: int, most: int = 1_000_000) -> Iterator[Any]:
    """Yield the states of a random match, up to its end or this number of them."""
    chance, state = Random(seed), loaded.new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))


def decisions(loaded: Any, seed: int, most: int = 300) -> Iterator[Any]:
    """Yield the states of a random match in which a player chooses."""
    return (state for state in random_line(loaded, seed, most) if state.is_player_node())


def nodes_of(tree: GameTree) -> Iterator[tuple[Node, float, tuple[tuple[Node, int], ...]]]:
    """Yield every position of a tree, the probability of its deal, and the choices that led there."""
    waiting: list[tuple[Node, float, tuple[tuple[Node, int], ...]]] = [(tree.first, 1.0, ())]
    while waiting:
        node, chance, past = waiting.pop()
        yield node, chance, past
        if tree.is_over(node):
            continue
        if node.waits_for == CHOOSING:
            waiting += [(tree.play(node, action), chance, (*past, (node, action))) for action in tree.actions(node)]
        else:
            waiting += [(tree.draw(node, i), chance * share, past) for i, share in tree.outcomes(node)]


# OpenSpiel's own checks, a small part: `make peers` runs all of them


@pytest.mark.parametrize("name", GAMES)
def test_random_simulation_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(spiel(name), num_sims=1, serialize=True, verbose=False)


def test_a_game_from_outside_is_registered() -> None:
    name = register(HEARTS)
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_blitz_takes_the_decks_that_its_players_need() -> None:
    assert spiel("blitz", players=6).tree.first.t.decks == 2
    assert spiel("blitz", players=3).tree.first.t.decks == 1
    with pytest.raises(BadSetup, match="deck"):
        spiel("blitz", players=6, decks=1)


def test_a_process_that_has_registered_our_games_ends_in_order() -> None:
    code = "import pyspiel, cardhouse.rl.openspiel; pyspiel.load_game('python_cardhouse_president')"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_openspiels_own_suites_pass() -> None:
    suites = import_module("tests.rl.openspiel_suites")  # here, as OpenSpiel takes two seconds to make its tests
    cases = [case for case in suites.cases() if "cardhouse_president" in str(case)]
    assert {type(case).__name__.partition("_")[0] for case in cases} == {"GamesSimTest", "EnforceAPIPartialTree"}
    for case in cases:
        suites.test_suite(case)


def test_playthrough_and_environment() -> None:
    told = generate_playthrough.playthrough(PREFIX + "davenport", action_sequence=None, seed=1)
    assert "commit" in told
    assert told == generate_playthrough.playthrough(PREFIX + "davenport", action_sequence=None, seed=1)
    environment = rl_environment.Environment(PREFIX + "president")
    step = environment.reset()
    assert len(step.observations["info_state"][0]) == spiel("president").observation_tensor_size()


# The same matches


class Recorder(SeededDealer):
    """A dealer that remembers what it has drawn."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.draws: list[list[int]] = []

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        self.draws.append(super().draw(things, wanted))
        return self.draws[-1]


def draw_like(state: Any, draws: list[list[int]]) -> None:
    """Draw the cards of a match: of equal ones, the first that is left."""
    names = state.tree.game.deck.by_number
    while state.is_chance_node():
        node = state.node
        number = sum(edge.mover == DEALER for edge in node.edges) + 1 if node.waits_for == DEALING else 0
        wanted = draws[number][len(node.drawn)]
        if number:
            wanted = min(card for card in node.left if names[card] == names[wanted])
        state.apply_action(wanted)


def follow(name: str, *, seed: int, dealt: int) -> str:
    """Play a random match, and the same one in OpenSpiel with the cards of a seed; return what differs, or ""."""
    loaded, dealer, other, chance = spiel(name), Recorder(seed), Recorder(dealt), Random(seed)
    options = loaded.tree.game.options_of(loaded.tree.first.t)
    match, _ = (Match(name, options=options, dealer=one) for one in (dealer, other))
    state = loaded.new_initial_state()
    for _ in range(MOST_MOVES):
        draw_like(state, dealer.draws if seed == dealt else other.draws)
        if match.over or state.is_terminal():
            break
        for seat in range(match.seats):
            view = match.view(seat)
            seen = loaded.tree.seen(loaded.tree.state_for(state.node, seat), seat)
            if seen != {field: getattr(view, field) for field in seen}:
                return f"what seat {seat} sees"
        seat, texts = match.to_act[0], {state.action_to_string(action): action for action in state.legal_actions()}
        if state.current_player() != seat or set(texts) != set(match.moves(seat)):
            return "who may do what"
        move = chance.choice(sorted(texts))
        match.play(seat, move)
        state.apply_action(texts[move])
    if match.result is None:
        return "" if not state.is_terminal() else "the end"
    ahead = [place == min(match.result.places) for place in match.result.places]
    return "" if [gain == max(state.returns()) for gain in state.returns()] == ahead else "the result"


@pytest.mark.parametrize("name", GAMES)
def test_a_match_in_openspiel_is_a_match(name: str) -> None:
    assert follow(name, seed=3, dealt=3) == ""


def test_planted_other_cards_are_noticed() -> None:
    assert follow("president", seed=3, dealt=4) != ""


# What a seat knows


def told_apart(name: str) -> set[str]:
    """Return what differs between positions of a match and others that their player imagines."""
    found = set[str]()
    for number, state in enumerate(decisions(spiel(name), seed=5)):
        if number % 5:
            continue
        seat = state.current_player()
        world = state.imagine(seat, Random(number))
        for what, one, other in (
            ("the cards", str(state), str(world)),
            ("what it is told", state.information_state_string(seat), world.information_state_string(seat)),
            ("its view", state.observation_string(seat), world.observation_string(seat)),
            ("its observation", state.observation_tensor(seat), world.observation_tensor(seat)),
            ("its moves", state.legal_actions(), world.legal_actions()),
        ):
            found |= {what} if one != other else set()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_another_position_that_a_seat_imagines_looks_the_same_to_it(name: str) -> None:
    assert told_apart(name) == {"the cards"}


def test_planted_an_observer_that_sees_the_next_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Planes.write

    def write_of_next(self: Planes, node: Node, seat: int) -> None:
        write(self, node, (seat + 1) % node.t.seats)

    monkeypatch.setattr(Planes, "write", write_of_next)
    assert told_apart("president") == {"the cards", "its observation"}


def test_planted_a_view_of_every_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameTree, "seen", lambda self, t, seat: {"hands": self.game.open_view(t).hands})
    assert told_apart("president") == {"the cards", "its view"}


def test_davenport_rule_2_a_player_cannot_tell_a_commitment_from_an_exchange() -> None:
    state = spiel("davenport", players=2).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    commits = {state.action_to_string(action): action for action in state.legal_actions()}
    told = set()
    for verb in ("commit", "exchange"):
        after = state.child(next(action for text, action in commits.items() if text.startswith(verb)))
        told.add(after.information_state_string())
        worlds = [after.imagine(after.current_player(), Random(seed)).node.t for seed in range(20)]
        used = {tuple(cards != 0 for cards in t.at[-2 * GAMES["davenport"].seats[-1] :]) for t in worlds}
        assert len(used) == 2, "the imagined player has committed a card, or exchanged one"
    assert len(told) == 1


def recall_faults(tree: GameTree, told: Callable[[Node, int], str]) -> int:
    """Return how many information states of a tree do not say which ones their player was in before."""
    known: dict[str, tuple[tuple[str, int], ...]] = {}
    faults = 0
    for node, _, past in nodes_of(tree):
        if tree.is_over(node) or node.waits_for != CHOOSING:
            continue
        seat = tree.seat(node)
        own = tuple((told(before, seat), action) for before, action in past if tree.seat(before) == seat)
        faults += known.setdefault(told(node, seat), own) != own
    return faults


def test_an_information_state_recalls_all_that_its_player_knew() -> None:
    tree = spiel("president", **LARGER).tree
    assert recall_faults(tree, tree.told) == 0
    assert recall_faults(tree, lambda node, seat: str(tree.seen(node.t, seat))) > 0, "planted: the present view alone"


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_numbers_from_0_to_1(name: str) -> None:
    for state in decisions(spiel(name), seed=6, most=60):
        tensor = np.array(state.observation_tensor())
        assert 0 <= tensor.min() < tensor.max() <= 1


def test_structs_are_views_and_moves() -> None:
    state = next(decisions(spiel("president"), seed=1))
    action = state.legal_actions()[0]
    struct = state.action_to_struct(state.current_player(), action)
    assert state.struct_to_actions(struct) == [action]
    assert state.to_dict()["current_player"] == state.current_player()
    assert sum(map(len, state.to_dict()["view"]["hands"])) == 51, "all but the four of clubs"
    seat = state.current_player()
    hands = json.loads(state.to_observation_struct(seat).to_json())["hands"]
    assert [bool(hand) for hand in hands] == [other == seat for other in range(4)]
    with pytest.raises(BadSetup, match="'fold' is not one of the moves"):
        state._struct_to_actions({"move": "fold"})


# Search


@pytest.mark.parametrize("name", ["president", "davenport"])
def test_openspiels_ismcts_plays_with_our_resampler(name: str) -> None:
    loaded = spiel(name)
    state = list(decisions(loaded, seed=2, most=70))[-1]

    def chosen(resample: Any) -> Any:
        random = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        bot = ismcts.ISMCTSBot(loaded, evaluator, uct_c=2.0, max_simulations=10, random_state=random)
        bot.set_resampler(resample)
        return bot.step(state)

    assert chosen(resampler(7)) == chosen(resampler(7)) in state.legal_actions()
    assert chosen(None) in state.legal_actions()


# Endgames


def test_all_deals_of_an_endgame_are_equally_likely() -> None:
    tree = spiel("president", **LARGER).tree
    deals = [chance for node, chance, past in nodes_of(tree) if node.waits_for == CHOOSING and not past]
    assert len(deals) == factorial(5) // prod(factorial(room) for room in (3, 1, 1))
    assert deals == pytest.approx([1 / len(deals)] * len(deals))


def deal_chances(redeal: Redeal, seeds: int) -> list[float]:
    """Return the logarithms of the probabilities of some random deals."""
    found = []
    for seed in range(seeds):
        chance, chosen, probability = Random(seed), list[int](), 0.0
        for _ in redeal.cards:
            places, shares = zip(*redeal.outcomes(chosen), strict=True)
            i = chance.choices(range(len(places)), shares)[0]
            chosen.append(places[i])
            probability += log(shares[i])
        found.append(probability)
    return found


def guessed() -> Ledger:
    """Return a state of Javelin in which wrong guesses have proved something."""
    match = Match("javelin", dealer=SeededDealer(1))
    for seat in (match.to_act[0], 1 - match.to_act[0]) * 3:
        match.play(seat, next(move for move in match.moves(seat) if move.endswith("lower")))
    assert any(match._state.proved)
    found: Ledger = match._state
    return found


def test_deals_are_equally_likely_when_wrong_guesses_have_proved_something(monkeypatch: pytest.MonkeyPatch) -> None:
    found = deal_chances(Redeal(GAMES["javelin"], guessed()), 5)
    assert found == pytest.approx([found[0]] * 5)
    monkeypatch.setattr(Redeal, "_ways", lambda self, number, in_kinds: 1)
    planted = deal_chances(Redeal(GAMES["javelin"], guessed()), 5)
    assert planted != pytest.approx([planted[0]] * 5)


def test_a_deal_that_cannot_be_counted_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redeal, "MOST_COUNTED", 3)
    with pytest.raises(BadSetup, match="35 cards are hidden, and too much is proved about them to deal again"):
        Redeal(GAMES["javelin"], guessed()).outcomes([])


def test_a_game_starts_where_a_match_is() -> None:
    match = Match("davenport", seats=3, dealer=SeededDealer(4))
    for seat in match.to_act:
        match.play(seat, match.moves(seat)[0])
    state = pyspiel.load_game(PREFIX + "davenport", start_at(match)).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    watching = match.view(WATCHER)
    seen = state.tree.seen(state.node.t, WATCHER)
    assert seen == {field: getattr(watching, field) for field in seen}
    pyspiel.random_sim_test(state.get_game(), num_sims=1, serialize=True, verbose=False)


def test_an_endgame_is_solved_exactly() -> None:
    loaded = spiel("president", **ENDGAME)
    uniform = nash_conv(loaded, UniformRandomPolicy(loaded))
    solver = cfr.CFRPlusSolver(pyspiel.convert_to_cached_tree(loaded))
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert uniform > 0.2, "planted: a player who plays at random can be beaten"
    assert nash_conv(solver._game, solver.average_policy()) < 0.01


@pytest.mark.parametrize("name", ["blitz", "javelin", "president"])
def test_a_game_that_is_rewarded_by_the_deal_ends_with_it(name: str) -> None:
    *_, last = random_line(spiel(name, reward="deal"), seed=4)
    assert last.node.t.deal == 1
    assert max(last.returns()) > 0
    assert sum(last.returns()) == pytest.approx(0)


# Errors are sentences


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"start": "the end"}, "A start is `last 6 cards of match 7`, or `state` and its bytes"),
        ({"start": "state 00ff"}, "A state of President has 432 hexadecimal digits, not these 4."),
        ({"start": "last 0 cards of match 1"}, "Match 1 of President is over before there are only 0 cards."),
        ({"reward": "money"}, "reward is one of first, place, deal, not 'money'."),
        ({"players": 9}, "3 to 8"),
        ({"skip_on": "suit"}, "skip_on"),
    ],
)
def test_wrong_parameters(parameters: dict[str, str | int], sentence: str) -> None:
    with pytest.raises(BadSetup) as error:
        spiel("president", **parameters)
    assert sentence in str(error.value)


def test_a_state_fits_its_parameters() -> None:
    given = start_at(Match("president", seats=3, dealer=SeededDealer(4)))
    with pytest.raises(BadSetup, match=r"The state has .*'players': 3.*, not .*'players': 4"):
        spiel("president", **{**given, "players": 4})


def test_a_game_does_not_start_where_a_choice_is_hidden() -> None:
    match = Match("davenport", seats=3, dealer=SeededDealer(4))
    match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    with pytest.raises(BadSetup, match="a player has made a choice that the others do not know"):
        start_at(match)


def test_without_openspiel_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("cardhouse.rl.openspiel", "cardhouse.rl.openspiel.games"):
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"OpenSpiel needs the extra `openspiel`: .*\[openspiel\]"):
        import_module("cardhouse.rl.openspiel")


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game(f"{PREFIX}president", {"players": 3}).new_initial_state()
    with pytest.raises(Refused, match="99 is not one of the chance outcomes: 0, 1, 2"):
        state.apply_action(99)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before, legal = str(state), state.legal_actions()
    illegal = next(action for action in range(state.num_distinct_actions()) if action not in legal)
    with pytest.raises(Refused, match=f"{illegal} is not one of the legal actions: {legal[0]}, "):
        state.apply_action(illegal)
    assert str(state) == before
