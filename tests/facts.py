"""Every fact that a game may tell, with sample parts, and whether the lists of sentences fit the facts.

Two renderers say facts, `cardhouse.cards.facts` and the page's: `tests/web/vectors.py` gives these samples to both.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random
from typing import Any

from cardhouse import GAMES, CardhouseError, Match, SeededDealer
from cardhouse.cards.facts import MARK, Fact, kinds_in, lists, package_of
from cardhouse.games.definition import AnyGame, kinds_of
from cardhouse.house.catalogue import SHARED_TEXTS, package_of_game, texts_of
from cardhouse.play import facts as play_facts

SAID = re.compile(r"\{(\w+)('s)?\}")
PARTS: dict[str, tuple[Any, ...]] = {
    "seat": (0, 2),
    "seats": ((1,), (0, 2), (0, 1, 2)),
    "card": ("9c", "J1=5s"),
    "cards": (("10h",), ("3s", "7h'", "J1=13")),
    "number": (1, 3, 0, -80),
    "index": (0, 7),
    "place": (1, 12, 13),
    "gain": (25, -5, 0),
    "flag": (True, False),
    "text": ("'what \"they\" $& wrote'",),
}


def every_kind(games: Iterable[AnyGame] = GAMES.values()) -> list[type[Fact]]:
    """Return the kinds of all games, each once."""
    kinds = chain.from_iterable(kinds_of(game) for game in games)
    return list(dict.fromkeys((*kinds, *kinds_in(play_facts))))


def samples(kind: type[Fact]) -> Iterator[Fact]:
    """Yield facts of a kind, in which each part has every sample value once at least."""
    words = tuple(lists(package_of(kind), "en").words)
    values = [PARTS.get(part, words) for part in kind.parts.values()]
    for n in range(max(map(len, values), default=1)):
        yield kind(*(row[n % len(row)] for row in values))


def parts_in(text: str) -> set[str]:
    """Return the parts that the marks of a text name."""
    found = list(MARK.finditer(text))
    within = [parts_in(alternative) for mark in found for alternative in (mark[3], mark[4]) if alternative]
    return {mark[1] for mark in found}.union(*within)


def said_in(text: str) -> set[str]:
    """Return the parts that a text says; others only choose between two alternatives."""
    choosing = {mark[1] for mark in MARK.finditer(text) if mark[3] is not None}
    return {mark[1] for mark in SAID.finditer(text)} | (parts_in(text) - choosing)


def misfits(kinds: Iterable[type[Fact]], language: str = "en") -> list[str]:
    """Return what is wrong between facts and lists of sentences, in words."""
    wrong = []
    declared: dict[str, dict[str, type[Fact]]] = {}
    for kind in kinds:
        declared.setdefault(package_of(kind), {})[kind.kind] = kind
    for package, here in declared.items():
        said, english = lists(package, language).sentences, lists(package, "en").sentences
        wrong += [f"{package}: {kind} has no sentence" for kind in here if kind not in said]
        wrong += [f"{package}: the sentence {kind} is of no fact" for kind in said if kind not in here]
        for name in here.keys() & said.keys():
            wrong += [
                f"{package}: {name} has no part {part}" for part in parts_in(said[name]) - here[name].parts.keys()
            ]
            if "{" in MARK.sub("", said[name]):
                wrong.append(f"{package}: {name} has a mark that cannot be read: {said[name]}")
            wrong += [
                f"{package}: {name} does not say {part}"
                for part in sorted(said_in(english[name]) - said_in(said[name]))
            ]
    return wrong


def untranslated(game: AnyGame, language: str) -> list[str]:
    """Return what is wrong between the texts that a game declares and their translations, in words."""
    own = lists(package_of_game(game), language).texts
    shared = lists(SHARED_TEXTS, language).texts
    texts = texts_of(game)
    everywhere = set(chain.from_iterable(map(texts_of, GAMES.values())))
    missing = [f"{game.name}: {text!r} is not translated" for text in sorted(texts - own.keys() - shared.keys())]
    unused = [f"{game.name}: the translation of {text!r} is of no text" for text in own if text not in texts]
    return missing + unused + [f"{text!r} is a text of no game" for text in shared if text not in everywhere]


def facts_of_match(game: AnyGame, *, seed: int, moves: int) -> Iterator[Fact]:
    """Play a match by chance, and try moves that are against the rules; yield what is told of all that."""
    chance = Random(seed)
    match = Match(game, dealer=SeededDealer(seed))
    for _ in range(moves):
        if match.over:
            break
        seat = chance.choice(match.to_act)
        listed = match.moves(seat)
        for move in (*chance.sample(listed, min(3, len(listed))), *garbled(chance.choice(listed), chance)):
            for other in range(match.seats):
                refusal = match.refusal(other, move)
                if refusal is not None:
                    yield fact_of(refusal)
        match.play(seat, chance.choice(listed))
    for event in match.events:
        yield from event.facts


def fact_of(error: CardhouseError) -> Fact:
    assert error.fact is not None, f"a refusal without a fact: {error}"
    return error.fact


def garbled(move: str, chance: Random) -> Iterator[str]:
    """Yield moves that are like this one, and usually wrong."""
    words = move.split()
    yield " ".join(chance.sample(words, len(words)))
    yield " ".join([*words, chance.choice(words)])
    yield " ".join(words[:-1])
    yield move.replace(chance.choice(move), chance.choice("0123456789cdhsJW="), 1)
