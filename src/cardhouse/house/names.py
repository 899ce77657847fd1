"""Names of people, bots and tables."""

import re
from collections.abc import Collection, Iterator
from itertools import count
from secrets import choice, randbelow
from unicodedata import category, normalize

from cardhouse.house.wire import Denial

LONGEST_NAME, LONGEST_TEXT, LONGEST_WORDS, SHORTEST_ID, LONGEST_ID = 24, 200, 100, 3, 40  # characters
BOTS = (
    *("Ada", "Bruno", "Clio", "Dario", "Edda", "Felix", "Greta", "Hugo"),
    *("Iris", "Jonas", "Kira", "Leo", "Mona", "Nils", "Olga", "Pablo"),
)
MOODS = (
    *("amber", "brave", "calm", "clever", "eager", "early", "fair", "gentle"),
    *("glad", "golden", "happy", "hidden", "jolly", "kind", "lively", "lucky"),
)
KINDS = (
    *("ash", "birch", "cedar", "cherry", "elm", "fir", "hazel", "juniper", "larch"),
    *("lime", "maple", "oak", "olive", "pine", "plum", "rowan", "walnut", "willow"),
)
BIRDS = (
    *("crane", "dove", "finch", "hawk", "heron", "jay", "kite", "lark"),
    *("linnet", "magpie", "martin", "osprey", "owl", "plover", "robin", "swift", "wren"),
)
ID = re.compile(rf"[a-z0-9](?:[a-z0-9-]{{{SHORTEST_ID - 2},{LONGEST_ID - 2}}})[a-z0-9]")


def cleaned(text: str, longest: int, what: str) -> str:
    """One line in its usual form, without characters that are not seen."""
    text = "".join(" " if category(letter)[0] in "ZC" else letter for letter in normalize("NFKC", text))
    text = " ".join(text.split())
    if not 0 < len(text) <= longest:
        raise Denial("unreadable", f"{what} has 1 to {longest} characters.")
    return text


def name(text: str, taken: Collection[str]) -> str:
    """A name that nobody else has at the table, whatever its capitals."""
    text = cleaned(text, LONGEST_NAME, "A name")
    used = {other.casefold() for other in taken}
    if text.casefold() in used:
        others = (f"{text[: LONGEST_NAME - 4]} {number}" for number in count(2))
        free = next(other for other in others if other.casefold() not in used)
        raise Denial("taken", f"Somebody at this table is called {text}. {free} is free.", suggestion=free)
    return text


def bot_names(taken: Collection[str]) -> Iterator[str]:
    used = {other.casefold() for other in taken}
    numbered = (f"{bot} {number}" for number in count(2) for bot in BOTS)
    for bot in (*BOTS, *(next(numbered) for _ in BOTS)):
        if bot.casefold() not in used:
            yield bot


def table_id(text: str) -> str:
    """As it is written in a link: small letters, digits, and hyphens between them."""
    text = "-".join(normalize("NFKC", text).casefold().split())
    if not ID.fullmatch(text):
        rule = f"letters from a to z, digits and hyphens, {SHORTEST_ID} to {LONGEST_ID} in all"
        raise Denial("unreadable", f"A game id has {rule}, such as {made_up()}.")
    return text


def made_up() -> str:
    return f"{choice(MOODS)}-{choice(KINDS)}-{choice(BIRDS)}-{randbelow(9000) + 1000}"
