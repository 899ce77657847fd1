"""What a seat may know of a table of Davenport."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, STOCK, WATCHER
from cardhouse.games.davenport.notation import PLAYOFF, VERBS
from cardhouse.games.davenport.table import COMMITTED, NOTHING, RETIRED, Table
from cardhouse.games.face import OFF_ON
from cardhouse.games.view import View as AnyView
from cardhouse.games.view import flags

SHOWN = {NOTHING: "", **{card: STANDARD.name(card) for card in range(52)}}


@dataclass(slots=True, kw_only=True)
class View(AnyView):
    ace_rule: str
    playoff: str
    playoff_wins: int
    dealer: int
    hand: tuple[str, ...]
    counts: tuple[int, ...]  # cards in each hand
    hands: tuple[tuple[str, ...], ...]  # what is known of each hand: all of it when the match is over
    committed: tuple[bool, ...]  # who has committed a card in this round
    commitment: str  # what this seat has committed, as `commit 7s` or `exchange 7s`
    shown: tuple[str, ...]  # the card that each seat showed in the last round, "" for none
    exchanged: tuple[bool, ...]  # whether it was drawn unseen
    won: tuple[bool, ...]  # whether it won that round
    stock: int  # cards
    discards: tuple[str, ...]  # those lying face up, or known to this seat
    discards_hidden: int  # and so many others
    playing: tuple[bool, ...]  # who takes part: all, or those in the playoff
    playing_off: bool
    wins: tuple[int, ...]  # in the playoff
    places: tuple[int, ...]  # in the end, 0 before


def view(t: Table, many: Callable[[int], int], **common: Any) -> View:
    """From a table without the cards that the seat cannot know, and how many cards lie in each place."""
    names, seat = STANDARD.names, common["seat"]
    hands = tuple([names(cards) if cards else () for cards in t.at[HAND : HAND + t.seats]])
    discards = names(t.at[DISCARDS])
    return View(
        **common,
        ace_rule=OFF_ON[t.ace_rule],
        playoff=PLAYOFF[t.playoff],
        playoff_wins=t.playoff_wins,
        dealer=(t.turn - 1) % t.seats,
        hand=() if seat == WATCHER else hands[seat],
        counts=tuple(map(many, range(HAND, HAND + t.seats))),
        hands=hands,
        committed=flags(t.chosen, t.seats),
        commitment="" if seat == WATCHER else commitment(t, seat),
        shown=tuple([SHOWN[card] for card in t.shown[: t.seats]]),
        exchanged=flags(t.exchanged, t.seats),
        won=flags(t.won, t.seats),
        stock=many(STOCK),
        discards=discards,
        discards_hidden=many(DISCARDS) - len(discards),
        playing=flags(t.playing, t.seats),
        playing_off=t.playing_off == 1,
        wins=tuple(t.wins[: t.seats]),
        places=tuple(t.place[: t.seats]),
    )


def commitment(t: Table, seat: int) -> str:
    for verb, place in zip(VERBS, (COMMITTED, RETIRED), strict=True):
        for name in STANDARD.names(t.at[place + seat]):
            return f"{verb} {name}"
    return ""


def told(view: View, names: Sequence[str]) -> list[str]:
    """The view in a few lines for a person."""
    seats = [
        f"{name} {cards}{'*' if won else ''}{f' (showed {card})' if card else ''}"
        for name, cards, card, won, plays in zip(names, view.counts, view.shown, view.won, view.playing, strict=True)
        if plays or card
    ]
    playoff = "Playoff.  " if view.playing_off else ""
    piles = f"Deck {view.stock}, discards {len(view.discards) + view.discards_hidden}"
    piles += "   (* won the last round)" if any(view.won) else ""
    return [f"{playoff}{', '.join(seats)}", piles, f"Hand:  {' '.join(view.hand)}"]


def said_to(t: Table, seat: int, choice: int) -> tuple[int, ...] | None:
    """A move is known to its owner alone until its card is revealed; an exchanged card never is."""
    return None if t.seen[EVERYBODY] >> (choice & 63) & 1 else (seat,)


def finished(t: Table, seat: int) -> bool:
    """Who is out of the playoff."""
    return t.playing_off == 1 and not t.playing >> seat & 1
