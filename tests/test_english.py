"""Texts are plain English: no word that our style bans, and nobody is "he"."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COVERED = (
    "*.md",
    "Makefile",
    "bench/**/*.py",
    "docs/**/*.md",
    "examples/**/*.py",
    "src/**/RULES.md",
    "src/**/en.json",
    "src/**/*.py",
    "tests/**/RULES.md",
    "tests/**/en.json",
    "tests/**/*.py",
    "tools/**/*.py",
    "web/src/**/*.svelte",
    "web/src/**/*.ts",
)
BANNED = {
    r"(?i)\b(he|his|him|himself)\b": "people are you or they",
    r"(?i)\banew\b": "say again",
    r"(?i)\bon end\b": "say in a row",
    r"(?i)\bfor want of\b": "say because there is none",
    r"(?i)\bkin\b": "say similar",
    r"(?i)\bdear\b": "say expensive",
    r"(?i)\bmended\b": "say fixed",
    r"(?i)\bheld against\b": "say compared with",
    r"(?i)(?<!there )\b(is|are|was|were) no (?!longer\b|more\b)": "say is not a",
    r"(?i)\bso many\b": "say n",
    r"(?i)\bsomebody['’]s\b": "say whose",
    r"(^|[.:;] )Who \w[^?]*$": "say the player who, or if you",
}


def faults(text: str) -> list[str]:
    """Return what is wrong with each line of a text, and what to say instead."""
    return [
        f"line {number}: {match[0].strip()[:30]!r}: {advice}"
        for number, line in enumerate(text.splitlines(), 1)
        for pattern, advice in BANNED.items()
        if (match := re.search(pattern, line))
    ]


def covered() -> list[Path]:
    """Return all texts but this file, which names what is banned."""
    found = {path for pattern in COVERED for path in ROOT.glob(pattern)}
    return sorted(found - {Path(__file__)})


def test_texts_for_people_are_plain_english() -> None:
    found = {str(path.relative_to(ROOT)): faults(path.read_text("utf-8")) for path in covered()}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_rules_show_no_names_of_the_code() -> None:
    for rules in ROOT.glob("src/**/RULES.md"):
        assert names_of_code(rules.read_text("utf-8")) == [], rules


def test_planted_a_name_of_the_code_in_the_rules_is_found() -> None:
    assert names_of_code("Equal numbers are place_of by the order. Write `skip_on` as it is.") == ["place_of"]


def names_of_code(text: str) -> list[str]:
    """Return the words with an underscore that are not marked as code."""
    return re.findall(r"\w+_\w+", re.sub(r"`[^`]*`|\([^)]*\)", "", text))


def test_there_are_texts_for_people() -> None:
    for pattern in COVERED:
        assert list(ROOT.glob(pattern)), pattern


@pytest.mark.parametrize(
    "planted",
    [
        "A bot plays for Ann until he is back.",
        "His cards are shown.",
        "The figures are taken anew.",
        "After two timeouts on end a bot takes over.",
        "The round ends for want of a move.",
        "Each game is held against its nearest kin.",
        "A dear card, and a mended one.",
        "A sideways card is no attacker.",
        "Wait so many seconds.",
        "Take somebody's seat.",
        "Play on. Who leaves is played by a bot.",
    ],
)
def test_planted_sentences_are_found(planted: str) -> None:
    assert faults(planted)


@pytest.mark.parametrize(
    "plain", ["There is no such card.", "It is no longer your turn.", "Who deals first?", "The end."]
)
def test_plain_sentences_are_not_found(plain: str) -> None:
    assert faults(plain) == []
