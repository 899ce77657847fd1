"""A log that has been changed in any way is refused, also where the change makes no difference to the table."""

import json
from collections.abc import Iterator
from hashlib import sha256

import pytest

from cardhouse import GAMES, BadLog, FairDealer, Match, play_out, replay, verify
from cardhouse.bots import random_player
from cardhouse.games.definition import AnyGame
from cardhouse.play.log import Entry
from tests.forged import forge

Lines = list[str]
EVERY = 7  # characters of a line, of which one is changed


def match_of(game: AnyGame) -> Match:
    match = Match(game, options=game.lab.short, dealer=FairDealer(bytes(32)))
    play_out(match, [random_player(seat) for seat in range(match.seats)])
    return match


def lines_of(log: str) -> Lines:
    return log.removesuffix("\n").split("\n")


def text_of(lines: Lines) -> str:
    return "".join(f"{line}\n" for line in lines)


def changes(lines: Lines, number: int) -> Iterator[Lines]:
    """A log in which one line is changed, in many ways."""
    before, line, after = lines[:number], lines[number], lines[number + 1 :]
    yield [*before, *after]
    yield [*before, line, line, *after]
    yield [*before, "{}", line, *after]
    yield [*before, line + " ", *after]
    yield [*before, line.replace(": ", ":", 1), *after]
    yield [*before, "", *after]
    yield [*before, line[:-1], *after]
    if after:
        yield [*before, after[0], line, *after[1:]]
    entry = json.loads(line)
    for other in other_entries(entry):
        yield [*before, json.dumps(other), *after]
    for place in range(number % EVERY, len(line), EVERY):
        sign = "1" if line[place] == "0" else "0"
        yield [*before, f"{line[:place]}{sign}{line[place + 1 :]}", *after]


def other_entries(entry: Entry) -> Iterator[Entry]:
    yield {**entry, "fault": "out of time"}
    yield {**entry, "more": 1}
    if len(entry) > 1:
        yield dict(reversed(entry.items()))
    for key, value in entry.items():
        yield {**{other: entry[other] for other in entry if other != key}, f"{key}s": value}
        for other in (None, True, -1, 10**9, 1e300, "", "pass", "deal", [], [0], {}, {"seat": 0}):
            if other != value or type(other) is not type(value):
                yield {**entry, key: other}
        if isinstance(value, list):
            yield {**entry, key: value[::-1]}
            yield {**entry, key: value[:-1]}
        if isinstance(value, str):
            yield {**entry, key: value[::-1]}
            yield {**entry, key: f"{value} "}


@pytest.mark.contract
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_log_with_a_changed_line_is_refused(game: AnyGame) -> None:
    log = match_of(game).log()
    lines = lines_of(log)
    assert verify(log) == replay(log).deals_over
    for number in range(len(lines)):
        for changed in changes(lines, number):
            if changed == lines:  # two equal lines were swapped
                continue
            for check in (replay, verify):
                with pytest.raises(BadLog):
                    check(text_of(changed))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_line_of_a_log_is_covered_by_its_digest(game: AnyGame) -> None:
    """Faults, names and the order of moves that are made at the same time leave the table as it is."""
    lines = lines_of(match_of(game).log())
    for number, line in enumerate(lines):
        entry = json.loads(line)
        if "move" in entry:
            changed = [*lines[:number], json.dumps({**entry, "fault": "asleep"}), *lines[number + 1 :]]
            with pytest.raises(BadLog, match="has been changed"):
                replay(text_of(changed))


@pytest.mark.contract
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_changed_log_with_a_new_digest_never_fails_otherwise(game: AnyGame) -> None:
    """Who forges the digest as well gets a log that replays as it says, or is refused with a sentence."""
    lines = lines_of(match_of(game).log())
    refused = 0
    for number in {*range(5), *range(0, len(lines) - 1, EVERY), len(lines) - 2}:
        for changed in changes(lines, number):
            log = forge(text_of(changed))
            try:
                assert replay(log).log() == log
            except BadLog:
                refused += 1
    assert refused > 100


def test_simultaneous_moves_in_another_order_are_another_log() -> None:
    match = Match("davenport", seats=2)
    for seat in (0, 1):
        match.play(seat, match.moves(seat)[0])
    lines = lines_of(match.log())
    first = next(number for number, line in enumerate(lines) if "move" in json.loads(line))
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    with pytest.raises(BadLog, match="has been changed"):
        replay(text_of(lines))


def test_anybody_can_recompute_the_digest() -> None:
    """As docs/play.md says: `head -n -1 match.jsonl | sha256sum`."""
    log = match_of(GAMES["javelin"]).log()
    *above, last = lines_of(log)
    assert json.loads(last) == {"digest": sha256(text_of(above).encode()).hexdigest()}
