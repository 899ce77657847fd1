"""The notation of Javelin: `guess 9 3 higher`, `attack 9 12`, `replace 9`, `forfeit`; own slot first."""

from collections.abc import Iterator

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.facts import Fact
from cardhouse.cards.law import lowest
from cardhouse.cards.ledger import DISCARDS
from cardhouse.cards.sets import holds
from cardhouse.games.facts import DealerActs, MatchOver, NotYourTurn, Points
from cardhouse.games.javelin.facts import (
    Drawn,
    EmptyDeck,
    Forfeited,
    GuessedRight,
    GuessedWrong,
    IsHigher,
    IsSideways,
    NoneDown,
    NoneToAttack,
    NoneToGuess,
    NoneUp,
    NotAnyMove,
    NotFaceUp,
    OnlyOneCard,
    Proved,
    Stuck,
    Took,
)
from cardhouse.games.javelin.law import may_replace
from cardhouse.games.javelin.moves import ATTACK, MOVES, REPLACE, is_move, own_of, target_of, verb_of
from cardhouse.games.javelin.state import (
    DRAWN,
    FORFEITED,
    NONE_DOWN,
    NONE_UP,
    ROW,
    SEATS,
    STUCK,
    State,
    card_at,
)
from cardhouse.games.moves import spelled

ENDINGS = {NONE_DOWN: NoneDown, NONE_UP: NoneUp, FORFEITED: Forfeited, STUCK: Stuck}  # with the loser; or DRAWN

read, text = spelled(MOVES)


def every(t: State, seat: int) -> Iterator[int]:
    """Yield every move that has a text, legal or not."""
    return MOVES.every()


def why(t: State, seat: int, choice: int, rule: int) -> Fact:
    """Return why this rule forbids this move."""
    if rule == 12:
        return MatchOver()
    if t.waits:
        return DealerActs()
    if seat != t.turn:
        return NotYourTurn(t.turn)
    if not is_move(choice) or rule == 3:
        return NotAnyMove()
    verb = verb_of(choice)
    own = own_of(choice)
    target = target_of(choice)
    if not holds(t.up[seat], own):
        return NotFaceUp(own)
    if verb == REPLACE:
        return OnlyOneCard() if may_replace(t) else EmptyDeck()
    if holds(t.sideways[seat], own):
        return IsSideways(own)
    if verb == ATTACK and holds(t.up[1 - seat], target):
        return IsHigher(STANDARD.name(card_at(t, seat, own)), STANDARD.name(card_at(t, 1 - seat, target)))
    return NoneToAttack(target) if verb == ATTACK else NoneToGuess(target)


def facts(before: State, after: State, seat: int) -> tuple[Fact, ...]:
    """Return whether a guess was right and what it proves, and how a round ended."""
    found: list[Fact] = []
    if seat >= 0 and after.turns > before.turns:
        if after.down != before.down:
            turned = lowest(before.down[1 - seat] & ~after.down[1 - seat])
            found.append(GuessedRight(STANDARD.name(card_at(after, 1 - seat, turned))))
        elif taken := STANDARD.names(after.at[DISCARDS] & ~before.at[DISCARDS]):
            found.append(Took(taken[0]))
        elif after.at == before.at:
            found.append(GuessedWrong())
            found += [
                Proved(at // ROW, at % ROW, str(least), str(most))
                for at, (least, most) in enumerate(zip(after.least, after.most, strict=True))
                if (least, most) != (before.least[at], before.most[at])
            ]
    if after.deal != before.deal:
        found.append(ending(after))
        found += [Points(other, after.points[other]) for other in range(SEATS)]
    return tuple(found)


def ending(t: State) -> Fact:
    """Return how the last round ended."""
    return Drawn() if t.ending == DRAWN else ENDINGS[t.ending](1 - t.winner)
