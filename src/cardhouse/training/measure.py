"""How well a net plays: one net among equal opponents, in blocks of one deal with the net moved through all seats."""

import numpy as np
from numpy.typing import NDArray

from cardhouse.lab.counts import SURE, Estimate
from cardhouse.nets.encoding import Encoding, codes_of
from cardhouse.nets.setups import Setup
from cardhouse.nets.weights import Floats
from cardhouse.rl import Tables
from cardhouse.training.rollout import Scores, sample
from cardhouse.training.seating import FIRST_SEED_TO_MEASURE, encode_rows

LONGEST = 20_000  # moves of the net in a match; a longer one counts for nobody


def first_places(
    encoding: Encoding, setup: Setup, net: Scores, opponent: str | Scores, *, blocks: int, seed: int = 0
) -> Estimate:
    """Return the share of first places of a net that makes the move it likes best; see `NetPlayer.choose`."""
    by_seat = [
        shares(encoding, setup, net, opponent, seat=seat, blocks=blocks, seed=seed) for seat in range(setup.seats)
    ]
    by_block = np.mean(by_seat, axis=0)
    mean, error = float(by_block.mean()), SURE * float(by_block.std(ddof=1)) / blocks**0.5
    return Estimate(mean, max(0.0, mean - error), min(1.0, mean + error))


def shares(
    encoding: Encoding, setup: Setup, net: Scores, opponent: str | Scores, *, seat: int, blocks: int, seed: int
) -> NDArray[np.float64]:
    """Return, by match, the share of the first place of the net in this seat."""
    is_inside = isinstance(opponent, str)
    line = [None if number == seat else opponent for number in range(setup.seats)] if is_inside else ()
    tables = Tables(
        encoding.game,
        seats=setup.seats,
        options=setup.options,
        count=blocks,
        seed=FIRST_SEED_TO_MEASURE + seed,
        players=line,  # type: ignore[arg-type]
        autoreset="never",
        longest=LONGEST,
        copy=False,
    )
    encoder = encoding.encoder(setup.seats, codes_of(tables._state))
    batch, won, chance = tables.reset(), np.zeros(blocks), np.random.default_rng(seed)
    while batch.acts.any():
        actions = batch.moves[:, 0].astype(np.int64)
        has_choice = batch.acts & (batch.move_count > 1)
        for player, mine in ((net, batch.seat == seat), (opponent, batch.seat != seat)):
            chosen = np.flatnonzero(has_choice & mine)
            if len(chosen) and not isinstance(player, str):
                scores, mask = player(encode_rows(encoder, batch, chosen)), batch.mask[chosen]
                at_once = encoding.game.bots.at_once
                actions[chosen] = sample(scores, mask, chance)[0] if at_once else best(scores, mask)
        batch = tables.step(actions)
        over = batch.done & (batch.final[:, seat] == 1)
        won[over] = 1 / (batch.final[over] == 1).sum(axis=1)
    return won


def best(scores: Floats, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.where(mask, scores, -np.inf).argmax(axis=1)
    return found
