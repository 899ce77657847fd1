"""Check what players and the lab use: recalled states, the heuristic, where hidden cards may lie, utilities, places."""

from dataclasses import replace
from random import Random

from cardhouse.cards.ledger import LIMB, Ledger, hidden_cards, trade
from cardhouse.games.definition import AnyGame
from cardhouse.games.observation import layout_of
from cardhouse.play.match import Match
from cardhouse.testing.broken import Broken, difference, texts_of
from cardhouse.testing.secrecy import observed
from cardhouse.untyped import Namespace

WORLDS, TRADES = 3, 8  # other states that look the same to a seat, and pairs of cards that are swapped in each
MOST_UTILITY = 1000


def zone_of(t: Ledger, card: int) -> int:
    """Return the zone where a card lies."""
    indexes = range(card // LIMB, len(t.at), t.limbs)
    return next(index for index in indexes if t.at[index] >> card % LIMB & 1) // int(t.limbs)


def hidden_cards_lie_where_they_may(game: AnyGame, t: Ledger, seat: int) -> None:
    """Check that `may_lie` allows the true zone of every card that a seat cannot know."""
    for card in hidden_cards(t, seat):
        if not game.secrecy.may_lie(t, zone_of(t, card), card):
            where = game.zone_name(zone_of(t, card))
            raise Broken(f"`may_lie` says that {game.deck.name(card)} cannot lie in {where}, where it lies")


def imagine(game: AnyGame, t: Ledger, seat: int, chance: Random) -> Ledger:
    """Return another state that looks the same to a seat, as far as `may_lie` allows."""
    world, cards = t.copy(), hidden_cards(t, seat)
    for _ in range(TRADES if cards else 0):
        one, other = chance.choice(cards), chance.choice(cards)
        here, there = zone_of(world, one), zone_of(world, other)
        if game.secrecy.may_lie(t, there, one) and game.secrecy.may_lie(t, here, other):
            trade_places(world, one, other)
    return world


def trade_places(t: Ledger, one: int, other: int) -> None:
    """Swap the zones of two cards, but not who has seen them."""
    seen = list(t.seen)
    trade(t, one, other)
    t.seen[:] = seen


def heuristic_is_sound(game: AnyGame, t: Ledger, seat: int, chance: Random) -> None:
    """Check that the heuristic plays a listed move, and the same one in states that look the same to its seat."""
    heuristic, moves = game.bots.heuristic, game.moves(t, seat)
    if heuristic is None:
        return
    chosen = heuristic(t, seat, list(moves), len(moves), game.bots.weights)
    if chosen not in moves:
        raise Broken(f"the heuristic of seat {seat} plays a move that is not listed: {texts_of(game, t, [chosen])}")
    for _ in range(WORLDS):
        world = imagine(game, t, seat, chance)
        other = heuristic(world, seat, list(moves), len(moves), game.bots.weights)
        if other != chosen:
            cells = difference(t, world)
            texts = texts_of(game, t, [chosen, other])
            raise Broken(f"the heuristic of seat {seat} looks at hidden cards: it plays {texts}; {cells}")


def quick_player_is_the_heuristic(match: Match, seat: int) -> None:
    """Check that a player who gets the view makes the move that the heuristic makes from the state itself."""
    game, t = match.game, match._state
    if game.bots.heuristic is None or game.secrecy.recall is None:
        return
    moves = game.moves(t, seat)
    chosen = game.notation.text(t, game.bots.heuristic(t, seat, list(moves), len(moves), game.bots.weights))
    quick = game.quick(match.view(seat))
    if quick != chosen:
        raise Broken(f"the quick player of seat {seat} plays {quick!r}, and the heuristic {chosen!r}")


def recalled_states_look_the_same(match: Match, seat: int) -> None:
    """Check that a recalled state has the same moves, and except for `not_recalled` fields the same view."""
    game, view = match.game, match.view(seat)
    if game.secrecy.recall is None:
        return
    recalled = game.secrecy.recall(view)
    same: Namespace = {name: getattr(view, name) for name in game.secrecy.not_recalled}
    again = replace(game.view_for(recalled, seat), event=view.event, **same)
    if again != view:
        raise Broken(f"the state recalled from the view of seat {seat} looks different: {difference(view, again)}")
    moves, listed = game.moves(match._state, seat), game.moves(recalled, seat)
    if moves != listed:
        changed = texts_of(game, match._state, sorted(set(moves) ^ set(listed)) or moves)
        raise Broken(f"the state recalled from the view of seat {seat} has other moves: {changed}")
    for card in hidden_cards(recalled, seat):
        if not game.secrecy.may_lie(recalled, zone_of(recalled, card), card):
            where = game.zone_name(zone_of(recalled, card))
            raise Broken(
                f"recalled from the view of seat {seat}, {game.deck.name(card)} is in {where}: `may_lie` forbids it"
            )


def views_are_observed_as_tables_show_them(match: Match, seat: int) -> None:
    """Check that a program that learns gets the same numbers from a view as from a table."""
    game = match.game
    recall = game.secrecy.recall_all or game.secrecy.recall
    if recall is None:
        return
    recalled = recall(match.view(seat))
    shown, again = (observed(game, t, seat, game.moves(t, seat)) for t in (match._state, recalled))
    for name, numbers in shown.items():
        if numbers != again[name]:
            differing = difference(numbers, again[name])
            raise Broken(f"seat {seat} is shown other {name} at a table than its view recalls: {differing}")
    for part, number in zip(layout_of(game, match.seats).cells, shown["cells"], strict=True):
        if not part.low <= number <= part.high:
            raise Broken(f"seat {seat} is shown {part.name} as {number}, not {part.low} to {part.high}")


def better(game: AnyGame, one: int, other: int) -> bool:
    """Return whether a score is better than another."""
    return one < other if game.lowest_wins else one > other


def utilities_are_sound(game: AnyGame, before: Ledger, t: Ledger) -> None:
    """Check that after a deal utilities are 0 to 1000, and the worst players are not favoured over the best."""
    if game.bots.utility is None:
        return
    seats = range(t.seats)
    utilities = [game.bots.utility(t, seat) for seat in seats]
    for seat in seats:
        if not 0 <= utilities[seat] <= MOST_UTILITY:
            raise Broken(
                f"the utility of seat {seat} at the end of a deal is {utilities[seat]}, not 0 to {MOST_UTILITY}"
            )
    way = -1 if game.lowest_wins else 1
    gains = [way * (game.law.score(t, seat) - game.law.score(before, seat)) for seat in seats]
    places = [-game.law.place_of(t, seat) for seat in seats]
    measures = f"utilities {utilities}, gains {gains}, places {[-place for place in places]}"
    if len(set(gains)) > 1 and len(set(utilities)) == 1:
        raise Broken(
            f"the utilities at the end of a deal are all the same, though players did not gain the same: {measures}"
        )
    if not any(favours_the_best(utilities, measure) for measure in (gains, places)):
        raise Broken(f"the utilities at the end of a deal favour neither who gained most nor who is ahead: {measures}")


def favours_the_best(utilities: list[int], measure: list[int]) -> bool:
    """Return whether the best by this measure have at least the utility of the worst."""
    best = max(utility for utility, value in zip(utilities, measure, strict=True) if value == max(measure))
    worst = min(utility for utility, value in zip(utilities, measure, strict=True) if value == min(measure))
    return best >= worst


def places_follow_scores(game: AnyGame, t: Ledger) -> None:
    """Check that a better score is never a worse place, unless the game says that other things decide."""
    if not game.ranked_by_score:
        return
    scores = [game.law.score(t, seat) for seat in range(t.seats)]
    places = [game.law.place_of(t, seat) for seat in range(t.seats)]
    for one in range(t.seats):
        for other in range(t.seats):
            if better(game, scores[one], scores[other]) and places[one] > places[other]:
                wins = "lowest" if game.lowest_wins else "highest"
                raise Broken(
                    f"seat {one} has a better score than seat {other}, as the {wins} wins, but a worse place: "
                    f"scores {scores}, places {places}"
                )
