"""What the contract says of a game that does not go on or end, and of what few games get wrong: nothing hangs."""

import re
from typing import Any

import pytest

from cardhouse import Match, SeededDealer
from cardhouse.cards.errors import BadLaw, Unreadable
from cardhouse.cards.facts import Fact
from cardhouse.cards.law import lowest, size
from cardhouse.cards.ledger import HAND
from cardhouse.games.definition import AnyGame
from cardhouse.games.facts import Points
from cardhouse.games.guide import Guide
from cardhouse.games.president import PRESIDENT, law, notation
from cardhouse.play.events import DEALER
from cardhouse.testing import Broken, check
from tests.planted_faults import with_change, with_fault, with_fields, with_law, with_notation, with_table
from tests.toy import TOY
from tests.toy import law as toy_law
from tests.toy.facts import AllCommitted

FOURS, ACES = 1 << 8, 1 << 48  # the first card of each, as a set: what is at least as much has one as high
WHERE = r"\n  Where: \w+, \d seats, .*seed \d+, move \d+.*\.\n  Again: python -c .*testing\.check_setup\("


def found(game: AnyGame, *, moves: int = 2000, thorough: float = 1 / 4) -> str:
    with pytest.raises(Broken) as broken:
        check(game, moves=moves, longest=500, thorough=thorough, bodies=False)
    return str(broken.value)


def no_move_on_a_turn(t: Any, seat: int, out: Any) -> int:
    count = law.moves(t, seat, out)
    return 0 if size(t.at[HAND + seat]) == 5 else count


def never_dealt(t: Any, cards: Any, count: int) -> None:
    """Draw no cards, so that the table waits for ever."""


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (with_fields(PRESIDENT, automatic=lambda t: True), r"a choice in a move that makes itself: '"),
        (with_law(PRESIDENT, moves=no_move_on_a_turn), r"seat \d is to act, but `moves` lists nothing"),
        (with_law(PRESIDENT, to_act=lambda t, seat: False), "the match is not over, and nobody is to act"),
        (with_fault("deals not counted"), "a match of more than 500 moves"),
        (with_law(PRESIDENT, over=lambda t: True), "the match is over before the first move"),
        (with_law(PRESIDENT, shuffled=never_dealt), "the dealer is asked for cards 1000 times, and nobody moves"),
        (with_law(PRESIDENT, collect=lambda t, order: 0), "the dealer is to draw 52 of 0 cards"),
    ],
)
def test_planted_a_game_that_gets_stuck_is_reported_in_a_sentence(game: AnyGame, complaint: str) -> None:
    assert re.match(f"{complaint}.*{WHERE}", found(game), re.DOTALL)


def test_planted_a_law_with_endless_automatic_moves_stops_the_match_but_not_the_house() -> None:
    endless = with_fields(with_fault("deals not counted"), automatic=lambda t: True)
    with pytest.raises(BadLaw, match="President goes on by itself for more than 10,000 moves and deals"):
        Match(endless, seats=3, dealer=SeededDealer(1))


def test_a_game_in_which_every_move_makes_itself_is_checked_to_its_end() -> None:
    """No seat has a choice: the first move is the only one."""

    def only_one(t: Any, seat: int, out: Any) -> int:
        return min(1, law.moves(t, seat, out))

    patience = with_law(PRESIDENT, moves=only_one)
    progress = check(
        with_fields(patience, automatic=lambda t: not t.waits, heuristic=None, recall=None, guide=Guide()),
        moves=50,
        bodies=False,
    )
    assert progress.made >= 50


def one_move_left(t: Any) -> bool:
    """Say that a move makes itself, unless the next player holds an ace: nobody can know that."""
    hand, next_hand = t.at[HAND + t.turn], t.at[HAND + (t.turn + 1) % t.seats]
    has_to_pass = t.count > 1 and size(hand) == 1 and hand >= FOURS
    return bool(has_to_pass and next_hand < ACES)


def reveal_at_a_deal(before: Any, after: Any, seat: int) -> tuple[Fact, ...]:
    return (Points(0, lowest(after.at[HAND])),) if seat == DEALER else ()


def reveal_by_a_cell(t: Any, seat: int, choice: int) -> None:
    law.play(t, seat, choice)
    t.first = lowest(t.at[HAND]) % t.seats


def reveal_by_points(t: Any, seat: int, choice: int) -> None:
    toy_law.play(t, seat, choice)
    t.points[seat] = choice


def counting(t: Any, seat: int, choice: int) -> int:
    rule = law.breaks(t, seat, choice)
    t.tally[0] += rule > 0
    return rule


def without_a_rule(t: Any, seat: int, text: str) -> list[int]:
    try:
        return notation.read(t, seat, text)
    except Unreadable as error:
        raise Unreadable(error.fact or error.sentence) from None


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (with_fields(PRESIDENT, automatic=one_move_left), "whether a move makes itself depends on hidden cards"),
        (with_notation(facts=reveal_at_a_deal), r"the event of a deal reveals hidden cards to seat -?\d: facts"),
        (with_law(PRESIDENT, play=reveal_by_a_cell), r"a move reveals hidden cards to seat -?\d, '.*': .*first is "),
        (
            with_law(with_fields(TOY, my_view=None), play=reveal_by_points),
            r"the view of seat -?\d reveals a hidden move, 'commit .*' or 'commit .*': .*points\[\d\] is ",
        ),
        (with_law(PRESIDENT, breaks=counting), r"a refused move changed the state: tally\[0\] is "),
        (with_notation(read=without_a_rule), "a refusal without a rule: "),
        (
            with_notation(facts=lambda before, after, seat: (AllCommitted(),)),
            r"AllCommitted\(\) is not a fact that the game declares",
        ),
        (
            with_change(PRESIDENT, "@fact\nclass Skipped", 'DirectionTurned.kind = "turned"\n\n\n@fact\nclass Skipped'),
            r"The fact turned has no sentence in en\.json of ",
        ),
    ],
)
def test_planted_rare_faults_in_games_are_found(game: AnyGame, complaint: str) -> None:
    assert re.match(f"{complaint}.*{WHERE}", found(game), re.DOTALL)


def test_planted_a_state_whose_bytes_do_not_restore_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    read = law.State.from_bytes.__func__  # type: ignore[attr-defined]

    def with_another_turn(kind: type[law.State], packed: bytes) -> law.State:
        t: law.State = read(kind, packed)
        t.turn = 6
        return t

    monkeypatch.setattr(law.State, "from_bytes", classmethod(with_another_turn))
    assert re.match(r"a state and its bytes differ: turn is \d or 6\n  Where: ", found(PRESIDENT))


def test_planted_a_law_that_cannot_be_compiled_is_reported_before_the_first_move() -> None:
    message = found(with_change(PRESIDENT, "    t.opening = 1\n", "    t.opening = len([1])\n"))
    assert re.match(r"law\.py:\d+, \w+: .*\n  Where: before the first move\.", message)


def test_a_complaint_before_the_first_move_can_be_repeated() -> None:
    lonely = with_table(TOY, TALLIES=("one", "two"))
    assert "Again: python -c" in found(lonely)
