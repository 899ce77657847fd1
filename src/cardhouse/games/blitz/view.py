"""Describe a view of Blitz, and say who may know and do what in and between turns."""

from collections.abc import Sequence

from cardhouse.cards.facts import Fact
from cardhouse.cards.law import law
from cardhouse.cards.ledger import HAND, cards_at, numbers
from cardhouse.games.blitz.board import Laid
from cardhouse.games.blitz.cards import RANKS
from cardhouse.games.blitz.facts import OneDeckIsTooFew
from cardhouse.games.blitz.seen import View
from cardhouse.games.blitz.state import OTHER_CARDS, ROTATES, SELECTING, State
from cardhouse.games.blitz.tokens import PLURALS
from cardhouse.games.definition import Draw


def describe(view: View, names: Sequence[str], draw: Draw) -> list[str]:
    """Describe a view in a few lines for people."""
    seats = [
        f"{'> ' if seat == view.turn else ''}{name}{' (dealer)' if seat == view.dealer else ''} "
        f"{cards} card{'' if cards == 1 else 's'}, {points} points"
        for seat, (name, cards, points) in enumerate(zip(names, view.counts, view.points, strict=True))
    ]
    lines = ["; ".join(seats)]
    for number, meld in enumerate(view.board):
        cards_laid = " ".join(drawn(meld.kind, laid, view.seat, draw) for laid in meld.cards)
        form = "run" if meld.kind == "run" else f"book of {PLURALS[RANKS.index(meld.cards[0].means)]}"
        lines.append(f"Meld {number}, a {form}: {cards_laid}")
    wild = f"{PLURALS[RANKS.index(view.wild_rank)]} and jokers" if view.wild_rank else "jokers"
    discards, hand = " ".join(map(draw, view.discards)), " ".join(map(draw, view.hand))
    lines.append(f"Wild: {wild}.  Stock {view.stock}.  Discards, the top one last: {discards}")
    lines.append(f"Hand:  {hand}" + (f"   (play {draw(view.duty)} in this turn)" if view.duty else ""))
    marks = ["* you played it"] if view.board else []
    marks += ["`undo` takes your turn back"] if view.may_undo else []
    return [*lines, f"({'; '.join(marks)})"] if marks else lines


def drawn(form: str, laid: Laid, seat: int, draw: Draw) -> str:
    """Return a card on the board, with what it stands for; a star marks the viewer's own."""
    stands_for = "" if form == "book" or laid.card.rstrip("'") == laid.means else f"={draw(laid.means)}"
    return f"{draw(laid.card)}{stands_for}{'*' if laid.by == seat else ''}"


def unfit(t: State) -> Fact | None:
    """Return why these options do not go together: one deck is enough for five players at most."""
    return OneDeckIsTooFew(t.seats) if t.seats > 5 * t.decks else None


def anybody_may_deal(t: State) -> bool:
    """Rule 3: return whether anybody may deal, as between hands."""
    return t.stage == SELECTING and not t.waits


def deals_itself(t: State) -> bool:
    """Rule 3: return whether the next hand is dealt without a move, as with dealer=rotates."""
    return t.dealer == ROTATES


@law
def sees(t: State, seat: int) -> bool:
    """Rule 11: return whether a seat sees the present state: only its player sees a turn until it is completed."""
    return not t.hidden or seat == t.turn


def depends_on(t: State, seat: int, choice: int) -> frozenset[int]:
    """Return the first cards. Rules 2 and 3: how many cards are dealt, and which are wild, depends on them."""
    if seat >= 0 or t.stage != OTHER_CARDS:
        return frozenset()
    zones = [HAND + other for other in range(t.seats)]
    return frozenset(
        card for zone in zones for limb in range(t.limbs) for card in numbers(cards_at(t, zone, limb), limb)
    )
