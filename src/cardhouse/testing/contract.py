"""The contract: what must be true of every game, at every table of many random matches.

`cardhouse.testing.check(my_game)` raises `Broken`, and says what and where.
"""

import re
import struct
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from operator import or_
from random import Random
from typing import Any

from cardhouse.cards.errors import BadLog, CardhouseError
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import WATCHER, counted, hidden_cards, hide, known, numbers, trade
from cardhouse.games.face import AnyGame
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.events import DEALER, Change, Event, told
from cardhouse.play.match import Match
from cardhouse.play.replay import replay

FEW_CHOICES = 1 << 8  # if a game has no more moves, all are tried; of more, a sample, and all now and then
MANY_CHOICES, NOW_AND_THEN = 1 << 12, 1 / 16
NUMBERS, FEW_NUMBERS = 100, 40  # of those that may be moves: the sample
SAMPLE = 12  # of the moves that a seat can name: so many are tried for what their refusal says
SHALLOW = 4  # times as often as views, the tables are compared from which they are made
VIEWERS = 2  # so many, drawn by lot, see another world; without the views themselves, one
TRADES, FEW_TRADES = 10, 4  # so many pairs of hidden cards change places in another world that looks the same


class Broken(AssertionError):
    """A game that does not keep the contract."""


def must(truth: object, sentence: str) -> None:
    if not truth:
        raise Broken(sentence)


def check(
    game: AnyGame,
    *,
    moves: int = 2000,
    seed: int = 1,
    longest: int = 20_000,
    thorough: float = 1.0,
    bodies: bool = True,
) -> None:
    """Check the whole contract of a game over this number of random moves.

    At every move, cards are conserved, numbers fit their cells, and the listed moves are legal and do not depend on
    hidden cards. The rest takes most of the time: views, sentences and refusals are compared at the share `thorough` of
    the moves; at four times as many the tables from which views are made, all moves that have a name, and whether words
    go both ways.

    No match may take more than `longest` moves. With `bodies` the law is compiled as well (extra `press`).
    """
    chance = Random(seed)
    made = 0
    while made < moves:
        seats, options = random_table(game, chance)
        made += check_match(game, seats, options, chance, longest=longest, thorough=thorough)
        check_deals(game, seats, options, chance, share=SHALLOW * thorough)
    if bodies:
        from cardhouse.testing.bodies import bodies_agree  # the only part that needs the press

        bodies_agree(game, moves=moves, seed=seed)


def random_table(game: AnyGame, chance: Random) -> tuple[int, dict[str, str | int]]:
    """Seats and options that go together: any words, and of numbers the smallest few, which make short matches."""
    while True:
        seats = chance.choice(game.seats)
        options: dict[str, str | int] = {}
        for option in game.options:
            choices: Sequence[str | int] = option.words or option.numbers[:3]
            options[option.name] = chance.choice(choices)
        if not game.misfit(seats, options):
            return seats, options


def check_match(
    game: AnyGame, seats: int, options: dict[str, str | int], chance: Random, *, longest: int, thorough: float
) -> int:
    """Play a match by chance and check it at every move; return the number of moves."""
    match = Match(game, seats=seats, options=options, dealer=SeededDealer(chance.getrandbits(60)))
    deck = list(game.deck.in_play(match._table))
    made = 0
    while True:
        t = match._table
        if cards_in_play(t) != deck:  # the sentence is dear, and made at every move otherwise
            raise Broken(f"cards were lost or doubled: {match.truth()}")
        if not fits_its_cells(t):
            raise Broken(f"a number is too big for its cell: {t!r}")
        if match.over:
            break
        must(made < longest, f"a random match of more than {longest} moves")
        must(match.to_act, "the match is not over, and nobody is to act")
        seat = chance.choice(match.to_act)
        lot = chance.random()
        thoroughly = lot < thorough
        listed = game.moves(t, seat)
        listed_moves_are_legal(game, t, seat, listed)
        if lot < SHALLOW * thorough:
            named = list(game.notation.every(t, seat))
            legal_moves_are_named(game, t, seat, named, chance, thoroughly=thoroughly)
            named = chance.sample(named, SAMPLE) if len(named) > SAMPLE else named
            words_go_both_ways(game, t, seat, named)
            hidden_cards_do_not_matter(game, t, seat, named, chance, thoroughly=thoroughly)
            if thoroughly:
                refusals_change_nothing(match, seat, named)
        match.play(seat, game.notation.words(t, chance.choice(listed)))
        made += 1
    result, last = match.result, match._table
    must(type(last).from_bytes(last.to_bytes()) == last, "a table and its bytes differ")
    must(result is not None and 1 in result.places, "a match without a first place")
    replays(match)
    return made


