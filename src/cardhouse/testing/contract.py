"""The contract: what must be true of every game, in every state of many random matches.

`cardhouse.testing.check(my_game)` raises `Broken`, which says what is wrong, where, and how to reproduce it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from cardhouse.cards.errors import BadLog
from cardhouse.cards.source import faults
from cardhouse.games.definition import AnyGame
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.play.replay import replay
from cardhouse.testing.broken import Broken, CheckedPosition, checking, difference, must, own_error
from cardhouse.testing.cells import BY_HEURISTIC, RANDOM, check_cells, fit, misfitting_cell
from cardhouse.testing.course import cards_are_conserved, check_course
from cardhouse.testing.guides import guide_fits
from cardhouse.testing.moves import (
    SAMPLE,
    legal_moves_are_named,
    listed_moves_are_legal,
    moves_are_numbered,
    moves_have_a_kind,
    refusals_change_nothing,
    rule_numbers,
    texts_go_both_ways,
)
from cardhouse.testing.players import (
    heuristic_is_sound,
    hidden_cards_lie_where_they_may,
    places_follow_scores,
    quick_player_is_the_heuristic,
    recalled_states_look_the_same,
    utilities_are_sound,
    views_are_observed_as_tables_show_them,
)
from cardhouse.testing.secrecy import check_deals, hidden_cards_do_not_matter, play
from cardhouse.testing.sentences import events_have_sentences
from cardhouse.testing.setups import Setup, big_setups, every_value, random_setup
from cardhouse.untyped import Function

MOVES = "moves"
SHALLOW = 4  # the states that views are made from are compared this many times as often as the views


@dataclass
class Progress:
    """How far a check is: setups and moves done, and how often each part of the contract was checked."""

    moves: int  # the number wanted
    matches: int = 0
    made: int = 0
    stage: str = ""
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, stage: str, found: Counter[str], tell: Callable[["Progress"], None]) -> None:
        self.stage = stage
        self.matches += bool(found)
        self.made += found.pop(MOVES, 0)
        self.counts += found
        tell(self)


def check(
    game: AnyGame,
    *,
    moves: int = 2000,
    seed: int = 1,
    longest: int = 20_000,
    thorough: float = 1.0,
    bodies: bool = True,
    tell: Callable[[Progress], None] = lambda progress: None,
) -> Progress:
    """Check the whole contract of a game over at least `moves` random moves; return how often each part was checked.

    First come setups with every value of every option and the smallest value of every number, then random setups, then
    the largest value of every number. At every move, cards are conserved, numbers fit their cells, and the listed
    moves are legal and do not depend on hidden cards. The rest takes most of the time: views, sentences, refusals and
    recalled states are compared at the share `thorough` of the moves; four times as often, the states that views are
    made from, all moves that have a text, the heuristic, and whether texts are read as they are written.

    No match may take more than `longest` moves. With `bodies` the law is compiled as well (extra `compiled`). `tell` is
    called after every setup.
    """
    again = f"testing.check({game!r}, moves={moves}, seed={seed}, thorough={thorough}, bodies={bodies})"
    where = "before the first move."
    try:
        declarations_fit(game)
        source_compiles(game)
        found = run_checks(game, Progress(moves), seed, longest=longest, thorough=thorough, bodies=bodies, tell=tell)
        where = "in the guide."
        guide_fits(game)
        return found
    except Broken as broken:
        if broken.again:
            raise
        raise Broken(broken.sentence, where, again) from None
    except Exception as error:
        raise Broken(own_error(game, error), "opening a match.", again) from error


def run_checks(
    game: AnyGame,
    progress: Progress,
    seed: int,
    *,
    longest: int,
    thorough: float,
    bodies: bool,
    tell: Callable[[Progress], None],
) -> Progress:
    chance = Random(seed)
    for stage, setups in (
        ("every value and the smallest number of every option", every_value(game, chance)),
        ("random setups", random_setups(game, chance, progress)),
    ):
        for seats, options in setups:
            own_seed = chance.getrandbits(31)
            found = check_setup(game, seats=seats, options=options, seed=own_seed, longest=longest, thorough=thorough)
            progress.add(stage, found, tell)
    for number, (seats, options) in enumerate(big_setups(game)):
        player = (RANDOM, BY_HEURISTIC)[number % 2]
        check_cells(game, seats=seats, options=options, seed=seed, player=player)
        progress.add("the largest numbers", Counter({"numbers fit their cells with the largest options": 1}), tell)
    if bodies:
        from cardhouse.testing.bodies import check_all_bodies  # the only part that needs the compiler

        progress.add("the compiled law", Counter(), tell)
        progress.add("the compiled law", check_all_bodies(game, moves=progress.moves, seed=seed), tell)
    return progress


def declarations_fit(game: AnyGame) -> None:
    """Check that options have rules, and cells that hold all their values, and that each tally has a cell."""
    fields = game.law.State.FIELDS
    for option in game.options:
        must(option.name in fields, f"the option {option.name} has no cell of that name in State")
        fit(option.name, fields[option.name], len(option.values) - 1 if option.values else option.numbers[-1])
        sentence = f"RULES.md has no numbered rule {option.rule}, of the option {option.name}"
        must(option.rule in rule_numbers(game), sentence)
        must("_" not in "".join((option.label, *option.labels)), f"the option {option.name} has a label with _ in it")
        must(f"*Option “{option.label}”" in game.rules, f"RULES.md does not say *Option “{option.label}”:*")
        must(len(option.labels) == len(option.values), f"the option {option.name} needs a label for each word")
    cells = fields["tally"].count if "tally" in fields else 0
    must(cells >= len(game.tallies), f"State has no cells `tally` for {len(game.tallies)} tallies, but {cells}")


def source_compiles(game: AnyGame) -> None:
    """Check that the laws use nothing that cannot be compiled; see docs/one-law.md."""
    if found := faults(*laws_of(game)):
        more = f", and {len(found) - 1} more like it" if len(found) > 1 else ""
        raise Broken(f"{found[0]}{more}")


def random_setups(game: AnyGame, chance: Random, progress: Progress) -> Iterator[Setup]:
    while progress.made < progress.moves:
        yield random_setup(game, chance)


def check_setup(
    game: AnyGame, *, seats: int, options: dict[str, str | int], seed: int, longest: int = 20_000, thorough: float = 1.0
) -> Counter[str]:
    """Check three random matches with this setup: their course, their moves and their deals.

    Return how often each part was checked.
    """
    position = CheckedPosition("check_setup", game, seats, options, seed, {"longest": longest, "thorough": thorough})
    with checking(position):
        check_course(position, position.chance, longest=longest)
        chance, counts = position.chance, Counter[str]()
        counts["a match goes on, and ends"] += 1
        check_match(position, chance, counts, longest=longest, thorough=thorough)
        check_deals(position, chance, share=SHALLOW * thorough, longest=longest)
        counts["deals reveal hidden cards to nobody; a new match keeps nothing of the last"] += 1
    return counts


def check_match(
    position: CheckedPosition, chance: Random, counts: Counter[str], *, longest: int, thorough: float
) -> None:
    """Play a random match and check it at every move."""
    game = position.game
    dealer = SeededDealer(chance.getrandbits(60))
    match = Match(game, seats=position.seats, options=position.options, dealer=dealer)
    deck = list(game.deck.in_play(match._state))
    last_deal = match._state
    position.moves, position.last = 0, ""
    while True:
        t = match._state
        counts["cards are conserved, and numbers fit their cells"] += 1
        cards_are_conserved(game, t, deck)
        if cell := misfitting_cell(t):
            raise Broken(cell)
        if match.over:
            break
        must(position.moves < longest, f"a match of more than {longest:,} moves")
        must(match.to_act, "the match is not over, and nobody is to act")
        seat = position.seat = chance.choice(match.to_act)
        draw = chance.random()
        listed = game.moves(t, seat)
        counts["listed moves are legal, and do not depend on hidden cards"] += 1
        listed_moves_are_legal(game, t, seat, listed)
        counts["every listed move has a number, which leads back to it"] += 1
        moves_are_numbered(game, t, seat, listed)
        if draw < SHALLOW * thorough:
            check_position(match, seat, chance, counts, thoroughly=draw < thorough)
        choice = chance.choice(listed)
        position.note_move(seat, t, choice)
        position.seat = None
        after = play(game, t, seat, choice)
        if after.deal > t.deal and game.bots.utility:
            counts["the end of a deal is worth something to its players"] += 1
            utilities_are_sound(game, last_deal, after)
        match.play(seat, game.notation.text(t, choice))
        if match._state.deal > last_deal.deal:  # by this move, or by an automatic one after it
            last_deal = match._state
    result, last = match.result, match._state
    again = type(last).from_bytes(last.to_bytes())
    must(again == last, f"a state and its bytes differ: {difference(last, again)}")
    must(result is not None and 1 in result.places, "a match without a first place")
    places_follow_scores(game, last)
    counts["places follow scores"] += 1
    counts[MOVES] += sum(event.seat >= 0 for event in match.events)  # automatic moves included
    events_have_sentences(game, match.events)
    counts["events tell facts that have sentences"] += 1
    check_replay(match)
    counts["replay equals play"] += 1


def check_position(match: Match, seat: int, chance: Random, counts: Counter[str], *, thoroughly: bool) -> None:
    """Check what a seat may do and know in this state."""
    game, t = match.game, match._state
    moves_have_a_kind(game, t, seat, game.moves(t, seat))
    counts["every move has a kind"] += 1
    named = list(game.notation.every(t, seat))
    legal_moves_are_named(game, t, seat, named, chance, thoroughly=thoroughly)
    counts["full enumeration agrees with the law"] += 1
    named = chance.sample(named, SAMPLE) if len(named) > SAMPLE else named
    texts_go_both_ways(game, t, seat, named)
    counts["texts go both ways"] += 1
    hidden_cards_do_not_matter(game, t, seat, named, chance, thoroughly=thoroughly)
    counts["views, moves and events do not tell hidden cards"] += 1
    hidden_cards_lie_where_they_may(game, t, seat)
    counts["hidden cards lie where they may"] += 1
    if game.bots.heuristic:
        heuristic_is_sound(game, t, seat, chance)
        counts["the heuristic plays a listed move, and does not look at hidden cards"] += 1
    if thoroughly:
        refusals_change_nothing(match, seat, named)
        counts["refusals have sentences, name a rule, and change nothing"] += 1
        if game.secrecy.recall:
            recalled_states_look_the_same(match, seat)
            quick_player_is_the_heuristic(match, seat)
            views_are_observed_as_tables_show_them(match, seat)
            counts["recalled states look the same, and have the same moves"] += 1


def check_replay(match: Match) -> None:
    try:
        replay(match.log(), game=match.game)
    except BadLog as error:
        raise Broken(f"replay differs from play: {error}") from error


def laws_of(game: AnyGame) -> Iterator[Function]:
    """Yield the functions of a game that are compiled."""
    names = "begin collect shuffled to_act breaks moves default play over score place_of"
    yield from (getattr(game.law, name) for name in names.split())
    yield from (game.automatic, game.secrecy.may_lie, game.secrecy.sees, game.secrecy.said_to)
    yield from (game.lab.kind_of_move, game.lab.turn_of)
    if game.actions:
        yield from (game.actions.action_of, game.actions.choice_of)
    yield from (feature.value_of for feature in game.features)
    yield from filter(None, (game.bots.heuristic, game.bots.utility))
