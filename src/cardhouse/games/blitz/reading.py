"""Read the moves whose text depends on the state: `deal`, `take`, `new` and `add`.

A long line is a new meld of three cards with additions, or several additions.
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.errors import Refused, Unreadable, shown
from cardhouse.cards.facts import Fact
from cardhouse.games.blitz.canonical import step_to
from cardhouse.games.blitz.cards import ACE, CARDS, DECK, JOKER, RANKS, kind, rank_of, suit_of
from cardhouse.games.blitz.facts import (
    AddToBook,
    AddToRun,
    BookTakesRanks,
    MeansOther,
    NameCards,
    NoSuchMeld,
    NotADeal,
    NotInRun,
    NotWild,
    RunTakesCards,
    RunTooLong,
    SayCard,
    SayRank,
    TooShort,
    WrongTake,
)
from cardhouse.games.blitz.melds import fits, next_at
from cardhouse.games.blitz.moves import ENDS, HIGH, TO_BOOK, add_of, deal_of, new_of, take_of
from cardhouse.games.blitz.positions import BOOK, LAST, position_of
from cardhouse.games.blitz.state import State, is_wild
from cardhouse.games.blitz.tokens import RULE, meaning, number, token
from cardhouse.games.facts import NamedTwice, NotOneRank
from cardhouse.games.moves import NoSuchWord

Tokens = list[tuple[int, str]]  # cards, and what they stand for if stated


def refused(why: Fact, rule: int) -> Refused:
    return Refused(why, rule=RULE(rule))


def read_deal(t: State, seat: int, words: list[str]) -> list[int]:
    """Read `deal`, or before the first hand `deal 1`: rule 3."""
    match words:
        case []:
            return [deal_of(seat)]
        case ["1"] if t.deal == 0 and seat == 0:
            return [deal_of(1)]
        case [_]:
            raise refused(NotADeal(), 3)
    raise NoSuchWord


def read_take(t: State, seat: int, words: list[str]) -> list[int]:
    """Read `take 3`."""
    match words:
        case [count]:
            wanted = number(count, "discards", rule=6)
            if wanted >= CARDS:
                raise refused(WrongTake(t.piled, wanted), 6)
            return [take_of(wanted)]
    raise NoSuchWord


def read_new(t: State, seat: int, words: list[str]) -> list[int]:
    """Read `new book ...` or `new run ...`: a new meld of three cards, and additions to it."""
    match words:
        case ["book" | "run" as form, *cards]:
            return moves_of_new(t, form, read_cards(cards))
    raise NoSuchWord


def moves_of_new(t: State, form: str, tokens: Tokens) -> list[int]:
    if len(tokens) < 3:
        raise refused(TooShort(form, len(tokens)), 7)
    if form == "book":
        suit, low = BOOK, rank_of_book(t, tokens)
        cards = sorted(card for card, _ in tokens)
        end = TO_BOOK
    else:
        suit, low = start_of_run(t, tokens)
        cards = [card for card, _ in tokens]
        end = HIGH
    return [new_of(suit, low, *cards[:3]), *(add_of(t.melds, end, card) for card in cards[3:])]


def read_add(t: State, seat: int, words: list[str]) -> list[int]:
    """Read `add 2 low ...`: one addition for each card."""
    match words:
        case [meld, where, *cards] if where in ENDS:
            return moves_of_add(t, number(meld, "meld", rule=7), where, read_cards(cards))
    raise NoSuchWord


def moves_of_add(t: State, meld: int, where: str, tokens: Tokens) -> list[int]:
    if meld >= t.melds:
        raise refused(NoSuchMeld(meld), 7)
    if not tokens:
        raise Unreadable(NameCards(), rule=RULE(7))
    suit, end = t.suit[meld], ENDS.index(where)
    if (suit == BOOK) != (end == TO_BOOK):
        raise refused((AddToBook if suit == BOOK else AddToRun)(meld, shown(where)), 7)
    at = next_at(t, meld, end)
    step = 0 if suit == BOOK else step_to(end)
    for i, (card, said) in enumerate(tokens):
        if 0 <= at + i * step <= LAST:
            agree(card, said, suit, at + i * step)
    return [add_of(meld, end, card) for card, _ in tokens]


def read_cards(words: list[str]) -> Tokens:
    tokens = [token(word) for word in words]
    cards = [card for card, _ in tokens]
    for card in cards:
        if cards.count(card) > 1:
            raise refused(NamedTwice(DECK.name(card)), 7)
    return tokens


def agree(card: int, said: str, suit: int, at: int) -> None:
    """Rule 8: check that what a card is said to stand for agrees with its position."""
    if said and said != meaning(suit, at):
        raise refused(MeansOther(DECK.name(card), meaning(suit, at), shown(said)), 8)


def rank_of_book(t: State, tokens: Tokens) -> int:
    """Return the rank of a book: its cards show it, or it is stated; for wilds alone it may be the wild rank."""
    ranks: dict[int, str] = {}
    for card, said in tokens:
        if said and said not in RANKS:
            raise refused(BookTakesRanks(shown(said)), 8)
        if said or not is_wild(t, card):
            ranks.setdefault(RANKS.index(said) if said else rank_of(card), f"{DECK.name(card)}{said and f'={said}'}")
    if not ranks and any(kind(card) != JOKER for card, _ in tokens) and t.wild_rank != NOBODY:
        return t.wild_rank
    if not ranks:
        raise refused(SayRank(), 8)
    if len(ranks) > 1:
        raise refused(NotOneRank(*list(ranks.values())[:2]), 1)
    (rank,) = ranks
    for card, said in tokens:
        if not fits(t, card, BOOK, rank):
            raise refused(NotWild(DECK.name(card), said), 8)
    return rank


def start_of_run(t: State, tokens: Tokens) -> tuple[int, int]:
    """Return the suit and the first position of a run, from the first card that is natural or has a stated meaning."""
    for i, (card, said) in enumerate(tokens):
        if said or not is_wild(t, card):
            name = said or DECK.name(card).rstrip("'")
            if name not in DECK or name[0] == "J" or name[-1] == "'":
                raise refused(RunTakesCards(shown(said)), 8)
            suit = suit_of(DECK.card(name))
            rank = rank_of(DECK.card(name))
            low = (0 if rank == ACE and i == 0 else position_of(rank)) - i
            check_run(t, tokens, suit, low)
            return suit, low
    raise refused(SayCard(), 8)


def check_run(t: State, tokens: Tokens, suit: int, low: int) -> None:
    if low < 0 or low + len(tokens) - 1 > LAST:
        raise refused(RunTooLong(), 9)
    for i, (card, said) in enumerate(tokens):
        agree(card, said, suit, low + i)
        if not fits(t, card, suit, low + i):
            raise refused(NotInRun(DECK.name(card), meaning(suit, low + i)), 1)