def replays(match: Match) -> None:
    try:
        replay(match.log(), game=match.game)
    except BadLog as error:
        raise Broken(f"replay differs from play: {error}") from error


def fits_its_cells(t: Any) -> bool:
    try:
        t.to_bytes()
    except struct.error:
        return False
    return True


def check_deals(game: AnyGame, seats: int, options: dict[str, str | int], chance: Random, *, share: float) -> None:
    """Play a match by chance, and deal this share of the deals in two ways that a viewer cannot tell apart."""
    law, t = game.law, game.table(seats, options)
    law.begin(t, chance.sample(range(seats), seats))
    while not law.over(t):
        if not t.waits:
            seat = chance.choice(game.to_act(t))
            law.play(t, seat, chance.choice(game.moves(t, seat)))
            continue
        stock, row, wanted = t.copy(), [0] * law.MOST_CARDS, t.waits
        order = row[: law.collect(stock, row)]
        must(order == sorted(order), "the cards to be shuffled are not listed by number: their order tells something")
        must(0 < wanted <= len(order), f"the dealer is to draw {wanted} of {len(order)} cards")
        chance.shuffle(order)
        t = dealt(game, stock, order[:wanted])
        for viewer in chance.sample(range(WATCHER, seats), VIEWERS if chance.random() < share else 0):
            hidden = set(hidden_cards(t, viewer)) - game.secrecy.asks(t, DEALER, 0)
            moving = [card for card in order if card in hidden]
            others = iter(chance.sample(moving, len(moving)))
            world = dealt(game, stock, [next(others) if card in hidden else card for card in order][:wanted])
            same = viewed_by(game, world, viewer) == viewed_by(game, t, viewer)
            must(same, f"a deal tells seat {viewer} hidden cards")
            tales = [told_of(game, stock, after, DEALER, viewer) for after in (t, world)]
            must(tales[0] == tales[1], f"the event of a deal tells seat {viewer} hidden cards")
    again = gathered(game, seats, options, t)
    must(again == gathered(game, seats, options), f"a new match starts with remains of the last: {again!r}")


def gathered(game: AnyGame, seats: int, options: dict[str, str | int], used: Any = None) -> Any:
    """A new match, at a table that was used before or not, with all cards before the dealer."""
    t = used or game.table(seats, options)
    game.law.begin(t, list(range(seats)))
    game.law.collect(t, [0] * game.law.MOST_CARDS)
    return t


def dealt(game: AnyGame, stock: Any, order: Row) -> Any:
    after = stock.copy()
    game.law.shuffled(after, order, len(order))
    return after


def cards_in_play(t: Any) -> list[int]:
    """All cards of all places, word by word; -1 where one lies in two places."""
    words = []
    for word in range(t.words):
        places = t.at[word :: t.words]
        union = reduce(or_, places)
        words.append(union if union == sum(places) else -1)  # one card in two places is one bit in both: a carry
    return words


def choices(game: AnyGame, chance: Random, *, thoroughly: bool) -> Iterable[int]:
    """All numbers that may be moves and a few that cannot, or a sample of them."""
    numbers = range(-2, game.law.CHOICES + 2)
    most = MANY_CHOICES if chance.random() < NOW_AND_THEN else FEW_CHOICES if thoroughly else 0
    return numbers if most >= game.law.CHOICES else chance.choices(numbers, k=NUMBERS if thoroughly else FEW_NUMBERS)


def listed_moves_are_legal(game: AnyGame, t: Any, seat: int, listed: list[int]) -> None:
    if not len(set(listed)) == len(listed) > 0:
        raise Broken(f"moves listed twice, or none: {listed}")
    if game.law.automatic(t) and len(listed) != 1:
        raise Broken(f"a choice in a move that makes itself: {listed}")
    if wrong := [choice for choice in listed if game.law.breaks(t, seat, choice)]:
        raise Broken(f"listed, but not legal: {wrong}")
    hidden, default = hide(t, seat), game.law.default(t, seat)
    must(game.may(t, seat, default), "the default move is not legal")
    must(game.law.default(hidden, seat) == default, "the default move depends on hidden cards")
    must(game.moves(hidden, seat) == listed, "a seat's moves depend on cards that it cannot know")
    must(game.law.automatic(hidden) == game.law.automatic(t), "whether a move makes itself depends on hidden cards")


