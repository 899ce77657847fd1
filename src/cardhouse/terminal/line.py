"""A game in the terminal, line by line: one person against bots. Input may be piped in."""

import re
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.markdown import Markdown

from cardhouse.bots import player
from cardhouse.cards.deck import SIGNS, SUIT_SIGNS, Deck
from cardhouse.cards.errors import CardhouseError
from cardhouse.cards.facts import Ends, Fact, clause, whole
from cardhouse.play.dealers import Dealer
from cardhouse.play.events import DEALER, Event
from cardhouse.play.match import Match

YOU = 0  # the person's seat
MOST_LISTED = 30  # moves; of more, one of each kind is shown
FEW_CARDS = 8  # a deal of no more cards is told card by card


class LineGame:
    def __init__(
        self, game: str, *, seats: int | None, options: Mapping[str, str | int], dealer: Dealer | None, bots: str
    ) -> None:
        self.match = Match(game, seats=seats, options=options, dealer=dealer)
        self.names = ["You", *(f"Bot {seat}" for seat in range(1, self.match.seats))]
        self.bot = player(self.match.game, bots)
        self.told = 0
        self.spelt = spellings(self.match.game.deck)
        self.waits = False  # the person lets others act first
        self.mark = "#" if "1" in self.match.game.deck else ""  # where a number alone is a card
        self.console = Console(highlight=False)

    def play(self, ask: Callable[[str], str] = input) -> None:
        """Until the match is over, or the person leaves."""
        self.say(f"{self.match.game.title}: {self.match.game.aim}")
        options = ", ".join(f"{name}={value}" for name, value in self.match.options.items())
        self.say(f"{self.match.seats} players. {options}")
        while not self.match.over:
            self.tell()
            if YOU not in self.match.to_act or self.waits:
                seat = next(seat for seat in self.match.to_act if seat != YOU)
                self.match.play(seat, self.bot(self.match.view(seat)))
                self.waits = False
            elif not self.turn(ask):
                self.say("You leave the table.")
                return
        self.tell()
        self.finish()

    def turn(self, ask: Callable[[str], str]) -> bool:
        """One move of the person; False if he leaves."""
        moves = self.show()
        prompt = f"Your move ({self.how(moves)}; ? rules, q leave): "
        while True:
            try:
                typed = ask(prompt).strip()
            except EOFError:
                self.say("")
                return False
            said = typed.lower().replace(",", " ")
            if typed in ("q", "quit"):
                return False
            if said in ("w", "wait") and len(self.match.to_act) > 1:
                self.waits = True
                return True
            if said in ("?", "help"):
                self.console.print(Markdown(readable(self.match.game.rules)))
                self.show()
            elif said in ("l", "list"):
                self.show(most=len(moves))
            elif said or len(moves) == 1:
                try:
                    self.match.play(YOU, self.move_for(said, moves))
                except CardhouseError as error:
                    self.say(f"  {self.refused(error)}")
                else:
                    return True

    def verb(self, moves: tuple[str, ...]) -> str:
        """What cards alone mean: the only verb that takes some, or the game's usual one."""
        verbs = {move.split()[0] for move in moves if " " in move}
        return verbs.pop() if len(verbs) == 1 else self.match.game.verb

    def how(self, moves: tuple[str, ...]) -> str:
        """How a move may be typed."""
        ways = [f"{self.mark}1 to {self.mark}{len(moves)}"] if len(moves) > 1 else ["Enter"]
        cards = [word for word in moves[0].split()[1:] if word in self.match.game.deck]
        if cards and self.verb(moves):
            drawn = self.drawn(cards[0])
            ways.append(f"cards as {drawn} or {cards[0]}" if drawn != cards[0] else f"cards as {' '.join(cards)}")
        else:
            ways.append(f"words as `{moves[0]}`")
        ways += ["l lists all"] if len(moves) > MOST_LISTED else []
        ways += ["w lets others go first"] if len(self.match.to_act) > 1 else []
        return ", ".join(ways)

    def show(self, most: int = MOST_LISTED) -> tuple[str, ...]:
        """What the person sees, and his moves, numbered."""
        view = self.match.view(YOU)
        self.say("")
        for line in self.match.game.told(view, self.names):
            self.say(f"  {self.drawn(line)}")
        kinds: dict[str, int] = {}
        for number, move in enumerate(view.moves, 1):
            kind = move.split()[0]
            kinds[kind] = kinds.get(kind, 0) + 1
            if len(view.moves) <= most or kinds[kind] == 1:
                enter = "  (or just Enter)" if len(view.moves) == 1 else ""
                self.say(f"  {self.mark + str(number):>3}  {self.drawn(move)}{enter}")
        if len(view.moves) > most:
            self.say(f"       and so on: {', '.join(f'{kind} ({many})' for kind, many in kinds.items())}")
        return view.moves

    def move_for(self, said: str, moves: tuple[str, ...]) -> str:
        """A number is a move of the list, a letter a word of it; cards alone are played; the rest is as said."""
        if not said:
            return moves[0]
        number = said.removeprefix(self.mark) if said.startswith(self.mark) else ""
        if number.isdecimal() and len(number) < 4 and 1 <= int(number) <= len(moves):
            return moves[int(number) - 1]
        if len(said) == 1 and said in {move[0] for move in moves if " " not in move}:
            return next(move for move in moves if move[0] == said and " " not in move)
        words = [self.spelled(word) for word in said.split()]
        verb = self.verb(moves)
        return " ".join([verb, *words] if verb and all(word in self.match.game.deck for word in words) else words)

    def spelled(self, word: str) -> str:
        """A card as the game writes it; after `=` also a rank by its letter."""
        card, equals, meaning = word.partition("=")
        letters = {sign.lower(): str(rank) for rank, sign in enumerate(SIGNS, 2)}
        meaning = self.spelt.get(meaning, letters.get(meaning, meaning))
        return f"{self.spelt.get(card, card)}{equals}{meaning}"

    def tell(self) -> None:
        """What has happened since."""
        for event in self.match.events_for(YOU, since=self.told):
            self.told = event.seq + 1
            if sentence := self.sentence(event):
                self.say(f"  {sentence}")

    def sentence(self, event: Event) -> str:
        if event.seat == DEALER:
            parts = self.dealt(event)
        else:
            said = f": {self.drawn(event.move)}" if event.move else " made a choice"
            parts = [self.names[event.seat] + said]
        if event.move not in ("commit", "reveal"):
            parts += [self.told_of(fact) for fact in event.facts]
        return "; ".join(parts + self.shown(event))

    def dealt(self, event: Event) -> list[str]:
        """A deal in one word, a few cards card by card: those that come to somebody."""
        if event.move == "gather" and {step.source for step in event.steps} == {"discards"}:
            return ["the discards are shuffled again"]
        if event.move != "deal":
            return []
        steps = [step for step in event.steps if step.source != step.to and step.to.split()[0] in ("hand", "row")]
        if sum(len(step.cards) + step.hidden for step in steps) > FEW_CARDS:
            return ["The cards are dealt"]
        told = []
        for step in steps:
            many = f"{step.hidden} card{'' if step.hidden == 1 else 's'}" if step.hidden else ""
            cards = " and ".join(filter(None, [self.drawn(" ".join(step.cards)), many]))
            told.append(f"{cards} from {self.place(step.source)} to {self.place(step.to)}")
        return told

    def shown(self, event: Event) -> list[str]:
        """What was turned up where it lay, at the end of a deal: whose cards they were."""
        owners: dict[str, list[str]] = {}
        for step in event.steps if any(isinstance(fact, Ends) for fact in event.facts) else ():
            kind, *numbers = step.source.split()
            if step.source == step.to and kind in ("hand", "row"):
                owners.setdefault(self.names[int(numbers[0])], []).extend(step.cards)
        return [f"{name} had {self.drawn(' '.join(cards))}" for name, cards in owners.items()]

    def place(self, name: str) -> str:
        """`row 1 3` is Bot 1's place 3."""
        kind, *numbers = name.split()
        if kind == "meld" or not numbers:
            return name if numbers else f"the {name}"
        owner = self.names[int(numbers[0])]
        rest = {"hand": "", "row": f"place {numbers[-1]}"}.get(kind, kind)
        if not rest:
            return "you" if owner == "You" else owner
        return f"your {rest}" if owner == "You" else f"{owner}'s {rest}"

    def told_of(self, fact: Fact) -> str:
        return clause(fact, name=self.names.__getitem__, card=self.card, you=YOU)

    def card(self, name: str) -> str:
        """Draw a card, and what it stands for."""
        return "=".join(map(self.match.game.deck.symbol, name.split("=")))

    def refused(self, error: CardhouseError) -> str:
        """Say why a move is refused, and by which rule."""
        why = error.sentence if error.fact is None else whole(self.told_of(error.fact))
        return f"{why} ({error.rule})" if error.rule else why

    def finish(self) -> None:
        result = self.match.result
        if result is not None:
            self.say("\nThe match is over.")
            for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
                points, unit = result.points[seat], self.match.game.unit
                self.say(f"  {place}. {self.names[seat]}" + (f", {points} {unit[points != 1]}" if unit else ""))

    def drawn(self, text: str) -> str:
        """With signs for the names of cards."""
        deck = self.match.game.deck

        def sign(word: re.Match[str]) -> str:
            if word[0] in deck:
                return deck.symbol(word[0])
            return f"{deck.symbol(word[1])}'" if word[1] in deck else word[0]  # a quotation mark

        return re.sub(r"\b(\w+)\b'?", sign, text)

    def say(self, line: str) -> None:
        self.console.print(line, markup=False, soft_wrap=True)


def readable(rules: str) -> str:
    """The rules without the marks of what is written by machine."""
    return re.sub(r"<!--.*?-->\n?", "", rules)


def spellings(deck: Deck) -> dict[str, str]:
    """How people may type a card: `12h` as `qh` or as `Q♥`, `J1` as `j1`."""
    spelt: dict[str, str] = {}
    for name in deck:
        drawn = deck.symbol(name).lower()
        letters = drawn.translate({ord(sign): suit for suit, sign in SUIT_SIGNS.items()})
        spelt |= {name.lower(): name, drawn: name, letters: name}
    return spelt
