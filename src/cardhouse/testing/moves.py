"""Check moves and their texts: listed moves are legal, legal moves have a text, and every refusal has a sentence."""

import re
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from cardhouse.cards.errors import CardhouseError
from cardhouse.cards.ledger import Ledger, hide
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.play.match import Match
from cardhouse.testing.broken import Broken, difference, must, texts_of
from cardhouse.testing.sentences import has_a_sentence

FEW_CHOICES = 1 << 8  # if a game has at most this many choices, all are tried; else a sample, and now and then all
MANY_CHOICES, NOW_AND_THEN = 1 << 12, 1 / 16
NUMBERS, FEW_NUMBERS = 100, 40  # the sizes of the samples
SAMPLE = 12  # how many of the moves with a text are tried for their refusals


def choices(game: AnyGame, chance: Random, *, thoroughly: bool) -> Iterable[int]:
    """Return all numbers that may be moves and a few that cannot be, or a sample of them."""
    numbers = range(-2, game.law.CHOICES + 2)
    most = FEW_CHOICES if thoroughly else 0
    if chance.random() < NOW_AND_THEN:
        most = MANY_CHOICES
    if most >= game.law.CHOICES:
        return numbers
    return chance.choices(numbers, k=NUMBERS if thoroughly else FEW_NUMBERS)


def listed_moves_are_legal(game: AnyGame, t: Ledger, seat: int, listed: list[int]) -> None:
    if not listed:
        raise Broken(f"seat {seat} is to act, but `moves` lists nothing: should the law set `waits`, to ask for cards?")
    if twice := [choice for number, choice in enumerate(listed) if choice in listed[:number]]:
        raise Broken(f"moves listed twice: {texts_of(game, t, twice)}")
    if game.automatic(t) and len(listed) != 1:
        raise Broken(f"a choice in a move that makes itself: {texts_of(game, t, listed)}")
    for choice in listed:
        if rule := game.law.breaks(t, seat, choice):
            raise Broken(f"listed, but not legal by rule {rule}: {texts_of(game, t, [choice])}")
    hidden, default = hide(t, seat), game.law.default(t, seat)
    if rule := game.law.breaks(t, seat, default):
        raise Broken(f"the default move is not legal by rule {rule}: {texts_of(game, t, [default])}")
    if (other := game.law.default(hidden, seat)) != default:
        raise Broken(f"the default move depends on hidden cards: {texts_of(game, t, [default, other])}")
    if (others := game.moves(hidden, seat)) != listed:
        changed = set(listed) ^ set(others) or listed
        raise Broken(f"a seat's moves depend on cards that it cannot know: {texts_of(game, t, sorted(changed))}")
    must(game.automatic(hidden) == game.automatic(t), "whether a move makes itself depends on hidden cards")


def legal_moves_are_named(
    game: AnyGame, t: Ledger, seat: int, named: list[int], chance: Random, *, thoroughly: bool
) -> None:
    breaks = game.law.breaks
    legal = [choice for choice in choices(game, chance, thoroughly=thoroughly) if not breaks(t, seat, choice)]
    if missing := {*legal, *game.moves(t, seat)} - set(named):
        raise Broken(f"full enumeration and the law differ in {texts_of(game, t, sorted(missing))}")
    for other in range(t.seats):
        if not game.law.to_act(t, other) and (listed := game.moves(t, other)):
            raise Broken(f"seat {other} has moves, but is not to act: {texts_of(game, t, listed)}")


def moves_are_numbered(game: AnyGame, t: Ledger, seat: int, listed: list[int]) -> None:
    """Check that each listed move has a number of its own, which leads back to it, and that the default has one."""
    actions = actions_of(game)
    hidden, numbers = hide(t, seat), set[int]()
    for choice in listed:
        action = actions.action_of(t, seat, choice)
        move = texts_of(game, t, [choice])
        must(0 <= action < actions.count, f"the number of {move} is {action}, but there are {actions.count} actions")
        must(action not in numbers, f"the number of {move}, {action}, is also that of another move")
        must(actions.action_of(hidden, seat, choice) == action, f"the number of {move} depends on hidden cards")
        if (again := actions.choice_of(t, seat, action)) != choice:
            raise Broken(f"the number of {move}, {action}, is taken for {texts_of(game, t, [again])}")
        numbers.add(action)
    action = actions.action_of(t, seat, game.law.default(t, seat))
    must(0 <= action < actions.count, f"the number of the default move is {action}, of {actions.count} actions")


def moves_have_a_kind(game: AnyGame, t: Ledger, seat: int, listed: list[int]) -> None:
    for choice in listed:
        kind = game.lab.kind_of_move(t, seat, choice)
        if not 0 <= kind < len(game.lab.move_kinds):
            raise Broken(
                f"`kind_of_move` returns {kind} for {texts_of(game, t, [choice])}, "
                f"but there are {len(game.lab.move_kinds)} kinds of moves"
            )


def texts_go_both_ways(game: AnyGame, t: Ledger, seat: int, named: list[int]) -> None:
    for choice in {*named, *game.moves(t, seat)[:SAMPLE]}:
        if game.may(t, seat, choice):
            text = game.notation.text(t, choice)
            if (read := game.notation.read(t, seat, text)) != [choice]:
                raise Broken(f"{choice} is printed as {text!r}, and read as another: {texts_of(game, t, read)}")


def refusals_change_nothing(match: Match, seat: int, named: list[int]) -> None:
    """Check that every refusal is a fact with a sentence, and names a rule that exists."""
    game, t, before = match.game, match._state, match._state.copy()
    rules, breaks, why = rule_numbers(game), game.law.breaks, game.notation.why
    for other in range(t.seats):
        hidden = hide(t, other)
        for choice in named:
            if rule := breaks(t, other, choice):
                if rule not in rules:
                    raise Broken(f"rule {rule} is not in RULES.md; it forbids {texts_of(game, t, [choice])}")
                has_a_sentence(game, why(hidden, other, choice, rule))
    texts: list[Any] = [  # what an untrusted client may send, text or not
        "",
        "play",
        "play 99z",
        "\0",
        "pass pass",
        7,
        None,
    ]
    texts += [game.notation.text(t, choice) for choice in named if not game.may(t, seat, choice)][:1]
    texts += other_spellings(match.default(seat))
    texts += other_spellings(max((game.notation.text(t, choice) for choice in game.moves(t, seat)[:SAMPLE]), key=len))
    for text in texts:
        try:
            match.play(seat, text)
        except CardhouseError as error:
            must(error.rule, f"a refusal without a rule: {error}")
            has_a_sentence(game, error.fact)
        else:
            raise Broken(f"{text!r} was taken for a move")
    if match._state != before:
        raise Broken(f"a refused move changed the state: {difference(before, match._state)}")


def other_spellings(move: str) -> list[str]:
    """Return other spellings of this move, none of which is allowed."""
    padded = re.sub(r"(?<![\w'])(\d)", r"0\1", move)
    spellings = (f" {move}", f"{move}\n", move.replace(" ", "  "), move.swapcase(), padded)
    return [spelling for spelling in spellings if spelling != move]


@cache
def rule_numbers(game: AnyGame) -> frozenset[int]:
    return frozenset(int(number) for number in re.findall(r"^\*\*(\d+)\.", game.rules, re.MULTILINE))
