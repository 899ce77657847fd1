"""A law that does not compile is told in one sentence, with its file and line."""

from pathlib import Path

import pytest

from cardhouse import GAMES
from cardhouse.cards.errors import BadLaw
from cardhouse.cards.source import faults
from cardhouse.compiled.batch import play_many
from cardhouse.games.definition import AnyGame
from cardhouse.games.president import PRESIDENT
from cardhouse.testing import Broken, check
from cardhouse.testing.contract import laws_of
from tests.planted_faults import with_change
from tests.toy import TOY

END = "    t.deal += 1\n"


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.name)
def test_the_laws_use_nothing_that_cannot_be_compiled(game: AnyGame) -> None:
    assert faults(*laws_of(game)) == []


PLANTED = {
    "    row = [0, 1]\n": "a list has no place in a law; use cells, or a row that is given",
    "    count = {1: 2}\n": "a dict has no place in a law; use cells, or constants of the module",
    "    count = {1, 2}\n": "a set has no place in a law; a set of cards is an integer",
    '    name = "king"\n': "the string 'king' has no place in a law; use a number with a name",
    '    name = f"{t.deal}"\n': "a string has no place in a law; say it in notation.py",
    "    half = 0.5\n": "0.5 is not an integer; a law counts in integers",
    "    half = t.deal / 2\n": "`/` makes a float; use `//`",
    "    t.deal /= 2\n": "`/=` makes a float; use `//=`",
    "    most = t.deal**2\n": "Pow is not one of the operators that a law may use",
    "    if t.deal in (0, t.turn):\n        return\n": "`in` does not compile, as cells are of several widths; "
    "write `==` for each",
    "    most = sum(n for n in range(3))\n": "a comprehension has no place in a law; write a loop",
    "    row = tuple(range(3))\n": "tuple() cannot be compiled; a law calls laws, abs, bool, int, len, max, min, range",
    "    t.points.sort()\n": "t.points.sort() is a method; a law calls laws, abs, bool, int, len, max, min, range",
    "    try:\n        t.deal = 0\n    except IndexError:\n        t.deal = 1\n": (
        "a law never raises, so it cannot catch anything either"
    ),
    "    assert t.deal\n": "a law never raises: return the number of the rule that forbids the move",
    "    worth = lambda card: card\n": "a function within a law cannot be compiled; write another law",
    "    t.deal += worth(3)\n": "there is no worth",
    "    t.deal += Row()\n": "Row() cannot be compiled; a law calls laws, abs, bool, int, len, max, min, range",
    "    t.deal += law(3)\n": "law is not a law; write @law above it",
    "    t.deal += KINGS\n": "there is no KINGS",
    "    t.deal += t.dealt\n": "State has no cell dealt",
}


@pytest.mark.parametrize(("line", "sentence"), PLANTED.items())
def test_planted_code_that_cannot_be_compiled_is_reported_with_its_line(line: str, sentence: str) -> None:
    fault = with_change(PRESIDENT, END, line + END)
    [found] = faults(*laws_of(fault))[:1]
    assert Path(found.file).read_text("utf-8").splitlines()[found.line - 1] == line.splitlines()[0]
    assert str(found) == f"law.py:{found.line}, end_deal: {sentence}"
    with pytest.raises(Broken, match=r"law\.py:"):
        check(fault, moves=10, bodies=False)


@pytest.mark.compiles
def test_planted_what_the_compiler_refuses_is_one_sentence() -> None:
    """The first is found in the source; of the second, the compiler's own reason is told."""
    with pytest.raises(BadLaw) as error:
        play_many(with_change(PRESIDENT, END, f"    row = [0, 1]\n{END}"), matches=1, seed=1)
    assert "end_deal: a list has no place in a law" in str(error.value)
    with pytest.raises(BadLaw) as error:
        play_many(with_change(PRESIDENT, END, f"    t.deal += t.points\n{END}"), matches=1, seed=1)
    assert str(error.value).count("\n") == 0
    assert str(error.value).startswith("law.py:")
    assert "No implementation of function Function(<built-in function" in str(error.value)
