"""Lessons at a table: which table is opened, what the bots play, and which tip comes next.

A lesson is the first deal of a table that is marked for it. Everything else about the table is as always: its entries
are stored, its moves are judged by the law, and its later deals are random.
"""

from msgspec import Struct
from msgspec.structs import replace

from cardhouse.bots import levels_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.guide import LEVELS, STUDENT, Lesson, Tip
from cardhouse.play.dealers import lesson_secret
from cardhouse.play.match import Match
from cardhouse.wire import Denial, TipInfo
from cardhouse.wire.commands import AnyEntry, Moved
from cardhouse.wire.lobby import NewTable


def first_secret(lesson: Lesson | None) -> bytes | None:
    """Return the deal secret of a lesson, or None for a random one."""
    return None if lesson is None else lesson_secret(lesson.seed)


def table_of(game: AnyGame, wanted: NewTable) -> NewTable:
    """Return the request for the table of a game's lesson; raise Denial if there is none, or if the request differs."""
    lesson = game.guide.lesson
    if lesson is None:
        raise Denial("unknown", f"{game.title} has no lesson.")
    if wanted.seats is not None or wanted.options or wanted.bots or wanted.clock or wanted.listed:
        raise Denial("unreadable", "A lesson has its own seats, options and bots, no clock, and is not listed.")
    return replace(
        wanted,
        seats=lesson.seats,
        options=dict(lesson.options),
        bots=lesson.seats - 1,
        level=next(level for level in LEVELS if level in levels_of(game)),
    )


class LessonProgress(Struct, frozen=True):
    """Where the student of a lesson is, and where they have been."""

    lesson: Lesson
    step: TipInfo = TipInfo(number=0, strayed=False, as_planned=True)
    made: dict[int, int] = {}  # by seat, how many moves it has made
    been: dict[tuple[int, ...], TipInfo] = {}  # in this turn, by where all cards were: the step then

    def follow(self, match: Match, entry: AnyEntry) -> "LessonProgress | None":
        """Return where the student is after an entry, or None if the deal is over."""
        if match.deals_over or match.over:
            return None
        now = self
        if isinstance(entry, Moved):
            now = replace(self, made={**self.made, entry.seat: self.made.get(entry.seat, 0) + 1})
            if entry.seat != STUDENT:
                now = replace(now, been={})
            elif self.step.number < len(self.lesson.tips):
                now = replace(now, step=self._step_after(_text(match, entry.seat)))
        return now._at_turn(match) if STUDENT in match.to_act else now

    def _step_after(self, move: str) -> TipInfo:
        """Return the step after a move of the student."""
        right = self.lesson.tips[self.step.number].fits(move)
        return TipInfo(
            number=self.step.number + right,
            strayed=not right,
            as_planned=self.step.as_planned and right,
        )

    def _at_turn(self, match: Match) -> "LessonProgress":
        """Go to the next tip that can be followed; after an undo, back to the step at which all cards were there."""
        cards, tips = tuple(match.state_for(STUDENT).at), self.lesson.tips
        if cards in self.been:
            return replace(self, step=replace(self.been[cards], strayed=False))
        possible = (number for number in range(self.step.number, len(tips)) if _is_possible(match, tips[number]))
        step = replace(self.step, number=next(possible, len(tips)))
        return replace(self, step=step, been={**self.been, cards: step})

    def scripted(self, match: Match, seat: int) -> str:
        """Return the next move in the script of a seat, or "" if the script is over or does not fit any more."""
        script, made = self.lesson.script.get(seat, ()), self.made.get(seat, 0)
        if made >= len(script) or not match.may(seat, script[made]):
            return ""
        return script[made]


def _text(match: Match, seat: int) -> str:
    """Return the move that a seat has just made, as the law writes it."""
    return next(str(entry["move"]) for entry in match.log_entries() if entry.get("seat") == seat and "move" in entry)


def _is_possible(match: Match, tip: Tip) -> bool:
    return match.may(STUDENT, tip.move) or any(tip.fits(move) for move in match.moves(STUDENT))
