"""A match as a game tree, in which chance draws every card on its own.

The states in a node are never changed in place, so copies of it share them.
"""

from dataclasses import dataclass, fields, replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

from cardhouse.cards.errors import BadSetup
from cardhouse.cards.ledger import WATCHER, Ledger, hidden_cards, move_card, trade
from cardhouse.compiled.loop import MOST_MADE
from cardhouse.compiled.search import PASSES, utility_of
from cardhouse.games.actions import actions_of
from cardhouse.games.defaults import anywhere
from cardhouse.games.definition import AnyGame
from cardhouse.play.events import DEALER
from cardhouse.rl.openspiel.redeal import HidingSpot, Redeal, zone_of
from cardhouse.rl.stepping import FIRST, PLACE, rewarding

SEATING, REDEALING, DEALING, CHOOSING = range(4)  # what a node waits for: a draw of chance, or a player's move
REWARDS = {"first": FIRST, "place": PLACE}
BY_DEAL = "deal"  # the reward of a game that ends with the deal
OMITTED = {"game", "seat", "seats", "to_act", "moves", "event"}  # fields of a view that say nothing new

Seen = dict[str, Any]  # the fields of a view


class Edge(NamedTuple):
    """A move or a deal, with the states before and after it."""

    mover: int
    choice: int
    before: Ledger
    after: Ledger


class Recollection(NamedTuple):
    """What a seat has seen in the first edges: all that it saw, in words, and the last view."""

    edges: int
    text: str
    view: Seen


@dataclass(slots=True)
class Node:
    """A position in a match: a player has to move, chance has to draw, or the match is over."""

    t: Ledger
    shown: Ledger  # the last state that everybody saw, in games with hidden turns
    waits_for: int
    left: tuple[int, ...] = ()  # what chance can draw: seats or cards
    drawn: tuple[int, ...] = ()  # what it has drawn
    wanted: int = 0  # how many it has to draw
    edges: tuple[Edge, ...] = ()
    heard: tuple[Recollection, ...] = ()  # by seat, computed lazily
    made: int = 0  # moves so far
    actions: tuple[int, ...] = ()  # of the seat to act, computed lazily

    def __deepcopy__(self, memo: object) -> "Node":
        return replace(self)


