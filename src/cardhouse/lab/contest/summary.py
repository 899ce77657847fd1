"""A contest as text, and as JSON."""

from cardhouse.lab.contest.block import quantile
from cardhouse.lab.contest.contest import FEWEST, Contest
from cardhouse.lab.counts import Estimate, points
from cardhouse.lab.ladder import elo
from cardhouse.lab.summary import bounds
from cardhouse.play.runner import Asked
from cardhouse.untyped import Json

FEW = 5  # faults that are listed
Rows = list[list[str]]  # the rows of a table, its header first


def summarise(contest: Contest) -> str:
    """Return the text that a command prints. Except for times, the same seed gives the same text."""
    lines = [title(contest), f"  {options(contest)}", ""]
    if not contest.counted:
        return "\n".join([*lines, "  Nothing is known yet."])
    lines += lay_out(standings(contest))
    if contest.kind == "tournament":
        lines += ["", *lay_out(pool(contest)), "", *lay_out(ratings(contest))]
    return "\n".join([*lines, *["", *(f"  {words}" for words in remarks(contest))]]).rstrip()


def title(contest: Contest) -> str:
    blocks, played = done(contest), matches(contest)
    words = f"{contest.game.title}, {contest.seats} seats, seed {contest.seed}: {count(blocks, 'block')}, "
    words += count(played, "match", "matches")
    return f"{words} (of {contest.wanted:,} blocks: incomplete)" if contest.broken else words


def options(contest: Contest) -> str:
    return ", ".join(f"{name}={value}" for name, value in contest.options.items())


def done(contest: Contest) -> int:
    return len(contest.whole(range(len(contest.lines))))


def matches(contest: Contest) -> int:
    return len(contest.counted) * contest.seats


def count(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def lay_out(rows: Rows) -> list[str]:
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  " + "  ".join(f"{cell:<{w}}" for cell, w in zip(row, wide, strict=True)).rstrip() for row in rows]


def standings(contest: Contest) -> Rows:
    head = ["player", f"first places (par {contest.par:.1%})", "mean place", "ms a move", "p99", "moves", "faults"]
    asked = {name: contest.asked(name) for name in contest.players}
    has_prompts = any(one.prompts for one in asked.values())
    rows = [[*head, *Asked._fields] if has_prompts else head]
    for name, (share, place) in contest.by_player().items():
        times = contest.times(name)
        clock = [short(quantile(times, part)) for part in (0.5, 0.99)] if times else ["", ""]
        mean = f"{place.mean:.2f} ({place.low:.2f} to {place.high:.2f})"
        row = [name, share.percent, mean, *clock, f"{times.total():,}", f"{contest.faults(name):,}"]
        rows.append([*row, *answers(asked[name])] if has_prompts else row)
    return rows


def answers(asked: Asked) -> list[str]:
    """Return the counts of a prompt-driven player; empty cells for any other."""
    return [f"{number:,}" if asked.prompts else "" for number in asked]


def short(milliseconds: float) -> str:
    return f"{milliseconds:.3g}" if milliseconds < 1000 else f"{milliseconds:,.0f}"


def pool(contest: Contest) -> Rows:
    """Return the table of shares of first places, row against column."""
    cells, others = contest.pool(), contest.seats - 1
    head = "one of these, against:" if others == 1 else f"one of these, among {others}:"
    return [[head, *contest.players]] + [
        [one, *("" if one == other else cells[one, other].percent for other in contest.players)]
        for one in contest.players
    ]


def ratings(contest: Contest) -> Rows:
    found = contest.ratings()
    if not found:
        return [[f"Ratings need {FEWEST} blocks."]]
    return [["player", "rating, 0 is the mean of all"], *([name, elo(rating)] for name, rating in found.items())]


def remarks(contest: Contest) -> list[str]:
    words = [verdict(contest)] if contest.difference is not None else []
    if unfinished := sum(block.unfinished for block in contest.counted):
        words.append(f"{count(unfinished, 'match', 'matches')} did not end, and nobody came first.")
    said = [fault for block in contest.counted for fault in block.said]
    words += said[:FEW]
    total = sum(map(contest.faults, contest.players))
    return [*words, f"... and {count(total - FEW, 'fault')} more."] if total > FEW else words


def verdict(contest: Contest) -> str:
    """Return a sentence about the difference, with its interval."""
    assert contest.difference is not None
    one, other = contest.leaders
    against = f"ahead of {other}" if other else "off par"
    words = f"{one} is {points(contest.difference)} points {against}"
    if contest.settled_after is None:
        return f"Not settled: {words}."
    return f"Settled after {count(contest.settled_after, 'block')}: {words}."


def as_dict(contest: Contest) -> Json:
    """Return the object that --json prints."""
    found: Json = {
        "contest": contest.kind,
        "game": contest.game.name,
        "seats": contest.seats,
        "options": contest.options,
        "seed": contest.seed,
        "players": list(contest.lines[0]) if contest.kind == "duel" else contest.players,
        "blocks": done(contest),
        "blocks_wanted": contest.wanted,
        "broken_off": contest.broken,
        "matches": matches(contest),
        "moves": sum(block.moves for block in contest.counted),
        "unfinished": sum(block.unfinished for block in contest.counted),
        "par": contest.par,
    }
    if not contest.counted:
        return found
    seen = contest.by_player()
    found |= estimates("first_share", {name: share for name, (share, _) in seen.items()})
    found |= estimates("mean_place", {name: place for name, (_, place) in seen.items()})
    found["ms_per_move"] = {name: clock(contest, name) for name in contest.players}
    found["faults"] = {name: contest.faults(name) for name in contest.players}
    found["asked"] = {name: contest.asked(name)._asdict() for name in contest.players}
    found["faults_told"] = [fault for block in contest.counted for fault in block.said][:FEW]
    if contest.kind == "tournament":
        cells = contest.pool().items()
        for one in contest.players:
            row = estimates("share", {other: cell for (name, other), cell in cells if name == one})
            found.setdefault("pool", {})[one] = row["share"]
            found.setdefault("pool_interval", {})[one] = row["share_interval"]
        found |= estimates("rating", contest.ratings())
    if contest.difference is not None:
        found["until"], found["settled_after"] = contest.until, contest.settled_after
        found["leaders"] = [name for name in contest.leaders if name]
        found["difference"], found["difference_interval"] = contest.difference.mean, bounds(contest.difference)
    return found


def estimates(name: str, found: dict[str, Estimate]) -> Json:
    means = {player: estimate.mean for player, estimate in found.items()}
    return {name: means, f"{name}_interval": {player: bounds(estimate) for player, estimate in found.items()}}


def clock(contest: Contest, name: str) -> dict[str, float | int]:
    times = contest.times(name)
    return {"median": quantile(times, 0.5), "p99": quantile(times, 0.99), "moves": times.total()}
