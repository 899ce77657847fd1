"""The contract: what must be true of every game, at every table of many random matches.

    cardhouse.testing.check(my_game)        # raises Broken, and says what and where
"""

import re
from collections.abc import Iterable
from random import Random
from typing import Any

from cardhouse.cards.errors import CardhouseError
from cardhouse.cards.ledger import WATCHER, hidden_cards, hide, trade
from cardhouse.games.game import Game
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.events import Event, steps
from cardhouse.play.match import Match
from cardhouse.play.replay import replay

LONGEST_MATCH = 50_000  # moves
FEW_CHOICES = 1 << 12  # so many are all tried; of more, a sample


class Broken(AssertionError):
    """A game that does not keep the contract."""


def must(truth: object, sentence: str) -> None:
    if not truth:
        raise Broken(sentence)


def check(game: Game, *, moves: int = 2000, seed: int = 1, bodies: bool = True) -> None:
    """Hold a game against the whole contract over so many random moves; `bodies` also compiles it."""
    chance = Random(seed)
    made = 0
    while made < moves:
        seats, options = chance.choice(game.seats), random_options(game, chance)
        made += check_match(game, seats, options, chance)
    if bodies:
        from cardhouse.testing.bodies import bodies_agree  # the only part that needs the press

        bodies_agree(game, moves=moves, seed=seed)


def random_options(game: Game, chance: Random) -> dict[str, str | int]:
    """Any words; of numbers the smallest few, which make short matches."""
    return {option.name: chance.choice(option.words or option.numbers[:3]) for option in game.options}


def check_match(game: Game, seats: int, options: dict[str, str | int], chance: Random) -> int:
    """Play a match by chance and check it at every move; returns how many there were."""
    match = Match(game, seats=seats, options=options, dealer=SeededDealer(chance.getrandbits(60)))
    deck = cards_in_play(match._table)
    must(all(cards & ~all_ == 0 for cards, all_ in zip(deck, game.deck.words, strict=True)), "cards not of the deck")
    for made in range(LONGEST_MATCH):
        t = match._table
        must(cards_in_play(t) == deck, f"cards were lost or doubled: {match.truth()}")
        must(type(t).from_bytes(t.to_bytes()) == t, "the table does not survive packing")
        if match.over:
            break
        must(match.to_act, "the match is not over, and nobody is to act")
        seat = chance.choice(match.to_act)
        legal_moves_agree(game, t, seat, chance)
        words_go_both_ways(game, t, seat)
        hidden_cards_do_not_matter(game, t, seat, chance)
        refusals_change_nothing(match, seat, chance)
        match.play(seat, chance.choice(match.moves(seat)))
    must(match.over, f"a random match of more than {LONGEST_MATCH} moves")
    must(replay(match.log(), game=game).log() == match.log(), "replay differs from play")
    must(sorted(match.result.places)[0] == 1 if match.result else False, "a match without a first place")
    return made


def cards_in_play(t: Any) -> list[int]:
    """All cards of all places, word by word; -1 where one lies in two places."""
    words = []
    for word in range(t.words):
        places = t.at[word :: t.words]
        union = 0
        for cards in places:
            union |= cards
        words.append(union if union.bit_count() == sum(cards.bit_count() for cards in places) else -1)
    return words


def choices(game: Game, t: Any, seat: int, chance: Random) -> Iterable[int]:
    """All numbers that may be moves and a few that cannot, or many of them."""
    if game.law.CHOICES <= FEW_CHOICES:
        return range(-2, game.law.CHOICES + 2)
    some = [chance.randrange(game.law.CHOICES) for _ in range(500)]
    return {*some, *game.moves(t, seat), *game.notation.every(t, seat)}


def legal_moves_agree(game: Game, t: Any, seat: int, chance: Random) -> None:
    listed = game.moves(t, seat)
    must(len(set(listed)) == len(listed) > 0, f"moves listed twice, or none: {listed}")
    must(not game.law.automatic(t) or len(listed) == 1, f"a choice in a move that makes itself: {listed}")
    every = {choice for choice in game.notation.every(t, seat) if game.may(t, seat, choice)}
    must(set(listed) <= every, f"listed, but not legal: {set(listed) - every}")
    legal = {choice for choice in choices(game, t, seat, chance) if game.may(t, seat, choice)}
    must(legal == every, f"full enumeration and the law differ in {legal ^ every}")
    must(game.may(t, seat, game.law.default(t, seat)), "the default move is not legal")
    for other in range(t.seats):
        if not game.law.to_act(t, other):
            must(not game.moves(t, other), f"seat {other} has moves, but is not to act")


def words_go_both_ways(game: Game, t: Any, seat: int) -> None:
    for choice in game.notation.every(t, seat):
        if game.may(t, seat, choice):
            text = game.notation.words(t, choice)
            must(game.notation.read(t, seat, text) == [choice], f"{choice} is printed as {text!r}, and read as another")


def refusals_change_nothing(match: Match, seat: int, chance: Random) -> None:
    """Every refusal is a sentence and names a rule that the rules have."""
    game, t, before = match.game, match._table, match._table.to_bytes()
    numbers = set(re.findall(r"^\*\*(\d+)\.", game.rules, re.MULTILINE))
    for other in range(t.seats):
        for choice in game.notation.every(t, seat):
            if rule := game.law.breaks(t, other, choice):
                must(str(rule) in numbers, f"rule {rule} is not in RULES.md")
                sentence = game.notation.why(hide(t, other)[0], other, choice, rule)
                must(sentence.endswith("."), f"no sentence: {sentence!r}")
    for text in ("", "play", "play 99z", "\0", "pass pass", 7, None):
        try:
            match.play(seat, text)  # type: ignore[arg-type]
        except CardhouseError as error:
            must(error.rule, f"a refusal without a rule: {error}")
        else:
            raise Broken(f"{text!r} was taken for a move")
    must(match._table.to_bytes() == before, "a refused move changed the table")


def hidden_cards_do_not_matter(game: Game, t: Any, seat: int, chance: Random) -> None:
    """Shuffle what a viewer cannot know: his views, moves, refusals and events stay the same."""
    choice = chance.choice(game.moves(t, seat))
    after = t.copy()
    game.law.play(after, seat, choice)
    for viewer in range(WATCHER, t.seats):
        cards = sorted(set(hidden_cards(t, viewer)) & set(hidden_cards(after, viewer)))
        world = t.copy()
        for i, card in enumerate(cards):
            trade(world, card, cards[chance.randrange(i, len(cards))])
        must(seen_by(game, world, viewer) == seen_by(game, t, viewer), f"the view of seat {viewer} tells hidden cards")
        then = world.copy()
        game.law.play(then, seat, choice)
        told = told_of(game, t, after, seat, viewer)
        must(told_of(game, world, then, seat, viewer) == told, f"an event tells seat {viewer} hidden cards")
        must(seen_by(game, then, viewer) == seen_by(game, after, viewer), f"a move tells seat {viewer} hidden cards")


def seen_by(game: Game, t: Any, viewer: int) -> tuple[Any, ...]:
    if not game.sees(t, viewer):
        return ()
    rules = [game.law.breaks(t, viewer, choice) for choice in game.moves(t, viewer)] if viewer != WATCHER else []
    return game.view(*hide(t, viewer), viewer), rules


def told_of(game: Game, before: Any, after: Any, seat: int, viewer: int) -> Event | None:
    only = None if game.sees(after, WATCHER) else seat
    notes = game.notation.notes(before, after, seat)
    return Event(0, seat, "", steps(game, before, after), notes, "", only).told_to(viewer)
