"""The oracle for Blitz, the melds: what a line lays, and whether a card can be played. Only for tests."""

from dataclasses import dataclass, replace

SUITS = ["c", "d", "h", "s"]
RANKS = list(range(2, 15))
# Rule 9: all the places of a run, from low to high; the ace is the first and the last of them.
ZONE_COUNT = {suit: [f"{number}{suit}" for number in [14, *RANKS]] for suit in SUITS}


def bare(card: str) -> str:
    """The name of a card, whichever deck it is from."""
    return card.rstrip("'")


def joker(card: str) -> bool:
    """Whether it is a joker; only their names begin with a letter."""
    return card.startswith("J")


def rank(card: str) -> int | None:
    """The number in the card's name; a joker has none."""
    return None if joker(card) else int(bare(card)[:-1])


def equal(one: str, other: str) -> bool:
    """Rule 6: two jokers, or copies of one card."""
    return (joker(one) and joker(other)) or bare(one) == bare(other)


@dataclass
class Meld:
    """Rule 1: a book has a rank; a run has a suit, and its lowest card stands on the place `low` of that suit."""

    kind: str
    rank: int | None
    suit: str | None
    low: int
    cards: list[tuple[str, str, int]]


class Melds:
    """What the rules say of a board and of the cards that go there."""

    board: list[Meld]
    wild_rank: int | None
    hands: list[list[str]]
    turn: int

    def _wild(self, card: str) -> bool:
        """Rules 3 and 8: the jokers, and the cards of the wild rank if there is one."""
        return joker(card) or rank(card) == self.wild_rank

    def _stands(self, card: str, meaning: str) -> bool:
        """Whether a card may lie where '5s' (in a run) or a '7' (in a book) belongs."""
        return self._wild(card) or bare(card) == meaning or str(rank(card)) == meaning

    def _fit(self, cards: list[str], stated: list[str | None], meanings: list[str]) -> bool:
        """Whether the cards, in this order, may stand for the first of these meanings."""
        if len(cards) > len(meanings):
            return False
        return all(
            self._stands(card, meaning) and said in (None, meaning)
            for card, said, meaning in zip(cards, stated, meanings, strict=False)
        )

    def _laid(self, words: list[str]) -> tuple[int, Meld, list[str]] | None:
        """Rules 7 and 8: the meld's number, the meld after this play and the cards played; None if not allowed."""
        adding = words[0] == "add"
        if not adding and words[0] != "new":
            return None
        items = [word.split("=") for word in words[3 if adding else 2 :]]
        cards = [item[0] for item in items]
        if len(cards) < (1 if adding else 3) or any(len(item) > 2 for item in items):
            return None
        if len(set(cards)) < len(cards) or not set(cards) <= set(self.hands[self.turn]):
            return None
        stated = [item[1] if len(item) == 2 else None for item in items]
        if adding:
            if words[1] not in [str(number) for number in range(len(self.board))]:
                return None
            number, side = int(words[1]), words[2]
            meld = self.board[number]
            if side not in (["book"] if meld.kind == "book" else ["low", "high"]):
                return None
        else:
            readings = self._readings(words[1], cards, stated)
            if len(readings) != 1:
                return None
            number, side, meld = len(self.board), "high", readings[0]
        meanings = self._open(meld, side, len(cards))
        if not self._fit(cards, stated, meanings):
            return None
        new = [(card, meaning, self.turn) for card, meaning in zip(cards, meanings, strict=False)]
        if side == "low":
            return number, replace(meld, low=meld.low - len(new), cards=new[::-1] + meld.cards), cards
        return number, replace(meld, cards=meld.cards + new), cards

    def _open(self, meld: Meld, side: str, count: int) -> list[str]:
        """Rules 7 and 9: what the next cards on that side of a meld must stand for, as far as there is room."""
        if meld.suit is None:
            return [str(meld.rank)] * count
        places = ZONE_COUNT[meld.suit]
        return places[: meld.low][::-1] if side == "low" else places[meld.low + len(meld.cards) :]

    def _empty_melds(self, kind: str) -> list[Meld]:
        """Every book or run that anybody could ever begin, without its cards."""
        if kind == "book":
            return [Meld("book", number, None, 0, []) for number in RANKS]
        if kind == "run":
            return [Meld("run", None, suit, low, []) for suit in SUITS for low in range(len(ZONE_COUNT[suit]))]
        return []

    def _readings(self, kind: str, cards: list[str], stated: list[str | None]) -> list[Meld]:
        """Rule 8: all that these cards may mean as a new meld; it must be a single thing."""
        melds = [
            meld for meld in self._empty_melds(kind) if self._fit(cards, stated, self._open(meld, "high", len(cards)))
        ]
        if kind == "book" and len(melds) > 1:  # wilds alone, and not a word about their rank
            return [meld for meld in melds if meld.rank in [rank(card) for card in cards]]
        return melds

    def _can_be_played(self, duty: str, hand: list[str]) -> bool:
        """Rule 6: can this card or an equal one get to the board in this turn?

        It would lie in one meld at last. Plays on others only use up cards, and a play on the other end of the same run
        does too: so look at each end of each meld, on the board or new, and try everything that can be laid there.
        All equals of the card are alike here, and so are all other wilds.
        """
        alike = [bare(duty) if equal(card, duty) else "J" if self._wild(card) else bare(card) for card in hand]
        ends = [(self._open(meld, "low", len(hand)), 1) for meld in self.board if meld.kind == "run"]
        ends += [(self._open(meld, "high", len(hand)), 1) for meld in self.board]
        new = self._empty_melds("book") + self._empty_melds("run")
        ends += [(self._open(meld, "high", len(hand)), 3) for meld in new]
        return any(self._reaches(bare(duty), end, least, sorted(alike), [], []) for end, least in ends)

    def _reaches(
        self, duty: str, end: list[str], least: int, hand: list[str], laid: list[str], failed: list[list[str]]
    ) -> bool:
        """Go on laying cards on this end, in all ways; good if the duty is among them and they are enough."""
        if duty in laid and len(laid) >= least:
            return True
        if len(laid) == len(end) or hand in failed:  # the hand that is left tells which cards have been laid
            return False
        for card in sorted(set(hand)):
            if self._stands(card, end[len(laid)]):
                rest = list(hand)
                rest.remove(card)
                if self._reaches(duty, end, least, rest, [*laid, card], failed):
                    return True
        failed.append(hand)
        return False

    # The end of a turn, of a hand, of the match
