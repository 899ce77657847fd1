"""An oracle for Javelin: a second implementation of its rules, as naive as possible, and slow. Only for tests."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

DECK = [f"{number}{suit}" for number in range(2, 15) for suit in "cdhs"]


def value(name: str) -> int:
    """The number in the card's name; but the ace, 14, is low and counts 1."""
    number = int(name[:-1])
    return 1 if number == 14 else number


@dataclass
class Card:
    """A card in its place, and what wrong guesses have proved of it (of use only while it is face-down)."""

    name: str
    up: bool
    sideways: bool = False
    least: int = 1
    most: int = 13


class Oracle:
    """One match of Javelin, from the rules, step by step."""

    def __init__(
        self,
        *,
        seating: list[int],
        draw: Callable[[list[str]], str],
        peek: str = "off",
        reshuffle: str = "off",
        target: int = 25,
    ) -> None:
        """Sit down and deal the first round."""
        if sorted(seating) != [0, 1]:
            raise ValueError("Javelin is for the seats 0 and 1")
        if peek not in ("off", "on") or reshuffle not in ("off", "on") or not 5 <= target <= 100:
            raise ValueError("no such option")
        self.draw = draw
        self.peek = peek  # rule 2: it opens the owner's eyes, and changes nothing on the table
        self.reshuffle = reshuffle
        self.target = target
        self.dealer = seating[0]
        self.over = False
        self.round_number = 0
        self.totals = [0, 0]
        self.endings: Counter[str] = Counter()
        self.forced_forfeits = 0
        self._deal()

    def _deal(self) -> None:
        """Rule 1: 16 cards each, dealt alternately, the dealer's opponent first; the dealer moves first."""
        self.deck = list(DECK)
        self.discards: list[str] = []
        self.rows: list[list[Card | None]] = [[None] * 16, [None] * 16]
        for place in range(16):
            for seat in (1 - self.dealer, self.dealer):
                self.rows[seat][place] = Card(self._from_deck(), up=place >= 8)
        self.turn = self.dealer
        self.turns = 0

    def _from_deck(self) -> str:
        """Take one card from the deck."""
        name = self.draw(list(self.deck))
        self.deck.remove(name)
        return name

    def _face_up(self, seat: int) -> dict[int, Card]:
        """The face-up cards of a seat, by place."""
        return {place: card for place, card in enumerate(self.rows[seat]) if card is not None and card.up}

    def _face_down(self, seat: int) -> dict[int, Card]:
        """The face-down cards of a seat, by place."""
        return {place: card for place, card in enumerate(self.rows[seat]) if card is not None and not card.up}

    def legal(self) -> set[str]:
        """Rule 3: all the moves of the seat to act."""
        if self.over:
            return set()
        moves = {"forfeit"}  # rule 9
        other = 1 - self.turn
        for mine, card in self._face_up(self.turn).items():
            if not card.sideways:
                for theirs in self._face_down(other):  # rule 4
                    moves.add(f"guess {mine} {theirs} higher")
                    moves.add(f"guess {mine} {theirs} lower")
                for theirs, target in self._face_up(other).items():  # rule 6
                    if value(card.name) >= value(target.name):
                        moves.add(f"attack {mine} {theirs}")
            if self.deck or (self.reshuffle == "on" and self.discards):  # rules 7 and 8
                moves.add(f"replace {mine}")
        return moves

    def play(self, move: str) -> None:
        """Make a legal move for the seat to act, and whatever follows of itself."""
        assert move in self.legal(), f"seat {self.turn} may not {move}"
        words = move.split()
        self.turns += 1
        if words[0] == "forfeit":  # rule 9
            self._end_round("forfeit", loser=self.turn)
            return
        if words[0] == "guess":
            self._guess(int(words[1]), int(words[2]), words[3])
        elif words[0] == "attack":
            self._attack(int(words[1]), int(words[2]))
        else:
            self._replace(int(words[1]))
        self._end_turn()

    def _guess(self, mine: int, theirs: int, word: str) -> None:
        """Rule 4 if it is right, rule 5 if it is wrong."""
        guesser = self._face_up(self.turn)[mine]
        target = self._face_down(1 - self.turn)[theirs]
        edge = value(guesser.name)
        higher = value(target.name) > edge
        lower = value(target.name) < edge
        if (word == "higher" and higher) or (word == "lower" and lower):
            guesser.sideways = True
            target.up = True
        elif word == "higher":
            target.most = min(target.most, edge)
        else:
            target.least = max(target.least, edge)

    def _attack(self, mine: int, theirs: int) -> None:
        """Rule 6: the target is discarded, the attacker turns sideways."""
        attacker = self._face_up(self.turn)[mine]
        target = self._face_up(1 - self.turn)[theirs]
        self.discards.append(target.name)
        self.rows[1 - self.turn][theirs] = None
        attacker.sideways = True

    def _replace(self, mine: int) -> None:
        """Rule 7: a new card in the place of the old; rule 8: the old one is not among those reshuffled."""
        old = self._face_up(self.turn)[mine]
        if not self.deck:
            self.deck = self.discards
            self.discards = []
        self.rows[self.turn][mine] = Card(self._from_deck(), up=True)
        self.discards.append(old.name)

    def _end_turn(self) -> None:
        """Rule 10, then rule 11; then the turn passes, and the one who has it may be stuck (rule 9)."""
        for seat in (0, 1):
            if not self._face_down(seat):
                self._end_round("no face-down", loser=seat)
                return
            if not self._face_up(seat):
                self._end_round("no face-up", loser=seat)
                return
        if self.turns == 300:
            self._end_round("drawn", loser=None)
            return
        self.turn = 1 - self.turn
        if self.legal() == {"forfeit"}:
            self.forced_forfeits += 1
            self._end_round("forced", loser=self.turn)

    def _end_round(self, ending: str, *, loser: int | None) -> None:
        """Rule 12: the winner scores 5 and 1 for each of their cards still face-down; then the match or a new round."""
        self.endings[ending] += 1
        self.round_number += 1
        if loser is not None:
            winner = 1 - loser
            self.totals[winner] += 5 + len(self._face_down(winner))
        both_dealt_equally = self.round_number % 2 == 0
        reached = max(self.totals) >= self.target
        equal = self.totals[0] == self.totals[1]
        if self.round_number == 40 or (both_dealt_equally and reached and not equal):
            self.over = True
        else:
            self.dealer = 1 - self.dealer
            self._deal()

    def places(self) -> list[int]:
        """Rule 12: the place of each seat, 1 for the winner; equal totals are a draw."""
        if self.totals[0] == self.totals[1]:
            return [1, 1]
        return [1, 2] if self.totals[0] > self.totals[1] else [2, 1]
