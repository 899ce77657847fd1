"""What the law says of melds, deals and cards, for the page's own tests: `python -m tests.web.vectors` writes it again.

The page proposes what picked cards could be, and recomputes deals: twins of what is written in Python. They must agree.
"""

from functools import partial
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any

from cardhouse import FairDealer, Match, SeededDealer
from cardhouse.cards import facts as card_facts
from cardhouse.cards.facts import ENGLISH, Fact, kinds_in, languages, sentence
from cardhouse.games import GAMES
from cardhouse.games import facts as game_facts
from cardhouse.house import replays
from cardhouse.house.archive import FinishedMatch
from cardhouse.house.catalogue import describe_game, describe_guide
from cardhouse.play import facts as play_facts
from cardhouse.play.dealers import lesson_secret
from cardhouse.testing.guides import lesson_moments
from cardhouse.wire import encode
from cardhouse.wire.commands import Kind
from tests.facts import facts_of_match, samples
from tests.hearts import HEARTS

SHARED = [kind for module in (card_facts, game_facts, play_facts) for kind in kinds_in(module)]
NAMES = ["Ann", "Ben", "Cleo", "seat 3"]
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
                found += [case(match, seat, chance, count) for count in (0, 2, 3, 4, 5)]
                break
            match.play(seat, GAMES["blitz"].quick(match.view(seat)))
    return [one for one in found if one["cards"]]


def case(match: Match, seat: int, chance: Random, count: int) -> dict[str, Any]:
    """The cards of a listed move, or that many of the hand with the wilds first: these fit best."""
    view: Any = match.view(seat)
    if count:
        hand = sorted(view.hand, key=lambda card: (not wild(view, card), chance.random()))
        start = chance.randrange(2)
        cards = hand[start : start + count]
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
        return [texts_of(cards, places)]
    row: list[str | None] = [None] * len(places)
    spare = []
    for card in cards:
        at = next((i for i, place in enumerate(places) if row[i] is None and plain(card) == place), None)
        if at is None:
            spare.append(card)
        else:
            row[at] = card
    return [texts_of([card or spare.pop(0) for card in row], places)] if len(spare) == row.count(None) else []


def texts_of(row: list[str], places: list[str]) -> str:
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


def rows(chance: Random, count: int = 40) -> list[dict[str, Any]]:
    """Positions of Javelin, and every move that is legal there: the view lists one of those that are alike."""
    found: list[dict[str, Any]] = []
    for seed in range(count):
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


class RepeatedDealer(FairDealer):
    """A fair dealer whose seeds follow from the first one: what it deals can be written down."""

    def _renew(self) -> None:
        self._next = self._next or sha256(self.secret).digest()
        super()._renew()


MATCHES: dict[int, dict[str, Any]] = {  # by seed: chosen so that there are undone turns, renewed stocks and playoffs
    0: {"game": "president", "seats": 4, "options": {"deals": 2}},
    1: {"game": "dynasty", "seats": 4, "options": {"monarchies": 2, "taxation": "on"}},
    2: {"game": "dynasty", "seats": 4, "options": {"monarchies": 5, "taxation": "on"}, "guests": (3, 1, 2)},
    10: {"game": "blitz", "seats": 5, "options": {"jokers": 4, "max_hands": 2, "target": 1000}},
    3: {"game": "blitz", "seats": 6, "options": {"decks": 2, "dealer": "rotates", "max_hands": 2}},
    17: {"game": "javelin", "seats": 2, "options": {"target": 5, "reshuffle": "on"}},
    6: {"game": "davenport", "seats": 7, "options": {"ace_rule": "on"}},
    5: {"game": "davenport", "seats": 7, "options": {"playoff": "wins", "playoff_wins": 2}},
}


def matches() -> list[dict[str, Any]]:
    """Fair matches of each game with words, as the house tells of them; and a rematch of the last one, Davenport."""
    found = [played(Random(seed), **chosen) for seed, chosen in MATCHES.items()]
    moved_on = [(seat + 1) % found[-1]["seats"] for seat in found[-1]["deals"][0]["draws"][0]["drew"]]
    return [*found, played(Random(9), **MATCHES[5], seating=moved_on, number=2)]


def lesson_match() -> dict[str, Any]:
    """Return a match whose first deal is that of a lesson, as the house tells of it."""
    return played(Random(4), "president", 4, {"deals": 2}, secret=lesson_secret(1))


def daily_match() -> dict[str, Any]:
    """Return a deal of the day that has several deals, as the house tells of it when the day is over."""
    match = Match("javelin", options={"target": 5}, dealer=FairDealer(b"a deal of the day".ljust(32), chain=True))
    chance = Random(2)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, chosen(match, seat, chance))
    return told(as_archived(match, daily="2026-11-19"), 1)


