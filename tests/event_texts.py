"""The sentences of an event's facts, for tests that people read."""

from cardhouse.cards.facts import clause
from cardhouse.play.events import Event


def texts_of(event: Event) -> tuple[str, ...]:
    return tuple(map(clause, event.facts))
