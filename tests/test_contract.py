"""Every registered game keeps the contract; so does a toy that has what they lack. Planted faults are found."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardhouse import GAMES
from cardhouse.cards.facts import Fact
from cardhouse.cards.law import law, lowest
from cardhouse.cards.ledger import HAND
from cardhouse.games.defaults import to_everybody
from cardhouse.games.definition import AnyGame
from cardhouse.games.facts import Points
from cardhouse.games.president import PRESIDENT, notation
from cardhouse.games.president.actions import ACTIONS, SUITS, action_of, choice_of
from cardhouse.games.president.moves import PASS, rank_of
from cardhouse.games.president.state import State
from cardhouse.testing import Broken, check
from cardhouse.testing.bodies import check_all_bodies
from tests.planted_faults import with_fault, with_memory, with_notation
from tests.toy import TOY, Notation
from tests.toy.facts import NotInHand

MOVES, PARTS = 10_000, 2  # of each game; the parts are shared among the cores
SIDE_BY_SIDE = 5_000  # moves that the plain and the compiled law make together
SHARE = 1 / 64  # of the moves are checked with all views and sentences; `make prove` checks all of them
THOROUGH = 1 / 32  # where a fault is planted


@pytest.mark.contract
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_contract(game: AnyGame, part: int) -> None:
    check(game, moves=MOVES // PARTS, seed=part, thorough=SHARE, bodies=False)


@pytest.mark.contract
@pytest.mark.compiles
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_bodies_of_a_law_agree(game: AnyGame) -> None:
    check_all_bodies(game, moves=SIDE_BY_SIDE, seed=0)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_contract_in_short(game: AnyGame) -> None:
    check(game, moves=300, seed=PARTS, bodies=False)


@pytest.mark.compiles
def test_the_contract_of_a_toy_that_has_what_others_lack() -> None:
    check(TOY, moves=4000, thorough=THOROUGH)


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ("cards lost", "cards were lost or doubled"),
        ("cards doubled", "cards were lost or doubled"),
        ("illegal play listed", "listed, but not legal by rule 5: 'play "),
        (
            "malformed move legal",
            "full enumeration and the law differ in (number .*, which has no text|'play|'pass')",
        ),
        ("default move illegal", "the default move is not legal by rule 10: 'pass'"),
        ("hidden card revealed", "a deal reveals hidden cards to seat .*: .*skipped is "),
        ("cells not reset", r"remains of the last: .*points\[\d\] is "),
        ("deck without half its cards", "cards were lost or doubled"),
        ("cards not listed by number", "not listed by number"),
        ("move listed twice", "moves listed twice: 'pass'"),
        ("moves of others listed", "seat . has moves, but is not to act: 'play "),
        ("legality by hidden cards", "listed, but not legal"),
        ("default move by hidden cards", "the default move depends on hidden cards: 'play .*', 'play "),
        ("order of moves by hidden cards", "cards that it cannot know: '"),
        ("no first place", "without a first place"),
        ("rule not in the rulebook", "rule 99 is not in RULES.md; it forbids 'pass'"),
        ("cell overflows", r"first = 100\d does not fit in its 8 bits \(-128 to 127\)"),
        ("deals not counted", "more than 500 moves"),
    ],
)
def test_planted_faults_in_a_law_are_found(fault: str, complaint: str) -> None:
    with pytest.raises(Broken, match=complaint):
        check(with_fault(fault), moves=10_000, longest=500, thorough=THOROUGH, bodies=False)


@pytest.mark.compiles
def test_planted_a_law_whose_bodies_differ_is_found() -> None:
    with pytest.raises(Broken, match="the bodies differ"):
        check(with_fault("bodies differ"), moves=300)


def test_planted_a_law_with_hidden_memory_does_not_replay() -> None:
    with pytest.raises(Broken, match="replay differs"):
        check(with_memory(), moves=3000, bodies=False)


def facts_with_hidden_cards(before: Any, after: Any, seat: int) -> tuple[Fact, ...]:
    return (Points(0, after.at[2].bit_length()),)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"text": lambda t, choice: notation.text(t, choice).replace("14", "13")}, "read as another"),
        ({"why": lambda t, seat, choice, rule: "no"}, "is not a fact that the game declares"),
        ({"facts": facts_with_hidden_cards}, "an event reveals hidden cards to seat"),
        ({"read": lambda t, seat, text: [PASS]}, "was taken for a move|read as another"),
        ({"read": lambda t, seat, text: notation.read(t, seat, text.lower())}, "'(PASS|PLAY .*)' was taken for a move"),
        ({"read": lambda t, seat, text: notation.read(t, seat, text.replace(" 0", " "))}, " 0.*' was taken for a move"),
    ],
)
def test_planted_faults_in_move_texts_are_found(words: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Broken, match=complaint):
        check(with_notation(**words), moves=2000, thorough=THOROUGH, bodies=False)


@law
def number_by_rank(t: Any, seat: int, choice: int) -> int:
    return 0 if choice == PASS else SUITS * rank_of(choice) + 1


@law
def always_pass(t: Any, seat: int, action: int) -> int:
    return PASS


@law
def number_by_next_hand(t: State, seat: int, choice: int) -> int:
    """Number a move by a card that its player does not know."""
    return 2 * action_of(t, seat, choice) + (t.at[HAND + (seat + 1) % t.seats] >> 51 & 1)


@law
def number_by_own_hand(t: State, seat: int, choice: int) -> int:
    """Number a move by a card that its player knows, and the others do not."""
    return 2 * action_of(t, seat, choice) + (t.at[HAND + seat] >> 51 & 1)


@law
def choice_of_half(t: Any, seat: int, action: int) -> int:
    return choice_of(t, seat, action // 2)


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ({"action_of": number_by_rank}, "the number of 'play .*, is also that of another move"),
        ({"count": ACTIONS // 2}, f"the number of 'play .*' is .*, but there are {ACTIONS // 2} actions"),
        ({"choice_of": always_pass}, "the number of 'play .*, is taken for 'pass'"),
        (
            {"count": 2 * ACTIONS, "action_of": number_by_next_hand, "choice_of": choice_of_half},
            "the number of .* depends on hidden cards",
        ),
        (
            {"count": 2 * ACTIONS, "action_of": number_by_own_hand, "choice_of": choice_of_half},
            "the number of .* reveals hidden cards to seat",
        ),
    ],
)
def test_planted_faults_in_the_numbers_of_moves_are_found(numbers: dict[str, Any], complaint: str) -> None:
    assert PRESIDENT.actions is not None
    game = replace(PRESIDENT, actions=replace(PRESIDENT.actions, **numbers))
    with pytest.raises(Broken, match=complaint):
        check(game, moves=600, thorough=0.2, bodies=False)


def given(my_view: Callable[[Any, int, Any], Any]) -> AnyGame:
    """President with another view for the player functions of its seed."""
    return replace(PRESIDENT, bots=replace(PRESIDENT.bots, my_view=my_view))


def test_planted_a_view_that_holds_the_state_is_found() -> None:
    with pytest.raises(Broken, match="reveals hidden cards"):
        check(given(lambda t, seat, event: t), moves=500, thorough=THOROUGH, bodies=False)
    with pytest.raises(Broken, match="holds a function"):
        check(given(lambda t, seat, event: Lazy(t)), moves=500, thorough=THOROUGH, bodies=False)


class Lazy:
    def __init__(self, t: Any) -> None:
        self.look = lambda: t.at


def test_planted_a_hidden_move_that_is_revealed_is_found() -> None:
    with pytest.raises(Broken, match="a hidden move"):
        check(
            replace(TOY, secrecy=replace(TOY.secrecy, said_to=to_everybody)),
            moves=500,
            thorough=THOROUGH,
            bodies=False,
        )


def test_a_game_may_declare_on_which_hidden_card_a_move_depends() -> None:
    """Were the toy's facts to tell of the stock's first card, as a guess does: that card is held fast."""

    class Guessing(Notation):
        @staticmethod
        def facts(before: Any, after: Any, seat: int) -> tuple[Fact, ...]:
            return (NotInHand(lowest(before.at[0])),)

    notation = Guessing()
    with pytest.raises(Broken, match="an event reveals hidden cards to seat"):
        check(replace(TOY, notation=notation), moves=500, thorough=THOROUGH, bodies=False)
    declared = replace(TOY.secrecy, depends_on=lambda t, seat, choice: frozenset(range(lowest(t.at[0]) + 1)))
    first = replace(TOY, notation=notation, secrecy=declared)
    check(first, moves=500, thorough=THOROUGH, bodies=False)


def rules_without_a_test(game: AnyGame, tests: str) -> set[str]:
    numbers = set(re.findall(r"^\*\*(\d+)\.", game.rules, re.MULTILINE))
    assert numbers
    return numbers - set(re.findall(r"^def test_rule_(\d+)_", tests, re.MULTILINE))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_rule_has_a_test(game: AnyGame) -> None:
    folder = Path(__file__).parent / game.name
    tests = "\n".join(path.read_text("utf-8") for path in folder.glob("test_*.py"))
    assert rules_without_a_test(game, tests) == set()


def test_planted_a_rule_without_a_test_is_found() -> None:
    tests = "\n".join(f"def test_rule_{number}_is_kept() -> None:" for number in range(1, 14))
    assert rules_without_a_test(PRESIDENT, tests) == {"14"}
