"""Check that all bodies of a law agree, byte for byte, after every move."""

from collections import Counter
from random import Random
from typing import Any

from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.batch import BatchArguments, batch, play_batch, play_many, play_plainly
from cardhouse.compiled.body import AUTOMATIC, BREAKS, DEFAULT, OVER, PLAY, RANKED, SCORE, TO_ACT, Body
from cardhouse.compiled.loop import MOST_MADE
from cardhouse.compiled.playout import PlayoutResults
from cardhouse.compiled.records import States, pack, unpack
from cardhouse.games.definition import AnyGame
from cardhouse.testing.broken import Broken, CheckedPosition, checking, difference, must, texts_of
from cardhouse.testing.course import Course
from cardhouse.testing.setups import big_setups, random_setup
from cardhouse.testing.tables import check_tables

MATCHES, MANY_MATCHES = 20, 200  # in a batch that the plain law also plays; in one with the largest numbers
BATCHES = 3
BY_TABLES = "tables for programs that learn agree with the plain law and with matches"
TABLES = ((False, False), (True, False), (False, True))  # whether all seats act at once, and whether bots play inside
ENDS: tuple[dict[str, Any], ...] = (  # matches that come to an end, and matches that are stopped
    {"autoreset": "same_step", "reward": "place", "ends": 2},
    {"inside": True, "reward": "score", "longest": 12},
)


def check_all_bodies(game: AnyGame, *, moves: int, seed: int) -> Counter[str]:
    """Play random matches on the plain and the compiled state, side by side; then whole batches."""
    chance, counts, made = Random(seed), Counter[str](), 0
    while made < moves:
        seats, options = random_setup(game, chance)
        made += check_bodies(game, seats=seats, options=options, seed=chance.getrandbits(31))
    counts["the compiled law agrees with the plain one after every move"] += made
    for _ in range(BATCHES):
        seats, options = random_setup(game, chance)
        check_batches(game, seats=seats, options=options, seed=seed)
        counts["compiled batches agree with plain matches"] += 1
        for parallel, inside in TABLES:
            made = check_tables(game, seats=seats, options=options, seed=seed, parallel=parallel, inside=inside)
            counts[BY_TABLES] += made
    for wanted in ENDS:
        made = check_tables(game, seats=game.default_seats, options=game.lab.short, seed=seed, **wanted)
        counts[BY_TABLES] += made
    for seats, options in big_setups(game):
        check_big_batch(game, seats=seats, options=options, seed=seed)
        counts["compiled matches end at the largest values of the options"] += 1
    return counts


def check_bodies(game: AnyGame, *, seats: int, options: dict[str, str | int], seed: int) -> int:
    """Play a random match on the plain and the compiled state, side by side; return the number of moves."""
    position = CheckedPosition("check_bodies", game, seats, options, seed)
    with checking(position):
        chance, body, law = position.chance, Body(game), game.law
        course = Course(position, MOST_MADE)
        t = game.new_state(seats, options)
        record = pack(t)
        again = unpack(record, law.State)
        must(again == t, f"packing and unpacking change a state: {difference(t, again)}")
        seating = chance.sample(range(seats), seats)
        law.begin(t, seating)
        body.begin(record, seating)
        while not law.over(t):
            if t.waits:
                deal_both(course, body, t, record, chance)
            else:
                play_both(course, body, t, record, chance)
            if record.tobytes() != t.to_bytes():
                raise Broken(f"the bodies differ: in the compiled one {difference(unpack(record, law.State), t)}")
        must(body.ask(record, OVER), "the match is over in one body alone")
    return position.moves


def deal_both(course: Course, body: Body, t: Ledger, record: States, chance: Random) -> None:
    def draw(cards: list[int], wanted: int) -> list[int]:
        compiled = body.collect(record)
        must(cards == compiled, f"the bodies collect other cards: {difference(compiled, cards)}")
        course.asks_dealer(wanted, len(cards))
        found = chance.sample(cards, wanted)
        body.shuffled(record, found)
        return found

    course.position.game.deal(t, draw)


def play_both(course: Course, body: Body, t: Ledger, record: States, chance: Random) -> None:
    game, law = course.position.game, course.position.game.law
    seat = chance.choice(course.to_act(t))
    choices, compiled = course.moves(t, seat), body.moves(record, seat)
    if choices != compiled:
        moves = texts_of(game, t, sorted(set(choices) ^ set(compiled)) or choices)
        raise Broken(f"the bodies list other moves, or in another order: {moves}")
    must(law.default(t, seat) == body.ask(record, DEFAULT, seat), "the bodies have other default moves")
    must(game.automatic(t) == body.ask(record, AUTOMATIC), "a move makes itself in one body alone")
    for other in range(t.seats):
        choice = chance.randrange(-2, law.CHOICES + 2)
        plain = (law.breaks(t, other, choice), law.to_act(t, other), law.place_of(t, other), law.score(t, other))
        answers = (
            body.ask(record, BREAKS, other, choice),
            body.ask(record, TO_ACT, other),
            body.ask(record, RANKED, other),
            body.ask(record, SCORE, other),
        )
        for name, one, two in zip(("breaks", "to_act", "place_of", "score"), plain, answers, strict=True):
            if one != two:
                move = texts_of(game, t, [choice])
                raise Broken(f"the bodies differ: `{name}` of seat {other} and {move} is {one}, compiled {two}")
    choice = chance.choice(choices)
    course.play(t, seat, choice)
    body.ask(record, PLAY, seat, choice)


def check_batches(game: AnyGame, *, seats: int, options: dict[str, str | int], seed: int) -> None:
    """Check that the kernel plays the same matches as the plain playout, however the work is split."""
    with checking(CheckedPosition("check_batches", game, seats, options, seed)):
        given: BatchArguments = {"matches": MATCHES, "seats": seats, "options": options, "seed": seed}
        played = play_many(game, **given)
        for players in (["random"], ["quick", *["easy"] * (seats - 1)]) if game.bots.heuristic else (["random"],):
            same_when_plain(game, players, given)
        late = play_many(game, matches=10, seats=seats, options=options, seed=seed, first=MATCHES - 10, workers=2)
        must((late.places == played.places[-10:]).all(), "the places depend on where a batch starts")


def same_when_plain(game: AnyGame, players: list[str], given: BatchArguments) -> None:
    wanted: BatchArguments = {**given, "players": players, "deals": 2, "hands": True}
    todo = batch(game, **wanted)
    plain, compiled = play_plainly(todo), play_batch(todo)
    for what in PlayoutResults._fields:
        same = (getattr(plain, what) == getattr(compiled, what)).all()
        must(bool(same), f"the {what} of {', '.join(players)} are others in the plain body")


def check_big_batch(game: AnyGame, *, seats: int, options: dict[str, str | int], seed: int) -> None:
    """Check that compiled matches end with the largest numbers of options, too."""
    with checking(CheckedPosition("check_big_batch", game, seats, options, seed)):
        for player in ("random", "quick") if game.bots.heuristic else ("random",):
            todo = batch(game, matches=MANY_MATCHES, seats=seats, options=options, seed=seed, players=[player])
            played = play_batch(todo)
            count = int((played.places[:, 0] == 0).sum())
            must(count == 0, f"{count} of {MANY_MATCHES} matches of {player} players do not end in {MOST_MADE:,} moves")
