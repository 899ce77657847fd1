"""A ladder: ratings fitted to a pool, in which everyone has played as one among others of every other name.

In the Plackett-Luce model, a player comes first among k equal others with odds of `its strength : k * theirs`.
"""

from collections.abc import Mapping, Sequence
from math import log

import numpy as np

from cardhouse.lab.counts import SURE, Estimate

ELO = 400 / log(10)
Pool = Mapping[tuple[str, str], Estimate]  # by (one, others): the share of first places of the one


def ladder(names: Sequence[str], pool: Pool, seats: int) -> dict[str, Estimate]:
    """Fit ratings by weighted least squares over the log odds of all pairs; the first name gets 0."""
    lines, odds, weights = [], [], []
    for (one, others), share in pool.items():
        lines.append([float(name == one) - float(name == others) for name in names[1:]])
        odds.append(logit(share.mean) + log(seats - 1))
        weights.append(2 * SURE / max(logit(share.high) - logit(share.low), 1e-9))
    matrix, right = np.array(lines) * np.array(weights)[:, None], np.array(odds) * weights
    found = np.linalg.lstsq(matrix, right)[0]
    errors = SURE * np.sqrt(np.diag(np.linalg.inv(matrix.T @ matrix)))
    ratings = {names[0]: Estimate(0.0, 0.0, 0.0)}
    for name, mean, error in zip(names[1:], found.tolist(), errors.tolist(), strict=True):
        ratings[name] = Estimate(ELO * mean, ELO * (mean - error), ELO * (mean + error))
    return ratings


def logit(share: float) -> float:
    share = min(max(share, 1e-4), 1 - 1e-4)
    return log(share / (1 - share))


def elo(rating: Estimate) -> str:
    return f"{rating.mean:z.0f} ({rating.low:z.0f} to {rating.high:z.0f})"
