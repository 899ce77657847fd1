"""Print the findings of each game's report, save them in bench/findings.json, and write them into docs/report.md.

`make findings` runs it for some minutes. The result depends only on the laws, the players and the seed.
"""

import json
import re

from bench.measure import FOLDER
from cardhouse import GAMES
from cardhouse.lab.report import exhibits, study_of

MATCHES_EACH, SEED = 20_000, 1
PAGE = FOLDER.parent / "docs/report.md"
PLACE = re.compile(r"(<!-- findings: make findings -->\n).*?(<!-- end of findings -->)", re.DOTALL)

Found = dict[str, list[list[str]]]


def findings() -> Found:
    """Return the findings of each game: the exhibit, the colour and the sentence."""
    found: Found = {}
    for name in GAMES:
        print(name)
        shown = list(exhibits(study_of(name, matches=MATCHES_EACH, seed=SEED)))
        found[name] = [[one.title, *finding] for one in shown for finding in one.findings]
    return found


def render(found: Found) -> str:
    text = f"Found with {MATCHES_EACH:,} matches behind each figure, seed {SEED}, "
    text += "with each game's default options and number of seats:\n\n"
    for name, rows in found.items():
        text += f"### {GAMES[name].title}\n\n"
        text += "".join(f"- *{title}*, {colour}: {words}\n" for title, colour, words in rows) + "\n"
    return text


def written(page: str) -> str:
    found = json.loads((FOLDER / "findings.json").read_text("utf-8"))
    return PLACE.sub(lambda place: place[1] + render(found) + place[2], page)


if __name__ == "__main__":
    (FOLDER / "findings.json").write_text(json.dumps(findings(), indent=1) + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    print(PAGE.read_text("utf-8"))
