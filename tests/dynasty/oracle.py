"""An oracle for Dynasty: a second implementation of its rules, as naive as possible, and slow. Only for tests."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

WILD = "W"
DECK = [str(number) for number in range(1, 13) for _ in range(number)] + [WILD, WILD]  # rule 1: 80 cards


def rank(card: str) -> int:
    """The number of a single card; a wild on its own is 13 (rule 5)."""
    return 13 if card == WILD else int(card)


def value(cards: list[str]) -> int:
    """Rules 4 and 5: cards played together count as their natural value; nothing but wilds as 13."""
    return min(rank(card) for card in cards)


class Oracle:
    """One match of Dynasty, from the rules, by brute force."""

    def __init__(
        self,
        *,
        seats: int,
        seating: list[int],
        draw: Callable[[list[str]], str],
        monarchies: int = 3,
        taxation: str = "off",
    ) -> None:
        """Sit down in the turn order of the first deal, which is yet to come."""
        assert 3 <= seats <= 12, "Dynasty is for 3 to 12 seats"
        assert sorted(seating) == list(range(seats)), "everybody has one place in the turn order"
        assert 1 <= monarchies <= 9, "1 to 9 monarchies"
        assert taxation in ("off", "on"), "taxation is off or on"
        self.seats = seats
        self.draw = draw
        self.monarchies = monarchies
        self.taxation = taxation
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.monarchs = [0] * seats
        self.order = list(seating)
        self.deals = 0  # dealt so far
        self.finished: list[int] = []  # in this deal, or in the one just over, first to last
        self.crowned = False  # has this deal had its monarch?
        self.newcomers: list[int] = []  # since the last deal, in the order of joining
        self.left: list[int] = []  # in the order of leaving
        self.debts: dict[int, tuple[int, int]] = {}  # who has yet to give: to whom, and how many cards
        self.turn = self.order[0]
        self.pile: list[str] = []
        self.last: int | None = None
        self.passed: set[int] = set()
        self.played: list[str] = []  # all cards played in this deal, those on the pile too
        self.waiting = True
        self.over = False

    def at_table(self) -> list[int]:
        """All seats that have not been left, newcomers included."""
        return [seat for seat in range(self.seats) if seat not in self.left]

    def join(self) -> int:
        """Rule 12: somebody sits down between two deals."""
        assert self.waiting, "nobody joins within a deal"
        assert self.deals > 0, "nobody joins before the first deal"
        assert len(self.at_table()) < 12, "the table is full"
        seat = self.seats
        self.seats += 1
        self.hands.append([])
        self.monarchs.append(0)
        self.newcomers.append(seat)
        return seat

    def leave(self, seat: int) -> None:
        """Rule 12: somebody leaves for good; within a deal their seat is played on until it ends."""
        assert not self.over, "the match is over"
        assert seat in self.at_table(), "they have left already"
        self.left.append(seat)

    def deal(self) -> None:
        """Rules 2, 3, 11 and 12: the turn order, the cards, and the taxes taken by force."""
        assert self.waiting, "no deal is due now"
        if len(self.at_table()) < 3:
            self.over = True
            self.waiting = False
            return
        ranking = self.order if self.deals == 0 else self.finished
        stayed = [seat for seat in ranking if seat not in self.left]
        joined = [seat for seat in self.newcomers if seat not in self.left]
        middle = len(stayed) // 2
        self.order = stayed if self.deals == 0 else stayed[:middle] + joined + stayed[middle:]
        self.deals += 1
        self.newcomers = []
        self.finished = []
        self.crowned = False
        self.played = []
        self._clear()
        self.turn = self.order[0]
        self.waiting = False
        self.hands = [[] for _ in range(self.seats)]
        deck = list(DECK)
        place = 0
        while deck:
            card = self.draw(list(deck))
            deck.remove(card)
            self.hands[self.order[place]].append(card)
            place = (place + 1) % len(self.order)
        if self.taxation == "on" and self.deals > 1 and len(stayed) >= 4:
            self._tax(poor=stayed[-1], rich=stayed[0], count=2)
            self._tax(poor=stayed[-2], rich=stayed[1], count=1)

    def _tax(self, *, poor: int, rich: int, count: int) -> None:
        """Rule 11: the poor one's best natural cards go at once; the rich one owes them as many."""
        naturals = [card for card in self.hands[poor] if card != WILD]
        for card in sorted(naturals, key=rank)[:count]:
            self.hands[poor].remove(card)
            self.hands[rich].append(card)
        self.debts[rich] = (poor, count)

    @property
    def to_act(self) -> set[int]:
        """The seats with a move to make: those who have yet to give, or else the one whose turn it is."""
        if self.waiting or self.over:
            return set()
        if self.debts:
            return set(self.debts)
        return {self.turn}

    def legal(self, seat: int) -> set[str]:
        """All legal moves of a seat, in words; none unless it is to act."""
        moves: set[str] = set()
        if seat not in self.to_act:
            return moves
        hand = sorted(self.hands[seat], key=rank)
        if self.debts:  # rule 11: any cards may be given
            _, owed = self.debts[seat]
            return {"give " + " ".join(cards) for cards in combinations(hand, owed)}
        held = Counter(hand)
        for number in range(1, 13):  # rule 4: naturals of one value, and wilds with them; rule 5: or wilds alone
            for naturals in range(held[str(number)] + 1):
                for wilds in range(held[WILD] + 1):
                    cards = [str(number)] * naturals + [WILD] * wilds
                    if cards and self._good(cards):
                        moves.add("play " + " ".join(cards))
        if self.pile:  # rule 6: the leader cannot pass
            moves.add("pass")
        return moves

    def _good(self, cards: list[str]) -> bool:
        """Rule 6: anything can be led; an answer is as many cards, of a lower value."""
        if not self.pile:
            return True
        return len(cards) == len(self.pile) and value(cards) < value(self.pile)

    def play(self, seat: int, move: str) -> None:
        """Make a legal move."""
        assert move in self.legal(seat), f"seat {seat} may not {move} on {self.pile}"
        word, *cards = move.split()
        if word == "give":
            to, _ = self.debts.pop(seat)
            for card in cards:
                self.hands[seat].remove(card)
                self.hands[to].append(card)
            return
        if word == "pass":
            self.passed.add(seat)
        else:
            for card in cards:
                self.hands[seat].remove(card)
            self.played += cards
            self.pile = cards
            self.last = seat
            if not self.hands[seat]:
                self._finish(seat)
        if not self.waiting and not self.over:
            self._move_on()

    def _finish(self, seat: int) -> None:
        """Rules 9 and 10: out of cards; perhaps the monarch, perhaps the end of the match, or else of the deal."""
        self.finished.append(seat)
        if not self.crowned and seat not in self.left:  # rule 12: who has left earns no monarchy, but the next one does
            self.crowned = True
            self.monarchs[seat] += 1
            if self.monarchs[seat] == self.monarchies:
                self.over = True
                return
        holders = [other for other in self.order if self.hands[other]]
        if len(holders) == 1:
            self.finished += holders
            self.waiting = True

    def _after(self, seat: int) -> list[int]:
        """All other seats of the deal, in turn order from the one after this seat."""
        place = self.order.index(seat)
        return self.order[place + 1 :] + self.order[:place]

    def _clear(self) -> None:
        """The pile goes, and with it all passes: whoever acts next leads."""
        self.pile = []
        self.last = None
        self.passed = set()

    def _move_on(self) -> None:
        """Rules 7 and 8: the next one still in the pile answers; if there is none, the pile is cleared."""
        for seat in self._after(self.turn):
            if self.hands[seat] and seat not in self.passed and seat != self.last:
                self.turn = seat
                return
        assert self.last is not None
        leaders = [self.last, *self._after(self.last)]
        self.turn = next(seat for seat in leaders if self.hands[seat])
        self._clear()

    def _standing(self, seat: int) -> tuple[int, int, int]:
        """Rule 10: what a seat is place_of by, the lowest first."""
        if seat in self.left:  # rule 12: behind all others, and the earliest lowest
            return (1, -self.left.index(seat), 0)  # minus the monarchies is never 1
        if seat in self.finished:
            return (-self.monarchs[seat], 0, self.finished.index(seat))
        if seat in self.order:
            return (-self.monarchs[seat], 1, len(self.hands[seat]))
        return (0, 2, 0)  # a newcomer who never played

    def places(self) -> list[int]:
        """The place of each seat, 1 for the winner; equal ones share a place."""
        standings = [self._standing(seat) for seat in range(self.seats)]
        return [1 + len([other for other in standings if other < mine]) for mine in standings]
