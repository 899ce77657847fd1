"""Write the README's table of figures from the JSON files of this folder; nobody types a figure."""

import json
import re

from bench.house import table as house_table
from bench.measure import FOLDER, matrix
from bench.page import table as page_table
from bench.peers import table as peers_table

README = FOLDER.parent / "README.md"
PLACE = re.compile(r"(<!-- figures: make bench -->\n).*?(<!-- end of figures -->)", re.DOTALL)

HOUSE_PLACE = re.compile(r"(<!-- house: make bench -->\n).*?(<!-- end of house -->)", re.DOTALL)
PAGE_PLACE = re.compile(r"(<!-- page: make bench -->\n).*?(<!-- end of page -->)", re.DOTALL)
PEERS_PLACE = re.compile(r"(<!-- peers: make peers -->\n).*?(<!-- end of peers -->)", re.DOTALL)


def figures() -> str:
    moves, gpu = (json.loads((FOLDER / f"{name}.json").read_text("utf-8")) for name in ("press", "gpu"))
    games = [row for row in moves["rows"] + gpu["rows"] if " seats, " in row["what"]]
    commands = "\n".join(f"| {row['what']} | {row['to_reach_s']} s | {row['s']} s |" for row in moves["commands"])
    return (
        f"Random play, deal included, measured by [bench/press.py](bench/press.py) on {moves['machine']}\n"
        "(plain Python through the runner: referee, views and log; events are made only when somebody looks),\n"
        f"and by [bench/gpu.py](bench/gpu.py) on one {gpu['machine']}, where {gpu['matches_equal_to_the_cpus']:,} "
        f"matches were also held against the CPU's:\n\n{matrix(games)}\n\n"
        f"| `cardhouse simulate`, from the command to its end | to reach | measured |\n|---|---:|---:|\n{commands}\n"
    )


def house_figures() -> str:
    found = json.loads((FOLDER / "house.json").read_text("utf-8"))
    return (
        f"Measured by [bench/house.py](bench/house.py) on {found['machine']}, load client and all;\n"
        f"every move is synced to the disk before it is acknowledged, and told to all four:\n\n{house_table(found)}\n"
    )


def page_figures() -> str:
    found = json.loads((FOLDER / "page.json").read_text("utf-8"))
    return (
        f"Measured by [bench/page.py](bench/page.py) on {found['machine']}, in a Chromium without a graphics card,\n"
        f"the house and four browsers on the same machine:\n\n{page_table(found)}\n"
    )


def peers_figures() -> str:
    found = json.loads((FOLDER / "peers.json").read_text("utf-8"))
    versions = ", ".join(" ".join(peer) for peer in found["versions"].items())
    return (
        f"Beside our peers ({versions}), which play other games: each is held against the nearest kin.\n"
        "Random play in one run and one process, in CPU time, measured by [bench/peers.py](bench/peers.py)\n"
        f"on one of {found['machine']}; the deal is included in all but the rollouts:\n\n{peers_table(found)}\n"
    )


def written(text: str) -> str:
    text = PAGE_PLACE.sub(lambda found: found[1] + page_figures() + found[2], text)
    text = HOUSE_PLACE.sub(lambda found: found[1] + house_figures() + found[2], text)
    text = PEERS_PLACE.sub(lambda found: found[1] + peers_figures() + found[2], text)
    return PLACE.sub(lambda found: found[1] + figures() + found[2], text)


if __name__ == "__main__":
    README.write_text(written(README.read_text("utf-8")), "utf-8")
