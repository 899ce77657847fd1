"""The encoding of an observation for a net: a row of zeros and ones, derived from a game's declarations.

    encoding = Encoding(game("president"), seats=(3, 4))
    encoder = encoding.encoder(4, {"deals": 3})
    rows = encoder.encode(batch.words, batch.counts, batch.cells, batch.rows)

An observation becomes a row of numbers, its **columns**, and every **feature** is a question about one of them:

    at least   of numbers: a number from 0 to 4 has the features "at least 1" to "at least 4" (a thermometer)
    is         of seats, words and cards: one feature for each (one-hot)
    has        of sets: one feature for each member

The cards of a zone are counted by kind (equal cards are one kind), by rank and by suit. A net that plays at several
tables has the features of the one with most seats; there, seats that a smaller table does not have are zeros. The
number of seats and the options are features too.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.cells import Cell, Option
from cardhouse.cards.deck import STANDARD_NAME, Deck
from cardhouse.cards.ledger import LIMB, Ledger
from cardhouse.cards.zones import ZoneKind
from cardhouse.games.definition import AnyGame
from cardhouse.games.observation import Part, layout_of, named, public_cells
from cardhouse.nets.observing import Observation

Rows = NDArray[np.uint8]  # [row, feature]: 0 or 1
Numbers = NDArray[Any]
Cards = dict[str, list[int]]  # the cards of each group, by its name
Test = Literal["at least", "is", "has"]

ABSENT = -(1 << 30)  # in a column of a seat that a smaller table does not have: no feature is true of it
LIMB_BITS = 64
TESTS: tuple[Test, ...] = ("at least", "is", "has")
FINE, FINE_CARDS = 20, 8  # the widest range of numbers, and of numbers of cards, with a feature for each number
LONG = 32  # rows with more cells are left out: in our games, zones say where those cards are
SET_BITS = 8  # a number from 0 to 2 ** n - 1, with n at least this, is a set
FEW = 3  # the cards in one of several zones of a kind, such as melds, are counted up to this number
DIGITS = 16  # of a digest
NUMBER_OF_SEATS = "seats"
UNSEEN = "unseen"  # the cards that the seat does not know the place of


class EncodedFeature(NamedTuple):
    """A question about a column."""

    column: str
    test: Test
    value: int

    def __str__(self) -> str:
        return f"{self.column} {self.test} {self.value}"


def magnitudes(high: int) -> list[int]:
    """Return 1, 2, 3, 4, 6, 8, 12, 16 and so on, up to `high`."""
    found, step = [1], 2
    while found[-1] < high:
        found += [step, step + step // 2]
        step *= 2
    return sorted({number for number in found if number <= high})


def thermometer(column: str, low: int, high: int, *, fine: int = FINE) -> list[EncodedFeature]:
    """Return the features of a number in a range: one for each, or fewer and fewer in a range of more than `fine`."""
    if high - low <= fine:
        steps = list(range(low + 1, high + 1))
    else:
        below = [-number for number in magnitudes(-low)] if low < 0 else []
        steps = [*reversed(below), *([0] if low < 0 else []), *(number for number in magnitudes(high) if number > low)]
    return [EncodedFeature(column, "at least", step) for step in steps]


def one_hot(column: str, low: int, high: int) -> list[EncodedFeature]:
    return [EncodedFeature(column, "is", number) for number in range(max(low, 0), high + 1)]


def members(column: str, count: int) -> list[EncodedFeature]:
    return [EncodedFeature(column, "has", member) for member in range(count)]


class Groups:
    """Groups of a deck's cards: those of each kind and, if cards have names such as `4h`, of each rank and suit."""

    def __init__(self, deck: Deck) -> None:
        self.kinds: Cards = {}
        self.ranks_and_suits: Cards = {}
        for card, name in deck.cards:
            self.kinds.setdefault(name, []).append(card)
            match = STANDARD_NAME.fullmatch(name)
            rank, suit = (match[1], match[2]) if match else ("other", "other")
            self.ranks_and_suits.setdefault(f"rank {rank}", []).append(card)
            self.ranks_and_suits.setdefault(f"suit {suit}", []).append(card)
        if not any(map(STANDARD_NAME.fullmatch, self.kinds)):
            self.ranks_and_suits = {}
        self.all = self.kinds | self.ranks_and_suits
        self.coarse = self.ranks_and_suits or self.kinds  # those by which the cards of every zone are counted

    def of(self, kind: ZoneKind, *, own: bool) -> Cards:
        """Return the groups by which the cards of a zone are counted.

        A seat knows few cards of face-down piles and of the hands of others, and one of several zones of a kind has
        few cards: kinds are left out there, because ranks and suits say almost as much.
        """
        has_few = kind.count > 1 or kind.shown == "count" or (kind.by_seat and not own)
        return self.coarse if has_few else self.all


