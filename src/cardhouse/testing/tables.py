"""Check that tables for programs that learn show the same, compiled or plain, and play the matches of `Match`."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.chance import CELLS, PLAYERS, start
from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.batch import LEVELS
from cardhouse.compiled.loop import MOST_MADE, longest_order
from cardhouse.compiled.playout import chooser
from cardhouse.compiled.records import unpack
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.nets.encoding import Encoder, Encoding, codes_of
from cardhouse.nets.observing import observe_state, recall
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.rl.stepping import KEPT, OUTSIDE, UNSAID, Batch, Memory, Space, stepping
from cardhouse.rl.tables import Autoreset, Tables
from cardhouse.testing.broken import Broken, CheckedPosition, checking, difference, must

TABLES, STEPS = 3, 50
ROUNDING = 1e-3  # of the sum of rewards
ILLEGAL = 0.05  # the share of actions that are chosen without looking at the mask


class States(list[Any]):
    """Plain states that are copied when they are assigned, as records are."""

    def __setitem__(self, i: Any, state: Any) -> None:
        super().__setitem__(i, state.copy())


class PlainTables(Tables):
    """Tables whose law is plain Python."""

    def _new_memory(self) -> Memory:
        states, shown = (
            States(self._states[i % len(self._states)].copy() for i in range(self.count)) for _ in range(2)
        )
        chance, luck = ([[0] * CELLS for _ in range(self.count)] for _ in range(2))
        return super()._new_memory()._replace(states=states, shown=shown, chance=chance, luck=luck)

    def _new_space(self) -> Space:
        return Space([0] * longest_order(self.game), [0] * self.game.law.MOST_MOVES)

    def _run(self, what: int) -> None:
        step, actions = stepping(self.game, self._own), self._actions.tolist()
        for i in range(self.count):
            t = self._memory.states[i]
            step(i, t, what, actions, self._wanted, self._memory, self.plan, self._spaces[0], self._batch)


class Follower:
    """A match that makes the moves of a table, and chooses those of the players inside by itself."""

    def __init__(self, tables: Tables, batch: Batch, i: int) -> None:
        self.tables, self.game = tables, tables.game
        seed, number = int(tables.seeds[i]), int(batch.number[i])
        options = self.game.options_of(tables._state)
        self.match = Match(self.game, seats=tables.seats, options=options, dealer=SeededDealer(seed, match=number))
        turned = number % tables.seats if tables.plan.rotates else 0
        self.players = [tables.players[(seat - turned) % tables.seats] for seat in range(tables.seats)]
        self.choose, self.luck = chooser(self.game), [0] * CELLS
        start(self.luck, seed, number, PLAYERS)
        self.actions: list[int] = []  # the number of each event's move
        self.made = 0  # moves from outside
        self.number()
        self.play_inside()

    @property
    def ended(self) -> bool:
        """Whether the match is over, or too long."""
        return self.match.over or self.made >= self.tables.plan.longest

    def play_inside(self) -> None:
        while not self.match.over and (player := self.players[seat := self.match.to_act[0]]) != OUTSIDE:
            t = self.match._state
            moves = self.game.moves(t, seat)
            choice = self.choose(t, seat, player, self.luck, moves, len(moves))
            self.play(seat, choice)

    def play(self, seat: int, choice: int) -> None:
        self.match.play(seat, self.game.notation.text(self.match._state, choice))
        self.number()

    def number(self) -> None:
        """Number the moves that were made since the last call."""
        action_of = actions_of(self.game).action_of
        for change in self.match._changes:
            choice = change.choice
            self.actions.append(UNSAID if choice is None else action_of(change.before, change.seat, choice))
        assert len(self.match.events) == len(self.actions)


def check_tables(
    game: AnyGame,
    *,
    seats: int,
    options: Mapping[str, str | int],
    seed: int,
    parallel: bool = False,
    inside: bool = False,
    autoreset: Autoreset = "next_step",
    reward: str = "first",
    longest: int = MOST_MADE,
    ends: int = 0,
) -> int:
    """Play random matches at compiled and at plain tables, and in `Match`; return the number of moves.

    With `inside`, built-in players play at all seats but one or two. At least this many matches end.
    """
    wanted: dict[str, Any] = {"parallel": parallel, "autoreset": autoreset, "reward": reward, "longest": longest}
    position = CheckedPosition("check_tables", game, seats, options, seed, wanted | {"inside": inside, "ends": ends})
    with checking(position):
        given = wanted | {"seats": seats, "options": options, "count": TABLES, "seed": seed, "rotates": inside}
        if inside:
            given["players"] = some_players(game, seats, position.chance)
        both = Tables(game, **given), PlainTables(game, **given)
        batch = look(both, *(tables.reset() for tables in both))
        followers = [Follower(both[0], batch, i) for i in range(TABLES)]
        encoder = Encoding(game, (seats,)).encoder(seats, codes_of(both[0]._state))
        steps = ended = 0
        while steps < STEPS or ended < ends:
            steps += 1
            actions = choose(both[0], batch, position.chance)
            rested = [follower.ended for follower in followers]
            for i, follower in enumerate(followers):
                follow(follower, batch, i, actions)
            batch = look(both, *(tables.step(actions) for tables in both))
            for i in range(TABLES):
                if rested[i]:
                    followers[i] = Follower(both[0], batch, i)
                same_end(followers[i], batch, i)
                if followers[i].ended:
                    ended += 1
                    if autoreset == "same_step":
                        followers[i] = Follower(both[0], batch, i)
                position.moves += 1
                same_state(followers[i], batch, i)
                same_history(followers[i], batch, i)
                if not parallel and batch.acts[i]:
                    same_encoding(encoder, followers[i].match, batch, i)
    return position.moves


def some_players(game: AnyGame, seats: int, chance: Random) -> list[str | None]:
    """Return built-in players for all seats but one or, if there are more than two, two."""
    levels = list(LEVELS) if game.bots.heuristic else ["random"]
    players: list[str | None] = [chance.choice(levels) for _ in range(seats)]
    for seat in chance.sample(range(seats), 2 if seats > 2 else 1):
        players[seat] = None
    return players


def look(both: tuple[Tables, Tables], compiled: Batch, plain: Batch) -> Batch:
    for name in Batch._fields:
        one, other = getattr(compiled, name), getattr(plain, name)
        if not np.array_equal(one, other):
            where = tuple(int(number) for number in np.argwhere(one != other)[0])
            raise Broken(f"tables show another {name}{list(where)} compiled, {one[where]}, than plain, {other[where]}")
    return compiled


def choose(tables: Tables, batch: Batch, chance: Random) -> NDArray[np.int64]:
    """Choose an action in each row: mostly a legal one, sometimes any number."""
    rows = batch.mask.reshape(-1, tables.actions)
    actions = np.zeros(len(rows), np.int64)
    for row, mask in enumerate(rows):
        legal = np.flatnonzero(mask)
        if len(legal) and chance.random() >= ILLEGAL:
            actions[row] = chance.choice(legal)
        else:
            actions[row] = chance.randrange(-2, tables.actions + 2)
    return actions.reshape(batch.seat.shape)


def follow(follower: Follower, batch: Batch, i: int, actions: NDArray[np.int64]) -> None:
    """Make the same moves in a match."""
    game, tables, match = follower.game, follower.tables, follower.match
    choice_of = actions_of(game).choice_of
    rows = actions.reshape(TABLES, -1)[i]
    masks, seats = batch.mask.reshape(TABLES, -1, tables.actions)[i], batch.seat.reshape(TABLES, -1)[i]
    acting = [(int(seats[row]), row) for row in range(len(rows)) if batch.acts.reshape(TABLES, -1)[i, row]]
    if follower.ended:
        return
    acting.sort(key=lambda one: (one[0] - match._state.turn) % tables.seats)
    dealt = deals_of(match)
    for seat, row in acting:
        if match.over or seat not in match.to_act or deals_of(match) > dealt:  # the others meant the state before it
            continue
        t, action = match._state, int(rows[row])
        is_legal = 0 <= action < tables.actions and bool(masks[row, action])
        choice = choice_of(t, seat, action) if is_legal else game.law.default(t, seat)
        follower.play(seat, choice)
        follower.made += 1
    follower.play_inside()


def deals_of(match: Match) -> int:
    """Return how often the dealer has given cards."""
    return sum("cards" in entry for entry in match.log_entries())


def same_end(follower: Follower, batch: Batch, i: int) -> None:
    """Check that a match ends at a table and in `Match` at once, with the same places, and with rewards that fit."""
    match = follower.match
    must(bool(batch.done[i]) == follower.ended, "a match is over at a table or in `Match` alone")
    wanted = match.result.places if match.result else (0,) * match.seats
    places, rewards = tuple(batch.final[i].tolist()), batch.reward[i].tolist()
    must(places == wanted, f"the places at a table are {places}, and in `Match` {wanted}")
    must(any(places) or not any(rewards), f"the rewards are {rewards}, but no match has ended by its rules")
    must(abs(sum(rewards)) < ROUNDING, f"the rewards {rewards} do not add up to 0")
    by_place = [reward for _, reward in sorted(zip(places, rewards, strict=True), key=lambda seat: (seat[0], -seat[1]))]
    must(by_place == sorted(rewards, reverse=True), f"the rewards {rewards} do not fit the places {places}")


def same_state(follower: Follower, batch: Batch, i: int) -> None:
    tables, match = follower.tables, follower.match
    mine: Ledger = unpack(tables.records()[i : i + 1], tables.game.law.State)
    if mine != match._state:
        raise Broken(f"the states of a table and of `Match` differ: {difference(mine, match._state)}")


def same_encoding(encoder: Encoder, match: Match, batch: Batch, i: int) -> None:
    """Check that a net sees the same of a table as of the view of the seat that acts."""
    if match.game.secrecy.recall is None:
        return
    seat = int(batch.seat[i])
    shown = encoder.encode(
        batch.words[i : i + 1], batch.counts[i : i + 1], batch.cells[i : i + 1], batch.rows[i : i + 1]
    )
    view = match.view(seat)
    seen = encoder.encode_one(observe_state(match.game, recall(match.game, view), view))
    for feature, one, other in zip(encoder.features, shown[0], seen, strict=True):
        if one != other:
            raise Broken(f"a net in seat {seat} sees {feature} as {one} at a table, and as {other} in its view")


def same_history(follower: Follower, batch: Batch, i: int) -> None:
    """Check that each seat that looks remembers the moves that the events tell it, and the choices that are told."""
    seats = follower.match.seats
    for seat, history in zip(batch.seat[i].reshape(-1), batch.history[i].reshape(-1, KEPT, 2), strict=True):
        told: list[tuple[int, int]] = []
        for event, action in zip(follower.match.events, follower.actions, strict=True):
            seen = event.redact_for(int(seat), 0)
            if seen is not None and seen.seat >= 0:
                told.append(((seen.seat - int(seat)) % seats, action if seen.move else UNSAID))
        wanted = told[: -KEPT - 1 : -1]
        found = [(int(mover), int(action)) for mover, action in history if mover != UNSAID]
        if found != wanted:
            raise Broken(f"seat {seat} remembers other moves than the events tell it: {difference(found, wanted)}")
