"""Names that can be seen, and that nobody takes for another's."""

from itertools import combinations

import pytest

from cardhouse.house import names
from cardhouse.house.lookalikes import skeletons
from cardhouse.wire import Denial

# Hangul fillers, the blank of Braille, a variation selector, a joiner, a Khmer vowel, marks without a letter
UNSEEN = ("\u3164", "\u115f", "\uffa0", "\u2800", "\ufe0f", "\u034f", "\u17b4", "\u0301\u0302")
ANNS = ("Ann\ufe0f", "A\u034fnn", "Ann\u17b5", "An\u1160n", "Ann\u180b")


@pytest.mark.parametrize("name", [*UNSEEN, *(f" {one}{one} " for one in UNSEEN), "...", "\u200b", "\U000e0041", ""])
def test_a_name_has_something_to_be_seen(name: str) -> None:
    with pytest.raises(Denial) as denied:
        names.name(name, [])
    assert denied.value.code == "unreadable"


@pytest.mark.parametrize(
    "twin",
    [
        *ANNS,
        *(
            "ann",
            "ANN",
            "\xc4nn",
            "A\u0308nn",
            "\uff21nn",
            "\U0001d400nn",
            "\u1d00\u0274\u0274",
            "Ann\u200b",
        ),
        *("A\xadnn", "\u2800Ann\u2800", "Ann.", "Ann\xb7", "Ann \u02c8", "A-nn"),
    ],
)
def test_names_that_look_like_a_name_at_the_table_are_refused(twin: str) -> None:
    with pytest.raises(Denial) as denied:
        names.name(twin, ["Ben", "Ann"])
    assert denied.value.code == "taken"
    assert names.name(denied.value.suggestion, ["Ben", "Ann"]) == denied.value.suggestion


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ian", "lan"), ("Ian", "1an"), ("Bob", "B0b"), ("BOB", "b0b"), ("Ole", "\xd8le"), ("Paul", "\u0420aul")),
        *(("c", "\u03f2"), ("y", "\u04af"), ("g", "\u0581"), ("C3", "\u0421\u0417")),
    ],
)
def test_letters_with_strokes_and_rings_look_alike(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        with pytest.raises(Denial):
            names.name(first, [second])


FINE = (
    *(
        "Ann",
        "Anna",
        "Neil",
        "Nell",
        "Ben 1",
        "Ben 2",
        "Ben 10",
        "Ben 11",
        "R2-D2",
        "O'Brien",
        "Zo\xeb",
        "Jos\xe9 2",
        "\u674e\u96f7",
    ),
    *(
        "\u30e6\u30ad",
        "\u304b\u3044",
        "\u304c\u3044",
        "\u0930\u092e\u093e",
        "\u0930\u093e\u092e",
        "\u0645\u062d\u0645\u062f",
    ),
    *(
        "\u0e01\u0e49\u0e2d\u0e07",
        "\u0418\u0433\u043e\u0440\u044c",
        "\u041e\u043b\u044f",
        "\ud55c\uae00",
        "\u05d3\u05d5\u05d3",
        "7",
    ),
)


def test_other_names_are_taken_as_they_are() -> None:
    for number, name in enumerate(FINE):
        assert names.name(name, FINE[:number]) == name
    assert not any(skeletons(one) & skeletons(other) for one, other in combinations(FINE, 2))


@pytest.mark.parametrize(
    "name", ["\u13aann", "\ua4eenn", "\U00010300nn", "\u0410nn", "\u0391nn", "An\u0578", "An\u043f"]
)
def test_a_name_is_written_in_one_alphabet(name: str) -> None:
    with pytest.raises(Denial, match="one alphabet"):
        names.name(name, [])


def test_a_letter_has_at_most_three_accents() -> None:
    assert names.name("Nguye\u0302\u0303n", []) == "Nguy\u1ec5n"
    with pytest.raises(Denial, match="at most 3 accents"):
        names.name("Zalg" + "\u0301\u0302\u0303\u0304" + "o", [])


def test_what_is_not_shown_is_dropped() -> None:
    assert names.name("\u200bAn\u034fn \ufe0f\u2800 Lee\U000e0041", []) == "Ann Lee"


def test_bots_get_names_that_nobody_has() -> None:
    assert "Ada" not in names.bot_names(["\xc1da."])


def test_made_up_ids_are_ids_that_nobody_guesses() -> None:
    made = {names.make_up() for _ in range(1000)}
    assert len(made) == 1000
    assert all(names.table_id(one) == one for one in made)
    possible = len(names.MOODS) * len(names.KINDS) * len(names.BIRDS) * len(names.SIGNS) ** 6
    half_a_year = 180 * 24 * 3600
    assert possible / (10_000 * 20) > half_a_year
