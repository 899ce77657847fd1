"""Check secrecy: no view, move, event, refusal or deal reveals a card to a viewer who cannot know it."""

from collections.abc import Iterable, Mapping
from random import Random

from cardhouse.cards.law import Row
from cardhouse.cards.ledger import WATCHER, Ledger, counted, hidden_cards, hide, known, numbers, trade
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.observation import PARTS, layout_of, observing
from cardhouse.play.events import DEALER, Change, Event, make_event
from cardhouse.testing.broken import Broken, CheckedPosition, difference, must, texts_of
from cardhouse.testing.cells import misfitting_cell
from cardhouse.testing.course import Course, cards_in_play

VIEWERS = 2  # how many random viewers are checked; only one if the views themselves are not
TRADES, FEW_TRADES = 10, 4  # how many pairs of hidden cards are swapped to make another state that looks the same


def check_deals(position: CheckedPosition, chance: Random, *, share: float, longest: int) -> None:
    """Play a random match, and deal this share of the deals in two ways that a viewer cannot tell apart."""
    game, seats, options = position.game, position.seats, position.options
    law, t = game.law, game.new_state(seats, options)
    course = Course(position, longest)
    law.begin(t, chance.sample(range(seats), seats))
    while not law.over(t):
        if not t.waits:
            seat = chance.choice(course.to_act(t))
            course.play(t, seat, chance.choice(course.moves(t, seat)))
            continue
        stock, wanted = t.copy(), t.waits
        order = game.collect(stock)
        must(order == sorted(order), "the cards to be shuffled are not listed by number: their order reveals something")
        course.asks_dealer(wanted, len(order))
        chance.shuffle(order)
        t = deal(game, stock, order[:wanted])
        for viewer in chance.sample(range(WATCHER, seats), VIEWERS if chance.random() < share else 0):
            hidden = set(hidden_cards(t, viewer)) - game.secrecy.depends_on(t, DEALER, 0)
            moving = [card for card in order if card in hidden]
            others = iter(chance.sample(moving, len(moving)))
            world = deal(game, stock, [next(others) if card in hidden else card for card in order][:wanted])
            one, other = viewed_by(game, t, viewer), viewed_by(game, world, viewer)
            if one != other:
                cells = difference(hide(t, viewer), hide(world, viewer))
                raise Broken(f"a deal reveals hidden cards to seat {viewer}: {difference(one, other)}; {cells}")
            tales = [event_for(game, stock, after, DEALER, viewer) for after in (t, world)]
            if tales[0] != tales[1]:
                raise Broken(f"the event of a deal reveals hidden cards to seat {viewer}: {difference(*tales)}")
    again, new = gather(game, seats, options, t), gather(game, seats, options)
    must(again == new, f"a new match starts with remains of the last: {difference(again, new)}")


def gather(game: AnyGame, seats: int, options: Mapping[str, str | int], used: Ledger | None = None) -> Ledger:
    """Begin a match, in a new or a used state, up to where the dealer has all cards."""
    t = used or game.new_state(seats, options)
    game.law.begin(t, list(range(seats)))
    game.collect(t)
    return t


def deal(game: AnyGame, stock: Ledger, order: Row) -> Ledger:
    after = stock.copy()
    game.law.shuffled(after, order, len(order))
    return after


def hidden_cards_do_not_matter(
    game: AnyGame, t: Ledger, seat: int, named: list[int], chance: Random, *, thoroughly: bool
) -> None:
    """Check that shuffling hidden cards changes no view, move, number of a move or event.

    Also check that hidden moves look alike.
    """
    choice, other = chance.choices(game.moves(t, seat), k=2)
    action_of = actions_of(game).action_of
    move, other_move = (texts_of(game, t, [number]) for number in (choice, other))
    after, otherwise = play(game, t, seat, choice), play(game, t, seat, other)
    for state, made in ((after, move), (otherwise, other_move)):
        if cell := misfitting_cell(state):
            raise Broken(f"{cell}, after {made}")
    went = cards_moved(t, after)
    for viewer in chance.sample(range(WATCHER, t.seats), VIEWERS if thoroughly else 1):
        tale = event_for(game, t, after, seat, viewer, choice)

        def unlike(one: Ledger, other: Ledger, viewer: int = viewer) -> str:
            return what_differs(game, one, other, viewer, named, thoroughly=thoroughly)

        cards = sorted(set(unknown(t, after, viewer)) - went - game.secrecy.depends_on(t, seat, choice))
        world = t.copy()
        for _ in range(min(TRADES if thoroughly else FEW_TRADES, len(cards))):
            trade(world, chance.choice(cards), chance.choice(cards))
        if (thoroughly or viewer == seat) and (parts := unlike(t, world)):  # others would notice it a move later
            raise Broken(f"the view of seat {viewer} reveals hidden cards: {parts}")
        then = play(game, world, seat, choice)
        tale_then = event_for(game, world, then, seat, viewer, choice)
        if tale_then != tale:
            raise Broken(f"an event reveals hidden cards to seat {viewer}, after {move}: {difference(tale, tale_then)}")
        if game.secrecy.sees(after, viewer) and game.secrecy.said_to(after, seat, choice, viewer):
            action, action_then = (action_of(state, seat, choice) for state in (t, world))
            sentence = f"the number of {move}, {action} or {action_then}, reveals hidden cards to seat {viewer}"
            must(action == action_then, sentence)
        if parts := unlike(after, then):
            raise Broken(f"a move reveals hidden cards to seat {viewer}, {move}: {parts}")
        if went and went | cards_moved(t, otherwise) <= set(unknown(after, otherwise, viewer)):
            moves = f"{move} or {other_move}"
            tale_otherwise = event_for(game, t, otherwise, seat, viewer, other)
            if tale_otherwise != tale:
                parts = difference(tale, tale_otherwise)
                raise Broken(f"an event reveals a hidden move to seat {viewer}, {moves}: {parts}")
            if parts := unlike(after, otherwise):
                raise Broken(f"the view of seat {viewer} reveals a hidden move, {moves}: {parts}")


