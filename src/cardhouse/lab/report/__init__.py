"""A report about a game: one page that answers ten questions of a game designer from many matches.

Path("president.html").write_text(report("president", matches=20_000))
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypedDict, Unpack

from cardhouse.cards.errors import BadSetup
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.lab.report import cards, choices, drama, length, move_kinds, options, players, scoring, seats, skill
from cardhouse.lab.report.exhibit import Exhibit, Finding, Study
from cardhouse.lab.report.page import page

EXHIBITS: dict[str, Callable[[Study], Exhibit | None]] = {
    "seats": seats.exhibit,
    "length": length.exhibit,
    "skill": skill.exhibit,
    "choices": choices.exhibit,
    "drama": drama.exhibit,
    "kinds of moves": move_kinds.exhibit,
    "options": options.exhibit,
    "numbers of players": players.exhibit,
    "cards": cards.exhibit,
    "scoring": scoring.exhibit,
}


class ReportArguments(TypedDict, total=False):
    """The keyword arguments of `study_of`, for functions that pass them on."""

    seats: int | None
    options: Mapping[str, str | int] | None
    vary: Mapping[str, list[str | int]] | None
    seed: int
    matches: int


def study_of(
    game: str | AnyGame,
    *,
    seats: int | None = None,
    options: Mapping[str, str | int] | None = None,
    vary: Mapping[str, list[str | int]] | None = None,
    seed: int = 1,
    matches: int = 20_000,
) -> Study:
    """Return the study for a report, after checking the arguments."""
    game = game_named(game)
    if game.bots.heuristic is None:
        raise BadSetup(f"{game.title} has no heuristic, and a report needs players of several levels.", rule="report")
    seats = game.default_seats if seats is None else seats
    state = game.new_state(seats, options)
    study = Study(game, seats, game.options_of(state), seed, matches, dict(vary or {}))
    study.check()
    return study


def exhibits(study: Study, tell: Callable[[str], None] = lambda title: None) -> Iterator[Exhibit]:
    """Yield the exhibits; call `tell` with the title of the next one before it is computed."""
    for title, exhibit in EXHIBITS.items():
        tell(title)
        if (found := exhibit(study)) is not None:
            yield found


def report(game: str | AnyGame, **wanted: Unpack[ReportArguments]) -> str:
    """Return the report as HTML. It takes the arguments of `study_of`."""
    study = study_of(game, **wanted)
    return page(study, list(exhibits(study)))


__all__ = ["EXHIBITS", "Exhibit", "Finding", "Study", "exhibits", "page", "report", "study_of"]
