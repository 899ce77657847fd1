"""A match as a notebook shows it: a watcher's view, or all cards once the match is over, and what happened."""

from collections.abc import Iterator

from cardhouse.cards.facts import clause, whole
from cardhouse.cards.ledger import WATCHER
from cardhouse.drawing import table
from cardhouse.drawing.markup import tag, text
from cardhouse.games.scene import html as view_html
from cardhouse.games.scene import who_acts
from cardhouse.play.events import DEALER, Event
from cardhouse.play.facts import Committed, Revealed
from cardhouse.play.match import Match

MOST_EVENTS = 200  # the last events, listed below the picture


def html(match: Match) -> str:
    """Return a match as HTML. While it is in progress, only what a watcher may know is shown."""
    view = match.game.open_view(match.state_for(WATCHER)) if match.over else match.view(WATCHER)
    sees = "over, with all cards face up" if match.over else "as a watcher sees it"
    heading = " · ".join([match.game.title, sees, who_acts(view, match.names)])
    parts = [view_html(view, match.names, heading)]
    if match.over:
        parts.append(standings(match))
    if sentences := list(happened(match)):
        items = "".join(tag("li", text(words)) for words in sentences[-MOST_EVENTS:])
        parts.append(tag("details", tag("summary", "What happened"), tag("ol", items, start=first_number(sentences))))
    return tag("div", *parts, style="text-align: left")


def first_number(sentences: list[str]) -> int:
    return max(0, len(sentences) - MOST_EVENTS) + 1


def standings(match: Match) -> str:
    """Return the final places and points as an HTML table."""
    result = match.result
    assert result is not None
    unit = match.game.unit
    head = ["", "player", *([unit[1]] if unit else [])]
    rows = []
    for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
        points = [str(result.points[seat])] if unit else []
        rows.append([f"{place}.", match.names[seat], *points])
    return table(head, rows)


def happened(match: Match) -> Iterator[str]:
    """Yield what happened, event by event, as a watcher may know it."""
    for event in match.events_for(WATCHER):
        if sentence := "; ".join(clauses(match, event)):
            yield whole(sentence)


def clauses(match: Match, event: Event) -> Iterator[str]:
    deck = match.game.deck
    if event.seat == DEALER:
        if event.move == "deal":
            count = sum(len(step.cards) + step.hidden for step in event.steps if step.source != step.to)
            yield "a card is dealt" if count == 1 else f"{count} cards are dealt"
    else:
        name = match.names[event.seat]
        yield f"{name}: {deck.drawn(event.move)}" if event.move else f"{name} made a choice"
    for fact in event.facts:
        if not isinstance(fact, Committed | Revealed):
            yield clause(fact, name=match.names.__getitem__, card=deck.symbol)
