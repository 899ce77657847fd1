"""What a seat may know of a table of Blitz."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import HAND, STOCK, WATCHER
from cardhouse.games.blitz.facts import OneDeckIsTooFew
from cardhouse.games.blitz.law import may_undo
from cardhouse.games.blitz.notation import DEALER
from cardhouse.games.blitz.table import JOKER, NONE, NOT_YET, OTHER_CARDS, SELECTING, Table
from cardhouse.games.blitz.telling import ENDINGS, Laid, Meld, board
from cardhouse.games.blitz.words import DECK, PLURALS, RANKS
from cardhouse.games.view import View as AnyView


@dataclass(slots=True, kw_only=True)
class View(AnyView):
    decks: int
    jokers: int
    target: int
    max_hands: int
    dealing: str  # the option `dealer`
    dealer: int  # of this hand, -1 before the first
    wild_rank: str  # "" if only jokers are wild
    hand: tuple[str, ...]
    counts: tuple[int, ...]  # cards in each hand
    hands: tuple[tuple[str, ...], ...]  # what is known of each hand: cards taken from the discards, and all in the end
    stock: int  # cards
    discards: tuple[str, ...]  # in order, the top one last
    board: tuple[Meld, ...]
    drawn: bool  # whether the seat whose turn it is has drawn, as far as this viewer sees
    duty: str  # the card that must be played in this turn (either copy will do), "joker" for any joker, "" for none
    may_undo: bool
    reshuffled: bool  # whether the stock was renewed in this hand: it cannot be a second time
    last: bool  # whether the hand ends with this turn, for want of cards to draw
    lap: int  # turns left in the last lap, -1 before
    gained: tuple[int, ...]  # in the last hand
    points: tuple[int, ...]
    ending: str  # how the last hand ended: the kind of the fact that tells it, "" before


def view(t: Table, many: Callable[[int], int], **common: Any) -> View:
    """From a table without the cards that the seat cannot know, and how many cards lie in each place."""
    seat, seats = common["seat"], t.seats
    hands = tuple([names(t, HAND + other) for other in range(seats)])
    pile = list(map(DECK.name, t.pile[: t.piled]))
    if t.discarded != NONE:
        pile.append(DECK.name(t.discarded))
    return View(
        **common,
        decks=t.decks,
        jokers=t.jokers,
        target=t.target,
        max_hands=t.max_hands,
        dealing=DEALER[t.dealer],
        dealer=t.dealt_by,
        wild_rank="" if t.wild_rank == NONE else RANKS[t.wild_rank],
        hand=() if seat == WATCHER else hands[seat],
        counts=tuple(map(many, range(HAND, HAND + seats))),
        hands=hands,
        stock=many(STOCK),
        discards=tuple(pile),
        board=board(t),
        drawn=t.drawn != NOT_YET,
        duty="" if t.duty == NONE else "joker" if t.duty == JOKER else DECK.name(t.duty),
        may_undo=seat == t.turn and may_undo(t),
        reshuffled=t.reshuffled == 1,
        last=t.last == 1,
        lap=t.lap,
        gained=tuple(t.gained[:seats]),
        points=tuple(t.points[:seats]),
        ending=ENDINGS[t.ending].kind if t.ending else "",
    )


def names(t: Table, place: int) -> tuple[str, ...]:
    first, second = DECK.names(t.at[2 * place]), DECK.names(t.at[2 * place + 1], 1)
    return DECK.sorted(first + second) if second else first


def told(view: View, names: Sequence[str]) -> list[str]:
    """The view in a few lines for a person."""
    seats = [
        f"{'> ' if seat == view.turn else ''}{name}{' (dealer)' if seat == view.dealer else ''} "
        f"{cards} card{'' if cards == 1 else 's'}, {points} points"
        for seat, (name, cards, points) in enumerate(zip(names, view.counts, view.points, strict=True))
    ]
    lines = ["; ".join(seats)]
    for number, meld in enumerate(view.board):
        cards_laid = " ".join(drawn(meld.kind, laid, view.seat) for laid in meld.cards)
        form = "run" if meld.kind == "run" else f"book of {PLURALS[RANKS.index(meld.cards[0].means)]}"
        lines.append(f"Meld {number}, a {form}: {cards_laid}")
    wild = f"{PLURALS[RANKS.index(view.wild_rank)]} and jokers" if view.wild_rank else "jokers"
    lines.append(f"Wild: {wild}.  Stock {view.stock}.  Discards, the top one last: {' '.join(view.discards)}")
    lines.append(f"Hand:  {' '.join(view.hand)}" + (f"   (play {view.duty} in this turn)" if view.duty else ""))
    marks = ["* you played it"] if view.board else []
    marks += ["`undo` takes your turn back"] if view.may_undo else []
    return [*lines, f"({'; '.join(marks)})"] if marks else lines


def drawn(form: str, laid: Laid, seat: int) -> str:
    """A card on the board, with what it stands for; a star marks the viewer's own."""
    stands_for = "" if form == "book" or laid.card.rstrip("'") == laid.means else f"={laid.means}"
    return f"{laid.card}{stands_for}{'*' if laid.by == seat else ''}"


def unfit(t: Table) -> Fact | None:
    """With one deck at most five can play."""
    return OneDeckIsTooFew(t.seats) if t.seats > 5 * t.decks else None


def anybody_may_deal(t: Table) -> bool:
    """Rule 3: whoever is first, between hands."""
    return t.stage == SELECTING and not t.waits


def deals_itself(t: Table) -> bool:
    """Rule 3: with dealer=rotates nobody is asked."""
    return DEALER[t.dealer] == "rotates"


def sees(t: Table, seat: int) -> bool:
    """Rule 11: a turn is seen by its owner alone until it is completed."""
    return not t.hidden or seat == t.turn


def asks(t: Table, seat: int, choice: int) -> frozenset[int]:
    """Rules 2 and 3: how many cards are dealt, and what is wild, depends on the first cards."""
    if seat >= 0 or t.stage != OTHER_CARDS:
        return frozenset()
    return frozenset(DECK.card(name) for other in range(t.seats) for name in names(t, HAND + other))
