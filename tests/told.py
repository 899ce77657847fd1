"""What events tell, in words: rule tests are read, and laws with planted faults have facts of their own."""

from cardhouse.cards.facts import clause
from cardhouse.play.events import Event


def said(event: Event) -> tuple[str, ...]:
    return tuple(map(clause, event.facts))
