"""One step of one table. It runs plain, and is the source of the kernels for CPUs and GPUs."""

from collections.abc import Callable
from typing import Any, NamedTuple

from cardhouse.cards.chance import DEALER, PLAYERS, draw, start
from cardhouse.cards.errors import BadSetup
from cardhouse.cards.law import copy_cells, is_law, law, place
from cardhouse.cards.ledger import WATCHER, Ledger
from cardhouse.compiled.loop import MOST_MADE, asking, dealing
from cardhouse.compiled.playout import chooser
from cardhouse.games.actions import actions_of
from cardhouse.games.defaults import always
from cardhouse.games.definition import AnyGame
from cardhouse.games.observation import from_seat, observing
from cardhouse.untyped import Function

KEPT = 16  # moves that a seat remembers
UNSAID = -1  # in a history: the choice of the mover is hidden, or there is no move
OUTSIDE = -1  # a player whose moves are given to `step`
RESET, STEP = range(2)
NEVER, NEXT_STEP, SAME_STEP = range(3)  # when a new match begins after the end of one
FIRST, PLACE, SCORE, OWN = range(4)  # kinds of rewards

# Rows of numbers: numpy arrays, or arrays on a GPU. States: records, or plain states. No type is both.
Array = Any
Reward = Callable[[Ledger, int], int]


class Memory(NamedTuple):
    """What tables remember from step to step, with a row for each table."""

    states: Array
    shown: Array  # the last state that all saw, in games with hidden turns
    seeds: Array
    strides: Array  # how far the number of a table's next match is from that of its last one
    chance: Array  # the dealer's random numbers
    luck: Array  # the random numbers of the players inside
    players: Array  # [table, player]: OUTSIDE, or a built-in player whose moves are made inside
    made: Array  # moves from outside in this match
    past: Array  # [table, seat, 2 * KEPT, 2]: the moves that each seat remembers, from `latest` on, the latest first
    latest: Array  # [table, seat]: below KEPT. Each move is written twice, KEPT places apart, so that KEPT are in a row
    resting: Array  # whether the match is over, and no new one has begun


class Batch(NamedTuple):
    """What the tables show after a step, with a row for each table; in the parallel form, for each seat of a table."""

    seat: Array  # the seat that acts, or, in the parallel form, that looks
    acts: Array  # whether it has a move to make
    words: Array  # the cards of each zone that the seat knows, as sets ...
    planes: Array  # ... or with a byte for each card
    counts: Array  # the number of cards in each zone
    cells: Array  # the public numbers
    rows: Array  # the public rows of small numbers
    mask: Array  # [row, action]: which actions are legal
    moves: Array  # [row, i]: the legal actions ...
    move_count: Array  # ... and how many there are
    history: Array  # [row, KEPT, 2]: seat and action of the last moves, the latest first; UNSAID where they are hidden
    illegal: Array  # whether the last action was illegal, so that the rules' default move was made
    number: Array  # [table]: the number of the match
    reward: Array  # [table, seat]: what the last step brought to each seat
    done: Array  # [table]: whether the last step ended a match
    final: Array  # [table, seat]: the places in the match that ended, or 0: no match ended, or it was stopped


class Plan(NamedTuple):
    """What is the same for all tables."""

    rotates: int  # 1 if the players move on by one seat from match to match
    parallel: int  # 1 if all seats act in the same step
    observes: int
    autoreset: int
    reward: int
    longest: int  # a match is stopped after this many moves from outside


class Space(NamedTuple):
    """Working memory of one thread."""

    order: Array
    out: Array


@law
def rows_of(t: Ledger, plan: Plan) -> int:
    """Return how many rows of a batch a table has."""
    return t.seats if plan.parallel else 1


def rewarding(game: AnyGame, own: Reward | None) -> Callable[[Ledger, int, int], float]:
    """Return the law of what the end of a match brings to a seat. All kinds but one's own add up to 0."""
    place_of, score = game.law.place_of, game.law.score
    sign = -1 if game.lowest_wins else 1
    if own is not None:
        if not is_law(own):
            raise BadSetup("A reward of your own is a law: mark the function with `@law`.", rule="docs/one-law.md")
        chosen = own

        @law
        def own_reward(t: Ledger, seat: int, kind: int) -> float:
            return chosen(t, seat)

        return own_reward

    @law
    def reward(t: Ledger, seat: int, kind: int) -> float:
        place = place_of(t, seat)
        first = better = worse = total = 0
        for other in range(t.seats):
            first += int(place_of(t, other) == 1)
            better += int(place_of(t, other) < place)
            worse += int(place_of(t, other) > place)
            total += score(t, other)
        if kind == FIRST:
            won = t.seats / first if place == 1 else 0.0
            return (won - 1.0) / (t.seats - 1)
        if kind == PLACE:
            return (worse - better) / (t.seats - 1)
        return sign * (score(t, seat) - total / t.seats)

    return reward


