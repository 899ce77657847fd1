"""Games with planted faults, which the tests must find."""

import sys
from dataclasses import replace
from importlib import import_module, util
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from types import SimpleNamespace
from typing import Any, cast

from cardhouse.games.definition import AnyGame
from cardhouse.games.president import PRESIDENT, law, notation
from cardhouse.games.president.moves import rank_of
from cardhouse.nets import shipped

FAULTS = {
    "equal play refused": ("to_beat if rank >= rank_to_beat", "to_beat if rank > rank_to_beat"),
    "more cards skip too": ("size(suits_of(choice)) == t.count", "size(suits_of(choice)) >= t.count"),
    "direction turns once": ("t.direction = -t.direction", "t.direction = -1"),
    "pile cleared too late": ("and not is_asked_again:", "and not is_asked_again and t.at[HAND + t.turn] != 0:"),
    "cards lost": ("move(t, cards_of(rank, suits), HAND + seat, PILE)", "t.at[HAND + seat] &= ~cards_of(rank, suits)"),
    "cards doubled": ("move(t, cards_of(rank, suits), HAND + seat, PILE)", "t.at[PILE] |= cards_of(rank, suits)"),
    "illegal play listed": ("if count >= enough:", "if count + 1 >= enough:"),
    "malformed move legal": ("if not is_move(choice) or ", "if "),
    "deals not counted": ("t.deal += 1", "t.deal += 0"),
    "default move illegal": (
        "if t.count:\n        return PASS\n    hand",
        "if t.turn >= 0:\n        return PASS\n    hand",
    ),
    "hidden card revealed": ("    t.opening = 1\n", "    t.opening = 1\n    t.skipped = lowest(t.at[HAND] >> 8)\n"),
    "cells not reset": ("    new_match(t)\n", "    t.limbs = 1\n    t.deal = 0\n"),
    "deck without half its cards": ("(CARDS,) = STANDARD.limbs", "CARDS = STANDARD.limbs[0] >> 1"),
    "cards not listed by number": (
        "return listed(CARDS, out)",
        "out[52 - listed(CARDS, out)] = 1\n    out[1] = 0\n    return 52",
    ),
    "move listed twice": (
        "        out[n] = PASS\n        n += 1",
        "        out[n] = out[n + 1] = PASS\n        n += 2",
    ),
    "moves of others listed": ("    if not to_act(t, seat):\n        return 0", "    if t.waits:\n        return 0"),
    "legality by hidden cards": (
        "return 10 if t.count == 0 else 0",
        "return 10 if t.count == 0 else 5 * (t.at[HAND + (seat + 1) % t.seats] >> 51)",
    ),
    "default move by hidden cards": (
        "others if others else hand)",
        "others if others and t.at[HAND + (seat + 1) % t.seats] >> 51 else hand)",
    ),
    "order of moves by hidden cards": (
        "    if t.count:\n        out[n] = PASS",
        "    if t.at[HAND + (seat + 1) % t.seats] >> 51:\n"
        "        out[0], out[n - 1] = out[n - 1], out[0]\n"
        "    if t.count:\n        out[n] = PASS",
    ),
    "no first place": ("return placed(t.points, t.seats, seat)", "return 1 + placed(t.points, t.seats, seat)"),
    "rule not in the rulebook": ("return 10 if t.count == 0", "return 99 if t.count == 0"),
    "cell overflows": ("t.first = (t.first + 1) % t.seats", "t.first = t.first + 1000"),
    "bodies differ": ("t.first = (t.first + 1) % t.seats", "t.first = ((1 << 62) + t.first + 1) * 4 // 8 % t.seats"),
}
COPIES: list[Path] = []  # the folders of changed games: `tests/conftest.py` removes them at the end


def remove_copies() -> None:
    while COPIES:
        rmtree(COPIES.pop(), ignore_errors=True)


def with_fault(fault: str) -> AnyGame:
    """Return President with one line of its law changed."""
    return with_change(PRESIDENT, *FAULTS[fault])


def with_change(game: AnyGame, old: str, new: str) -> AnyGame:
    """Return a game with a piece of its law changed: its whole folder is copied, and imported under another name.

    The copy is there as long as this process, as the compiler and the messages of errors read its source.
    """
    package = game.law.__name__.rpartition(".")[0]
    folder = Path(mkdtemp(prefix="faulty_"))
    COPIES.append(folder)
    name, found = f"{package.rpartition('.')[0]}.{folder.name}", 0
    for path in Path(str(import_module(package).__file__)).parent.iterdir():
        if path.is_file() and path.name != shipped.FILE:  # a net is for the law as it is
            source = path.read_text("utf-8")
            found += path.suffix == ".py" and old in source
            (folder / path.name).write_text(source.replace(old, new).replace(package, name), "utf-8")
    assert found == 1, f"the law has no {old!r} any more, or in {found} files"
    spec = util.spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("AnyGame", getattr(module, game.name.upper()))


def with_fields(game: AnyGame, **given: Any) -> AnyGame:
    """A game with other fields, each in the part that has a field of its name."""
    for name, value in given.items():
        part = next((part for part in ("secrecy", "bots", "lab", "house") if hasattr(getattr(game, part), name)), "")
        if part:
            game = replace(game, **{part: replace(getattr(game, part), **{name: value})})
        else:
            game = replace(game, **{name: value})
    return game


def with_table(game: AnyGame, **declared: Any) -> AnyGame:
    """A game whose table has other declarations."""
    table = type("State", (game.law.State,), {"__slots__": (), **declared})
    return with_law(game, State=table)


def with_notation(**words: Any) -> AnyGame:
    """Return President with other functions in its notation."""
    return replace(PRESIDENT, notation=SimpleNamespace(**{**vars(notation), **words}))


def with_law(game: AnyGame, **functions: Any) -> AnyGame:
    """Return a game with other functions in its law. They are not compiled."""
    return replace(game, law=SimpleNamespace(**{**vars(game.law), **functions}))


def with_memory() -> AnyGame:
    """President with a law that remembers: in every second match 3s do not turn the direction."""
    matches = [0]

    def begin(t: Any, seating: Any) -> None:
        matches[0] += int(seating[0] != 0 or seating[1] != 1)  # so a bare table begins
        law.begin(t, seating)

    def play(t: Any, seat: int, choice: int) -> None:
        law.play(t, seat, choice)
        if rank_of(choice) == law.THREE and matches[0] % 2:
            t.direction = -t.direction

    return with_law(PRESIDENT, begin=begin, play=play)