class Encoding:
    """The features of a net that plays a game at tables with these numbers of seats."""

    def __init__(self, game: AnyGame, seats: Sequence[int]) -> None:
        self.game, self.seats = game, tuple(sorted(set(seats)))
        self.most = self.seats[-1]
        self.groups = Groups(game.deck)
        self.cells = kinds_of_parts(game, self.most)
        features = [*self._of_zones(), *self._of_unseen(), *self._of_counts(), *self._of_cells(), *self._of_setup()]
        self.features = tuple(sorted(features, key=lambda feature: TESTS.index(feature.test)))

    def __repr__(self) -> str:
        return f"<Encoding of {self.game.title} for {self.seats} seats: {len(self)} features>"

    def __len__(self) -> int:
        return len(self.features)

    @cached_property
    def digest(self) -> str:
        return sha256("\n".join(map(str, self.features)).encode()).hexdigest()[:DIGITS]

    def encoder(self, seats: int, options: Mapping[str, int | Numbers]) -> "Encoder":
        """Return what encodes the observations of tables.

        `options` are codes, as in the cells of a state: numbers, or rows with a number for each table.
        """
        return Encoder(self, seats, options)

    def _of_zones(self) -> Iterable[EncodedFeature]:
        for name, kind in self.game.zones.kinds.items():
            for number, zone in enumerate(named(name, kind.by_seat, kind.count, self.most)):
                for group, cards in self.groups.of(kind, own=number < kind.count).items():
                    high = min(len(cards), FEW) if kind.count > 1 else len(cards)
                    yield from thermometer(f"{zone}: {group}", 0, high, fine=FINE_CARDS)

    def _of_unseen(self) -> Iterable[EncodedFeature]:
        """Return the features of the cards that lie where the seat cannot see them."""
        for group, cards in self.groups.coarse.items():
            yield from thermometer(f"{UNSEEN}: {group}", 0, len(cards), fine=FINE_CARDS)

    def _of_counts(self) -> Iterable[EncodedFeature]:
        """Return the features of the numbers of cards."""
        several = {name for name, kind in self.game.zones.kinds.items() if kind.count > 1}
        for part in layout_of(self.game, self.most).counts:
            high = FEW if part.name.partition(" ")[0] in several else part.high
            yield from thermometer(f"count of {part.name}", 0, high, fine=FINE_CARDS)

    def _of_cells(self) -> Iterable[EncodedFeature]:
        layout = layout_of(self.game, self.most)
        for part in (*layout.cells, *layout.rows):
            yield from self._of_cell(part, self.cells.get(part.name))
        for part in layout.words:
            if self.cells.get(part.name) is not None:  # a cell that is a set of cards
                yield from (EncodedFeature(f"{part.name}: {card}", "at least", 1) for card in range(LIMB))

    def _of_cell(self, part: Part, cell: Cell | None) -> list[EncodedFeature]:
        """Return the features of a cell; `cell` is None for the number of the deal."""
        if cell is None:
            return thermometer(part.name, part.low, part.high)
        if cell.count > LONG and not cell.by_seat:
            return []
        if cell.kind == "seats":
            return members(part.name, self.most)
        if cell.kind == "card":
            return one_hot(part.name, 0, max(self.game.deck.by_number))
        if cell.kind in ("seat", "word"):
            return one_hot(part.name, part.low, part.high)
        if part.low == 0 and part.high + 1 == 1 << part.high.bit_length() and part.high.bit_length() >= SET_BITS:
            return members(part.name, part.high.bit_length())
        return thermometer(part.name, part.low, part.high)

    def _of_setup(self) -> Iterable[EncodedFeature]:
        yield from (EncodedFeature(NUMBER_OF_SEATS, "is", count) for count in self.game.seats)
        for option in self.game.options:
            yield from features_of_option(option)


def features_of_option(option: Option) -> list[EncodedFeature]:
    column = f"option {option.name}"
    if option.values:
        return one_hot(column, 0, len(option.values) - 1)
    return thermometer(column, option.numbers[0], option.numbers[-1])


def kinds_of_parts(game: AnyGame, seats: int) -> dict[str, Cell]:
    """Return the cell that each number of an observation is from, by the number's name."""
    found: dict[str, Cell] = {}
    for name, cell in public_cells(game).items():
        count = cell.row if cell.by_seat else cell.count
        found |= dict.fromkeys(named(name, cell.by_seat, count, seats), cell)
    return found


