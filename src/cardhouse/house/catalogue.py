"""The catalogue: descriptions of the games and the bots of a house."""

from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec

from msgspec.structs import replace

from cardhouse.bots import LEVELS, MASTER, levels_of, strongest
from cardhouse.cards.cells import Option
from cardhouse.cards.deck import Deck
from cardhouse.cards.facts import ENGLISH, Ends, Fact, kinds_in, language_in, lists, package_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.guide import Section, Tip
from cardhouse.games.seen import forms_of
from cardhouse.nets import shipped
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
    NetInfo,
    OptionInfo,
    SectionInfo,
    SentenceInfo,
    SentencesInfo,
    TipText,
)

SHARED_TEXTS = "cardhouse.games"  # the package whose lists have the texts that several games share
DEEP, DEFAULT = "deep", "quick"
NO_DEEP = (
    "This house has no deep bots. To offer them, its operator installs what compiles the laws "
    '(pip install "cardhouse[compiled]") and does not turn them off (--deep-workers 0).'
)

NO_COACH = (
    "This house has no coach. To offer one, its operator installs what compiles the laws "
    '(pip install "cardhouse[compiled]") and does not turn it off (--coach-workers 0).'
)


NO_MASTER = (
    "This house has no master bots. To offer them, its operator installs what runs their nets "
    '(pip install "cardhouse[compiled]").'
)


def levels(deep_workers: int) -> dict[str, str]:
    """Return the levels of bots in this house, with their meanings."""
    missing = set[str]()
    if deep_workers == 0 or find_spec("numba") is None:
        missing.add(DEEP)
    if find_spec("numpy") is None:
        missing.add(MASTER)
    return {name: meaning for name, meaning in LEVELS.items() if name not in missing}


def offered(game: AnyGame, here: dict[str, str]) -> dict[str, str]:
    """Return the levels at which bots of this house can play a game."""
    return {name: meaning for name, meaning in levels_of(game).items() if name in here}


def has_coach(game: AnyGame) -> bool:
    """Return whether the views of a game can be searched, which the coach does."""
    return DEEP in offered(game, levels(deep_workers=1))


def coach_level(game: AnyGame, seats: int, options: Mapping[str, str | int]) -> str:
    """Return the strongest level for a table, or "" if there is no coach for it."""
    return strongest(game, seats, options) if has_coach(game) else ""


def must_have(here: dict[str, str], level: str) -> None:
    """Raise Denial for a level that the house does not have."""
    if level not in LEVELS:
        raise Denial("unknown", f"There is no level {level[:20]!r}; there are {', '.join(here)}.")
    if level not in here:
        raise Denial("not_now", NO_MASTER if level == MASTER else NO_DEEP, about="level_none")


def must_suit(game: AnyGame, level: str, seats: int, options: Mapping[str, str | int]) -> None:
    """Raise Denial for a level at which no bot can play this game with this number of seats and these options."""
    if level not in levels_of(game):
        sentence = f"{game.title} has no {level[:20]} bots; it has {', '.join(levels_of(game))}."
        raise Denial("not_now", sentence, about="level_none")
    if level == MASTER and (why := shipped.misfit(game, seats, options)):
        raise Denial("not_now", f"There are no master bots for this table. {why}", about="level_none")


def suited(game: AnyGame, level: str, seats: int, options: Mapping[str, str | int]) -> str:
    """Return a level, or the default one where it is `master` and the net does not fit the table."""
    return DEFAULT if level == MASTER and shipped.misfit(game, seats, options) else level


Translate = Callable[[str], str]


def package_of_game(game: AnyGame) -> str:
    """Return the package that has the game's lists."""
    return game.facts.__name__.rpartition(".")[0]


def translator(game: AnyGame, language: str) -> Translate:
    """Return what translates the texts that a game declares. A text without a translation stays English."""
    own = lists(package_of_game(game), language).texts
    shared = lists(SHARED_TEXTS, language).texts
    return lambda text: own.get(text) or shared.get(text, text)


def describe_game(game: AnyGame, here: dict[str, str], language: str = ENGLISH, *, coach: str = "") -> GameInfo:
    """Describe a game in a language, or in English if the game does not have it."""
    language = language_in(package_of_game(game), language)
    return replace(_describe_game(game, here, language, translator(game, language)), coach=coach)


