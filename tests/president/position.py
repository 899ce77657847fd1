"""Tables drawn as text.

    match = table('''
        0: 4h 9c
        1: 5h 6h
        2: 7c
        on the table: 4s by 2
        to act: 0
    ''')

Cards that are not named have been played before.
"""

from cardhouse import Match, SeededDealer, game
from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, SEAT
from cardhouse.games.president.state import CARDS, PILE, VIEWERS, ZONE_COUNT


def table(text: str, *, way: int = 1, **options: str | int) -> Match:
    lines = dict(line.strip().split(":") for line in text.strip().splitlines())
    seats = sum(key.isdigit() for key in lines)
    match = Match("president", seats=seats, options=options, dealer=SeededDealer(1))
    t = match._state
    t.at, t.seen = [0] * ZONE_COUNT, [0] * VIEWERS
    for seat in range(seats):
        t.at[HAND + seat] = t.seen[SEAT + seat] = cards(lines[str(seat)])
    lying, _, by = lines.get("on the table", "").partition(" by ")
    t.at[PILE] = cards(lying)
    t.at[DISCARDS] = CARDS & ~sum(t.at)
    t.seen[EVERYBODY] = t.at[DISCARDS] | t.at[PILE]
    t.count = t.at[PILE].bit_count()
    t.rank = (t.at[PILE].bit_length() - 1) // 4 if lying else 0
    t.last = int(by) if by else NOBODY
    t.opening = 0
    t.direction = way
    t.turn = int(lines["to act"])
    t.out = sum(not t.at[HAND + seat] for seat in range(seats))
    for place, seat in enumerate([seat for seat in range(seats) if not t.at[HAND + seat]], 1):
        t.places[seat] = place
    return match


def cards(names: str) -> int:
    return sum(1 << STANDARD.card(name) for name in names.split())


def after(match: Match, move: str) -> Match:
    """Make a move for the seat to act."""
    match.play(match.to_act[0], move)
    return match


def lying(match: Match) -> str:
    """The cards on the table."""
    return " ".join(match.truth().get("pile", ()))


PRESIDENT = game("president")
FOUR_SEATS = """
    0: 2h 3h 4d 5h 9s
    1: 5c 6c
    2: 5d 6d
    3: 5s 6s
    on the table: 4h by 3
    to act: 0
"""
