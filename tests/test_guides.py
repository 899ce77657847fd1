"""What games teach: every lesson goes as its tips say, every diagram is what the law says, and a wrong one is found."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cardhouse.games import GAMES
from cardhouse.games.definition import AnyGame
from cardhouse.games.guide import Diagram, Guide, Lesson, Tip
from cardhouse.play.match import Match
from cardhouse.testing import check
from cardhouse.testing.broken import Broken
from cardhouse.testing.guides import guide_fits, lesson_moments
from tests.blitz.position import table as blitz_table
from tests.davenport.position import table as davenport_table
from tests.dynasty.position import table as dynasty_table
from tests.javelin.position import table as javelin_table
from tests.president.position import table as president_table
from tests.toy import TOY


def lesson_of(game: AnyGame) -> Lesson:
    assert game.guide.lesson is not None
    return game.guide.lesson


def with_lesson(game: AnyGame, lesson: Lesson) -> AnyGame:
    return replace(game, guide=replace(game.guide, lesson=lesson))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_diagrams_and_a_lesson_that_goes_as_its_tips_say(game: AnyGame) -> None:
    guide_fits(game)
    assert len(game.guide.sections) > 1
    moves = [moment.move for moment in lesson_moments(game, lesson_of(game))]
    assert moves == [tip.move for tip in lesson_of(game).tips]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_planted_a_wrong_tip_is_found_wherever_it_is(game: AnyGame) -> None:
    lesson = lesson_of(game)
    for number, tip in enumerate(lesson.tips, 1):
        wrong = replace(tip, move=f"{tip.move} 1")
        tips = (*lesson.tips[: number - 1], wrong, *lesson.tips[number:])
        with pytest.raises(Broken, match=f"^tip {number} asks for '{wrong.move}', which is refused"):
            guide_fits(with_lesson(game, replace(lesson, tips=tips)))
    with pytest.raises(Broken, match="refused"):
        guide_fits(with_lesson(game, replace(lesson, seed=lesson.seed + 1)))


def test_planted_a_wrong_tip_breaks_the_contract() -> None:
    game = GAMES["president"]
    first, *others = lesson_of(game).tips
    wrong = replace(first, move=f"{first.move} 1")
    with pytest.raises(Broken, match=r"^tip 1 asks for"):
        check(with_lesson(game, replace(lesson_of(game), tips=(wrong, *others))), moves=10, bodies=False)


def test_planted_faults_in_lessons_are_found() -> None:
    game = GAMES["president"]
    lesson = lesson_of(game)
    first, second, *others = lesson.tips
    script = dict(lesson.script)
    faults = {
        "a lesson has 4 to 6 tips, not 3": replace(lesson, tips=lesson.tips[:3]),
        "the script of seat 1 has 'play 4c', which is refused": replace(lesson, script={**script, 1: ("play 4c",)}),
        "the script of seat 3 goes on after the last tip": replace(lesson, script={**script, 3: (*script[3], "pass")}),
        "tip 1 says 'beat it.', which is not": replace(lesson, tips=(replace(first, says="beat it."), second, *others)),
        "tip 1 says 'Beat it. Now!', which is not one sentence": replace(
            lesson, tips=(replace(first, general="Beat it. Now!"), second, *others)
        ),
        "tip 1 has 106 characters": replace(lesson, tips=(replace(first, says=f"{'B' * 105}."), second, *others)),
        "which the law writes 'play 6c 6h'": replace(lesson, tips=(first, replace(second, move="play 6h 6c"), *others)),
    }
    for sentence, fault in faults.items():
        with pytest.raises(Broken, match=sentence):
            guide_fits(with_lesson(game, fault))


def test_a_tip_may_ask_for_a_kind_of_move() -> None:
    game = GAMES["president"]
    lesson = lesson_of(game)
    assert Tip(says="Any.", move="play").fits("play 5s")
    assert not Tip(says="Two.", move="play 5s 5h").fits("play 5s 5h 5d")
    loose = replace(lesson, tips=(*lesson.tips[:5], Tip(says="Play anything.", move="play")))
    assert [moment.move for moment in lesson_moments(game, loose)][:5] == [tip.move for tip in lesson.tips[:5]]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_after_straying_a_sentence_names_only_cards_of_its_move(game: AnyGame) -> None:
    """So it is true wherever the move is legal. In Javelin another card may lie in the slot."""
    for tip in lesson_of(game).tips:
        says = tip.general or tip.says
        named = {name for name in game.deck if game.deck.symbol(name) in says.rstrip(".").split()}
        assert named <= set(tip.move.split()), says


def test_a_game_may_teach_nothing() -> None:
    assert TOY.guide == Guide()
    guide_fits(TOY)


def test_planted_a_diagram_with_a_card_of_another_deck_is_found() -> None:
    game = replace(GAMES["president"], guide=GAMES["dynasty"].guide)
    with pytest.raises(Broken, match="which the deck does not have"):
        guide_fits(game)


# Diagrams: the law says the same


def row(diagram: Diagram, label: str) -> str:
    return " ".join(next(row.cards for row in diagram.rows if row.label == label))


def president(diagram: Diagram) -> bool:
    pile, play = row(diagram, "on the pile"), row(diagram, "you play")
    match = president_table(f"0: {play} 4s\n1: 5d 6d\n2: 5s 6h\non the table: {pile} by 2\nto act: 0")
    return match.may(0, f"play {play}")


def dynasty(diagram: Diagram) -> bool:
    pile, play = row(diagram, "on the pile"), row(diagram, "you play")
    match = dynasty_table(f"0: {play} 12\n1: 11 12\n2: 11 12\npile: {pile} by 2\nto act: 0")
    return match.may(0, f"play {play}")


def javelin(diagram: Diagram) -> bool:
    match = javelin_table(
        f"0: (2d) (3d)\n{row(diagram, 'your card')} 10c\n1: (4d) (5d)\n{row(diagram, 'their card')} 10d\ndeck: 8c 8d"
    )
    return match.may(0, "attack 8 8")


def blitz(diagram: Diagram) -> bool:
    (only,) = diagram.rows
    cards = " ".join(only.cards)
    match: Match = blitz_table(f"0: {cards} 9d\n1: 5h 6h\nstock: 9h 2c ...\ndrawn: 5c\nwild: 8\nto act: 0")
    return match.may(0, f"new {only.label} {cards}")


JUDGES: dict[str, Callable[[Diagram], bool]] = {
    "president": president,
    "dynasty": dynasty,
    "javelin": javelin,
    "blitz": blitz,
}


@pytest.mark.parametrize("name", JUDGES)
def test_the_law_allows_what_diagrams_say_and_nothing_else(name: str) -> None:
    diagrams = [diagram for section in GAMES[name].guide.sections for diagram in section.diagrams]
    judged = [diagram for diagram in diagrams if diagram.allowed is not None]
    assert {diagram.allowed for diagram in judged} == {True, False}
    for diagram in judged:
        assert JUDGES[name](diagram) == diagram.allowed, diagram.says


def test_the_best_cards_of_davenports_diagrams_win_the_round() -> None:
    diagrams = [one for one in GAMES["davenport"].guide.sections[0].diagrams if any(row.best for row in one.rows)]
    assert diagrams
    for diagram in diagrams:
        shown = [row.cards[0] for row in diagram.rows]
        spare = ["8c", "8d", "10h"]
        match = davenport_table("\n".join(f"{seat}: {card} {spare[seat]}" for seat, card in enumerate(shown)))
        for seat, card in enumerate(shown):
            match.play(seat, f"commit {card}")
        winners = [len(match.view(seat).hand) == 1 for seat in range(len(shown))]  # type: ignore[attr-defined]
        assert winners == [row.best for row in diagram.rows], diagram.says
