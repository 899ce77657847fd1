"""A contest as a page: one HTML file without external resources. Needs the extra `lab`."""

from collections.abc import Sequence
from importlib.metadata import version

from cardhouse.drawing import bars, table
from cardhouse.drawing.markup import tag, text
from cardhouse.lab.contest.contest import Contest
from cardhouse.lab.contest.summary import Rows, options, pool, ratings, remarks, standings, title
from cardhouse.lab.counts import Estimate
from cardhouse.lab.report.exhibit import AMBER, GREEN, RED, Exhibit, ExhibitTable, Finding
from cardhouse.lab.report.page import sheet
from cardhouse.lab.shown import frame
from cardhouse.lab.summary import NOTHING

POOL = (
    "The share of first places of the one in the row, when all others at the table are those of the column. A block is "
    "one deal with the one moved through all seats; intervals are 95%, over blocks."
)
RATINGS = (
    "Plackett and Luce's model, fitted to the whole pool: 400 points are odds of ten to one between two of them. "
    "Intervals are 95%, by drawing the blocks again (bootstrap)."
)
STANDINGS = "As one among the others, all cells of a row together. Times are on the wall, by who asked for the move."


def page(contest: Contest) -> str:
    name = f"{contest.game.title}: a {contest.kind}"
    rows = [
        ["setup", f"{contest.seats} seats; {options(contest)}"],
        ["players", ", ".join(contest.players)],
        ["seed", str(contest.seed)],
        ["law", f"cardhouse {version('cardhouse')}"],
    ]
    return sheet(name, title(contest), table(["1. What was played", ""], rows), exhibits(contest))


def fragment(contest: Contest) -> str:
    """Return the HTML for a notebook: the tables of the page, and its remarks."""
    if not contest.counted:
        return frame(title(contest), options(contest), [tag("p", NOTHING)])
    tables = [table(shown.head, shown.rows) for exhibit in exhibits(contest) for shown in exhibit.tables]
    said = [tag("p", text(words), style="margin: .2em 0") for words in remarks(contest)]
    return frame(title(contest), options(contest), [*tables, *said])


def exhibits(contest: Contest) -> list[Exhibit]:
    firsts = [share for share, _ in contest.by_player().values()]
    placed = tabulate(standings(contest), firsts, contest.par)
    found = [Exhibit("Standings", "Who comes first?", findings(contest), [], [placed], how=STANDINGS)]
    if contest.kind == "tournament" and contest.counted:
        found.append(Exhibit("Pool", "Who beats whom?", [], [], [tabulate(pool(contest))], how=POOL))
        rated = tabulate(ratings(contest), list(contest.ratings().values()))
        found.append(Exhibit("Ratings", "By how much?", [], [], [rated], how=RATINGS))
    return found


def findings(contest: Contest) -> list[Finding]:
    """Return the players who are significantly better or worse than par, then faults and other remarks."""
    found = []
    for name, (share, _) in contest.by_player().items():
        if share.low > contest.par or share.high < contest.par:
            colour = GREEN if share.low > contest.par else AMBER
            found.append(Finding(colour, f"{name} comes first in {share.percent} of its matches."))
    return found + [Finding(RED, words) for words in remarks(contest)]


def tabulate(rows: Rows, estimates: Sequence[Estimate] = (), mark: float = 0.0) -> ExhibitTable:
    """Return rows as a table, with a bar for each estimate after the second column."""
    head, *body = rows
    if not estimates:
        return ExhibitTable(head, body)
    drawn = zip(body, bars(estimates, mark), strict=True)
    return ExhibitTable([*head[:2], "", *head[2:]], [[*row[:2], bar, *row[2:]] for row, bar in drawn])
