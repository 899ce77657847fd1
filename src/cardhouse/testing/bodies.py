"""All bodies of a law agree, byte for byte, after every move."""

from random import Random
from typing import Any

from cardhouse.games.face import AnyGame
from cardhouse.press.batch import batch, play_batch, play_many, play_plainly
from cardhouse.press.body import AUTOMATIC, BREAKS, DEFAULT, OVER, PLAY, RANKED, SCORE, TO_ACT, Body
from cardhouse.press.playout import Played
from cardhouse.press.twin import Tables, packed, unpacked
from cardhouse.testing.contract import must, random_table


def bodies_agree(game: AnyGame, *, moves: int, seed: int) -> None:
    """Play random matches on the plain table and on the record, side by side; then whole batches."""
    chance, body, law = Random(seed), Body(game), game.law
    made = 0
    while made < moves:
        t = game.table(*random_table(game, chance))
        record = packed(t)
        must(unpacked(record, law.Table) == t, "packing and unpacking change a table")
        seating = chance.sample(range(t.seats), t.seats)
        law.begin(t, seating)
        body.begin(record, seating)
        while not law.over(t):
            if t.waits:
                deal_both(game, body, t, record, chance)
            else:
                play_both(game, body, t, record, chance)
                made += 1
            must(record.tobytes() == t.to_bytes(), f"the bodies differ: {t!r}")
        must(body.ask(record, OVER), "the match is over in one body alone")
    for _ in range(3):
        batches_agree(game, *random_table(game, chance), seed)


def deal_both(game: AnyGame, body: Body, t: Any, record: Tables, chance: Random) -> None:
    row, wanted = [0] * game.law.MOST_CARDS, t.waits
    cards = row[: game.law.collect(t, row)]
    must(cards == body.collect(record), "the bodies collect other cards")
    drawn = chance.sample(cards, wanted)
    game.law.shuffled(t, drawn, wanted)
    body.shuffled(record, drawn)


def play_both(game: AnyGame, body: Body, t: Any, record: Tables, chance: Random) -> None:
    law, seat = game.law, chance.choice(game.to_act(t))
    choices = game.moves(t, seat)
    must(choices == body.moves(record, seat), f"the bodies list other moves than {choices}")
    must(law.default(t, seat) == body.ask(record, DEFAULT, seat), "the bodies have other default moves")
    must(law.automatic(t) == body.ask(record, AUTOMATIC), "a move makes itself in one body alone")
    for other in range(t.seats):
        choice = chance.randrange(-2, law.CHOICES + 2)
        plain = (law.breaks(t, other, choice), law.to_act(t, other), law.ranked(t, other), law.score(t, other))
        compiled = (
            body.ask(record, BREAKS, other, choice),
            body.ask(record, TO_ACT, other),
            body.ask(record, RANKED, other),
            body.ask(record, SCORE, other),
        )
        must(plain == compiled, f"the bodies differ on {choice} of seat {other}: {plain}, {compiled}")
    choice = chance.choice(choices)
    law.play(t, seat, choice)
    body.ask(record, PLAY, seat, choice)


def batches_agree(game: AnyGame, seats: int, options: dict[str, str | int], seed: int) -> None:
    """The kernel's matches are those of the plain playout; the split of the work does not matter."""
    many = 20
    given: dict[str, Any] = {"games": many, "seats": seats, "options": options, "seed": seed}
    played = play_many(game, **given)
    for players in (["random"], ["quick", *["easy"] * (seats - 1)]) if game.bots.thumb else (["random"],):
        todo = batch(game, **given, players=players, deals=2, hands=True)
        plain, compiled = play_plainly(todo), play_batch(todo)
        for what in Played._fields:
            same = (getattr(plain, what) == getattr(compiled, what)).all()
            must(bool(same), f"the {what} of {players} are others in the plain body")
    late = play_many(game, games=10, seats=seats, options=options, seed=seed, first=many - 10, workers=2)
    must((late.places == played.places[-10:]).all(), "the places depend on where a batch starts")
