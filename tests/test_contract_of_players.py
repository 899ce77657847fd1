"""What the contract says of players, scores and cells: planted faults are found, and can be repeated in one line."""

import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cardhouse.cards.cells import Option
from cardhouse.cards.law import size
from cardhouse.cards.ledger import HAND
from cardhouse.compiled.batch import play_many
from cardhouse.games.definition import AnyGame, Game
from cardhouse.games.facts import WrongOption
from cardhouse.games.president import PRESIDENT, bots
from cardhouse.games.president.seen import SEEN
from cardhouse.games.president.state import BY_RANK
from cardhouse.games.seen import derive
from cardhouse.testing import Broken, check, check_cells, check_setup
from cardhouse.testing.setups import every_value
from tests.hearts import HEARTS
from tests.hearts.state import State
from tests.planted_faults import with_change, with_fields, with_table
from tests.toy import TOY
from tests.toy.facts import HasCommitted

SEAT_TO_ACT = r"\n  Where: President, \d seats, skip_on=\w+, full_circle=\w+, deals=\d, seed \d+, move \d+"


def found(game: AnyGame, **given: Any) -> str:
    with pytest.raises(Broken) as broken:
        check(game, moves=2000, bodies=False, **given)
    return str(broken.value)


def forgetful(view: Any) -> Any:
    t = SEEN.recall(view)
    t.skipped = -1
    return t


def moveless(view: Any) -> Any:
    t = SEEN.recall(view)
    t.count = 0
    return t


def spying(t: Any, seat: int, out: Any, count: int, w: Any) -> int:
    return int(out[size(t.at[HAND + (seat + 1) % t.seats] & 0xFFFFFFFFFF) % count])


def backwards(t: Any, seat: int) -> int:
    return 1000 - bots.utility(t, seat)


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ({"recall": forgetful}, r"the state recalled from the view of seat \d looks different: skipped is \d or -1"),
        (
            {"recall": moveless, "not_recalled": ("count", "moves")},
            r"recalled from the view of seat \d has other moves: '",
        ),
        (
            {"heuristic": lambda t, seat, out, count, w: 999},
            r"the heuristic of seat \d plays a move that is not listed: ",
        ),
        ({"heuristic": spying}, r"the heuristic of seat \d looks at hidden cards: it plays '.*', '.*'; at\[\d+\] is "),
        (
            {"recall": None, "may_lie": lambda t, place, card: card != 51},
            r"`may_lie` says that 14s cannot lie in hand \d, where it lies",
        ),
        ({"utility": lambda t, seat: 50_000}, r"the utility of seat 0 at the end of a deal is 50000, not 0 to 1000"),
        (
            {"utility": lambda t, seat: 500},
            r"the utilities at the end of a deal are all the same.*: utilities \[500, 500",
        ),
        (
            {"utility": backwards},
            r"the utilities at the end of a deal favour neither who gained most nor who is ahead: utilities",
        ),
        (
            {"lowest_wins": True, "utility": None},
            r"seat \d has a better score than seat \d, as the lowest wins, but a worse",
        ),
        (
            {"kind_of_move": lambda t, seat, choice: 7},
            r"`kind_of_move` returns 7 for .*there are 5 kinds of moves",
        ),
    ],
)
def test_planted_faults_in_what_players_are_given_are_found(fault: dict[str, Any], complaint: str) -> None:
    message = found(with_fields(PRESIDENT, **fault))
    assert re.search(complaint, message)
    assert re.search(SEAT_TO_ACT, message)


def test_planted_a_heuristic_that_plays_something_else_from_a_view_is_found() -> None:
    class Absent(Game[Any]):
        def quick(self, view: Any) -> str:
            return str(view.moves[-1])

    fields = {name: getattr(PRESIDENT, name) for name in PRESIDENT.__dataclass_fields__}
    assert re.search(r"the quick player of seat \d plays '.*', and the heuristic '", found(Absent(**fields)))


def test_a_game_may_say_that_other_things_than_the_score_decide() -> None:
    game = with_fields(PRESIDENT, lowest_wins=True, utility=None, ranked_by_score=False)
    check(game, moves=200, bodies=False)


def test_every_option_value_and_the_smallest_number_are_tried() -> None:
    from random import Random

    values = {pair for _, options in every_value(PRESIDENT, Random(1)) for pair in options.items()}
    wanted = {(option.name, word) for option in PRESIDENT.options for word in option.values}
    assert wanted | {("deals", 1)} <= values


def test_planted_a_fault_with_one_value_of_an_option_is_found() -> None:
    def every(t: Any, seat: int) -> Any:
        return [] if t.skip_on == BY_RANK else PRESIDENT.notation.every(t, seat)

    notation = SimpleNamespace(**{**vars(PRESIDENT.notation), "every": every})
    message = found(replace(PRESIDENT, notation=notation))
    assert "full enumeration and the law differ" in message
    assert "skip_on=rank" in message


def test_planted_a_recalled_state_with_cards_where_they_cannot_lie_is_found() -> None:
    careless = with_fields(HEARTS, recall=derive(State).recall)
    assert re.search(r"recalled from the view of seat \d, \S+ is in hand \d: `may_lie` forbids it", found(careless))


def narrow() -> AnyGame:
    """President with points in 8 bits: enough for a few deals, not for fifty."""
    return with_change(
        PRESIDENT, "points: Row = per_seat(number(0, MOST_DEALS * (SEATS - 1))", "points: Row = per_seat(number(0, 100)"
    )