def lessons() -> list[dict[str, Any]]:
    """Return the student's turns in the lesson of each game, with the view, the tip and the move."""
    found = []
    for game in GAMES.values():
        assert game.guide.lesson is not None
        moments = [
            {"view": loads(encode(moment.view)), "tip": loads(encode(tip)), "move": moment.move}
            for moment, tip in zip(lesson_moments(game, game.guide.lesson), describe_guide(game).tips, strict=True)
        ]
        found.append({"game": game.name, "moments": moments})
    return found


def played(
    chance: Random,
    game: str,
    seats: int,
    options: dict[str, str | int],
    *,
    secret: bytes | None = None,
    guests: tuple[int, ...] = (),
    seating: list[int] | None = None,
    number: int = 1,
) -> dict[str, Any]:
    """A match that quick players play, now and then at random. Of guests, some join, or leave, before each deal."""
    dealer = RepeatedDealer(secret or chance.randbytes(32))
    match = Match(game, seats=seats, options=options, dealer=dealer, seating=seating, pause=True)
    while not match.over:
        if match.paused:
            between_deals(match, dealer, guests)
            match.go_on()
        else:
            seat = match.to_act[0]
            match.play(seat, chosen(match, seat, chance))
    return told(as_archived(match), number)


def told(match: FinishedMatch, number: int) -> dict[str, Any]:
    """A finished match as the house tells of it, without views."""
    found: dict[str, Any] = loads(encode(replays.replay(match, number, number)))
    found["frames"] = [{"happened": frame["happened"]} for frame in found["frames"]]
    del found["playable"]
    return found


def as_archived(match: Match, *, daily: str = "") -> FinishedMatch:
    """A match between people, as a house keeps it."""
    kinds: list[Kind] = ["person"] * match.seats
    return FinishedMatch(match.log(), ("",) * len(match.events), tuple(kinds), daily)


def chosen(match: Match, seat: int, chance: Random) -> str:
    if chance.random() < 0.8:
        return match.game.quick(match.view(seat))
    if match.game.name == "blitz" and match.may(seat, "undo"):
        return "undo"
    return chance.choice([move for move in match.moves(seat) if move != "forfeit"] or ["forfeit"])


def between_deals(match: Match, dealer: FairDealer, guests: tuple[int, ...]) -> None:
    """The first deal has the words of seat 1, each next one of a player more. After the guests all leave but one."""
    for seat in range(1, min(2 + match.deals_over, match.seats)):
        dealer.add(seat, f"viel Glück, {seat}")
    if not guests or not match.deals_over:
        return
    for name in range(guests[min(match.deals_over, len(guests)) - 1]):
        match.join(f"Guest {match.deals_over}.{name}")
    match.leave(match.deals_over)
    if match.deals_over > len(guests):
        for seat in range(match.deals_over + 1, match.seats):
            match.leave(seat)


def games() -> list[dict[str, Any]]:
    """Return what the house serves of its games and of Hearts, which is from outside, without its levels of bots."""
    found: list[dict[str, Any]] = loads(encode([describe_game(game, {}) for game in (*GAMES.values(), HEARTS)]))
    return found


def facts() -> list[dict[str, Any]]:
    """Return every fact with sample parts, and those of a random match and of moves against the rules, in words."""
    found = [rendered("", fact) for kind in SHARED for fact in samples(kind)]
    for game in (*GAMES.values(), HEARTS):
        found += [rendered(game.name, fact) for kind in kinds_in(game.facts) for fact in samples(kind)]
        found += [rendered(game.name, fact) for fact in dict.fromkeys(facts_of_match(game, seed=7, moves=60))]
    return found


def translated() -> list[dict[str, Any]]:
    """Return every fact with sample parts in each language but English, with the sentences that the house serves."""
    found = []
    for language in languages():
        if language == ENGLISH:
            continue
        served = loads(encode([describe_game(game, {}, language) for game in GAMES.values()]))
        facts = [rendered("", fact, language) for kind in SHARED for fact in samples(kind)]
        for game in GAMES.values():
            kinds = kinds_in(game.facts)
            facts += [rendered(game.name, fact, language) for kind in kinds for fact in samples(kind)]
        games = [{name: game[name] for name in ("name", "language", "sentences")} for game in served]
        found.append({"language": language, "games": games, "facts": facts})
    return found


def rendered(game: str, fact: Fact, language: str = ENGLISH) -> dict[str, Any]:
    says = partial(sentence, fact, name=NAMES.__getitem__, card="<{}>".format, language=language)
    return {"game": game, "fact": fact.as_dict(), "says": says(), "says_to_you": says(you=0)}


def text() -> str:
    cases = {
        "melds": melds(Random(5)),
        "matches": matches(),
        "games": games(),
        "rows": rows(Random(6)),
        "facts": facts(),
        "translated": translated(),
        "lesson_match": lesson_match(),
        "daily_match": daily_match(),
        "lessons": lessons(),
    }
    return dumps(cases, default=list) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
