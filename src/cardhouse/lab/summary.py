"""A simulation as text, and as JSON."""

from collections.abc import Iterator
from math import isfinite
from typing import NamedTuple

from cardhouse.lab.counts import Estimate
from cardhouse.lab.simulation import Simulation
from cardhouse.untyped import Json

NOTHING = "Nothing is known yet."
HEAD = f"  {'in a match':<44}{'mean':>10}  {'95% interval':<22} in a deal"


class Measure(NamedTuple):
    words: str
    found: Estimate
    in_a_deal: str


def summarise(seen: Simulation) -> str:
    """Return the text that a command prints. The same seed gives the same text."""
    lines = [title(seen), f"  {options(seen)}", f"  players: {', '.join(seen.players)}"]
    if not seen.counts.matches:
        return "\n".join([*lines, f"  {NOTHING}"])
    ends = [f"  {words}" for words in endings(seen)]
    return "\n".join([*lines, "", *lengths(seen), *([""] if seen.game.lab.endings else []), *ends, "", *firsts(seen)])


def title(seen: Simulation) -> str:
    matches = "1 match" if seen.counts.matches == 1 else f"{seen.counts.matches:,} matches"
    words = f"{matches} of {seen.game.title}, {seen.seats} seats, seed {seen.seed}"
    return f"{words} (of {seen.wanted:,}: incomplete)" if seen.broken else words


def options(seen: Simulation) -> str:
    return ", ".join(f"{name}={value}" for name, value in seen.options.items())


def measures(seen: Simulation) -> Iterator[Measure]:
    """Yield the measures of a match, with means per deal if a match has several deals."""
    words = {"moves": "moves", "choices": "of these, with more than one to choose from", "deals": "deals"}
    words |= {f"tally {tally}": tally for tally in seen.game.tallies if tally != "deals"}
    for name, called in words.items():
        each = f"{seen.per_deal(name):.4g}" if seen.per_deal("deals") and name != "deals" else ""
        yield Measure(called, seen.counts.mean(name), each)


def lengths(seen: Simulation) -> list[str]:
    lines = [HEAD if seen.per_deal("deals") else HEAD.removesuffix("in a deal")]
    for words, found, each in measures(seen):
        lines.append(f"  {words:<44}{found.mean:>10.4g}  {found.interval:<22} {each}".rstrip())
    return lines


def endings(seen: Simulation) -> list[str]:
    lines = []
    for name in seen.game.lab.endings:
        stale = ", a stalemate" if name in seen.game.lab.stalemates else ""
        lines.append(f"{seen.per_deal(f'tally {name}'):6.1%} of all: {name}{stale}")
    broken = seen.counts.sums["unfinished"]
    return [*lines, f"{broken:,} matches were stopped, because they did not end"] if broken else lines


def firsts(seen: Simulation) -> list[str]:
    counts = seen.counts
    lines = ["  first places (95% interval)", f"    {'by seat':<31}by turn, from {seen.game.lab.leader}"]
    for seat in range(seen.seats):
        by_seat, by_turn = counts.share(f"seat {seat}").percent, counts.share(f"turn {seat}").percent
        lines.append(f"    {seat:<3} {by_seat:<26} +{seat:<3} {by_turn}")
    if len(seen.names) > 1:
        wide = max(map(len, seen.names))
        lines.append(f"    {'by player':<{wide + 29}}mean place")
        for name, (share, place) in seen.by_player().items():
            lines.append(f"    {name:<{wide}}  {share.percent:<26} {place}")
    return lines


def as_dict(seen: Simulation) -> Json:
    """Return the object that --json prints."""
    counts = seen.counts
    found: Json = {
        "game": seen.game.name,
        "seats": seen.seats,
        "options": seen.options,
        "players": list(seen.players),
        "seed": seen.seed,
        "matches": counts.matches,
        "games_wanted": seen.wanted,
        "broken_off": seen.broken,
        "moves": seen.moves,
        "seconds": round(seen.seconds, 3),
        "moves_per_s": round(seen.moves_per_s),
    }
    if not counts.matches:
        return found
    seats = range(seen.seats)
    return found | {
        "mean_moves": counts.mean("moves").mean,
        "mean_moves_interval": bounds(counts.mean("moves")),
        "moves_per_deal": seen.per_deal("moves"),
        "choices": counts.sums["choices"],
        "deals": counts.sums["deals"],
        "first_share": [counts.share(f"seat {seat}").mean for seat in seats],
        "first_share_interval": [bounds(counts.share(f"seat {seat}")) for seat in seats],
        "first_share_by_turn": [counts.share(f"turn {seat}").mean for seat in seats],
        "first_share_by_turn_interval": [bounds(counts.share(f"turn {seat}")) for seat in seats],
        "by_player": {
            name: {
                "seats": seen.names[name],
                "first_share": share.mean,
                "first_share_interval": bounds(share),
                "mean_place": place.mean,
                "mean_place_interval": bounds(place),
            }
            for name, (share, place) in seen.by_player().items()
        },
        "counts": {tally: counts.sums[f"tally {tally}"] for tally in seen.game.tallies},
        "endings": {name: seen.per_deal(f"tally {name}") for name in seen.game.lab.endings},
        "stalemates": {name: counts.sums[f"tally {name}"] for name in seen.game.lab.stalemates},
        "unfinished": counts.sums["unfinished"],
    }


def bounds(estimate: Estimate) -> list[float | None]:
    """Return the bounds of the interval; None for bounds that a single match or block cannot give."""
    return [bound if isfinite(bound) else None for bound in (estimate.low, estimate.high)]
