"""An oracle for President: a second implementation of its rules, as naive as possible, and slow. Only for tests."""

from itertools import combinations

DECK = [f"{number}{suit}" for number in range(2, 15) for suit in "cdhs"]
PASS: frozenset[str] = frozenset()


def rank(card: str) -> int:
    """Rule 1: the number in the card's name; the ace is 14, and high."""
    return int(card[:-1])


class Oracle:
    """One match of President, from the rules, by brute force."""

    def __init__(
        self,
        *,
        seats: int,
        skip_on: str = "rank_and_count",
        full_circle: str = "others",
        deals: int = 1,
        first: int,
    ) -> None:
        """Sit down at an empty table; the first deal is yet to come."""
        if not 3 <= seats <= 8 or not 0 <= first < seats or deals < 1:
            raise ValueError("President is for 3 to 8 seats and one deal or more")
        if skip_on not in ("rank_and_count", "rank") or full_circle not in ("others", "everybody"):
            raise ValueError("no such option")
        self.seats = seats
        self.skip_on = skip_on
        self.full_circle = full_circle
        self.deals = deals
        self.first = first
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.table: list[str] = []
        self.turn = first
        self.way = 1
        self.last: int | None = None
        self.out: list[int] = []
        self.points = [0] * seats
        self.deals_over = 0
        self.waiting = True

    @property
    def over(self) -> bool:
        """Rule 14: the match ends with its last deal."""
        return self.deals_over == self.deals

    def deal(self, order: list[str]) -> None:
        """Rule 2: one card at a time, clockwise; rule 3: the 4c is placed and the next seat clockwise answers it."""
        if not self.waiting:
            raise ValueError("no deal is due now")
        if sorted(order) != sorted(DECK):
            raise ValueError("these are not the 52 cards")
        self.hands = [[] for _ in range(self.seats)]
        seat = (self.first + self.deals_over) % self.seats
        for card in order:
            self.hands[seat].append(card)
            seat = (seat + 1) % self.seats
        self.out = []
        self.way = 1
        self.waiting = False
        for holder in range(self.seats):
            if "4c" in self.hands[holder]:
                self.hands[holder].remove("4c")
                self.table = ["4c"]
                self.last = holder
                self.turn = (holder + 1) % self.seats
                break

    def legal(self) -> set[frozenset[str]]:
        """All legal moves of the seat to act: rule 4 for what a play is, rule 10 for the pass (the empty set)."""
        moves: set[frozenset[str]] = set()
        if self.waiting or self.over:
            return moves
        for count in (1, 2, 3, 4):
            for cards in combinations(self.hands[self.turn], count):
                if len({rank(card) for card in cards}) == 1 and self._good(list(cards)):
                    moves.add(frozenset(cards))
        if self.table:
            moves.add(PASS)
        return moves

    def _good(self, cards: list[str]) -> bool:
        """Rules 5 and 6: do these cards, all of one rank, beat the table?"""
        if not self.table:
            return True
        if rank(cards[0]) in (2, 3):
            return True
        if len(cards) > len(self.table):
            return True
        return len(cards) == len(self.table) and rank(cards[0]) >= rank(self.table[0])

    def play(self, cards: frozenset[str]) -> None:
        """Make a legal move for the seat to act (empty = pass)."""
        if cards not in self.legal():
            raise ValueError(f"seat {self.turn} may not play {sorted(cards)} on {self.table}")
        if cards == PASS:
            if self.turn == self.last:  # rule 11, everybody: they were asked too, and the circle is full
                self._clear()
            self._move_on(skip=False)
            return
        seat = self.turn
        laid, before = sorted(cards), self.table
        same_rank = before != [] and rank(laid[0]) == rank(before[0])
        skip = same_rank and (self.skip_on == "rank" or len(laid) == len(before))  # rule 9
        for card in laid:
            self.hands[seat].remove(card)
        self.table = laid
        self.last = seat
        if rank(laid[0]) == 3:  # rule 8
            self.way = -self.way
        if rank(laid[0]) == 2:  # rule 7
            self._clear()
        if not self.hands[seat]:  # rule 12
            self.out.append(seat)
        if len(self.out) == self.seats - 1:
            self._end_deal()
        elif rank(laid[0]) != 2 or not self.hands[seat]:  # rule 7: after 2s they lead again, if they can
            self._move_on(skip=skip)

    def _clear(self) -> None:
        """The table is empty: whoever acts next leads."""
        self.table = []
        self.last = None

    def _move_on(self, *, skip: bool) -> None:
        """Walk seat by seat to the next one still in (rule 9: or the one after), watching for rule 11 on the way."""
        seat = self.turn
        while True:
            seat = (seat + self.way) % self.seats
            if seat == self.last and (self.full_circle == "others" or not self.hands[seat]):
                self._clear()  # rule 11: the turn has come to, or passes over, the seat of the last play
            if self.hands[seat] and not skip:
                self.turn = seat
                return
            if self.hands[seat]:
                skip = False  # rule 9: this seat is the one skipped

    def _end_deal(self) -> None:
        """Rule 13: the one who still holds cards is last; rule 14: a point for every player left behind you."""
        self.out += [seat for seat in range(self.seats) if self.hands[seat]]
        for place, seat in enumerate(self.out, start=1):
            self.points[seat] += self.seats - place
        self.deals_over += 1
        self.waiting = not self.over

    def places(self) -> list[int]:
        """Rule 14: the place of each seat, 1 for the winner; equal totals share a place."""
        return [1 + len([other for other in self.points if other > mine]) for mine in self.points]