def legal_moves_are_named(
    game: AnyGame, t: Any, seat: int, named: list[int], chance: Random, *, thoroughly: bool
) -> None:
    breaks = game.law.breaks
    legal = [choice for choice in choices(game, chance, thoroughly=thoroughly) if not breaks(t, seat, choice)]
    if missing := {*legal, *game.moves(t, seat)} - set(named):
        raise Broken(f"full enumeration and the law differ in {missing}")
    for other in range(t.seats):
        if not game.law.to_act(t, other):
            must(not game.moves(t, other), f"seat {other} has moves, but is not to act")


def words_go_both_ways(game: AnyGame, t: Any, seat: int, named: list[int]) -> None:
    for choice in {*named, *game.moves(t, seat)[:SAMPLE]}:
        if game.may(t, seat, choice):
            text = game.notation.words(t, choice)
            if game.notation.read(t, seat, text) != [choice]:
                raise Broken(f"{choice} is printed as {text!r}, and read as another")


def refusals_change_nothing(match: Match, seat: int, named: list[int]) -> None:
    """Every refusal is a sentence and names a rule that the rules have."""
    game, t, before = match.game, match._table, match._table.to_bytes()
    rules, breaks, why = rule_numbers(game), game.law.breaks, game.notation.why
    for other in range(t.seats):
        hidden = hide(t, other)
        for choice in named:
            if rule := breaks(t, other, choice):
                if rule not in rules:
                    raise Broken(f"rule {rule} is not in RULES.md")
                if not (sentence := why(hidden, other, choice, rule)).endswith("."):
                    raise Broken(f"no sentence: {sentence!r}")
    texts: list[Any] = ["", "play", "play 99z", "\0", "pass pass", 7, None]
    texts += [game.notation.words(t, choice) for choice in named if not game.may(t, seat, choice)][:1]
    texts += other_spellings(match.default(seat))
    texts += other_spellings(max((game.notation.words(t, choice) for choice in game.moves(t, seat)[:SAMPLE]), key=len))
    for text in texts:
        try:
            match.play(seat, text)
        except CardhouseError as error:
            must(error.rule, f"a refusal without a rule: {error}")
        else:
            raise Broken(f"{text!r} was taken for a move")
    must(match._table.to_bytes() == before, "a refused move changed the table")


def other_spellings(move: str) -> list[str]:
    """As people and programs may write a move that has been printed so, but must not."""
    padded = re.sub(r"(?<![\w'])(\d)", r"0\1", move)
    spellings = (f" {move}", f"{move}\n", move.replace(" ", "  "), move.swapcase(), padded)
    return [spelling for spelling in spellings if spelling != move]


@cache
def rule_numbers(game: AnyGame) -> frozenset[int]:
    return frozenset(int(number) for number in re.findall(r"^\*\*(\d+)\.", game.rules, re.MULTILINE))


def hidden_cards_do_not_matter(
    game: AnyGame, t: Any, seat: int, named: list[int], chance: Random, *, thoroughly: bool
) -> None:
    """Shuffle what a viewer cannot know: views, moves and events stay the same. Hidden moves look alike."""
    choice, other = chance.choices(game.moves(t, seat), k=2)
    after, otherwise = played(game, t, seat, choice), played(game, t, seat, other)
    for table in (after, otherwise):
        if not fits_its_cells(table):
            raise Broken(f"a number is too big for its cell: {table!r}")
    went = moved(t, after)
    for viewer in chance.sample(range(WATCHER, t.seats), VIEWERS if thoroughly else 1):
        tale = told_of(game, t, after, seat, viewer, choice)

        def alike(one: Any, other: Any, viewer: int = viewer) -> bool:
            return look_alike(game, one, other, viewer, named, thoroughly=thoroughly)

        cards = sorted(set(unknown(t, after, viewer)) - went - game.secrecy.asks(t, seat, choice))
        world = t.copy()
        for _ in range(min(TRADES if thoroughly else FEW_TRADES, len(cards))):
            trade(world, chance.choice(cards), chance.choice(cards))
        if thoroughly or viewer == seat:  # to others it comes to light after the next move
            must(alike(t, world), f"the view of seat {viewer} tells hidden cards")
        then = played(game, world, seat, choice)
        tale_then = told_of(game, world, then, seat, viewer, choice)
        if tale_then != tale:
            raise Broken(f"an event tells seat {viewer} hidden cards: {tale} or {tale_then}")
        must(alike(after, then), f"a move tells seat {viewer} hidden cards")
        if went and went | moved(t, otherwise) <= set(unknown(after, otherwise, viewer)):
            tale_otherwise = told_of(game, t, otherwise, seat, viewer, other)
            must(tale_otherwise == tale, f"an event tells seat {viewer} a hidden move")
            must(alike(after, otherwise), f"the view of seat {viewer} tells a hidden move")