def _describe_game(game: AnyGame, here: dict[str, str], language: str, say: Translate) -> GameInfo:
    unit = game.unit
    return GameInfo(
        name=game.name,
        title=game.title,
        language=language,
        aim=say(game.aim),
        least=game.seats[0],
        most=game.seats[-1],
        default_seats=game.default_seats,
        options=tuple(_option(option, say) for option in game.options),
        levels={name: say(meaning) for name, meaning in offered(game, here).items()},
        net=_net(game),
        guests=_guests(game),
        deck=_deck(game.deck, say),
        unit=None if unit is None else (say(unit[0]), say(unit[1])),
        lowest_wins=game.lowest_wins,
        hidden_turns=game.has_hidden_turns,
        deal_moves_on=game.house.deal_moves_on,
        fields=tuple(FieldInfo(name=name, **form._asdict()) for name, form in forms_of(game.secrecy.kind).items()),
        sentences=sentences(kinds_in(game.facts), language),
        lesson=game.guide.lesson is not None,
        coach="",
    )


def describe_guide(game: AnyGame, language: str = ENGLISH) -> GuideInfo:
    language = language_in(package_of_game(game), language)
    return _describe_guide(game, language, translator(game, language))


def _describe_guide(game: AnyGame, language: str, say: Translate) -> GuideInfo:
    lesson = game.guide.lesson
    return GuideInfo(
        language=language,
        sections=tuple(_section(section, say) for section in game.guide.sections),
        tips=() if lesson is None else tuple(_tip(tip, say) for tip in lesson.tips),
    )


def texts_of(game: AnyGame) -> set[str]:
    """Return the English texts of a game that another language translates."""
    found: set[str] = set()

    def note(text: str) -> str:
        found.add(text)
        return text

    _describe_game(game, {**LEVELS, **levels_of(game)}, ENGLISH, note)
    _describe_guide(game, ENGLISH, note)
    return found


def _tip(tip: Tip, say: Translate) -> TipText:
    return TipText(says=say(tip.says), move=tip.move, general=say(tip.general or tip.says))


def _section(section: Section, say: Translate) -> SectionInfo:
    diagrams = tuple(
        DiagramInfo(
            says=say(diagram.says),
            rows=tuple(DiagramRowInfo(**{**vars(row), "label": say(row.label)}) for row in diagram.rows),
            allowed=diagram.allowed,
        )
        for diagram in section.diagrams
    )
    return SectionInfo(title=say(section.title), says=say(section.says), diagrams=diagrams)


def sentences(kinds: Iterable[type[Fact]], language: str = ENGLISH) -> SentencesInfo:
    """Return the sentences of these facts, with the words that can fill them."""
    words: dict[str, str] = {}
    facts: dict[str, SentenceInfo] = {}
    for kind in kinds:
        here = lists(package_of(kind), language)
        words |= here.words
        if says := here.sentences.get(kind.kind):
            facts[kind.kind] = SentenceInfo(says=says, parts=kind.parts, ends=issubclass(kind, Ends))
    return SentencesInfo(words=words, facts=facts)


def _deck(deck: Deck, say: Translate) -> DeckInfo:
    cards = []
    for number, name in deck.cards:
        option, least = deck.needs.get(number, ("", 0))
        cards.append(CardInfo(number=number, name=name, option=option, least=least))
    return DeckInfo(cards=tuple(cards), spoken={card: say(spoken) for card, spoken in deck.spoken.items()})


def _net(game: AnyGame) -> NetInfo | None:
    header = shipped.header(game)
    return None if header is None else NetInfo(seats=header.seats, options=header.options)


def _guests(game: AnyGame) -> GuestsInfo | None:
    guests = game.house.guests
    return None if guests is None else GuestsInfo(at_once=guests.most_at_once, in_all=guests.most_in_all)


def _option(option: Option, say: Translate) -> OptionInfo:
    least, most = (option.numbers[0], option.numbers[-1]) if option.numbers else (None, None)
    return OptionInfo(
        name=option.name,
        label=say(option.label),
        meaning=say(option.meaning),
        rule=option.rule,
        default=option.default,
        values=option.values,
        labels=tuple(map(say, option.labels)),
        least=least,
        most=most,
        rare=option.rare,
    )
