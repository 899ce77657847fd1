"""Check facts: every event and refusal of a game is a declared fact, and has a sentence."""

from collections.abc import Iterable
from functools import cache

from cardhouse.cards.facts import Fact, kinds_in, sentence
from cardhouse.games.definition import AnyGame, kinds_of
from cardhouse.play import facts as play_facts
from cardhouse.play.events import Event
from cardhouse.testing.broken import Broken


def has_a_sentence(game: AnyGame, fact: Fact | None) -> None:
    if fact is None or type(fact) not in known_kinds(game):
        raise Broken(f"{fact!r} is not a fact that the game declares")
    try:
        sentence(fact)
    except LookupError as error:
        raise Broken(str(error)) from error


def events_have_sentences(game: AnyGame, events: Iterable[Event]) -> None:
    for event in events:
        for fact in event.facts:
            has_a_sentence(game, fact)


@cache
def known_kinds(game: AnyGame) -> frozenset[type[Fact]]:
    return frozenset((*kinds_of(game), *kinds_in(play_facts)))