def test_planted_a_cell_that_overflows_with_the_largest_number_is_found() -> None:
    with pytest.raises(Broken) as broken:
        check(narrow(), moves=1, bodies=False)
    assert re.match(r"points\[\d\] = 1\d\d does not fit in its 8 bits \(-128 to 127\)", str(broken.value))
    assert "deals=50" in broken.value.where
    assert "testing.check_cells(" in broken.value.again


def test_planted_a_cell_that_overflows_for_a_moment_is_found() -> None:
    fault = with_change(
        PRESIDENT,
        "    t.skipped = NOBODY\n    t.cleared = 0\n",
        "    t.skipped = 300\n    t.skipped = NOBODY\n    t.cleared = 0\n",
    )
    with pytest.raises(Broken, match="skipped = 300 does not fit in its 8 bits"):
        check_cells(fault, seats=4, options={}, seed=1)


def test_an_error_in_a_law_is_reported_with_its_line() -> None:
    fault = with_change(PRESIDENT, "MOST_MOVES, MOST_CARDS = 64, ", "MOST_MOVES, MOST_CARDS = 6, ")
    assert re.match(r"IndexError in law.py:\d+, (plays|moves): list assignment index out of range\n", found(fault))


def test_planted_an_option_value_that_fits_no_other_option_is_found() -> None:
    lonely = replace(TOY, unfit=lambda t: WrongOption("rounds", "2 to 60", "1") if t.rounds == 1 else None)
    with pytest.raises(Broken, match="the option rounds=1 goes with no others"):
        check(lonely, moves=10, bodies=False)
    with pytest.raises(Broken, match=r"no seats and options of Toy go together: You have committed\."):
        check(replace(TOY, unfit=lambda t: HasCommitted()), moves=10, bodies=False)


def test_planted_declarations_that_do_not_fit_the_state_are_found() -> None:
    cellless = with_table(TOY, OPTIONS=(*TOY.options, Option("speed", 5, "Speed", "Any.", "a", ("a", "b"))))
    with pytest.raises(Broken, match="the option speed has no cell of that name in State"):
        check(cellless, moves=10, bodies=False)
    wide = with_table(TOY, OPTIONS=(Option("rounds", 5, "Rounds", "How many rounds.", 30, numbers=range(1, 201)),))
    with pytest.raises(Broken, match="rounds = 200 does not fit in its 8 bits"):
        check(wide, moves=10, bodies=False)
    with pytest.raises(Broken, match="State has no cells `tally` for 2 tallies, but 1"):
        check(with_table(TOY, TALLIES=("rounds", "wins")), moves=10, bodies=False)
    with pytest.raises(Broken, match=r"RULES\.md has no numbered rule 9, of the option rounds"):
        check(with_rounds(9, "Rounds"), moves=10, bodies=False)
    with pytest.raises(Broken, match=r"RULES\.md does not say \*Option “How long”:\*"):
        check(with_rounds(5, "How long"), moves=10, bodies=False)
    with pytest.raises(Broken, match="the option rounds has a label with _ in it"):
        check(with_rounds(5, "most_rounds"), moves=10, bodies=False)
    speeds = Option("rounds", 5, "Rounds", "How many rounds.", "few", ("few", "more"), ("few",))
    with pytest.raises(Broken, match="the option rounds needs a label for each word"):
        check(with_table(TOY, OPTIONS=(speeds,)), moves=10, bodies=False)


def with_rounds(rule: int, label: str) -> AnyGame:
    option = Option("rounds", rule, label, "How many rounds.", 3, numbers=range(1, 9))
    return with_table(TOY, OPTIONS=(option,))


def test_a_failure_can_be_repeated_in_one_line() -> None:
    """The line in the message is run as it stands; the fault is planted in the process by the environment."""
    with pytest.raises(Broken) as broken:
        check_setup(with_fields(PRESIDENT, utility=lambda t, seat: 50_000), seats=4, options={"deals": 1}, seed=5)
    line = str(broken.value).rpartition("Again: ")[2]
    assert line.startswith('python -c "import cardhouse, cardhouse.testing as testing; testing.check_setup(')
    command = line.removeprefix('python -c "').removesuffix('"')
    plant = "import cardhouse; from tests.planted_faults import with_fields; "
    plant += "p = with_fields(cardhouse.game('president'), utility=lambda t, s: 50_000)"
    planted = command.replace("cardhouse.game('president')", "p")
    run = [sys.executable, "-c", f"{plant}; {planted}"]
    again = subprocess.run(run, capture_output=True, text=True, check=False)
    assert again.returncode == 1
    assert broken.value.sentence in again.stderr
    assert broken.value.where in again.stderr
    assert subprocess.run([sys.executable, "-c", command], capture_output=True, check=False).returncode == 0


@pytest.mark.compiles
def test_play_many_says_when_matches_hit_the_limit_of_moves() -> None:
    endless = with_change(PRESIDENT, "t.deal += 1", "t.deal += 0")
    with pytest.warns(UserWarning, match=r"2 of 2 matches were stopped: not over after 100,000 moves\."):
        play_many(endless, matches=2, seats=4, seed=1)


@pytest.mark.compiles
def test_planted_compiled_matches_that_do_not_end_with_the_largest_number_are_found() -> None:
    from cardhouse.testing.bodies import check_big_batch

    with pytest.raises(Broken, match=r"200 of 200 matches of random players do not end in 100,000 moves"):
        check_big_batch(with_change(PRESIDENT, "t.deal += 1", "t.deal += 0"), seats=4, options={"deals": 50}, seed=1)
