"""Check what a game teaches: its lesson is played to the end by its law, and its diagrams show cards of its deck."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from cardhouse.games.definition import AnyGame
from cardhouse.games.guide import STUDENT, Lesson, Tip
from cardhouse.games.view import View
from cardhouse.play.dealers import FairDealer, lesson_secret
from cardhouse.play.match import Match
from cardhouse.testing.broken import must

FEWEST_TIPS, MOST_TIPS = 4, 6
LONGEST_TIP = 105  # characters: a sentence that a phone shows in three lines


class LessonTurn(NamedTuple):
    """The student's turn in a lesson: the view, the tip, and the move that is then made."""

    view: View
    tip: Tip
    move: str


def guide_fits(game: AnyGame) -> None:
    """Check the diagrams of a game, and play its lesson."""
    names = {"", *(name for _, name in game.deck.cards)}
    for section in game.guide.sections:
        for diagram in section.diagrams:
            wrong = [card for row in diagram.rows for card in row.cards if card not in names]
            must(not wrong, f"a diagram of {section.title!r} shows {wrong}, which the deck does not have")
            must(is_sentence(diagram.says), f"a diagram says {diagram.says!r}, which is not a sentence")
    if game.guide.lesson is not None:
        for _ in lesson_moments(game, game.guide.lesson):
            pass


def lesson_moments(game: AnyGame, lesson: Lesson) -> Iterator[LessonTurn]:
    """Play a lesson as a student does who follows every tip; yield the student's turns."""
    count = len(lesson.tips)
    must(FEWEST_TIPS <= count <= MOST_TIPS, f"a lesson has {FEWEST_TIPS} to {MOST_TIPS} tips, not {count}")
    dealer = FairDealer(lesson_secret(lesson.seed))
    match = Match(game, seats=lesson.seats, options=lesson.options, dealer=dealer)
    made = Counter[int]()
    for number, tip in enumerate(lesson.tips, 1):
        for says in filter(None, (tip.says, tip.general)):
            must(is_one_sentence(says), f"tip {number} says {says!r}, which is not one sentence")
            must(len(says) <= LONGEST_TIP, f"tip {number} has {len(says)} characters, more than {LONGEST_TIP}")
        bots_move(match, lesson, made)
        must(not match.deals_over and not match.over, f"the deal is over before tip {number}")
        refusal = match.refusal(STUDENT, tip.move)
        move = tip.move if refusal is None else next((one for one in match.moves(STUDENT) if tip.fits(one)), "")
        must(move, f"tip {number} asks for {tip.move!r}, which is refused: {refusal}")
        yield LessonTurn(match.view(STUDENT), tip, move)
        match.play(STUDENT, move)
        text = next(entry["move"] for entry in reversed(match.log_entries()) if entry.get("seat") == STUDENT)
        must(tip.fits(text), f"tip {number} asks for {tip.move!r}, which the law writes {text!r}")
    bots_move(match, lesson, made)
    must(not match.deals_over and not match.over, "nothing is left to play freely after the last tip")
    for seat, moves in lesson.script.items():
        must(made[seat] == len(moves), f"the script of seat {seat} goes on after the last tip: {moves[made[seat] :]}")


def bots_move(match: Match, lesson: Lesson, made: Counter[int]) -> None:
    """Make the scripted moves of the bots, up to the student's turn or to the end of the script."""
    while not match.over and match.to_act != (STUDENT,):
        seat = next(seat for seat in match.to_act if seat != STUDENT)
        script = lesson.script.get(seat, ())
        if made[seat] == len(script):
            return
        move = script[made[seat]]
        must(match.may(seat, move), f"the script of seat {seat} has {move!r}, which is refused")
        match.play(seat, move)
        made[seat] += 1


def is_one_sentence(text: str) -> bool:
    return is_sentence(text) and not any(end in text for end in (". ", "! ", "? "))


def is_sentence(text: str) -> bool:
    return (text[:1].isupper() or text[:1].isdigit()) and text.endswith((".", "!", "?")) and "_" not in text
