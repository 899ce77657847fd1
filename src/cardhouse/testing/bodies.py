"""All bodies of a law agree, byte for byte, after every move."""

from random import Random

from cardhouse.games.face import Game
from cardhouse.press.batch import play_many
from cardhouse.press.body import Body
from cardhouse.press.playout import playout, rows
from cardhouse.press.twin import packed, unpacked
from cardhouse.testing.contract import must, random_options


def bodies_agree(game: Game, *, moves: int, seed: int) -> None:
    """Play random matches on the plain table and on the record, side by side; then whole batches."""
    chance, body, law = Random(seed), Body(game), game.law
    made = 0
    while made < moves:
        t = game.table(chance.choice(game.seats), random_options(game, chance))
        record = packed(t)
        must(unpacked(record, law.Table) == t, "packing and unpacking change a table")
        seating = chance.sample(range(t.seats), t.seats)
        law.begin(t, seating)
        body.begin(record, seating)
        while not law.over(t):
            if t.waits:
                row = [0] * law.MOST_CARDS
                order = row[: law.collect(t, row)]
                must(order == body.collect(record), "the bodies collect other cards")
                chance.shuffle(order)
                law.shuffled(t, order, len(order))
                body.shuffled(record, order)
            else:
                seat = chance.choice(game.to_act(t))
                choices = game.moves(t, seat)
                must(choices == body.moves(record, seat), f"the bodies list other moves than {choices}")
                for _ in range(5):
                    any_seat, choice = chance.randrange(t.seats), chance.randrange(-2, law.CHOICES + 2)
                    same = law.breaks(t, any_seat, choice) == body.breaks(record, any_seat, choice)
                    must(same, f"the bodies differ on {choice} of seat {any_seat}")
                choice = chance.choice(choices)
                law.play(t, seat, choice)
                body.play(record, seat, choice)
                made += 1
            must(record.tobytes() == t.to_bytes(), f"the bodies differ: {t!r}")
        must(body.over(record), "the match is over in one body alone")
    batches_agree(game, seed)


def batches_agree(game: Game, seed: int) -> None:
    """The kernel's matches are those of the plain playout; the split of the work does not matter."""
    seats, many = game.usual_seats, 40
    played = play_many(game, games=many, seats=seats, seed=seed)
    play_match, needed, t = playout(game), rows(game), game.table(seats)
    for number in range(many):
        moves = play_match(t, seed, number, *needed)
        must(moves == played.moves[number], f"match {number} takes {moves} moves in the plain body")
        places = [game.law.ranked(t, seat) for seat in range(seats)]
        must(places == list(played.places[number]), f"match {number} ends otherwise in the plain body")
    late = play_many(game, games=10, seats=seats, seed=seed, first=many - 10, workers=2)
    must((late.places == played.places[-10:]).all(), "the places depend on where a batch starts")
