"""The catalogue: descriptions of the games and the bots of a house."""

from collections.abc import Iterable
from importlib.util import find_spec

from cardhouse.bots import LEVELS, levels_of
from cardhouse.cards.cells import Option
from cardhouse.cards.deck import Deck
from cardhouse.cards.facts import Ends, Fact, kinds_in, lists, package_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.guide import Section, Tip
from cardhouse.games.seen import forms_of
from cardhouse.wire import Denial
from cardhouse.wire.lobby import (
    CardInfo,
    DeckInfo,
    DiagramInfo,
    DiagramRowInfo,
    FieldInfo,
    GameInfo,
    GuestsInfo,
    GuideInfo,
    OptionInfo,
    SectionInfo,
    SentenceInfo,
    SentencesInfo,
    TipText,
)

LANGUAGE = "en"
DEEP, DEFAULT = "deep", "quick"
NO_DEEP = (
    "This house has no deep bots. To offer them, its operator installs what compiles the laws "
    '(pip install "cardhouse[compiled]") and does not turn them off (--deep-workers 0).'
)


def levels(deep_workers: int) -> dict[str, str]:
    """Return the levels of bots in this house, with their meanings."""
    deep = deep_workers > 0 and find_spec("numba") is not None
    return {name: meaning for name, meaning in LEVELS.items() if deep or name != DEEP}


def offered(game: AnyGame, here: dict[str, str]) -> dict[str, str]:
    """Return the levels at which bots of this house can play a game."""
    return {name: meaning for name, meaning in levels_of(game).items() if name in here}


def must_have(here: dict[str, str], level: str) -> None:
    """Raise Denial for a level that the house does not have."""
    if level not in LEVELS:
        raise Denial("unknown", f"There is no level {level[:20]!r}; there are {', '.join(here)}.")
    if level not in here:
        raise Denial("not_now", NO_DEEP)


def must_suit(game: AnyGame, level: str) -> None:
    """Raise Denial for a level at which no bot can play this game."""
    if level not in levels_of(game):
        sentence = f"{game.title} has no {level[:20]} bots; it has {', '.join(levels_of(game))}."
        raise Denial("not_now", sentence)


def describe_game(game: AnyGame, here: dict[str, str]) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        aim=game.aim,
        least=game.seats[0],
        most=game.seats[-1],
        default_seats=game.default_seats,
        options=tuple(_option(option) for option in game.options),
        levels=offered(game, here),
        guests=_guests(game),
        deck=_deck(game.deck),
        unit=game.unit,
        lowest_wins=game.lowest_wins,
        hidden_turns=game.has_hidden_turns,
        deal_moves_on=game.house.deal_moves_on,
        fields=tuple(FieldInfo(name=name, **form._asdict()) for name, form in forms_of(game.secrecy.kind).items()),
        sentences=sentences(kinds_in(game.facts)),
        lesson=game.guide.lesson is not None,
    )


def describe_guide(game: AnyGame) -> GuideInfo:
    lesson = game.guide.lesson
    return GuideInfo(
        sections=tuple(_section(section) for section in game.guide.sections),
        tips=() if lesson is None else tuple(_tip(tip) for tip in lesson.tips),
    )


def _tip(tip: Tip) -> TipText:
    return TipText(says=tip.says, move=tip.move, general=tip.general or tip.says)


def _section(section: Section) -> SectionInfo:
    diagrams = tuple(
        DiagramInfo(
            says=diagram.says,
            rows=tuple(DiagramRowInfo(**vars(row)) for row in diagram.rows),
            allowed=diagram.allowed,
        )
        for diagram in section.diagrams
    )
    return SectionInfo(title=section.title, says=section.says, diagrams=diagrams)


def sentences(kinds: Iterable[type[Fact]]) -> SentencesInfo:
    """Return the sentences of these facts, with the words that can fill them."""
    words: dict[str, str] = {}
    facts: dict[str, SentenceInfo] = {}
    for kind in kinds:
        here = lists(package_of(kind), LANGUAGE)
        words |= here.words
        if says := here.sentences.get(kind.kind):
            facts[kind.kind] = SentenceInfo(says=says, parts=kind.parts, ends=issubclass(kind, Ends))
    return SentencesInfo(words=words, facts=facts)


def _deck(deck: Deck) -> DeckInfo:
    cards = []
    for number, name in deck.cards:
        option, least = deck.needs.get(number, ("", 0))
        cards.append(CardInfo(number=number, name=name, option=option, least=least))
    return DeckInfo(cards=tuple(cards), spoken=deck.spoken)


def _guests(game: AnyGame) -> GuestsInfo | None:
    guests = game.house.guests
    return None if guests is None else GuestsInfo(at_once=guests.most_at_once, in_all=guests.most_in_all)


def _option(option: Option) -> OptionInfo:
    least, most = (option.numbers[0], option.numbers[-1]) if option.numbers else (None, None)
    return OptionInfo(
        name=option.name,
        label=option.label,
        meaning=option.meaning,
        rule=option.rule,
        default=option.default,
        values=option.values,
        labels=option.labels,
        least=least,
        most=most,
        rare=option.rare,
    )