def play(game: AnyGame, t: Ledger, seat: int, choice: int) -> Ledger:
    after = t.copy()
    game.law.play(after, seat, choice)
    return after


def unknown(one: Ledger, other: Ledger, viewer: int) -> list[int]:
    """Return the cards whose zones a viewer knows in neither of two states."""
    cards: list[int] = []
    for limb, all_cards in enumerate(cards_in_play(one)):
        cards += numbers(all_cards & ~known(one, viewer, limb) & ~known(other, viewer, limb), limb)
    return cards


def cards_moved(before: Ledger, after: Ledger) -> set[int]:
    gone = [(index, was & ~now) for index, (was, now) in enumerate(zip(before.at, after.at, strict=True)) if was != now]
    return {card for index, cards in gone for card in numbers(cards, index % after.limbs)}


def what_differs(
    game: AnyGame, one: Ledger, other: Ledger, viewer: int, named: Iterable[int], *, thoroughly: bool
) -> str:
    """Name what a viewer can see that differs in another state, or return "" if nothing does.

    If what the views are made from is the same, so are the views.
    """
    if not thoroughly and known_to(game, one, viewer, named) == known_to(game, other, viewer, named):
        return ""
    first, second = viewed_by(game, one, viewer, named), viewed_by(game, other, viewer, named)
    return "" if first == second else difference(first, second)


def known_to(game: AnyGame, t: Ledger, viewer: int, named: Iterable[int]) -> tuple[object, ...]:
    """Return what a view is made from.

    It is the state without what the viewer cannot know, the numbers of cards, who is to act, and what the law says
    about the viewer's moves.
    """
    if not game.secrecy.sees(t, viewer):
        return ()
    count = counted(t)
    public = hide(t, viewer).to_bytes(), [count(zone) for zone in range(len(t.at) // t.limbs)], game.to_act(t)
    if viewer == WATCHER:
        return public
    broken = [game.law.breaks(t, viewer, choice) for choice in named]
    default = game.law.default(t, viewer) if game.law.to_act(t, viewer) else None
    return *public, game.moves(t, viewer), default, broken


def viewed_by(game: AnyGame, t: Ledger, viewer: int, named: Iterable[int] = ()) -> dict[str, object]:
    """Return all that a viewer gets: views in both forms, moves, and whether and why these moves are refused."""
    if not game.secrecy.sees(t, viewer):
        return {}
    view = game.view_for(t, viewer)
    if viewer == WATCHER:
        return {"view": view}
    hidden = hide(t, viewer)
    refusals = []
    for choice in named:
        rule = game.law.breaks(t, viewer, choice)
        refusals.append((rule, game.notation.why(hidden, viewer, choice, rule) if rule else ""))
    default = game.law.default(t, viewer) if game.law.to_act(t, viewer) else None
    callback = held(game.bots.my_view(t, viewer, None)) if game.bots.my_view else {}
    moves = game.moves(t, viewer)
    shown = {"view": view, "moves": moves, "default": default, "my_view": callback, "refusals": refusals}
    return shown | observed(game, t, viewer, moves)


def observed(game: AnyGame, t: Ledger, viewer: int, moves: list[int]) -> dict[str, list[int]]:
    """Return what a program that learns gets: the numbers of an observation, and those of the moves."""
    layout = layout_of(game, t.seats)
    parts = {name: [0] * len(getattr(layout, name)) for name in PARTS}
    observing(game)(t, viewer, *parts.values())
    action_of = actions_of(game).action_of
    return parts | {"actions": [action_of(t, viewer, choice) for choice in moves]}


def held(thing: object) -> dict[str, object]:
    """Return everything that an object holds, private or not. It must not hold functions, which might hold anything."""
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    state = {name: getattr(thing, name) for name in [*slots, *getattr(thing, "__dict__", ())]}
    must(not any(callable(value) for value in state.values()), f"{type(thing).__name__} holds a function")
    return state


def event_for(
    game: AnyGame, before: Ledger, after: Ledger, seat: int, viewer: int, choice: int | None = None
) -> Event | None:
    words = "" if choice is None else game.notation.text(before, choice)
    return make_event(game, 0, Change(before, after, seat, words, choice, "", ())).redact_for(viewer, 0)
