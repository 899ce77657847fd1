"""What is each card worth, how long do players wait, and what does a match look like?"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from cardhouse.cards.deck import SIGNS
from cardhouse.cards.facts import clause
from cardhouse.cards.ledger import LIMB
from cardhouse.compiled.playout import PlayoutResults
from cardhouse.lab.counts import SURE, WHOLE, Estimate, points, shares
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.choices import matches_for
from cardhouse.lab.report.exhibit import AMBER, GREEN, Exhibit, ExhibitTable, Finding, Floats, Moment, Study, estimate
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.play.runner import play_out

LONGEST = 160  # lines of a sample match


def exhibit(study: Study) -> Exhibit:
    worth = values(study.short)
    order = sorted(worth, key=lambda name: -worth[name].mean)
    chart = Chart("What a card dealt is worth", "points of first places", "", 0.8 + 0.26 * len(order))
    chart.forest(order, [worth[name].scaled(100) for name in order])
    waits, after = idle([match.moments for match in study.short.follow("quick", matches_for(study))])
    gone = estimate(after)
    rows = [
        ["moves of others between two of one's own", str(estimate(waits))],
        ["the longest wait of twenty (95%)", f"{np.quantile(waits, 0.95):.0f}" if waits else "0"],
        ["part of the match that is left when one has made the last move", gone.percent],
    ]
    late = Finding(
        GREEN if gone.mean < 0.25 else AMBER, f"After a player's last move {gone.percent} of a match is left."
    )
    return Exhibit(
        "Cards, waiting, and a game to read",
        "What is each card worth, how long does one wait for one's turn, and what does a game look like?",
        [*judge(worth), late],
        [chart.svg()],
        [
            ExhibitTable(
                ["card dealt", "worth of one, in points of first places"], [[n, points(worth[n])] for n in order]
            ),
            ExhibitTable(["waiting", "95% interval"], rows),
        ],
        sample(study),
        how=f"{study.matches:,} deals of heuristic players: how the share of first places grows with each card of "
        "a kind in the hand that was dealt. Waiting: whole matches of the same players.",
    )


def values(study: Study) -> dict[str, Estimate]:
    """Return the value of each kind of card: the slope of first places over the number of such cards dealt."""
    played = study.play("quick", hands=True)
    won, size = shares(played.places) / WHOLE, count_of(played, [-1] * played.dealt.shape[2])
    found = {name: slope(count_of(played, masks), size, won) for name, masks in kinds(study).items()}
    return {name: worth for name, worth in found.items() if worth is not None}


def count_of(played: PlayoutResults, masks: Sequence[int]) -> Floats:
    """Return [match, seat]: how many of these cards were dealt."""
    count = np.zeros(played.dealt.shape[:2])
    for word, mask in enumerate(masks):
        count += np.bitwise_count(played.dealt[:, :, word] & mask)
    return count


def judge(worth: dict[str, Estimate]) -> list[Finding]:
    sure = {name: found.among(len(worth)) for name, found in worth.items()}
    good = sorted((name for name in worth if sure[name].low > 0), key=lambda name: -worth[name].mean)
    bad = sorted((name for name in worth if sure[name].high < 0), key=lambda name: worth[name].mean)
    found = [Finding(GREEN, f"The best card to be dealt: {good[0]}, {points(worth[good[0]])} points.")] if good else []
    found += [Finding(GREEN, f"The worst: {bad[0]}, {points(worth[bad[0]])} points.")] if bad else []
    return found or [Finding(AMBER, "No card is shown to be better than another: too few matches?")]


def kinds(study: Study) -> dict[str, list[int]]:
    """Return the cards in play as card sets, by rank, or by name if they have no suit."""
    deck, game = study.game.deck, study.game
    suited = any(name[-1].isalpha() and name[0].isdigit() for name in deck)
    sets = deck.in_play(game.new_state(study.seats, study.options))
    found: dict[str, list[int]] = {}
    for name in deck:
        plain = name.rstrip("'")
        kind = plain if not suited else "joker" if plain[0] == "J" else SIGNS[int(plain[:-1]) - 2]
        for card in deck.numbered(name):
            word, bit = divmod(card, LIMB)
            if sets[word] >> bit & 1:
                found.setdefault(kind, [0] * len(sets))[word] |= 1 << bit
    return found


def slope(held: Floats, size: Floats, won: Floats) -> Estimate | None:
    """Return the slope for hands of the same size, with an error that treats a match as one observation."""
    apart, longer = held - held.mean(), size - size.mean()
    if longer.any():
        apart = apart - longer * (apart * longer).sum() / (longer**2).sum()
    total = float((apart**2).sum())
    if not total:
        return None
    found = float((apart * won).sum()) / total
    by_match = (apart * (won - won.mean() - found * apart)).sum(axis=1)
    error = float(np.sqrt((by_match**2).sum())) / total
    return Estimate(found, found - SURE * error, found + SURE * error)


def idle(matches: list[list[Moment]]) -> tuple[list[int], list[float]]:
    """Return the numbers of moves between two turns of a seat, and the shares of matches after its last one."""
    waits, after = [], []
    for match in matches:
        for seat in {moment.seat for moment in match}:
            mine = [moment.made for moment in match if moment.seat == seat]
            waits += [later - earlier - 1 for earlier, later in pairwise(mine)]
            after.append(1 - (mine[-1] + 1) / len(match))
    return waits, after


def sample(study: Study) -> list[str]:
    """Return the text of one match, or of its beginning."""
    short = study.short
    match = Match(short.game, seats=short.seats, options=short.options, dealer=SeededDealer(short.seed))
    play_out(match, [short.game.quick] * short.seats)
    lines = []
    for event in match.events:
        who = "dealer" if event.seat < 0 else f"seat {event.seat}"
        facts = "; ".join(map(clause, event.facts))
        lines.append(f"{who}: {event.move}" + (f"  ({facts})" if facts else ""))
    return lines[:LONGEST] + (["..."] if len(lines) > LONGEST else [])
