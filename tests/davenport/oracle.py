"""An oracle for Davenport: a second implementation of its rules, as naive as possible, and slow. Only for tests."""

from collections.abc import Callable

DECK = [f"{number}{suit}" for number in range(2, 15) for suit in "cdhs"]
FACES = (11, 12, 13)
ACE = 1


def value(card: str) -> int:
    """The number in the card's name; the ace, whose name has a 14, is worth 1."""
    number = int(card[:-1])
    return ACE if number == 14 else number


class Oracle:
    """One game of Davenport, from the rules, by brute force."""

    def __init__(
        self,
        *,
        seats: int,
        seating: list[int],
        draw: Callable[[list[str]], str],
        ace_rule: str = "off",
        playoff: str = "elimination",
        playoff_wins: int = 3,
    ) -> None:
        """Sit down and deal. The deck has no order: `draw` says which of its cards comes next, every time."""
        if not 2 <= seats <= 7 or sorted(seating) != list(range(seats)) or not 1 <= playoff_wins <= 9:
            raise ValueError("Davenport is for 2 to 7 seats and 1 to 9 wins")
        if ace_rule not in ("off", "on") or playoff not in ("elimination", "wins"):
            raise ValueError("no such option")
        self.seats = seats
        self.dealer = seating[0]
        self.draw = draw
        self.ace_rule = ace_rule
        self.playoff = playoff
        self.playoff_wins = playoff_wins
        self.over = False
        self.rounds = 0
        self.playoffs = 0
        self.reshuffles = 0
        self.playing = set(range(seats))  # who takes part in the coming round
        self.committed: dict[int, str] = {}  # the moves made in this round, by seat
        self.order: list[list[int]] = []  # the places as they are settled: those who share one stand together
        self.hands: list[list[str]] = []
        self.deck: list[str] = []
        self.discards: list[str] = []
        self.shown: list[str | None] = []
        self.wins = [0] * seats
        self._deal(5)  # rule 1

    @property
    def to_act(self) -> set[int]:
        """Rule 2: all who play, in any order, but each of them once."""
        return set() if self.over else self.playing - set(self.committed)

    def legal(self, seat: int) -> set[str]:
        """Rules 2 and 3: any card of the hand may be committed, or exchanged."""
        if seat not in self.to_act:
            return set()
        return {f"{word} {card}" for word in ("commit", "exchange") for card in self.hands[seat]}

    def play(self, seat: int, move: str) -> None:
        """Make a legal move. Rule 2: nothing is touched, hands and piles alike, until all have made theirs."""
        assert move in self.legal(seat), f"seat {seat} may not {move}"
        self.committed[seat] = move
        if not self.to_act:
            self._reveal()
            if self.playoffs == 0:
                self._settle()
            elif self.playoff == "elimination":
                self._eliminate()
            else:
                self._count()

    def places(self) -> list[int]:
        """Rule 13: the place of each seat, 1 for the winner; equal ones share a place, and the next is skipped."""
        assert self.over, "the game is not over"
        places = [0] * self.seats
        ahead = 0
        for group in self.order:
            for seat in group:
                places[seat] = ahead + 1
            ahead += len(group)
        return places

    def _after(self, seat: int) -> list[int]:
        """Those who play, clockwise from the left of the seat, which (if it plays) comes last."""
        circle = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return [other for other in circle if other in self.playing]

    def _deal(self, count: int) -> None:
        """Rules 1 and 11: a fresh deck, the same number of cards each, one at a time from the dealer's left."""
        self.deck = list(DECK)
        self.discards = []
        self.hands = [[] for _ in range(self.seats)]
        self.shown = [None] * self.seats
        for _ in range(count):
            for seat in self._after(self.dealer):
                self.hands[seat] += self._take()

    def _take(self) -> list[str]:
        """One card from the deck. Rule 6: an empty deck is the discards, shuffled; no card at all if there are none."""
        if not self.deck:
            if not self.discards:
                return []
            self.deck = self.discards
            self.discards = []
            self.reshuffles += 1
        card = self.draw(self.deck)
        self.deck.remove(card)
        return [card]

    def _reveal(self) -> None:
        """All have committed. Rule 3: first every retired card is laid off, then every exchanged card is drawn."""
        exchangers = []
        self.shown = [None] * self.seats
        for seat in self._after(self.dealer):
            word, card = self.committed[seat].split()
            self.hands[seat].remove(card)
            if word == "commit":
                self.shown[seat] = card
            else:
                self.discards.append(card)
                exchangers.append(seat)
        for seat in exchangers:
            self.shown[seat] = self._take()[0]  # there is a card: their own retired one, if no other
        for seat in self._after(self.dealer):
            self.discards.append(self._card(seat))  # rule 5: before the draws
        self.committed = {}
        self.rounds += 1

    def _card(self, seat: int) -> str:
        """The card that a seat in this round has shown."""
        card = self.shown[seat]
        assert card is not None
        return card

    def _showing(self, worth: int) -> list[int]:
        """Who shows a card of this value, counted from the dealer's left, the dealer last."""
        return [seat for seat in self._after(self.dealer) if value(self._card(seat)) == worth]

    def _highest(self) -> int:
        return max(value(self._card(seat)) for seat in self.playing)

    def _draws(self, winner: int, owed: dict[int, int]) -> None:
        """Rule 5: clockwise from the winner's left; who owes two draws both at once."""
        for seat in self._after(winner):
            for _ in range(owed[seat]):
                self.hands[seat] += self._take()

    def _settle(self) -> None:
        """A round before the playoff: who wins, who draws, and is anybody out?"""
        high = self._highest()
        winners = self._showing(high)  # rule 4
        double: list[int] = []
        if self.ace_rule == "on" and high in FACES and self._showing(ACE):  # rule 8
            winners, double = self._showing(ACE), self._showing(high)
        elif self.ace_rule == "on" and high != ACE:  # rule 9; rule 10 is rule 4 again: all tie, all win
            double = self._showing(ACE)
        owed = {}
        for seat in self.playing:
            if seat in winners:
                owed[seat] = 0
            elif seat in double:
                owed[seat] = 2
            else:
                owed[seat] = 1
        self._draws(winners[0], owed)
        out = [seat for seat in range(self.seats) if not self.hands[seat]]  # rule 7
        if out:
            for size in range(1, 53):  # rule 13: the others by fewest cards
                self._place_last([seat for seat in range(self.seats) if len(self.hands[seat]) == size])
            if len(out) == 1:
                self.order.insert(0, out)
                self.over = True
            else:
                self.playoffs = 1
                self.playing = set(out)
                self._deal(3)  # rule 11

    def _place_last(self, group: list[int]) -> None:
        if group:
            self.order.append(group)

    def _eliminate(self) -> None:
        """Rule 11: a round of the playoff. A sole lowest card is eliminated; all who remain draw one."""
        winner = self._showing(self._highest())[0]
        lowest = self._showing(min(value(self._card(seat)) for seat in self.playing))
        if len(lowest) == 1:
            loser = lowest[0]
            self.discards += self.hands[loser]
            self.hands[loser] = []
            self.playing.remove(loser)
            self.order.insert(0, [loser])  # rule 13: ahead of all who went before them
        if len(self.playing) == 1:
            self.order.insert(0, [winner])
            self.over = True
        else:
            self._draws(winner, dict.fromkeys(self.playing, 1))

    def _count(self) -> None:
        """Rule 12: a round of the playoff for wins. A sole highest card is a win; all draw one, till somebody has N."""
        winners = self._showing(self._highest())
        if len(winners) == 1:
            self.wins[winners[0]] += 1
        if max(self.wins) == self.playoff_wins:
            others, self.order = self.order, []
            for count in range(self.playoff_wins, -1, -1):
                self._place_last([seat for seat in sorted(self.playing) if self.wins[seat] == count])
            self.order += others
            self.over = True
        else:
            self._draws(winners[0], dict.fromkeys(self.playing, 1))
