"""The log of a match: one JSON object a line, from which the match can be played again.

    {"cardhouse": 1, "game": "president", "law": {"version": "0.2.0", "digest": "5f2c..."}, "seats": 4, ...}
    {"seating": [2, 0, 3, 1]}
    {"cards": [17, 4, ...]}
    {"seat": 1, "move": "play 9c 9d"}
    {"state": "91ce..."}
    {"digest": "5f2c..."}

`law` names the law that played the match. `state` is the SHA-256 of the last state, every cell of it: it is the same in
every body of the law. `digest` is the SHA-256 of all lines above it, so that no line can be changed, added, moved or
lost without notice.

If the seating was given, it is in the first line, and `{"begun": "with the given seating"}` stands where a draw of the
seats would: a match that waits to begin has neither.

The dealer's cards are in it: as long as a deal runs it is for the referee alone.
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
    """The whole log of a match that has come to this state."""
    return sign(_lines([*entries, {"state": state_hash(t)}]))


def state_hash(t: Ledger) -> str:
    """Return the SHA-256 of a state, every cell of it: the same in every body of the law."""
    return sha256(t.to_bytes()).hexdigest()


def sign(lines: str) -> str:
    """These lines of a log with the last one, their digest."""
    return lines + _lines([{"digest": digest(lines)}])


def digest(lines: str) -> str:
    return sha256(lines.encode(errors="surrogatepass")).hexdigest()


def _lines(entries: Iterable[Entry]) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)
