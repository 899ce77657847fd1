"""Write out a match for people to read: what has changed in which zone, who may do what, and what is done."""

from collections.abc import Mapping
from random import Random

from cardhouse.cards.facts import clause
from cardhouse.games.definition import AnyGame
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.events import DEALER
from cardhouse.play.match import Match


def playthrough(game: AnyGame, *, seats: int, options: Mapping[str, str | int], seed: int) -> str:
    """Return a match of random players as text."""
    match = Match(game, seats=seats, options=options, dealer=SeededDealer(seed))
    chance = Random(seed)
    lines = [f"{game.title}, {seats} seats, seed {seed}, " + ", ".join(f"{k}={v}" for k, v in match.options.items())]
    written, last = 0, dict[str, str]()
    while True:
        for event in match.events[written:]:
            who = "dealer" if event.seat == DEALER else f"seat {event.seat}"
            lines.append(f"{event.seq:4} {who}: " + "; ".join([event.move, *map(clause, event.facts)]))
        written = len(match.events)
        if match.over:
            break
        zones = draw_zones(match)
        lines += [f"     {line}" for zone, line in zones.items() if last.get(zone) != line]
        lines += [f"     {zone}: nothing" for zone in last if zone not in zones]
        last = zones
        seat = chance.choice(match.to_act)
        moves = match.moves(seat)
        lines.append(f"     seat {seat} may: {', '.join(moves)}")
        match.play(seat, chance.choice(moves))
    lines.append(f"     {match.result}")
    return "\n".join(lines) + "\n"


def draw_zones(match: Match) -> dict[str, str]:
    """Return a line for each zone: its cards, or how many for a pile."""
    lines = {}
    for zone, cards in match.truth().items():
        lines[zone] = f"{zone}: {len(cards) if zone in ('stock', 'discards') else ' '.join(cards)}"
    return lines