class Encoder:
    """Encodes the observations of tables with this number of seats and these options, or those of each table.

    The cards of a group are counted as the bits of a word that a mask lets through. A product of matrices would do the
    same, but it would use the threads of numpy's BLAS, which take several times as long on a machine that is busy.
    """

    def __init__(self, encoding: Encoding, seats: int, options: Mapping[str, int | Numbers]) -> None:
        self.features = encoding.features
        layout, groups = layout_of(encoding.game, seats), encoding.groups.all
        limbs = range(len(encoding.game.deck.limbs))
        zones = zones_of(encoding.game, seats)
        asked = {feature.column for feature in self.features}
        in_zones = [(z, name, group) for z, name in enumerate(zones) for group in groups if f"{name}: {group}" in asked]
        # For each limb: the word of each column of a zone, and which of its cards are counted.
        self.words = [np.array([len(limbs) * z + limb for z, _, _ in in_zones], np.int64) for limb in limbs]
        self.masks = [np.array([mask_of(groups[group], limb) for _, _, group in in_zones], np.int64) for limb in limbs]
        self.sets = slice(len(zones) * len(limbs), None)  # the words that are cells
        fixed = {NUMBER_OF_SEATS: seats} | {f"option {name}": code for name, code in options.items()}
        # [table, column], or a single row if all tables have the same options
        self.fixed = np.atleast_2d(np.stack(np.broadcast_arrays(ABSENT, *fixed.values()), axis=-1).astype(np.int32))
        self.unseen = np.array(
            [[at for at, (_, _, other) in enumerate(in_zones) if other == group] for group in encoding.groups.coarse]
        )
        self.totals = np.array([len(cards) for cards in encoding.groups.coarse.values()], np.int32)
        columns = [f"{name}: {group}" for _, name, group in in_zones]
        columns += [f"{UNSEEN}: {group}" for group in encoding.groups.coarse]
        columns += [f"count of {part.name}" for part in layout.counts]
        columns += [part.name for part in (*layout.cells, *layout.rows)]
        columns += [f"{part.name}: {card}" for part in layout.words[self.sets] for card in range(LIMB_BITS)]
        absent = len(columns)
        places = {name: place for place, name in enumerate([*columns, "", *fixed])}
        self.tests: list[tuple[Test, NDArray[np.int64], Numbers]] = []
        for test in TESTS:
            mine = [feature for feature in self.features if feature.test == test]
            where = np.array([places.get(feature.column, absent) for feature in mine], np.int64)
            self.tests.append((test, where, np.array([feature.value for feature in mine], np.int32)))

    def encode(
        self, words: Numbers, counts: Numbers, cells: Numbers, rows: Numbers, *, tables: NDArray[np.int64] | None = None
    ) -> Rows:
        """Return the features of observations, given the parts of a batch, with a row for each.

        `tables` are the numbers of the rows' tables, if they are not all tables in order.
        """
        fixed = self.fixed if tables is None or len(self.fixed) == 1 else self.fixed[tables]
        numbers = self._numbers(words, counts, cells, rows, fixed)
        found = [answers(test, numbers.take(where, axis=1), values) for test, where, values in self.tests]
        return np.concatenate(found, axis=1).view(np.uint8)

    def encode_one(self, seen: Observation) -> Rows:
        """Return the features of one observation."""
        encoded: Rows = self.encode(seen.words[None], seen.counts[None], seen.cells[None], seen.rows[None])[0]
        return encoded

    def _numbers(self, words: Numbers, counts: Numbers, cells: Numbers, rows: Numbers, fixed: Numbers) -> Numbers:
        """Return the columns: the cards of each zone by group and the unseen ones, numbers, sets, and the setup."""
        cards: Numbers = np.zeros((len(words), len(self.words[0])), np.uint8)
        for where, mask in zip(self.words, self.masks, strict=True):
            cards += np.bitwise_count(words.take(where, axis=1) & mask)
        unseen = self.totals - cards.take(self.unseen, axis=1).sum(axis=2, dtype=np.int32)
        sets = np.unpackbits(np.ascontiguousarray(words[:, self.sets]).view(np.uint8), axis=1, bitorder="little")
        fixed = np.broadcast_to(fixed, (len(words), fixed.shape[1]))
        parts = [cards, unseen, counts, cells, rows, sets, fixed]
        return np.concatenate([part.astype(np.int32, copy=False) for part in parts], axis=1)


def zones_of(game: AnyGame, seats: int) -> list[str]:
    """Return the names of the zones in an observation, in order."""
    kinds = game.zones.kinds.items()
    return [zone for name, kind in kinds for zone in named(name, kind.by_seat, kind.count, seats)]


def mask_of(cards: Iterable[int], limb: int) -> int:
    """Return the cards that are in this limb, as a set."""
    return sum(1 << card % LIMB for card in cards if card // LIMB == limb)


def codes_of(t: Ledger) -> dict[str, int]:
    """Return the options of a state, as the numbers in its cells."""
    return {option.name: getattr(t, option.name) for option in t.OPTIONS}


def answers(test: Test, numbers: Numbers, values: Numbers) -> NDArray[np.bool_]:
    found: NDArray[np.bool_]
    if test == "at least":
        found = numbers >= values
    elif test == "is":
        found = numbers == values
    else:
        found = (numbers >> values & 1 == 1) & (numbers >= 0)  # an absent set has no members
    return found
