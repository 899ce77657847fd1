"""Write the figures of docs/figures.md, and the five in the README, from the JSON files of this folder.

No figure is typed by hand: `make bench` measures them, and a test compares both pages with the files.
"""

import json
import re
from typing import Any

from bench.coach import table as coach_table
from bench.compiled import by_name
from bench.doors import peers_table as doors_peers
from bench.doors import table as doors_table
from bench.house import figures as house_figures
from bench.measure import FOLDER, matrix, table
from bench.page import figures as page_figures
from bench.peers import table as peers_table
from bench.scale import sentence as scale_sentence
from bench.scale import table as scale_table
from cardhouse import game

README, PAGE, SCALE = (FOLDER.parent / name for name in ("README.md", "docs/figures.md", "docs/scale.md"))
HOST = FOLDER.parent / "docs/host.md"
PAGES = (README, PAGE, SCALE, HOST)
AT_WORK = 0.1  # cores: the share of a coach that gives way; with fewer, it was too idle to slow anything down
MARK = re.compile(r"(<!-- (\w+): make \w+ -->\n).*?(<!-- end of \2 -->)", re.DOTALL)


def found(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def five() -> str:
    """Return the five figures of the README."""
    page, house, compiled, gpu, peers = map(found, ("page", "house", "compiled", "gpu", "peers"))
    pair = peers["ratios"][0]
    peer = pair["peer"].removesuffix(", rollouts").replace(" ", "'s ")
    rows = [
        ("from a click to all four screens, 95th percentile", f"{page['on all screens, p95 ms']} ms", "page"),
        ("moves per second in a house, each saved to disk", f"{house['load']['house']['moves_per_s']:,.0f}", "house"),
        (
            "random moves per second of President, one core",
            by_name(compiled, "President", "compiled, one core"),
            "compiled",
        ),
        (f"the same, on one {gpu['machine']}", by_name(gpu, "President", f"compiled, one {gpu['machine']}"), "gpu"),
        (
            f"random playouts of {game(pair['ours']).title}, against {peer} (a similar game)",
            f"{pair['times']:,g} times as fast",
            "peers",
        ),
    ]
    text = "| what | measured | by |\n|---|---:|---|\n"
    text += "".join(f"| {what} | {value} | [bench/{name}.py](bench/{name}.py) |\n" for what, value, name in rows)
    return f"{text}\nMeasured on {compiled['machine']}.\n"


def page() -> str:
    page = found("page")
    return (
        f"Measured by [bench/page.py](../bench/page.py) on {page['machine']}, in Chromium without a graphics card.\n"
        f"The house and four browsers run on the same machine.\n\n{table(page_figures(page))}\n"
    )


def house() -> str:
    house = found("house")
    return (
        f"Measured by [bench/house.py](../bench/house.py) on {house['machine']}, with the load client on the same\n"
        "machine. Every move is synced to disk before it is acknowledged, and is then sent to all four players.\n\n"
        f"{table(house_figures(house))}\n"
    )


def simulation() -> str:
    compiled, gpu = found("compiled"), found("gpu")
    games = [row for row in compiled["rows"] + gpu["rows"] if " seats, " in row["what"]]
    commands = "\n".join(f"| {row['what']} | {row['s']} s |" for row in compiled["commands"])
    return (
        "Moves per second of random play, deals included. Plain Python means a match with its referee, views and log;\n"
        "events are built only when they are read.\n"
        f"Measured by [bench/compiled.py](../bench/compiled.py) on {compiled['machine']},\n"
        f"and by [bench/gpu.py](../bench/gpu.py) on one {gpu['machine']}. "
        f"The results of {gpu['matches_equal_to_the_cpus']:,} matches on the GPU\nwere equal to the CPU's.\n\n"
        f"{matrix(games)}\n\n"
        f"| `cardhouse simulate`, from the command to its end | measured |\n|---|---:|\n{commands}\n"
    )


def peers() -> str:
    peers = found("peers")
    versions = ", ".join(" ".join(peer) for peer in peers["versions"].items())
    return (
        f"Compared with {versions}. They implement other games, so each of their games is\n"
        "paired with our most similar one. Random play in one run and one process, in CPU time, measured by\n"
        f"[bench/peers.py](../bench/peers.py) on one of {peers['machine']}. The deal is included everywhere except in\n"
        f"the rollouts.\n\n{peers_table(peers)}\n"
    )


def scale() -> str:
    scale = found("scale")
    return (
        f"Measured by [bench/scale.py](../bench/scale.py) on {scale['machine']}. PostgreSQL with a synchronous\n"
        "standby, NATS, all houses and the load client share this one machine, so CPU time says more than moves per\n"
        "second.\n\n"
        f"{scale_table(scale)}\n\n{scale_sentence(scale)}\n"
    )


def drivers() -> str:
    drivers = found("drivers")
    return (
        "The driver is asyncpg. Both send the store's statement, prepared, over one connection; measured by\n"
        f"[bench/drivers.py](../bench/drivers.py) on {drivers['machine']}, psycopg with its C module.\n\n"
        f"{table_of_drivers(drivers)}\n"
    )


def table_of_drivers(figures: dict[str, Any]) -> str:
    names = [f"{name} {number}" for name, number in figures["versions"].items()]
    lines = [f"| CPU time of the house for a commit | {' | '.join(names)} |", "|---|---:|---:|"]
    for row in figures["rows"]:
        what, *times = row.values()
        lines.append(f"| of {what} append{'s' * (what > 1)} | {' | '.join(f'{one:,} µs' for one in times)} |")
    return "\n".join(lines)


def doors() -> str:
    doors = found("doors")
    versions = ", ".join(" ".join(peer) for peer in doors["versions"].items())
    alone = f"{1e9 / doors['rows'][0]['steps_per_s']:.0f} ns"
    return (
        "`Tables.step` in a loop in Python, with 1,024 tables: words, counts, cells, history and the mask of legal\n"
        f"actions. The random policy is part of the loop; alone it takes {alone} a step. Steps per second of CPU time\n"
        f"on one of {doors['machine']}, by [bench/doors.py](../bench/doors.py). Two threads are compared with\n"
        "one: in wall-clock time, in which they also wait for whatever else the machine does (load average at\n"
        f"the end of the run: {doors['load']:.1f}), and by the CPU time of a step, of both together.\n\n"
        f"{doors_table(doors)}\n\n"
        f"The same in the loops of {versions},\n"
        "in the same run, and the ratios that we want to reach. They have other games, mostly simpler ones: in\n"
        "leduc_holdem two players with a card each choose among 3 or 4 actions, in Javelin, our game for two,\n"
        "among 785. Each chooses at random in its own way: Pgx inside the compiled step, so that Python only calls\n"
        "it, and we outside, with numpy.\n\n"
        f"{doors_peers(doors)}\n"
    )


def coach() -> str:
    coach = found("coach")
    cores = coach["with"]["coach_cores"]
    if cores < AT_WORK:
        meaning = (
            f"In most rounds the coach had little to do ({cores} of a core), so this does not show what it costs\n"
            "while it works."
        )
    else:
        meaning = (
            f"With the coach at work, p99 is {coach['p99_ratio_with']:.2f} of what it is without. The same figure for\n"
            f"two sets of rounds without it is {coach['p99_ratio_again']:.2f}: the noise."
        )
    return (
        f"Measured by [bench/coach.py](../bench/coach.py) on {coach['machine']}, with the load client on the same\n"
        f"machine: {coach['rate']:.0f} moves per second at {coach['tables']} tables, {coach['rounds']} rounds with\n"
        f"the coach, and between its analyses two sets of rounds without. {meaning}\n\n{coach_table(coach)}\n"
    )


PARTS = {
    "coach": coach,
    "five": five,
    "page": page,
    "house": house,
    "simulation": simulation,
    "peers": peers,
    "doors": doors,
    "scale": scale,
    "drivers": drivers,
}


def written(text: str) -> str:
    """Return a page with the current figures between its marks."""
    return MARK.sub(lambda mark: mark[1] + PARTS[mark[2]]() + mark[3], text)


if __name__ == "__main__":
    for file in PAGES:
        file.write_text(written(file.read_text("utf-8")), "utf-8")