def played(game: AnyGame, t: Any, seat: int, choice: int) -> Any:
    after = t.copy()
    game.law.play(after, seat, choice)
    return after


def unknown(one: Any, other: Any, viewer: int) -> list[int]:
    """The cards whose places a viewer knows at neither of two tables."""
    cards: list[int] = []
    for word, all_cards in enumerate(cards_in_play(one)):
        cards += numbers(all_cards & ~known(one, viewer, word) & ~known(other, viewer, word), word)
    return cards


def moved(before: Any, after: Any) -> set[int]:
    gone = [(slot, was & ~now) for slot, (was, now) in enumerate(zip(before.at, after.at, strict=True)) if was != now]
    return {card for slot, cards in gone for card in numbers(cards, slot % after.words)}


def look_alike(game: AnyGame, one: Any, other: Any, viewer: int, named: Iterable[int], *, thoroughly: bool) -> bool:
    """Whether a viewer is given the same at both tables. If what views are made of is the same, so are the views."""
    if not thoroughly and known_to(game, one, viewer, named) == known_to(game, other, viewer, named):
        return True
    return viewed_by(game, one, viewer, named) == viewed_by(game, other, viewer, named)


def known_to(game: AnyGame, t: Any, viewer: int, named: Iterable[int]) -> tuple[Any, ...]:
    """Return what a view is made of.

    It is the table without what the viewer cannot know, the numbers of cards, who is to act, and what the law says of
    the viewer's moves.
    """
    if not game.secrecy.sees(t, viewer):
        return ()
    count = counted(t)
    public = hide(t, viewer).to_bytes(), [count(place) for place in range(len(t.at) // t.words)], game.to_act(t)
    if viewer == WATCHER:
        return public
    broken = [game.law.breaks(t, viewer, choice) for choice in named]
    default = game.law.default(t, viewer) if game.law.to_act(t, viewer) else None
    return *public, game.moves(t, viewer), default, broken


def viewed_by(game: AnyGame, t: Any, viewer: int, named: Iterable[int] = ()) -> tuple[Any, ...]:
    """Return all that a viewer is given: views in both forms, moves, and whether and why these moves are refused."""
    if not game.secrecy.sees(t, viewer):
        return ()
    view = game.seen_from(t, viewer)
    if viewer == WATCHER:
        return (view,)
    hidden = hide(t, viewer)
    refusals = []
    for choice in named:
        rule = game.law.breaks(t, viewer, choice)
        refusals.append((rule, game.notation.why(hidden, viewer, choice, rule) if rule else ""))
    default = game.law.default(t, viewer) if game.law.to_act(t, viewer) else None
    seeds = held(game.bots.my_view(t, viewer, None)) if game.bots.my_view else {}
    return view, game.moves(t, viewer), default, seeds, refusals


def held(thing: Any) -> dict[str, Any]:
    """Everything that an object holds, private or not. Functions might hold anything, so it may hold none."""
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    state = {name: getattr(thing, name) for name in [*slots, *getattr(thing, "__dict__", ())]}
    must(not any(callable(value) for value in state.values()), f"{type(thing).__name__} holds a function")
    return state


def told_of(game: AnyGame, before: Any, after: Any, seat: int, viewer: int, choice: int | None = None) -> Event | None:
    words = "" if choice is None else game.notation.words(before, choice)
    return told(game, 0, Change(before, after, seat, words, choice, "", ())).told_to(viewer, 0)
