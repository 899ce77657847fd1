"""The log of a match: one JSON object per line, from which the match can be replayed.

    {"cardhouse": 1, "game": "president", "law": {"version": "0.2.0", "digest": "5f2c..."}, "seats": 4, ...}
    {"seating": [2, 0, 3, 1]}
    {"cards": [17, 4, ...]}
    {"seat": 1, "move": "play 9c 9d"}
    {"state": "91ce..."}
    {"digest": "5f2c..."}

`law` names the law that played the match. `state` is the SHA-256 of all cells of the last state: it is the same in
every body of the law. `digest` is the SHA-256 of all lines above it, so that a line that is changed, added, moved or
lost is noticed.

If the seating was given, it is in the first line, and `{"begun": "with the given seating"}` takes the place of the line
with the draw. A match that has not begun has neither.

A match that goes on from a position (`position.py`) has the draws and the moves of that position first, and then
`{"onward": [...]}` with the names of its own players.

The log contains the dealer's cards: during a deal it is for the referee alone.
"""

import json
from collections.abc import Iterable
from hashlib import sha256

from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import AnyGame
from cardhouse.games.version import law_version
from cardhouse.untyped import Json

VERSION = 1
Entry = Json


def head(game: AnyGame, t: Ledger, names: Iterable[str], seating: list[int] | None = None) -> Entry:
    entry: Entry = {
        "cardhouse": VERSION,
        "game": game.name,
        "law": law_version(game)._asdict(),
        "seats": t.seats,
        "options": game.options_of(t),
        "names": list(names),
    }
    return entry if seating is None else {**entry, "given": seating}


def text(entries: Iterable[Entry], t: Ledger) -> str:
    """Return the whole log of a match that has reached this state."""
    return sign(lines([*entries, {"state": state_hash(t)}]))


def state_hash(t: Ledger) -> str:
    """Return the SHA-256 of all cells of a state: the same in every body of the law."""
    return sha256(t.to_bytes()).hexdigest()


def sign(unsigned: str) -> str:
    """Return these lines of a log with their digest as the last line."""
    return unsigned + lines([{"digest": digest(unsigned)}])


def digest(unsigned: str) -> str:
    return sha256(unsigned.encode(errors="surrogatepass")).hexdigest()


def lines(entries: Iterable[Entry]) -> str:
    """Return entries as the lines of a log."""
    return "".join(json.dumps(entry) + "\n" for entry in entries)
