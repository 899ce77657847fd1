"""The page of a report: one HTML file without external resources."""

from collections.abc import Sequence
from html import escape
from importlib.metadata import version

from cardhouse.drawing import table
from cardhouse.lab.report.exhibit import LEVELS, Exhibit, Finding, Study

STYLE = """
:root { color-scheme: light; --ink: #1d2430; --soft: #5a6472; --line: #d9dee5; --paper: #fbfbf9 }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 0 auto; padding: 1rem 1.2rem 4rem }
h1 { margin: .5rem 0 0 } h2 { margin: 2.5rem 0 0; border-top: 1px solid var(--line); padding-top: 1rem }
.asks { color: var(--soft); margin: 0 0 .6rem; font-size: 1.05rem }
.how { color: var(--soft); font-size: .9rem }
ul { list-style: none; padding: 0 } li { padding: .35rem .7rem; margin: .3rem 0; border-left: 6px solid }
.green { border-color: #2e7d4f; background: #eaf5ee } .amber { border-color: #b7791f; background: #fdf4e3 }
.red { border-color: #b3261e; background: #fbebea } .mark { font-weight: 600; font-size: .85rem }
table { border-collapse: collapse; margin: .8rem 0; font-variant-numeric: tabular-nums; font-size: .92rem }
th, td { text-align: left; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
figure { overflow-x: auto; margin: 1rem 0 } figure svg { width: 42rem; height: auto }
nav a { margin-right: .8rem }
pre { background: #f1f2ee; padding: .8rem; overflow-x: auto; font-size: .85rem }
"""


def page(study: Study, exhibits: Sequence[Exhibit]) -> str:
    return sheet(f"{study.game.title}: a report", study.game.aim, head(study), exhibits)


def sheet(title: str, asks: str, head: str, exhibits: Sequence[Exhibit]) -> str:
    """Return the page: all findings, what was played, then the exhibits."""
    links = "".join(f'<a href="#e{n}">{n}. {escape(one.title)}</a>' for n, one in enumerate(exhibits, start=2))
    findings = [finding for one in exhibits for finding in one.findings]
    body = "\n".join(section(number, one) for number, one in enumerate(exhibits, start=2))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>\n'
        f"<main><h1>{escape(title)}</h1>\n<p class=asks>{escape(asks)}</p>\n{list_findings(findings)}\n"
        f"{head}\n<nav>{links}</nav>\n{body}\n</main></body></html>\n"
    )


def head(study: Study) -> str:
    options = ", ".join(f"{name}={value}" for name, value in study.options.items()) or "none"
    varied = "; ".join(f"{name}={','.join(map(str, values))}" for name, values in study.vary.items())
    rows = [
        ["setup", f"{study.seats} seats; {options}"],
        [
            "players",
            f"{', '.join(LEVELS)}: chance; the heuristic with chance in 40 of 100 moves; the heuristic",
        ],
        ["seed", f"{study.seed}: the same seed gives the same page"],
        ["matches", f"{study.matches:,} behind each figure, but for choices, drama and waiting, which say how many"],
        ["law", f"cardhouse {version('cardhouse')}, {study.law_mark}"],
    ]
    rows += [["varied", varied]] if varied else []
    return table(["1. What was played", ""], rows) + (
        "<p class=how>Intervals are 95%, over blocks of matches that share a deal where players differ. Green: as "
        "one would wish. Amber: worth a look, or not settled. Red: something a designer should know.</p>"
    )


def section(number: int, one: Exhibit) -> str:
    charts = "".join(f"<figure>{chart}</figure>" for chart in one.charts)
    tables = "".join(table(shown.head, shown.rows) for shown in one.tables)
    sample = f"<details><summary>A game to read</summary><pre>{escape(chr(10).join(one.lines))}</pre></details>"
    return (
        f'<section id="e{number}"><h2>{number}. {escape(one.title)}</h2>\n<p class=asks>{escape(one.asks)}</p>\n'
        f"{list_findings(one.findings)}\n{charts}\n{tables}\n{sample if one.lines else ''}\n"
        f"<p class=how>{escape(one.how)}</p></section>"
    )


def list_findings(findings: Sequence[Finding]) -> str:
    items = "".join(
        f"<li class={one.colour}><span class=mark>{one.colour}</span> {escape(one.words)}</li>" for one in findings
    )
    return f"<ul>{items}</ul>"