class GameTree:
    """The tree of a game with its seats and options, from its beginning or from a state in the middle of a match."""

    def __init__(self, game: AnyGame, t: Ledger, *, reward: str, is_begun: bool) -> None:
        self.game, self.seats, self.reward = game, t.seats, reward
        self._deal = t.deal
        self._numbered = actions_of(game)
        self._redeal = Redeal(game, t)
        if is_begun:
            first = Node(t, t, REDEALING, wanted=len(self._redeal.cards))
        else:
            first = Node(t, t, SEATING, left=tuple(range(t.seats)), wanted=t.seats)
        self.first = self._settled(self._with_first_heard(first))

    @property
    def spots(self) -> tuple[HidingSpot, ...]:
        """Where cards lie that not everybody knows, in a game that starts in the middle of a match."""
        return self._redeal.spots

    # Chance

    def outcomes(self, node: Node) -> list[tuple[int, float]]:
        """Return what chance may draw, with probabilities: a seat, a place for a hidden card, or a card.

        Equal cards are one outcome, with the number of the first of them.
        """
        if node.waits_for == REDEALING:
            return self._redeal.outcomes(node.drawn)
        kinds: dict[str | int, list[int]] = {}
        for thing in node.left:
            kind = self.game.deck.by_number[thing] if node.waits_for == DEALING else thing
            kinds.setdefault(kind, []).append(thing)
        return sorted((min(things), len(things) / len(node.left)) for things in kinds.values())

    def outcome_text(self, node: Node, outcome: int) -> str:
        if node.waits_for == REDEALING:
            return self._redeal.text(node.drawn, outcome)
        return f"seat {outcome}" if node.waits_for == SEATING else f"draw {self.game.deck.by_number[outcome]}"

    def draw(self, node: Node, outcome: int) -> Node:
        return self._settled(self._drawn(node, outcome))

    def _drawn(self, node: Node, outcome: int) -> Node:
        left = tuple(thing for thing in node.left if thing != outcome)
        return replace(node, left=left, drawn=(*node.drawn, outcome))

    # Players

    def is_over(self, node: Node) -> bool:
        """Return whether the match is over or too long, or, if the deal is what counts, whether this one is over."""
        if node.waits_for in (SEATING, REDEALING):
            return False
        is_deal_over = self.reward == BY_DEAL and node.t.deal > self._deal
        return is_deal_over or node.made >= MOST_MADE or self.game.law.over(node.t)

    def seat(self, node: Node) -> int:
        """Return the seat to act; if there are several, the one that is asked first."""
        return self.game.to_act(node.t)[0]

    def actions(self, node: Node) -> list[int]:
        """Return the numbers of the moves of the seat to act."""
        if not node.actions:
            seat, action_of = self.seat(node), self._numbered.action_of
            node.actions = tuple(sorted(action_of(node.t, seat, choice) for choice in self.game.moves(node.t, seat)))
        return list(node.actions)

    def move_text(self, node: Node, seat: int, action: int) -> str:
        return self.game.notation.text(node.t, self._numbered.choice_of(node.t, seat, action))

    def play(self, node: Node, action: int) -> Node:
        seat = self.seat(node)
        return self._settled(self._played(node, seat, self._numbered.choice_of(node.t, seat, action)))

    def _played(self, node: Node, seat: int, choice: int) -> Node:
        after = node.t.copy()
        self.game.law.play(after, seat, choice)
        return self._after(node, Edge(seat, choice, node.t, after), made=node.made + 1)

    def _after(self, node: Node, edge: Edge, made: int) -> Node:
        after = edge.after
        shown = after if self.game.secrecy.sees(after, WATCHER) else node.shown
        return Node(after, shown, CHOOSING, edges=(*node.edges, edge), heard=node.heard, made=made)

    def returns(self, node: Node) -> list[float]:
        """Return the rewards of the seats, which add up to 0; before the end, or if a match was stopped, all are 0."""
        if not self.is_over(node) or node.made >= MOST_MADE:
            return [0.0] * self.seats
        if self.reward == BY_DEAL:
            utility = utility_of(self.game)
            worth = [utility(node.t, seat) / 1000 for seat in range(self.seats)]
            return [mine - sum(worth) / self.seats for mine in worth]
        reward = rewarding(self.game, None)
        return [float(reward(node.t, seat, REWARDS[self.reward])) for seat in range(self.seats)]

    # What happens by itself

    def _settled(self, node: Node) -> Node:
        """Go on to the next node in which chance or a player has a choice."""
        while not self.is_over(node):
            if node.waits_for != CHOOSING:
                if len(node.drawn) == node.wanted:
                    node = self._dealt(node)
                    continue
                outcomes = self.outcomes(node)
                if len(outcomes) > 1:
                    return node
                node = self._drawn(node, outcomes[0][0])
            elif node.t.waits:
                node = self._gathered(node)
            elif self.game.automatic(node.t):
                seat = self.seat(node)
                node = self._played(node, seat, self.game.moves(node.t, seat)[0])
            else:
                return node
        return node

    def _gathered(self, node: Node) -> Node:
        """Let the dealer pick up the cards to draw from."""
        t, wanted = node.t.copy(), node.t.waits
        cards = tuple(self.game.collect(t))
        if self.game.law.over(t):
            return self._after(node, Edge(DEALER, 0, node.t, t), made=node.made)
        return replace(node, t=t, waits_for=DEALING, left=cards, drawn=(), wanted=wanted)

    def _dealt(self, node: Node) -> Node:
        """Do with what chance has drawn what the law says."""
        if node.waits_for == REDEALING:
            t = self._redeal.dealt(node.drawn)
            return self._with_first_heard(Node(t, t, CHOOSING))
        t = node.t.copy()
        if node.waits_for == SEATING:
            self.game.law.begin(t, list(node.drawn))
            return replace(node, t=t, shown=t, waits_for=CHOOSING, left=(), drawn=())
        self.game.law.shuffled(t, list(node.drawn), node.wanted)
        return self._after(node, Edge(DEALER, 0, node.t, t), made=node.made)

    # What a seat knows

    def state_for(self, node: Node, seat: int) -> Ledger:
        """Return the state that a seat (or WATCHER) sees: in a hidden turn of another seat, the one before it."""
        return node.t if self.game.secrecy.sees(node.t, seat) else node.shown

    def told(self, node: Node, seat: int) -> str:
        """Return all that a seat has seen since the beginning, in words."""
        heard = node.heard[seat]
        for edge in node.edges[heard.edges :]:
            heard = self._hear(heard, edge, seat)
        node.heard = (*node.heard[:seat], heard, *node.heard[seat + 1 :])  # a cache
        return heard.text

    def _with_first_heard(self, node: Node) -> Node:
        return replace(node, heard=tuple(self._first_heard(node, seat) for seat in range(self.seats)))

    def _first_heard(self, node: Node, seat: int) -> Recollection:
        view = self.seen(self.state_for(node, seat), seat)
        return Recollection(0, f"seat {seat}: {in_words(view)}", view)

    def _hear(self, heard: Recollection, edge: Edge, seat: int) -> Recollection:
        """Add what a seat sees of a move or a deal: the mover, the move if it may know it, and what has changed."""
        if seat != edge.mover and not self.game.secrecy.sees(edge.after, seat):
            return heard._replace(edges=heard.edges + 1)
        view = self.seen(edge.after, seat)
        changed = {name: value for name, value in view.items() if value != heard.view[name]}
        line = f"{self._said(edge, seat)}: {in_words(changed)}"
        return Recollection(heard.edges + 1, f"{heard.text}\n{line}", view)

    def _said(self, edge: Edge, seat: int) -> str:
        mover, choice = edge.mover, edge.choice
        if mover == DEALER:
            return "dealer"
        if seat != mover and not self.game.secrecy.said_to(edge.after, mover, choice, seat):
            return f"{mover} ?"
        return f"{mover} {self.game.notation.text(edge.before, choice)}"

    def seen(self, t: Ledger, seat: int) -> Seen:
        """Return the fields of a seat's view of a state that can change."""
        view = self.game.view_for(t, seat, to_act=())
        return {name: getattr(view, name) for name in fields_of(self.game)}

    def seen_open(self, node: Node) -> Seen:
        """Return the fields that can change of the view with every card face up."""
        view = self.game.open_view(node.t)
        return {name: getattr(view, name) for name in fields_of(self.game)}

    def imagine(self, node: Node, seat: int, chance: Random) -> Node:
        """Return another node that looks the same to a seat: cards that it cannot know trade places.

        The other seats see their new cards, and remember nothing of what came before.
        """
        if node.waits_for != CHOOSING:
            raise BadSetup("Only a state in which a player has to move can be resampled.", rule="resampling")
        t = node.t.copy()
        states = [t] if node.shown is node.t else [t, node.shown.copy()]
        cards, lies = hidden_cards(t, seat), self.game.secrecy.may_lie
        for _ in range(1 if lies is anywhere else PASSES):
            for i, one in enumerate(cards):
                other = chance.choice(cards[i:])
                if one != other and lies(t, zone_of(t, one), other) and lies(t, zone_of(t, other), one):
                    for state in states:
                        trade(state, one, other)
        for card in cards:
            zone = zone_of(t, card)
            other_zone = chance.choice(look_alikes(self.game, zone))
            for state in states:
                move_card(state, card, zone, other_zone)
        heard = Recollection(0, self.told(node, seat), node.heard[seat].view)
        found = self._with_first_heard(replace(node, t=t, shown=states[-1], edges=(), actions=()))
        found.heard = (*found.heard[:seat], heard, *found.heard[seat + 1 :])
        return found


@cache
def fields_of(game: AnyGame) -> tuple[str, ...]:
    """Return the names of the fields that can change in the views of a game, and do not follow from the others."""
    return tuple(one.name for one in fields(game.secrecy.kind) if one.name not in OMITTED)


@cache
def look_alikes(game: AnyGame, zone: int) -> tuple[int, ...]:
    """Return the zones that others cannot tell from this one, and itself."""
    names = game.zones.names
    return tuple(other for other in range(len(names)) if names[other] == names[zone])


def in_words(seen: Seen) -> str:
    return ", ".join(f"{name} {value}" for name, value in seen.items())
