"""What happened and what is refused is told by facts; sentences are made of them, from lists."""

import sys
from types import ModuleType

import pytest

from cardhouse import GAMES
from cardhouse.cards import facts
from cardhouse.cards.errors import Refused, Rule
from cardhouse.cards.facts import (
    ENGLISH,
    Card,
    Fact,
    Lists,
    Number,
    Seat,
    clause,
    kinds_in,
    languages,
    lists,
    package_of,
    sentence,
)
from cardhouse.games.blitz.facts import HandPoints, MeldPlayed
from cardhouse.games.davenport.facts import Playoff, Showed
from cardhouse.games.definition import AnyGame, kinds_of
from cardhouse.games.dynasty.facts import PaysTax
from cardhouse.games.facts import NotHeld, NotYourTurn, Out, Points
from cardhouse.play import facts as play_facts
from tests.facts import every_kind, facts_of_match, misfits, samples, untranslated
from tests.toy import TOY

NAMES = ["Ann", "Ben", "Cleo"]


def test_a_fact_is_a_kind_and_its_parts() -> None:
    assert Out(2, 1).as_dict() == {"kind": "out", "seat": 2, "place": 1}
    assert Showed.parts == {"seat": "seat", "card": "card", "unseen": "flag"}
    assert Out(2, 1) == Out(seat=2, place=1) != Out(2, 2)


@pytest.mark.parametrize(
    ("fact", "says", "says_to_ann"),
    [
        (Out(0, 1), "Ann is out first", "you are out first"),
        (Out(1, 2), "Ben is out second", "Ben is out second"),
        (Points(0, 1), "Ann has 1 point", "you have 1 point"),
        (Points(2, 0), "Cleo has 0 points", "Cleo has 0 points"),
        (HandPoints(1, -80, -80), "Ben has -80 points, -80 in this hand", "Ben has -80 points, -80 in this hand"),
        (HandPoints(1, 5, 5), "Ben has 5 points, +5 in this hand", "Ben has 5 points, +5 in this hand"),
        (NotYourTurn(0), "it is Ann's turn", "it is your turn"),
        (Playoff((0, 1, 2)), "Ann, Ben and Cleo meet in a playoff", "you, Ben and Cleo meet in a playoff"),
        (Showed(1, "9c", True), "Ben shows <9c>, an unknown card", "Ben shows <9c>, an unknown card"),
        (Showed(0, "9c", False), "Ann shows <9c>", "you show <9c>"),
        (NotHeld(("9c", "9d")), "you do not hold <9c> <9d>", "you do not hold <9c> <9d>"),
        (MeldPlayed(1, "run", 3, ("3s", "J1=4s")), "Ben plays run 3: <3s> <J1=4s>", "Ben plays run 3: <3s> <J1=4s>"),
    ],
)
def test_sentences_have_names_cards_and_grammar(fact: Fact, says: str, says_to_ann: str) -> None:
    assert clause(fact, name=NAMES.__getitem__, card="<{}>".format) == says
    assert clause(fact, name=NAMES.__getitem__, card="<{}>".format, you=0) == says_to_ann


def test_a_refusal_carries_its_fact_and_the_number_of_its_rule() -> None:
    error = Refused(NotYourTurn(1), rule=Rule("President", 3))
    assert (error.fact, error.rule_number) == (NotYourTurn(1), 3)
    assert str(error) == "It is seat 1's turn. (President, rule 3)"


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.name)
def test_every_fact_has_a_sentence_and_every_sentence_a_fact(game: AnyGame) -> None:
    kinds = every_kind([game])
    assert misfits(kinds) == []
    for kind in kinds:
        for fact in samples(kind):
            for you in (None, 0):
                assert "{" not in sentence(fact, you=you)
                assert "  " not in sentence(fact, you=you)


OTHERS = [language for language in languages() if language != ENGLISH]


