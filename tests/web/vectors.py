"""What the law says of melds, deals and cards, for the page's own tests: `python -m tests.web.vectors` writes it anew.

The page proposes what picked cards could be, and recomputes deals: twins of what is written in Python. They must agree.
"""

from json import dumps
from pathlib import Path
from random import Random
from typing import Any

from cardhouse import FairDealer, Match, SeededDealer, play_out
from cardhouse.bots import random_player
from cardhouse.games import GAMES
from cardhouse.play.show import show

FILE = Path(__file__).parents[2] / "web/src/vectors.json"


def melds(chance: Random, hands: int = 150) -> list[dict[str, Any]]:
    """Turns of Blitz: some cards of a hand, and every line of a meld that the law allows with exactly these."""
    found = []
    for seed in range(hands):
        options = {"jokers": 6, "target": 10_000, "decks": 1 + seed % 2}
        match = Match("blitz", seats=3, options=options, dealer=SeededDealer(seed))
        for _ in range(200):
            if match.over:
                break
            seat = match.to_act[0]
            if any(move.startswith(("new", "add")) for move in match.moves(seat)) and chance.random() < 0.4:
                found += [case(match, seat, chance, many) for many in (0, 2, 3, 4, 5)]
                break
            match.play(seat, GAMES["blitz"].quick(match.view(seat)))
    return [one for one in found if one["cards"]]


def case(match: Match, seat: int, chance: Random, many: int) -> dict[str, Any]:
    """The cards of a listed move, or that many of the hand with the wilds first: these fit best."""
    view: Any = match.view(seat)
    if many:
        hand = sorted(view.hand, key=lambda card: (not wild(view, card), chance.random()))
        start = chance.randrange(2)
        cards = hand[start : start + many]
    else:
        listed = [move.split() for move in match.moves(seat) if move.startswith(("new", "add"))]
        words = chance.choice(listed)
        cards = [word.partition("=")[0] for word in words[2 if words[0] == "new" else 3 :]]
    chance.shuffle(cards)
    lines = sorted({line for line in every_line(view, cards) if match.may(seat, line)})
    return {"wild": view.wild_rank, "board": view.board, "cards": cards, "lines": lines}


def every_line(view: Any, cards: list[str]) -> list[str]:
    """All that could be said of these cards, good or not: every book, every run, every end of every meld."""
    lines = []
    if len(cards) > 2:
        ranks = {plain(card)[:-1] for card in cards if not wild(view, card)} or map(str, range(2, 15))
        lines += [f"new book {' '.join(meant(view, card, rank) for card in cards)}" for rank in ranks]
        for suit in "cdhs":
            ladder = [f"{rank}{suit}" for rank in (14, *range(2, 15))]
            for low in range(len(ladder) - len(cards) + 1):
                lines += [f"new run {line}" for line in placed(view, cards, ladder[low : low + len(cards)])]
    for number, (kind, laid) in enumerate(view.board):
        if kind == "book":
            lines.append(f"add {number} book {' '.join(cards)}")
        else:
            ways = [(end, places) for end, places in ends(laid) if len(places) >= len(cards)]
            for end, places in ways:
                lines += [f"add {number} {end} {line}" for line in placed(view, cards, places[: len(cards)])]
    return lines


def placed(view: Any, cards: list[str], places: list[str]) -> list[str]:
    """The cards in these places: as they were picked if that fits, else each in its own and wilds in the others."""
    fits = [wild(view, card) or plain(card) == place for card, place in zip(cards, places, strict=True)]
    if all(fits):
        return [said(cards, places)]
    row: list[str | None] = [None] * len(places)
    spare = []
    for card in cards:
        at = next((i for i, place in enumerate(places) if row[i] is None and plain(card) == place), None)
        if at is None:
            spare.append(card)
        else:
            row[at] = card
    return [said([card or spare.pop(0) for card in row], places)] if len(spare) == row.count(None) else []


def said(row: list[str], places: list[str]) -> str:
    pairs = zip(row, places, strict=True)
    return " ".join(card if plain(card) == place else f"{card}={place}" for card, place in pairs)


def plain(card: str) -> str:
    return card.removesuffix("'")


def wild(view: Any, card: str) -> bool:
    return card.startswith("J") or plain(card)[:-1] == view.wild_rank


def meant(view: Any, card: str, rank: str) -> str:
    return f"{card}={rank}" if wild(view, card) and plain(card)[:-1] != rank else card


def ends(laid: Any) -> list[tuple[str, list[str]]]:
    """What would go on from the ends of a run, outwards."""
    suit = laid[0].means[-1]
    ladder = [f"{rank}{suit}" for rank in (14, *range(2, 15))]
    low = ladder.index(laid[0].means) if laid[1].means == f"2{suit}" else 13 - ladder[::-1].index(laid[0].means)
    return [("low", ladder[:low][::-1]), ("high", ladder[low + len(laid) :])]


def rows(chance: Random, many: int = 40) -> list[dict[str, Any]]:
    """Positions of Javelin, and every move that is legal there: the view lists one of those that are alike."""
    found: list[dict[str, Any]] = []
    for seed in range(many):
        match = Match("javelin", dealer=SeededDealer(seed))
        for _ in range(chance.randrange(60)):
            if not match.over:
                seat = match.to_act[0]
                moves = [move for move in match.moves(seat) if move != "forfeit"]
                match.play(seat, chance.choice(moves or ["forfeit"]))
        if not match.over:
            seat = match.to_act[0]
            view: Any = match.view(seat)
            legal = sorted(move for move in match.every_move(seat) if move != "forfeit")
            found.append({"seat": seat, "rows": view.rows, "moves": view.moves, "legal": legal})
    return found


def deals() -> list[dict[str, Any]]:
    """A fair match of each game, with words; what the page is told of its deals."""
    found = []
    for game in GAMES:
        dealer = FairDealer(bytes(range(32)))
        match = Match(game, dealer=dealer, pause=True)
        dealer.add(1, "viel Glück")
        match.go_on()
        players = [random_player(seed) for seed in range(match.seats)]
        while not match.over:
            play_out(match, players)
        first = show(match.log()).deals[0]
        told = {**first._asdict(), "draws": [draw._asdict() for draw in first.draws]}
        found.append({"game": game, "options": match.options, "deals": [told]})
    return found


def text() -> str:
    return (
        dumps({"melds": melds(Random(5)), "deals": deals(), "rows": rows(Random(6))}, indent=None, default=list) + "\n"
    )


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
