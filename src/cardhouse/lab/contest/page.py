"""A contest as a page: one file, nothing loaded from anywhere. Needs the extra `lab`."""

from importlib.metadata import version

from cardhouse.lab.contest.contest import Contest
from cardhouse.lab.contest.summary import Rows, options, pool, ratings, remarks, standings, title
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, RED, Exhibit, Finding, Table
from cardhouse.lab.report.page import sheet
from cardhouse.lab.report.page import table as table_html

POOL = (
    "The share of first places of the one in the row, when all others at the table are those of the column. A block is "
    "one deal with the one moved through all seats; intervals are 95%, over blocks."
)
RATINGS = (
    "Plackett and Luce's model, fitted to the whole pool: 400 points are odds of ten to one between two of them. "
    "Intervals are 95%, by drawing the blocks anew."
)
STANDINGS = "As one among the others, all cells of a row together. Times are on the wall, by who asked for the move."


def page(contest: Contest) -> str:
    name = f"{contest.rules.title}: a {contest.kind}"
    rows = [
        ["table", f"{contest.seats} seats; {options(contest)}"],
        ["players", ", ".join(contest.players)],
        ["seed", str(contest.seed)],
        ["law", f"cardhouse {version('cardhouse')}"],
    ]
    return sheet(name, title(contest), table_html(Table(["1. What was played", ""], rows)), exhibits(contest))


def exhibits(contest: Contest) -> list[Exhibit]:
    found = [
        Exhibit("Standings", "Who comes first?", findings(contest), [], [shown(standings(contest))], how=STANDINGS)
    ]
    if contest.kind == "tournament" and contest.counted:
        found.append(Exhibit("Pool", "Who beats whom?", [], [], [shown(pool(contest))], how=POOL))
        found.append(Exhibit("Ratings", "By how much?", [], charts(contest), [shown(ratings(contest))], how=RATINGS))
    return found


def findings(contest: Contest) -> list[Finding]:
    """Who is better than par, or worse, where that is shown; then faults, and what else is to be said."""
    found = []
    for name, (share, _) in contest.by_player().items():
        if share.low > contest.par or share.high < contest.par:
            colour = GREEN if share.low > contest.par else AMBER
            found.append(Finding(colour, f"{name} comes first in {share.percent} of its matches."))
    return found + [Finding(RED, words) for words in remarks(contest)]


def shown(rows: Rows) -> Table:
    return Table(rows[0], rows[1:])


def charts(contest: Contest) -> list[str]:
    if not (found := contest.ratings()):
        return []
    chart = Chart("Ratings that fit the whole pool", "points above the mean of all", "", height=1 + 0.35 * len(found))
    chart.forest(list(found), list(found.values()))
    return [chart.svg()]
