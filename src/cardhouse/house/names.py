"""Names of people, bots and tables."""

import re
from collections.abc import Collection, Iterator
from itertools import count
from secrets import choice
from unicodedata import category, normalize

from cardhouse.house.lookalikes import IGNORABLE, alphabets, skeletons
from cardhouse.wire import Denial

LONGEST_NAME, LONGEST_TEXT, LONGEST_ENTROPY, SHORTEST_ID, LONGEST_ID = 24, 200, 100, 3, 40  # characters
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
SIGNS = "23456789abcdefghjkmnpqrstvwxyz"  # no two of them look alike
MOST_MARKS = 3  # on a letter: some languages need that many
BLANK = "\N{BRAILLE PATTERN BLANK}"  # a sign that looks like a space
RANDOM = re.compile(r"random [0-9a-f]{32}")
ID = re.compile(rf"[a-z0-9](?:[a-z0-9-]{{{SHORTEST_ID - 2},{LONGEST_ID - 2}}})[a-z0-9]")


def clean(text: str, longest: int, what: str) -> str:
    """One line in its usual form, without characters that are not seen."""
    text = "".join(" " if category(letter)[0] in "ZC" else letter for letter in normalize("NFKC", text))
    text = " ".join(text.split())
    if not 0 < len(text) <= longest:
        raise Denial("unreadable", f"{what} has 1 to {longest} characters.")
    return text


def is_random(line: str) -> bool:
    """Return whether this is entropy that a page has made up by itself, and shows to nobody."""
    return RANDOM.fullmatch(line) is not None


def make_readable(text: str) -> str:
    """Return a name without its invisible characters. Raises Denial if nothing readable is left."""
    text = "".join(" " if letter == BLANK else letter for letter in normalize("NFKC", text) if letter not in IGNORABLE)
    text = clean(text, LONGEST_NAME, "A name")
    if not any(letter.isalnum() for letter in text):
        raise Denial("unreadable", "A name has at least one letter or digit.")
    if marks_in_a_row(text) > MOST_MARKS:
        raise Denial("unreadable", f"A name has at most {MOST_MARKS} accents on a letter.")
    if len(alphabets(text)) > 1:
        raise Denial("unreadable", "A name has letters of one alphabet.")
    return text


def marks_in_a_row(text: str) -> int:
    kinds = "".join("m" if category(letter)[0] == "M" else " " for letter in normalize("NFD", text))
    return max(map(len, kinds.split()), default=0)


def name(text: str, taken: Collection[str]) -> str:
    """Return a readable name. Raises Denial if it looks like another name at the table."""
    text = make_readable(text)
    used = _looks(taken)
    if skeletons(text) & used:
        others = (f"{text[: LONGEST_NAME - 4]} {number}" for number in count(2))
        free = next(other for other in others if not skeletons(other) & used)
        same = text.casefold() in {other.casefold() for other in taken}
        why = f"Somebody at this table is called {text}." if same else f"Another name at this table looks like {text}."
        raise Denial("taken", f"{why} {free} is free.", suggestion=free)
    return text


def bot_names(taken: Collection[str]) -> Iterator[str]:
    used = _looks(taken)
    numbered = (f"{bot} {number}" for number in count(2) for bot in BOTS)
    for bot in (*BOTS, *(next(numbered) for _ in BOTS)):
        if not skeletons(bot) & used:
            yield bot


def _looks(names: Collection[str]) -> set[str]:
    return {look for name in names for look in skeletons(name)}


def table_id(text: str) -> str:
    """As it is written in a link: small letters, digits, and hyphens between them."""
    text = "-".join(normalize("NFKC", text).casefold().split())
    if not ID.fullmatch(text):
        rule = f"letters from a to z, digits and hyphens, {SHORTEST_ID} to {LONGEST_ID} in all"
        raise Denial("unreadable", f"A table id has {rule}, such as {make_up()}.")
    return text


def make_up() -> str:
    """Return a random id of 41 bits. With 20 guesses a second, finding one of 10,000 tables takes half a year."""
    end = "".join(choice(SIGNS) for _ in range(6))
    return f"{choice(MOODS)}-{choice(KINDS)}-{choice(BIRDS)}-{end}"
