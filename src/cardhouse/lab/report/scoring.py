"""Is the scoring fair? The same deals, scored in other ways."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cardhouse.lab.counts import Estimate, points
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, RED, Exhibit, ExhibitTable, Finding, Floats, Study, estimate

DEALS = 6  # deals whose scores are summed
BAND = 0.02  # a share this close to par counts as par
Number = TypeVar("Number", np.int64, np.float64)
Ints = NDArray[np.int64]
Scoring = Callable[[Ints], Ints]  # from the gains [match, deal, seat] to their value; more is better


def scorings(study: Study) -> dict[str, Scoring]:
    found: dict[str, Scoring] = {"as written": lambda gains: gains}
    found |= {name: other_scoring(score, way(study)) for name, score in study.game.lab.scorings.items()}
    found["1 for the best of a deal"] = lambda gains: (gains == gains.max(axis=2, keepdims=True)).astype(int)
    found["1 for each player beaten"] = lambda gains: (gains[..., None] > gains[..., None, :]).sum(axis=-1)
    return found


def other_scoring(score: Callable[[int], int], way: int) -> Scoring:
    counted = np.vectorize(score)
    return lambda gains: way * counted(way * gains)


def way(study: Study) -> int:
    """Return the sign of a point: -1 in games in which the lowest score wins."""
    return -1 if study.game.lowest_wins else 1


def exhibit(study: Study) -> Exhibit | None:
    """Return the exhibit, or None for a game whose matches have one deal."""
    long = study.at(study.seats, {**study.options, **study.game.lab.long})
    skilled, better_seat, dropped = gains(long, "quick", "easy")
    equal, first_seat, _ = gains(long, "quick", "quick")
    if not len(skilled) or not len(equal):
        return None
    found = {name: first_part(score(skilled)) for name, score in scorings(study).items()}
    alike = {name: same_as(name, found) for name in found}
    better = {name: part_of(won, better_seat) for name, won in found.items() if not alike[name]}
    written = better["as written"]
    shares = {name: estimate(by_block(mine, study.seats)) for name, mine in better.items()}
    gain = {name: estimate(by_block(mine - written, study.seats)) for name, mine in better.items()}
    begins = {
        name: estimate(part_of(first_part(scorings(study)[name](equal)), first_seat) - study.par) for name in better
    }
    chart = Chart("How the better player fares, by the way of scoring", "share", "", 0.9 + 0.4 * len(better))
    chart.forest(list(better), list(shares.values()))
    chart.axes.set_xlim(left=min(share.low for share in shares.values()) - 0.02)
    head = ["scoring", "the better player comes first", "over as written, points", "seat that begins, points over par"]
    rows = [[name, shares[name].percent, points(gain[name]), points(begins[name])] for name in better]
    rows += [[name, f"the same as “{other}”", "", ""] for name, other in alike.items() if other]
    return Exhibit(
        "Scoring",
        "Is the scoring fair: to the seats, and to the better player?",
        [judge_seats(first_deal(equal, first_seat), begins["as written"]), judge_skill(shares["as written"], gain)],
        [chart.svg()],
        [ExhibitTable(head, rows)],
        how=f"The points of {DEALS} deals added up, in {len(skilled):,} matches in rotated blocks of one "
        f"heuristic player among easy ones, and in {len(equal):,} of equal players; each was scored in all "
        f"ways, so that nothing but the scoring differs. {dropped:,} matches ended before and are left out. Who "
        "shares the first place has a part of it."
        + (" The lowest score wins, so a point that is scored is a point lost." if study.game.lowest_wins else ""),
    )


def gains(study: Study, one: str, others: str) -> tuple[Ints, Ints, int]:
    """Return each seat's gain in each of the first deals, player 0's seat or the first seat, and skipped matches.

    If the lowest score wins, a point counts as -1.
    """
    played = study.play(*study.one_against(one, others), deals=DEALS)
    whole = played.deals >= DEALS
    seats = played.turns.argmin(axis=1)
    if one != others:  # complete blocks only
        whole = np.repeat(whole.reshape(-1, study.seats).all(axis=1), study.seats)
        seats = np.arange(len(whole)) % study.seats
    scores: Ints = played.scores[whole].astype(np.int64)
    scored = scores.copy()
    scored[:, 1:] -= scores[:, :-1]
    return way(study) * scored, seats[whole], int((~whole).sum())


def first_part(scored: Ints) -> Floats:
    """Return [match, seat]: shares of the first place."""
    totals = scored.sum(axis=1)
    best = totals == totals.max(axis=1, keepdims=True)
    parts: Floats = best / best.sum(axis=1, keepdims=True)
    return parts


def part_of(won: NDArray[Number], seats: Ints) -> NDArray[Number]:
    return won[np.arange(len(won)), seats]


def same_as(name: str, found: dict[str, Floats]) -> str:
    """Return an earlier way of scoring with the same winners in every match, or ""."""
    for other in found:
        if other == name:
            return ""
        if np.array_equal(found[other], found[name]):
            return other
    return ""


def by_block(values: Floats, size: int) -> Floats:
    means: Floats = values.reshape(-1, size).mean(axis=1)
    return means


def first_deal(equal: Ints, seats: Ints) -> Estimate:
    """Return the first seat's gain in the first deal, compared with the mean of the others."""
    first = equal[:, 0]
    mine = part_of(first, seats)
    return estimate(mine - (first.sum(axis=1) - mine) / (first.shape[1] - 1))


def judge_seats(start: Estimate, begins: Estimate) -> Finding:
    words = (
        f"In a deal the seat that begins gains {start.mean:+.2f} ({start.low:+.2f} to {start.high:+.2f}) over the "
        f"others; after {DEALS} deals, scored as written, its share of first places is {points(begins)} points off "
        "par."
    )
    if begins.low >= -BAND and begins.high <= BAND:
        return Finding(GREEN, words + " That is fair to the seats.")
    return Finding(RED if begins.low > BAND or begins.high < -BAND else AMBER, words)


def judge_skill(written: Estimate, gain: dict[str, Estimate]) -> Finding:
    words = f"Scored as written, the better player is first after {DEALS} deals in {written.percent} of matches"
    sure = {name: one.among(len(gain)) for name, one in gain.items() if name != "as written"}
    clearer = {name: gain[name].mean for name, one in sure.items() if one.low > BAND}
    if clearer:
        best = max(clearer, key=clearer.__getitem__)
        return Finding(AMBER, f"{words}; scored as “{best}” {points(gain[best])} points more.")
    others = (
        "none of the others, of which some have other winners, tells players apart clearly better"
        if sure
        else "the others have the same winners, so none makes a difference"
    )
    return Finding(GREEN, f"{words}; {others}.")
