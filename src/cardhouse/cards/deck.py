"""Cards and their names. A card is a number; its name is its rank and suit: `4h`, `11d`, `14c`.

Numbers go by rank, then suit: `2c` is 0, `2d` 1, ... `14s` 51. Jokers are 52 and up, and a second deck
lies one limb higher, so `7h'` is `7h` + 60. A game with other cards names them itself, and several
cards may share a name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from cardhouse.cards.errors import Rule, Unreadable, shown
from cardhouse.cards.facts import NoSuchCard
from cardhouse.cards.ledger import LIMB

SUITS = "cdhs"
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
NUMBERS = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"]
SIGNS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
STANDARD_NAME = re.compile(r"(\d+)([cdhs])('?)")
CHUNK = LIMB // 5  # how many cards have their names looked up at once
MASK = (1 << CHUNK) - 1


class Deck:
    """The cards of a game, by number. A number with no card has no name."""

    def __init__(
        self,
        title: str,
        names: Mapping[int, str],
        *,
        spoken: Mapping[str, str] | None = None,
        symbols: Mapping[str, str] | None = None,
        needs: Mapping[int, tuple[str, int]] | None = None,
    ) -> None:
        """Create a deck; `names` are in the order in which cards are printed.

        `spoken` and `symbols` say how to speak and draw names that are not a rank and a suit; the default is the name
        itself. `needs` gives, for each card that is not always in play, an option and the smallest value of it for
        which the card is in play.
        """
        self.title = title
        self.spoken = dict(spoken or {})
        self.symbols = dict(symbols or {})
        self.needs = dict(needs or {})
        self._names = dict(names)

    def __repr__(self) -> str:
        return f"<Deck of {len(self._names)} cards: {self.title}>"

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._numbers

    @cached_property
    def limbs(self) -> tuple[int, ...]:
        """The whole deck as a set of cards, limb by limb."""
        limbs = [0] * (max(self._names) // LIMB + 1)
        for card in self._names:
            limbs[card // LIMB] |= 1 << card % LIMB
        return tuple(limbs)

    @property
    def cards(self) -> tuple[tuple[int, str], ...]:
        """Every card with its name, by number."""
        return tuple(sorted(self._names.items()))

    def in_play(self, t: object) -> tuple[int, ...]:
        """Return the cards that are in play under a state's options, limb by limb."""
        limbs = list(self.limbs)
        for card, (option, least) in self.needs.items():
            if getattr(t, option) < least:
                limbs[card // LIMB] &= ~(1 << card % LIMB)
        return tuple(limbs)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: card for card, name in reversed(self._names.items())}

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self._names.values())}

    @cached_property
    def _chunks(self) -> list[list[list[tuple[str, ...]]]]:
        """A lookup table: for each limb and each chunk of CHUNK cards in it, the names of every set of those cards."""
        chunks = range(0, LIMB, CHUNK)
        return [[self._names_of_sets(limb * LIMB + first) for first in chunks] for limb in range(len(self.limbs))]

    def _names_of_sets(self, first: int) -> list[tuple[str, ...]]:
        """List the names of every set of the CHUNK cards from this one on, by the number of the set."""
        found: list[tuple[str, ...]] = [()]
        for card in range(first, first + CHUNK):
            name = (self._names[card],) if card in self._names else ()
            found += [names + name for names in found]
        return found

    @property
    def by_number(self) -> dict[int, str]:
        """The names of all cards by their numbers."""
        return self._names

    def name(self, card: int) -> str:
        return self._names[card]

    def card(self, name: str, *, rule: str | Rule = "cards") -> int:
        """Return the number of the card with this name, or of the first one if several share it."""
        card = self._numbers.get(name) if isinstance(name, str) else None
        if card is None:
            raise Unreadable(NoSuchCard(shown(name)), rule=rule)
        return card

    def numbered(self, name: str) -> list[int]:
        """Return the numbers of all cards with this name."""
        return [card for card, called in self._names.items() if called == name]

    def names(self, cards: int, limb: int = 0) -> tuple[str, ...]:
        """Return the names of a set of cards, in order."""
        first, second, third, fourth, fifth = self._chunks[limb]
        return (
            first[cards & MASK]
            + second[cards >> CHUNK & MASK]
            + third[cards >> 2 * CHUNK & MASK]
            + fourth[cards >> 3 * CHUNK & MASK]
            + fifth[cards >> 4 * CHUNK]
        )

    def symbol(self, name: str) -> str:
        """Return a card as drawn: `J♦`, `10♥'` for a second deck, `★1=5♠` for a joker and the card it stands for."""
        return "=".join(map(self._symbol, name.split("=")))

    def _symbol(self, name: str) -> str:
        found = STANDARD_NAME.fullmatch(name)
        if name in self.symbols or not found:
            return self.symbols.get(name, name)
        return f"{SIGNS[int(found[1]) - 2]}{SUIT_SIGNS[found[2]]}{found[3]}"

    def drawn(self, move: str) -> str:
        """Return the text of a move with its cards drawn; its other words stay as they are."""
        return " ".join(self.symbol(limb) if limb.partition("=")[0] in self else limb for limb in move.split())

    def sorted(self, names: Iterable[str]) -> tuple[str, ...]:
        """Sort names by rank, then suit, then copy; wilds last."""
        return tuple(sorted(names, key=lambda name: self._places[self.name(self.card(name))]))


def standard(
    *, decks: int = 1, jokers: int = 0, title: str = "", needs: Mapping[int, tuple[str, int]] | None = None
) -> Deck:
    """Return one or two decks of 52 cards with 0 to 6 jokers in all."""
    if decks not in (1, 2) or jokers not in range(7):
        raise Unreadable(f"There are 1 or 2 decks and 0 to 6 jokers, not {decks!r} and {jokers!r}.", rule="cards")
    names: dict[int, str] = {}
    for card in range(52):
        name = f"{card // 4 + 2}{SUITS[card % 4]}"
        names |= {card: name} if decks == 1 else {card: name, LIMB + card: f"{name}'"}
    names |= {52 + joker: f"J{joker + 1}" for joker in range(jokers)}
    count = ("one deck", "two decks")[decks - 1]
    return Deck(
        title or (count if not jokers else f"{count} with {jokers} jokers"),
        names,
        symbols={f"J{joker + 1}": f"★{joker + 1}" for joker in range(jokers)},
        needs=needs,
    )


STANDARD = standard()