def test_there_are_lists_in_four_languages_at_least() -> None:
    assert {"en", "de", "es", "fr"} <= {*languages()}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_every_fact(language: str) -> None:
    ours = [game for game in GAMES.values() if game.law.__name__.startswith("cardhouse.games.")]
    kinds = every_kind(ours)
    assert misfits(kinds, language) == []
    assert [wrong for game in ours for wrong in untranslated(game, language)] == []
    for fact in (fact for kind in kinds for fact in samples(kind)):
        for you in (None, 0):
            said = sentence(fact, you=you, language=language)
            assert "{" not in said
            assert "  " not in said


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_grammar_and_the_words_of_english(language: str) -> None:
    grammar = lists("cardhouse.cards", language).grammar
    assert grammar.keys() - {"and_before_i"} == lists("cardhouse.cards", ENGLISH).grammar.keys()
    for kind in every_kind():
        if "word" in kind.parts.values():
            package = package_of(kind)
            if language in languages(package):
                assert lists(package, language).words.keys() == lists(package, ENGLISH).words.keys()


def test_sentences_decline_by_marks_within_marks() -> None:
    tax = PaysTax(1, 0, 1)
    assert clause(tax, name=NAMES.__getitem__, language="de") == "Ben zahlt Ann eine Karte"
    assert clause(tax, name=NAMES.__getitem__, language="de", you=0) == "Ben zahlt dir eine Karte"
    assert clause(Points(2, 0), name=NAMES.__getitem__, language="fr") == "Cleo a 0 point"  # 0 is singular in French
    assert clause(Playoff((0, 1)), name=["Ann", "Inés"].__getitem__, language="es") == "al desempate: Ann e Inés"


def test_a_package_without_a_language_speaks_english() -> None:
    kind = next(kind for kind in kinds_of(TOY) if package_of(kind).startswith("tests."))
    fact = next(samples(kind))
    assert sentence(fact, language="de") == sentence(fact)
    assert sentence(Out(2, 1), language="tlh") == sentence(Out(2, 1))


def test_planted_missing_unused_and_wrong_translations_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    davenport = GAMES["davenport"]
    package = "cardhouse.games.davenport"
    good = lists(package, "de")
    sentences = {**good.sentences, "showed": "{seat} zeigt", "playoffs": "Stechen"}
    texts = {**good.texts, "Jokers": "Joker"}
    del sentences["won_round"], texts["Ace rule"]
    bad = good._replace(sentences=sentences, texts=texts)

    def planted_lists(where: str, language: str) -> Lists:
        return bad if (where, language) == (package, "de") else lists(where, language)

    monkeypatch.setattr("tests.facts.lists", planted_lists)
    assert misfits(kinds_of(davenport), "de") == [
        f"{package}: won_round has no sentence",
        f"{package}: the sentence playoffs is of no fact",
        f"{package}: showed does not say card",
    ]
    assert untranslated(davenport, "de") == [
        "davenport: 'Ace rule' is not translated",
        "davenport: the translation of 'Jokers' is of no text",
    ]


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.name)
def test_a_game_has_each_kind_once(game: AnyGame) -> None:
    kinds = [kind.kind for kind in (*kinds_of(game), *kinds_in(play_facts))]
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.name)
def test_events_and_refusals_use_declared_facts(game: AnyGame) -> None:
    kinds = set(every_kind([game]))
    found = list(facts_of_match(game, seed=1, moves=200))
    assert {type(fact) for fact in found} <= kinds
    assert all(sentence(fact) for fact in found)
    assert len({type(fact) for fact in found}) > 3


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Plant a new fact beside Davenport's, for which nobody has written a sentence."""
    module = ModuleType("cardhouse.games.davenport.planted")
    monkeypatch.setitem(sys.modules, module.__name__, module)

    class Trumped(Fact):
        seat: Seat
        card: Card
        tricks: Number

    Trumped.__module__ = module.__name__
    module.Trumped = facts.fact(Trumped)  # type: ignore[attr-defined]
    return module


def test_planted_a_fact_without_a_sentence_is_found(planted: ModuleType) -> None:
    (kind,) = kinds_in(planted)
    davenport = kinds_of(GAMES["davenport"])
    assert misfits((*davenport, kind)) == ["cardhouse.games.davenport: trumped has no sentence"]
    with pytest.raises(LookupError, match="trumped has no sentence"):
        sentence(next(samples(kind)))


def test_planted_a_sentence_without_a_fact_is_found() -> None:
    kinds = [kind for kind in kinds_of(GAMES["davenport"]) if kind is not Playoff]
    assert misfits(kinds) == ["cardhouse.games.davenport: the sentence playoff is of no fact"]
