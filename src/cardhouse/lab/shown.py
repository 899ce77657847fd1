"""HTML of estimates and simulations for notebooks: small tables, with bars for intervals."""

from collections.abc import Sequence

from cardhouse.drawing import Cell, bars, table
from cardhouse.drawing.markup import tag, text
from cardhouse.lab.counts import Estimate
from cardhouse.lab.simulation import Simulation
from cardhouse.lab.summary import NOTHING, endings, measures, options, title


def frame(heading: str, below: str, parts: Sequence[str]) -> str:
    """Return a heading, a line below it, and the parts."""
    head = tag("p", text(heading), style="margin: 0; font-weight: 600")
    soft = tag("p", text(below), style="margin: 0 0 .5em; opacity: .75; font-size: .9em")
    return tag("div", head, soft, *parts, style="line-height: 1.45; text-align: left")


def estimate_html(value: Estimate) -> str:
    (bar,) = bars([value])
    return tag("span", bar.svg(), " ", text(str(value)))


def simulation_html(seen: Simulation) -> str:
    """Tabulate the length of matches, first places by seat and by turn, and the results of players."""
    players = f"players: {', '.join(seen.players)}"
    if not seen.counts.matches:
        return frame(title(seen), f"{options(seen)}; {players}", [tag("p", NOTHING)])
    lengths = [[words, f"{found.mean:.4g}", found.interval, each] for words, found, each in measures(seen)]
    parts = [table(["in a match", "mean", "95% interval", "in a deal"], lengths)]
    parts += [tag("p", text(words.strip()), style="margin: .2em 0") for words in endings(seen)]
    parts.append(table(["seat", "first places", ""], by_seat(seen, "seat")))
    parts.append(table(["turn", "first places", ""], by_seat(seen, "turn")))
    parts.append(tag("p", text(f"Turns are counted from {seen.game.lab.leader}."), style="margin: .2em 0"))
    if len(seen.names) > 1:
        parts.append(table(["player", "first places", "", "mean place"], by_player(seen)))
    return frame(title(seen), f"{options(seen)}; {players}", parts)


def by_seat(seen: Simulation, measure: str) -> list[list[Cell]]:
    """Tabulate the shares of first places by `seat`, or by `turn`: the position in turn order."""
    shares = [seen.counts.share(f"{measure} {seat}") for seat in range(seen.seats)]
    drawn = enumerate(zip(shares, bars(shares, 1 / seen.seats), strict=True))
    return [[f"+{seat}" if measure == "turn" else str(seat), share.percent, bar] for seat, (share, bar) in drawn]


def by_player(seen: Simulation) -> list[list[Cell]]:
    found = seen.by_player()
    drawn = bars([share for share, _ in found.values()], 1 / seen.seats)
    return [
        [name, share.percent, bar, str(place)] for (name, (share, place)), bar in zip(found.items(), drawn, strict=True)
    ]