def stepping(game: AnyGame, own_reward: Reward | None = None) -> Function:
    """Return the function that begins a match at table i, or makes a move there, and writes what it shows."""
    numbered = actions_of(game)
    action_of, choice_of, action_count = numbered.action_of, numbered.choice_of, numbered.count
    begin, list_moves, play, default = game.law.begin, game.law.moves, game.law.play, game.law.default
    to_act, automatic, over, place_of = game.law.to_act, game.automatic, game.law.over, game.law.place_of
    sees, said_to, hides = game.secrecy.sees, game.secrecy.said_to, int(game.secrecy.sees is not always)
    for question in (sees, said_to):
        if not is_law(question):
            raise BadSetup(f"`{question.__name__}` of {game.title} is not a law.", rule="docs/one-law.md")
    deal, next_to_act, observe, reward_of = dealing(game), asking(game), observing(game), rewarding(game, own_reward)
    choose = law(chooser(game))

    @law
    def player_of(i: int, t: Ledger, seat: int, memory: Memory, plan: Plan, batch: Batch) -> int:
        """Return who sits here: in match n of players that rotate, player p sits in seat (p + n) % seats."""
        player = seat
        if plan.rotates:
            player = seat - batch.number[i] % t.seats
        return int(memory.players[i, player if player >= 0 else player + t.seats])

    @law
    def note(past: Array, at: int, mover: int, action: int) -> None:
        for copy in range(2):
            past[place(at + copy * KEPT), 0] = mover
            past[place(at + copy * KEPT), 1] = action

    @law
    def remember(i: int, t: Ledger, mover: int, choice: int, action: int, memory: Memory) -> None:
        """Let each seat that sees a move remember it."""
        for viewer in range(t.seats):
            if viewer == mover or sees(t, viewer):
                is_said = viewer == mover or said_to(t, mover, choice, viewer)
                at = (memory.latest[i, viewer] + KEPT - 1) % KEPT
                memory.latest[i, viewer] = at
                note(memory.past[i, viewer], at, from_seat(mover, viewer, t.seats), action if is_said else UNSAID)
        if hides and sees(t, WATCHER):
            memory.shown[i] = t

    @law
    def settle(i: int, t: Ledger, memory: Memory, plan: Plan, space: Space, batch: Batch) -> bool:
        """Deal, and make the moves of players inside and those that are automatic, up to the next choice from outside.

        Return whether there is one: the match may be over, or the players inside may not come to an end.
        """
        made = 0
        while not over(t) and made < MOST_MADE:
            if t.waits:
                deal(t, memory.chance[i], space.order)
                if hides and sees(t, WATCHER):
                    memory.shown[i] = t
                continue
            seat = next_to_act(t)
            player = player_of(i, t, seat, memory, plan, batch)
            is_automatic = automatic(t)
            if player == OUTSIDE and not is_automatic:
                return True
            count = list_moves(t, seat, space.out)
            choice = space.out[0] if is_automatic else choose(t, seat, player, memory.luck[i], space.out, count)
            action = action_of(t, seat, choice)
            play(t, seat, choice)
            remember(i, t, seat, choice, action, memory)
            made += 1
        return False

    @law
    def begin_match(i: int, t: Ledger, memory: Memory, space: Space, batch: Batch) -> None:
        number = int(batch.number[i])
        start(memory.chance[i], memory.seeds[i], number, DEALER)
        start(memory.luck[i], memory.seeds[i], number, PLAYERS)
        for seat in range(t.seats):
            space.order[seat] = seat
            memory.latest[i, seat] = 0
            for at in range(2 * KEPT):
                memory.past[i, seat, place(at), 0] = UNSAID
                memory.past[i, seat, place(at), 1] = UNSAID
        draw(memory.chance[i], space.order, t.seats, t.seats)
        begin(t, space.order)
        memory.made[i] = 0
        memory.resting[i] = False

    @law
    def make_move(i: int, t: Ledger, row: int, wanted: int, memory: Memory, batch: Batch) -> None:
        """Make the move with this number, or, if it is not legal, the rules' default move."""
        seat = int(batch.seat[row])
        legal = 0 <= wanted < action_count and batch.mask[row, wanted]
        if legal:
            choice = choice_of(t, seat, wanted)
        else:
            choice = default(t, seat)
            wanted = action_of(t, seat, choice)
        batch.illegal[row] = not legal
        play(t, seat, choice)
        memory.made[i] += 1
        remember(i, t, seat, choice, wanted, memory)

    @law
    def move_on(i: int, t: Ledger, actions: Array, memory: Memory, plan: Plan, batch: Batch) -> None:
        """Make the move of the seat that acts, or those of all seats that act at the same time."""
        rows = rows_of(t, plan)
        first = t.turn if plan.parallel else 0
        for turn in range(rows):
            row = i * rows + (first + turn if first + turn < rows else first + turn - rows)
            seat = int(batch.seat[row])
            if not plan.parallel or (batch.acts[row] and not t.waits and not over(t) and to_act(t, seat)):
                make_move(i, t, row, actions[row], memory, batch)

    @law
    def end_match(i: int, t: Ledger, plan: Plan, memory: Memory, batch: Batch) -> None:
        memory.resting[i] = True
        batch.done[i] = True
        if over(t):
            for seat in range(t.seats):
                batch.final[i, seat] = place_of(t, seat)
                batch.reward[i, seat] = reward_of(t, seat, plan.reward)

    @law
    def show_moves(i: int, t: Ledger, seat: int, row: int, space: Space, batch: Batch) -> None:
        for k in range(batch.move_count[row]):
            batch.mask[place(row), place(batch.moves[place(row), place(k)])] = False
        count = list_moves(t, seat, space.out) if batch.acts[row] else 0
        batch.move_count[row] = count
        for k in range(count):
            action = action_of(t, seat, space.out[place(k)])
            batch.moves[place(row), place(k)] = action
            batch.mask[place(row), place(action)] = True

    @law
    def show_to(i: int, t: Ledger, seat: int, row: int, memory: Memory, plan: Plan, space: Space, batch: Batch) -> None:
        """Write what a seat sees into a row of the batch."""
        batch.seat[row] = seat
        show_moves(i, t, seat, row, space, batch)
        if plan.observes:
            observe(t, seat, batch.words[row], batch.counts[row], batch.cells[row], batch.rows[row])
            copy_cells(memory.past[i, seat], memory.latest[i, seat], batch.history[row], 0, KEPT)

    @law
    def show(i: int, t: Ledger, memory: Memory, plan: Plan, space: Space, batch: Batch) -> None:
        resting, rows = memory.resting[i], rows_of(t, plan)
        for k in range(rows):
            row = i * rows + k
            seat, acts = k, not resting
            if plan.parallel:
                acts = acts and to_act(t, seat) and player_of(i, t, seat, memory, plan, batch) == OUTSIDE
            else:
                seat = int(batch.seat[i]) if resting else next_to_act(t)
            batch.acts[row] = acts
            if hides and not sees(t, seat):
                show_to(i, memory.shown[i], seat, row, memory, plan, space, batch)
            else:
                show_to(i, t, seat, row, memory, plan, space, batch)

    def step(
        i: int,
        t: Ledger,
        what: int,
        actions: Array,
        wanted: Array,
        memory: Memory,
        plan: Plan,
        space: Space,
        batch: Batch,
    ) -> None:
        if what == RESET and not wanted[i]:
            return
        batch.done[i] = False
        for seat in range(t.seats):
            batch.reward[i, seat] = 0.0
            batch.final[i, seat] = 0
        rows = rows_of(t, plan)
        for row in range(i * rows, i * rows + rows):
            batch.illegal[row] = False
        begins = what == RESET
        if memory.resting[i] and what == STEP:
            if plan.autoreset == NEXT_STEP:
                batch.number[i] += memory.strides[i]
                begins = True
        elif what == STEP:
            move_on(i, t, actions, memory, plan, batch)
        goes_on = memory.resting[i] and not begins
        while not goes_on:
            if begins:
                begin_match(i, t, memory, space, batch)
            goes_on = settle(i, t, memory, plan, space, batch) and memory.made[i] < plan.longest
            if not goes_on and not begins:
                end_match(i, t, plan, memory, batch)
                goes_on = plan.autoreset != SAME_STEP
                begins = not goes_on
            if not goes_on:  # in a new match too: the players inside may end it before there is a choice outside
                batch.number[i] += memory.strides[i]
        show(i, t, memory, plan, space, batch)

    return step
