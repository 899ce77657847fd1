"""Melds as people write them: a long line is one new meld of three cards and additions, or several additions."""

from cardhouse.cards.errors import Refused, Unreadable, shown
from cardhouse.games.blitz.melds import fits, next_at
from cardhouse.games.blitz.table import ACE, ADD, BOOK, HIGH, JOKER, LOW, NEW, NONE, Table, kind, move_of, shape, wild
from cardhouse.games.blitz.words import DECK, RANKS, RULE, meaning, number, token

Tokens = list[tuple[int, str]]  # cards, and what is said of them
ENDS = {"low": LOW, "high": HIGH, "book": LOW}


def refused(sentence: str, rule: int) -> Refused:
    return Refused(sentence, rule=RULE.format(rule))


def read_new(t: Table, form: str, words: list[str]) -> list[int]:
    """The moves of `new book ...` or `new run ...`."""
    tokens = read_cards(words)
    if len(tokens) < 3:
        raise refused(f"A new {form} has at least three cards, not {len(tokens)}.", 7)
    if form == "book":
        rank = rank_of(t, tokens)
        cards, what = sorted(card for card, _ in tokens), shape(BOOK, rank)
        end = LOW
    else:
        suit, low = place_of(t, tokens)
        cards, what = [card for card, _ in tokens], shape(suit, low)
        end = HIGH
    return [move_of(NEW, what, *cards[:3]), *(move_of(ADD, t.melds, end, card) for card in cards[3:])]


def read_add(t: Table, meld_text: str, where: str, words: list[str]) -> list[int]:
    """The moves of `add 2 low ...`."""
    meld, tokens = number(meld_text, "meld", rule=7), read_cards(words)
    if meld >= t.melds:
        raise refused(f"There is no meld {meld} on the board.", 7)
    if not tokens:
        raise Unreadable("Name the cards to add, as in `add 2 low 4s 3s`.", rule=RULE.format(7))
    suit, end = t.suit[meld], ENDS[where]
    if (suit == BOOK) != (where == "book"):
        ends = "`book`" if suit == BOOK else "its `low` or `high` end"
        raise refused(f"Meld {meld} is a {'book' if suit == BOOK else 'run'}: add to {ends}, not to {where!r}.", 7)
    at, step = next_at(t, meld, end), 0 if suit == BOOK else 2 * end - 1
    for i, (card, said) in enumerate(tokens):
        if 0 <= at + i * step <= 13:
            agree(card, said, suit, at + i * step)
    return [move_of(ADD, meld, end, card) for card, _ in tokens]


def read_cards(words: list[str]) -> Tokens:
    tokens = [token(word) for word in words]
    cards = [card for card, _ in tokens]
    for card in cards:
        if cards.count(card) > 1:
            raise refused(f"{DECK.name(card)} is named twice.", 7)
    return tokens


def agree(card: int, said: str, suit: int, at: int) -> None:
    """Rule 8: a meaning stated without need must agree."""
    if said and said != meaning(suit, at):
        raise refused(f"{DECK.name(card)} would stand for {meaning(suit, at)} there, not for {shown(said)}.", 8)


def rank_of(t: Table, tokens: Tokens) -> int:
    """The rank of a book: its cards show it, or it is said; of wilds alone it may be the wild rank."""
    ranks: dict[int, str] = {}
    for card, said in tokens:
        if said and said not in RANKS:
            raise refused(f"In a book a card stands for a rank, as in `J1=7`, not for {shown(said)}.", 8)
        if said or not wild(t, card):
            ranks.setdefault(RANKS.index(said) if said else kind(card) >> 2, f"{DECK.name(card)}{said and f'={said}'}")
    if not ranks and any(kind(card) != JOKER for card, _ in tokens) and t.wild_rank != NONE:
        return t.wild_rank
    if not ranks:
        raise refused("Say what the wilds stand for, as in `new book J1=7 J2=7 J3=7`.", 8)
    if len(ranks) > 1:
        raise refused(f"{' and '.join(list(ranks.values())[:2])} are not of one rank.", 1)
    (rank,) = ranks
    for card, said in tokens:
        if not fits(t, card, BOOK, rank):
            raise refused(f"{DECK.name(card)} is not wild, so it cannot stand for {said}.", 8)
    return rank


def place_of(t: Table, tokens: Tokens) -> tuple[int, int]:
    """The suit and the first place of a run: the first card that is not wild, or of which it is said, shows them."""
    for i, (card, said) in enumerate(tokens):
        if said or not wild(t, card):
            name = said or DECK.name(card).rstrip("'")
            if name not in DECK or name[0] == "J" or name[-1] == "'":
                raise refused(f"In a run a card stands for a card, as in `J1=5s`, not for {shown(said)}.", 8)
            suit, rank = DECK.card(name) & 3, DECK.card(name) >> 2
            low = (0 if rank == ACE and i == 0 else rank + 1) - i
            check_run(t, tokens, suit, low)
            return suit, low
    raise refused("Say what one of the wilds stands for, as in `new run J1=5s J2 J3`.", 8)


def check_run(t: Table, tokens: Tokens, suit: int, low: int) -> None:
    if low < 0 or low + len(tokens) > 14:
        raise refused("A run goes from an ace below the 2 to an ace above the king, and no farther.", 9)
    for i, (card, said) in enumerate(tokens):
        agree(card, said, suit, low + i)
        if not fits(t, card, suit, low + i):
            raise refused(f"{DECK.name(card)} is not the {meaning(suit, low + i)} that this run needs there.", 1)
