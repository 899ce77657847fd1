"""An oracle for Blitz: a second implementation of its rules, as naive as possible, and slow. Only for tests."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.blitz.oracle_melds import RANKS, SUITS, Meld, Melds, equal, joker, rank


@dataclass
class Start:
    """Rule 10: what Undo goes back to."""

    hand: list[str]
    board: list[Meld]
    discards: list[str]
    drawn: str


class Oracle(Melds):
    """One match of Blitz, from the rules, by brute force."""

    def __init__(
        self,
        *,
        seats: int,
        seating: list[int],
        draw: Callable[[list[str]], str],
        decks: int = 1,
        jokers: int = 2,
        target: int = 1000,
        max_hands: int = 30,
        dealer: str = "selects",
    ) -> None:
        """Sit down with a full stock; with dealer=rotates the first hand is dealt at once."""
        if decks not in (1, 2) or not 2 <= seats <= 5 * decks or not 0 <= jokers <= 6:
            raise ValueError("Blitz is for 2 to 5 seats, with two decks 2 to 10, and 0 to 6 jokers")
        if not 100 <= target <= 10_000 or not 1 <= max_hands <= 100 or dealer not in ("selects", "rotates"):
            raise ValueError("no such option")
        self.seats = seats
        self.draw = draw
        self.target = target
        self.max_hands = max_hands
        self.dealing = dealer
        self.pack = [f"{number}{suit}" for number in RANKS for suit in SUITS]
        if decks == 2:
            self.pack += [f"{card}'" for card in self.pack]
        self.pack += [f"J{number}" for number in range(1, jokers + 1)]
        self.over = False
        self.hand_number = 0
        self.totals = [0] * seats
        self.reached = False
        self.endings: Counter[str] = Counter()
        self.reshuffles = 0
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock = list(self.pack)
        self.discards: list[str] = []
        self.board: list[Meld] = []
        self.wild_rank: int | None = None
        self.dealer: int | None = None
        self.between = True  # no hand is being played
        self.turn = 0
        self.lap: list[int] | None = None  # rule 13: who still has a last turn, once the lap has begun
        self.shuffled = False  # rule 14: once in a hand
        self._begin_turn(0)
        if dealer == "rotates":
            self._deal(seating[0])

    @property
    def to_act(self) -> set[int]:
        """Who may move: rule 3 between hands, else the seat whose turn it is."""
        if self.over:
            return set()
        if not self.between:
            return {self.turn}
        return {0} if self.dealer is None else set(range(self.seats))

    # The deal

    def _from_stock(self) -> str:
        """Whatever leaves the stock comes through here."""
        card = self.draw(list(self.stock))
        self.stock.remove(card)
        return card

    def _deal(self, dealer: int) -> None:
        """Rules 2, 3 and 4."""
        self.dealer = dealer
        self.between = False
        self.stock = list(self.pack)
        self.board = []
        self.shuffled = False
        self.lap = None
        order = [(dealer + step) % self.seats for step in range(1, self.seats + 1)]
        for seat in order:
            self.hands[seat] = [self._from_stock()]
        first = [rank(hand[0]) for hand in self.hands]
        self.wild_rank = first[dealer]
        sizes = [10 if number is None or number > 10 else number for number in first]
        while any(len(self.hands[seat]) < sizes[seat] for seat in order):
            for seat in order:
                if len(self.hands[seat]) < sizes[seat]:
                    self.hands[seat].append(self._from_stock())
        self.discards = [self._from_stock()]
        self._begin_turn(order[0])

    # The turn

    def _begin_turn(self, seat: int) -> None:
        """Rule 5: nothing drawn, played or discarded yet."""
        self.turn = seat
        self.drawn = ""  # or "stock", "discards", "nothing"
        self.discarded = False
        self.duty: str | None = None
        self._mark()

    def _mark(self) -> None:
        """Rule 10: Undo comes back to here, and right now there is nothing to undo."""
        self.start = Start(list(self.hands[self.turn]), list(self.board), list(self.discards), self.drawn)
        self.touched = False

    def may(self, seat: int, line: str) -> bool:
        """Whether this seat may make this move now."""
        words = line.split()
        if seat not in self.to_act or not words:
            return False
        if self.between:  # rule 3: only seat 0 before the first hand may leave the deal to the next
            return words == ["deal"] or (words == ["deal", "1"] and self.dealer is None)
        hand = self.hands[seat]
        if words == ["undo"]:
            return self.touched
        if words == ["complete"]:
            return self.drawn != "" and (self.discarded or not hand)
        if words == ["stock"]:
            return self.drawn == ""
        if words[0] == "take":
            counts = [str(number) for number in range(1, len(self.discards) + 1)]
            if self.drawn != "" or len(words) != 2 or words[1] not in counts:
                return False
            taken = self.discards[-int(words[1]) :]
            return self._can_be_played(taken[0], hand + taken)
        if self.drawn == "" or self.discarded:
            return False
        if words[0] == "discard":
            return len(words) == 2 and words[1] in hand and self.duty is None
        return self._laid(words) is not None

    def play(self, seat: int, line: str) -> None:
        """Make a move that is allowed."""
        assert self.may(seat, line), f"seat {seat} may not {line}"
        words = line.split()
        if words[0] == "deal":
            self._deal(1 if words == ["deal", "1"] else seat)
        elif words[0] == "undo":
            self.hands[seat] = list(self.start.hand)
            self.board = list(self.start.board)
            self.discards = list(self.start.discards)
            self.drawn = self.start.drawn
            self.discarded = False
            self.duty = None
            self.touched = False
        elif words[0] == "complete":
            self._complete()
        elif words[0] == "stock":
            self._draw_from_stock()
        elif words[0] == "take":
            number = int(words[1])
            taken = self.discards[-number:]
            self.discards = self.discards[:-number]
            self.hands[seat] += taken
            self.duty = taken[0]
            self.drawn = "discards"
            self.touched = True
        elif words[0] == "discard":
            self.hands[seat].remove(words[1])
            self.discards.append(words[1])
            self.discarded = True
            self.touched = True
        else:
            laid = self._laid(words)
            assert laid is not None
            number, meld, cards = laid
            self.board = [*self.board[:number], meld, *self.board[number + 1 :]]
            for card in cards:
                self.hands[seat].remove(card)
                if self.duty is not None and equal(card, self.duty):
                    self.duty = None
            self.touched = True

    def _draw_from_stock(self) -> None:
        """Rules 6 and 14; rule 10: what was seen stays drawn."""
        if not self.stock and not self.shuffled and len(self.discards) > 1:
            self.stock = self.discards[:-1]
            self.discards = self.discards[-1:]
            self.shuffled = True
            self.reshuffles += 1
        if self.stock:
            self.hands[self.turn].append(self._from_stock())
            self.drawn = "stock"
        else:
            self.drawn = "nothing"
        self._mark()

    # Books and runs

    def _complete(self) -> None:
        """Rules 12, 13 and 14: whose turn is next, if anybody's."""
        following = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        out = not self.hands[self.turn]
        if out and not self.discarded:
            self._end_hand("blitz")
        elif self.lap is not None:
            self._next_in_lap()
        elif self.drawn == "nothing":
            self._end_hand("stock")
        elif out:
            self.lap = following
            self._next_in_lap()
        else:
            self._begin_turn(following[0])

    def _next_in_lap(self) -> None:
        """Rule 13: one more turn for each, then the hand is over."""
        assert self.lap is not None
        if self.lap:
            self._begin_turn(self.lap.pop(0))
        else:
            self._end_hand("lap")

    def points(self, card: str) -> int:
        """Rule 15: what a card counts, wherever it lies and whatever it stands for."""
        if joker(card):
            return 500
        number = rank(card)
        if number == 14 or number == self.wild_rank:
            return 100
        return 10 if number in (10, 11, 12, 13) else 5

    def _end_hand(self, ending: str) -> None:
        """Rule 15: score the hand; rule 16: is the match over?"""
        self.endings[ending] += 1
        self.hand_number += 1
        for meld in self.board:
            for card, _, seat in meld.cards:
                self.totals[seat] += self.points(card)
        for seat in range(self.seats):
            self.totals[seat] -= sum(self.points(card) for card in self.hands[seat])
        best = max(self.totals)
        self.reached = self.reached or best >= self.target
        self.between = True
        self.over = (self.reached and self.totals.count(best) == 1) or self.hand_number == self.max_hands
        if not self.over and self.dealing == "rotates":
            assert self.dealer is not None
            self._deal((self.dealer + 1) % self.seats)

    def places(self) -> list[int]:
        """Rule 16: the place of each seat, 1 for the winner; equal totals share a place."""
        return [1 + len([other for other in self.totals if other > mine]) for mine in self.totals]
