"""Declare the moves of a game: verbs with named parts. Their choices, texts and accessors are derived.

    MOVES = Moves(
        "Javelin",
        3,
        Verb("guess", own=Number(16), target=Number(16), way=OneOf("higher", "lower"), example="guess 9 3 higher"),
        Verb("replace", own=Number(16), example="replace 9"),
        Verb("forfeit"),
    )
    GUESS, REPLACE, FORFEIT = MOVES.numbers
    verb_of, is_move = MOVES.verb_of, MOVES.is_move     # laws
    own_of, replacement = MOVES.part("own"), MOVES.maker("replace")

A move is one integer: its parts in the low bits, and the number of its verb above them. A part of the same name has the
same bits in every verb, so `own_of` reads it from all of them.

`spelled(MOVES)` makes the functions `read` and `text` of the game's notation. Where the text of a move depends on the
state, such as what a wild card stands for, a part is `InState`, and the game gives `spelled_in_state` its own
`Spelling` of that verb.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Generic, NamedTuple, Protocol, TypeVar

from cardhouse.cards.deck import Deck
from cardhouse.cards.errors import Refused, Rule, Unreadable, shown
from cardhouse.cards.law import law
from cardhouse.cards.ledger import Ledger
from cardhouse.cards.sets import cards_of, only, rank_of_card, suit_of_card
from cardhouse.games.facts import NamedTwice, NotAPlay, NotInRange, NotOneRank, UnknownMove
from cardhouse.untyped import Function, Namespace

T = TypeVar("T", bound=Ledger)

Ranges = dict[str, range]  # the ranges of a part's numbers, by name
Read = Callable[[T, int, str], list[int]]  # (state, seat, text): the moves that the text means
Say = Callable[..., str]  # (state, *moves): the text of one move, or of several in one line
Texts = tuple[str, ...]  # forms of texts, as template literal types of TypeScript
ANY_NUMBER: Texts = ("${number}",)
ANY_WORDS: Texts = ("${string}",)


class MovePart(Protocol):
    """A part of a move: some words after the verb, and the numbers that they stand for."""

    words: int  # how many words of the text it takes; 0 for all that are left
    texts: Texts  # the forms of these words

    def ranges(self, name: str) -> Ranges: ...
    def read(self, words: list[str], rule: Rule) -> tuple[int, ...]: ...
    def say(self, *numbers: int) -> tuple[str, ...]: ...


class Number:
    """A number below `size`, such as a slot or a seat; `rule` is the rule that defines the range."""

    words = 1
    texts = ANY_NUMBER

    def __init__(self, size: int, *, rule: int) -> None:
        self.known, self.rule = {str(number): number for number in range(size)}, rule

    def ranges(self, name: str) -> Ranges:
        return {name: range(len(self.known))}

    def read(self, words: list[str], rule: Rule) -> tuple[int, ...]:
        if words[0] not in self.known:
            wrong = NotInRange(shown(words[0]), len(self.known) - 1)
            raise Unreadable(wrong, rule=rule._replace(number=self.rule))
        return (self.known[words[0]],)

    def say(self, *numbers: int) -> tuple[str, ...]:
        return (str(numbers[0]),)


class OneOf:
    """One of these words."""

    words = 1

    def __init__(self, *choices: str) -> None:
        self.choices = choices
        self.texts: Texts = choices

    def ranges(self, name: str) -> Ranges:
        return {name: range(len(self.choices))}

    def read(self, words: list[str], rule: Rule) -> tuple[int, ...]:
        if words[0] not in self.choices:
            raise NoSuchWord
        return (self.choices.index(words[0]),)

    def say(self, *numbers: int) -> tuple[str, ...]:
        return (self.choices[numbers[0]],)


class Word:
    """A fixed word, which tells two verbs of the same name apart."""

    words = 1

    def __init__(self, word: str) -> None:
        self.word = word
        self.texts: Texts = (word,)

    def ranges(self, name: str) -> Ranges:
        return {}

    def read(self, words: list[str], rule: Rule) -> tuple[int, ...]:
        if words[0] != self.word:
            raise NoSuchWord
        return ()

    def say(self, *numbers: int) -> tuple[str, ...]:
        return (self.word,)


class OneCard:
    """A card of the deck; `rule` is the rule that defines the deck."""

    words = 1
    texts = ANY_WORDS

    def __init__(self, deck: Deck, *, rule: int) -> None:
        self.deck, self.rule = deck, rule

    def ranges(self, name: str) -> Ranges:
        return {name: range(max(self.deck.by_number) + 1)}

    def read(self, words: list[str], rule: Rule) -> tuple[int, ...]:
        return (self.deck.card(words[0], rule=rule._replace(number=self.rule)),)

    def say(self, *numbers: int) -> tuple[str, ...]:
        return (self.deck.name(numbers[0]),)


class OfOneRank:
    """Cards of one rank of a standard deck. Its numbers are the rank, and the suits as a set."""

    words = 0
    texts = ANY_WORDS

    def __init__(self, deck: Deck, *, rule: int) -> None:
        self.deck, self.rule = deck, rule

    def ranges(self, name: str) -> Ranges:
        return {"rank": range(13), "suits": range(1, 16)}

    def read(self, words: list[str], rule: Rule) -> tuple[int, ...]:
        cards = [self.deck.card(name, rule=rule._replace(number=self.rule)) for name in words]
        if not 1 <= len(cards) <= 4:
            raise Refused(NotAPlay(4, len(cards)), rule=rule)
        suits = 0
        for name, card in zip(words, cards, strict=True):
            if rank_of_card(card) != rank_of_card(cards[0]):
                raise Refused(NotOneRank(words[0], name), rule=rule)
            if words.count(name) > 1:
                raise Refused(NamedTwice(name), rule=rule)
            suits |= only(suit_of_card(card))
        return rank_of_card(cards[0]), suits

    def say(self, *numbers: int) -> tuple[str, ...]:
        return self.deck.names(cards_of(*numbers))


class InState:
    """Numbers whose text depends on the state: the game reads and writes the verb by its own `Spelling`."""

    def __init__(self, *texts: str, **ranges: range) -> None:
        self.texts, self._ranges = texts, ranges

    def ranges(self, name: str) -> Ranges:
        return self._ranges


class Spelling(NamedTuple, Generic[T]):
    """How a game reads and writes a verb whose text depends on the state."""

    read: Callable[[T, int, list[str]], list[int]]  # (state, seat, the words after the verb): the moves that they mean
    say: Say


class NoSuchWord(Exception):
    """A word that does not fit a part: the text is not a move."""


@dataclass(frozen=True)
class Field:
    """The bits of a move that hold the numbers of one name."""

    shift: int
    bits: int

    @property
    def read(self) -> str:
        return f"(choice >> {self.shift} & {(1 << self.bits) - 1})"


class Verb:
    """A kind of move: its name, its parts in the order of the text, and the rule to cite if they are wrong."""

    def __init__(
        self, name: str, *, rule: int = 0, example: str | tuple[str, ...] = "", **parts: MovePart | InState
    ) -> None:
        self.name = name
        self.rule = rule
        self.examples = example if isinstance(example, tuple) else (example or name,)
        self.parts: dict[str, MovePart] = {}
        self.texts = [name]  # the forms of its texts
        self.at_table = False
        self.ranges: Ranges = {}
        for part_name, part in parts.items():
            self.ranges |= part.ranges(part_name)
            self.texts = [f"{text} {more}".rstrip() for text in self.texts for more in part.texts]
            if isinstance(part, InState):
                self.at_table = True
            else:
                self.parts[part_name] = part


class Moves:
    """The moves of a game, and the functions derived from them."""

    def __init__(self, game: str, rule: int, *verbs: Verb) -> None:
        self.game, self.rule, self.verbs = game, rule, verbs
        self.numbers = range(len(verbs))
        self._fields = self._layout()
        self._shift = max([field.shift + field.bits for field in self._fields.values()], default=0)  # of the verb
        self.CHOICES = len(verbs) << self._shift
        self.verb_of: Callable[[int], int] = self._law("verb_of", "choice", [f"return choice >> {self._shift}"])
        self.is_move: Callable[[int], bool] = self._law("is_move", "choice", self._checks())
        self.read = lru_cache(maxsize=1024)(self._read)
        self.say = lru_cache(maxsize=4096)(self._say)

    def _layout(self) -> dict[str, Field]:
        """Assign bits to every name, above those of the names before it in every verb that has it."""
        bits: dict[str, int] = {}
        for verb in self.verbs:
            for name, numbers in verb.ranges.items():
                bits[name] = max(bits.get(name, 1), numbers[-1].bit_length())
        fields: dict[str, Field] = {}
        tops = dict.fromkeys(self.verbs, 0)
        for name, width in bits.items():
            having = [verb for verb in self.verbs if name in verb.ranges]
            fields[name] = Field(max(tops[verb] for verb in having), width)
            tops |= dict.fromkeys(having, fields[name].shift + width)
        return fields

    # Laws

    def part(self, name: str) -> Callable[[int], int]:
        """Return the law that reads a part of a move."""
        made: Callable[[int], int] = self._law(f"{name}_of", "choice", [f"return {self._fields[name].read}"])
        return made

    @property
    def move_of(self) -> Callable[..., int]:
        """Return the law that makes a move from the number of its verb, and its parts by name."""
        terms = [f"verb << {self._shift}", *(f"{name} << {field.shift}" for name, field in self._fields.items())]
        parameters = ["verb", *(f"{name}=0" for name in self._fields)]
        made: Callable[..., int] = self._law("move_of", ", ".join(parameters), [f"return {' | '.join(terms)}"])
        return made

    def maker(self, verb: str) -> Callable[..., int]:
        """Return the law that makes a move of this verb from its numbers, in their order."""
        number = next(i for i, one in enumerate(self.verbs) if one.name == verb)
        ranges = self.verbs[number].ranges
        terms = [str(number << self._shift), *(f"{name} << {self._fields[name].shift}" for name in ranges)]
        made: Callable[..., int] = self._law(f"{verb}_move", ", ".join(ranges), [f"return {' | '.join(terms)}"])
        return made

    def _checks(self) -> list[str]:
        """Return conditions, as code, for a number to be a move: a verb, its parts in range, and nothing else."""
        lines = [
            f"if choice < 0 or choice >= {self.CHOICES}:",
            "    return False",
            f"verb = choice >> {self._shift}",
        ]
        for number, verb in enumerate(self.verbs):
            used = 0
            checks = []
            for name, numbers in verb.ranges.items():
                field = self._fields[name]
                used |= ((1 << field.bits) - 1) << field.shift
                if numbers != range(1 << field.bits):
                    checks.append(f"{numbers.start} <= {field.read} < {numbers.stop}")
            checks.append(f"choice & {~used & (1 << self._shift) - 1} == 0")
            lines += [f"if verb == {number}:", f"    return {' and '.join(checks)}"]
        return [*lines, "return False"]

    def _law(self, name: str, parameters: str, lines: list[str]) -> Function:
        names: Namespace = {"__name__": __name__}
        exec("\n    ".join([f"def {name}({parameters}):", *lines]), names)
        return law(names[name])

    # Texts

    def _read(self, text: str) -> int:
        """Return the move that a text means, or raise why it is not a move."""
        name, *words = text.split() or [""]
        for number, verb in enumerate(self.verbs):
            if verb.name == name and (choice := self._parsed(number, verb, words)) is not None:
                return choice
        raise self.unknown(text)

    def unknown(self, text: str) -> Unreadable:
        """Return the refusal of a text that is not a move."""
        return Unreadable(UnknownMove(shown(text), self.examples), rule=Rule(self.game, self.rule))

    def _parsed(self, number: int, verb: Verb, words: list[str]) -> int | None:
        """Return the move that these words mean after a verb, or None if they do not fit the verb."""
        wanted = sum(part.words for part in verb.parts.values())
        takes_rest = any(part.words == 0 for part in verb.parts.values())
        if len(words) < wanted or (len(words) > wanted and not takes_rest):
            return None
        pieces: list[tuple[str, MovePart, list[str]]] = []
        for name, part in verb.parts.items():
            mine = words[: part.words] if part.words else words
            words = words[len(mine) :]
            pieces.append((name, part, mine))
        pieces.sort(key=lambda piece: not isinstance(piece[1], OneOf | Word))  # fixed words decide which verb it is
        choice, rule = number << self._shift, Rule(self.game, verb.rule or self.rule)
        for name, part, mine in pieces:
            try:
                numbers = part.read(mine, rule)
            except NoSuchWord:
                return None
            for field, value in zip(part.ranges(name), numbers, strict=True):
                choice |= value << self._fields[field].shift
        return choice

    def _say(self, choice: int) -> str:
        """Return the text of a move."""
        verb = self.verbs[choice >> self._shift]
        words = [verb.name]
        for name, part in verb.parts.items():
            fields = [self._fields[field] for field in part.ranges(name)]
            words += part.say(*(choice >> field.shift & (1 << field.bits) - 1 for field in fields))
        return " ".join(words)

    @property
    def examples(self) -> str:
        """Return one or a few example texts for each verb, to show people what they can type."""
        return ", ".join(f"`{example}`" for verb in self.verbs for example in verb.examples)

    def every(self) -> Iterator[int]:
        """Yield every number that is a move, legal or not."""
        for number, verb in enumerate(self.verbs):
            shifts = [self._fields[name].shift for name in verb.ranges]
            for values in product(*verb.ranges.values()):
                yield number << self._shift | sum(value << shift for value, shift in zip(values, shifts, strict=True))


def spelled(moves: Moves) -> tuple[Read[Ledger], Say]:
    """Return the functions that read and write moves, all as declared."""

    def read(t: Ledger, seat: int, text: str) -> list[int]:
        return [moves.read(text)]

    def text(t: Ledger, *choices: int) -> str:
        return moves.say(choices[0])

    return read, text


def spelled_in_state(moves: Moves, **own: Spelling[T]) -> tuple[Read[T], Say]:
    """Return the functions that read and write moves, with the game's own spelling of verbs that need the state."""
    by_number = {number: own[verb.name] for number, verb in enumerate(moves.verbs) if verb.at_table}

    def read(t: T, seat: int, text: str) -> list[int]:
        verb, *words = text.split() or [""]
        if verb not in own:
            return [moves.read(text)]
        try:
            return own[verb].read(t, seat, words)
        except NoSuchWord:
            raise moves.unknown(text) from None

    def text(t: T, *choices: int) -> str:
        spelling = by_number.get(moves.verb_of(choices[0]))
        return spelling.say(t, *choices) if spelling else moves.say(choices[0])

    return read, text
