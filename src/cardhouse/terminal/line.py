"""A game in the terminal, line by line: one person against bots. Input may be piped in."""

import re
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.markdown import Markdown

from cardhouse.bots import player
from cardhouse.cards.deck import SUIT_SIGNS, Deck, symbol
from cardhouse.cards.errors import CardhouseError
from cardhouse.play.dealers import Dealer
from cardhouse.play.events import DEALER, Event
from cardhouse.play.match import Match

YOU = 0  # the person's seat
MOST_LISTED = 30  # moves; of more, one of each kind is shown
FEW_CARDS = 8  # a deal of no more cards is told card by card
VERBS = {
    *("adds", "deals", "discards", "draws", "finds", "forfeits", "goes", "has", "is", "pays"),
    *("plays", "reshuffles", "shows", "takes", "wins"),
}  # of notes
YOUR = {"is": "are", "has": "have", "goes": "go"}


class LineGame:
    def __init__(
        self, game: str, *, seats: int | None, options: Mapping[str, str | int], dealer: Dealer | None, bots: str
    ) -> None:
        self.match = Match(game, seats=seats, options=options, dealer=dealer)
        self.names = ["You", *(f"Bot {seat}" for seat in range(1, self.match.seats))]
        self.bot = player(self.match.game, bots)
        self.told = 0
        self.spelt = spellings(self.match.game.deck)
        self.console = Console(highlight=False)

    def play(self, ask: Callable[[str], str] = input) -> None:
        """Until the match is over, or the person leaves."""
        self.say(f"{self.match.game.title}: {self.match.game.aim}")
        options = ", ".join(f"{name}={value}" for name, value in self.match.options.items())
        self.say(f"{self.match.seats} players. {options}")
        while not self.match.over:
            self.tell()
            seat = self.match.to_act[0]
            if seat != YOU:
                self.match.play(seat, self.bot(self.match.view(seat)))
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
                said = ask(prompt).strip().lower().replace(",", " ")
            except (EOFError, KeyboardInterrupt):
                self.say("")
                return False
            if said in ("q", "quit"):
                return False
            if said in ("?", "help"):
                self.console.print(Markdown(self.match.game.rules))
                self.show()
            elif said in ("l", "list"):
                self.show(most=len(moves))
            elif said or len(moves) == 1:
                try:
                    self.match.play(YOU, self.move_for(said, moves))
                except CardhouseError as error:
                    self.say(f"  {self.drawn(str(error))}")
                else:
                    return True

    def how(self, moves: tuple[str, ...]) -> str:
        """How a move may be typed."""
        cards = [word for word in moves[0].split()[1:] if word in self.match.game.deck and not word.isdecimal()]
        words = f"cards as {self.drawn(cards[0])} or {cards[0]}" if cards else f"words as `{moves[0]}`"
        return f"1 to {len(moves)}, or {words}" + ("; l lists all" if len(moves) > MOST_LISTED else "")

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
                self.say(f"  {number:3}  {self.drawn(move)}{'  (or just Enter)' if len(view.moves) == 1 else ''}")
        if len(view.moves) > most:
            self.say(f"       and so on: {', '.join(f'{many} times {kind}' for kind, many in kinds.items())}")
        return view.moves

    def move_for(self, said: str, moves: tuple[str, ...]) -> str:
        """A number is a move of the list, a letter a word of it; cards alone are played; the rest is as said."""
        if not said:
            return moves[0]
        if said.isdecimal() and len(said) < 4 and 1 <= int(said) <= len(moves):
            return moves[int(said) - 1]
        if len(said) == 1 and said in {move[0] for move in moves if " " not in move}:
            return next(move for move in moves if move[0] == said and " " not in move)
        words = ["=".join(self.spelt.get(part, part) for part in word.split("=")) for word in said.split()]
        if all(word in self.match.game.deck for word in words):
            words = [moves[0].split()[0], *words]
        return " ".join(words)

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
            hidden = "chooses a card" if event.seat != YOU else "choose a card"
            said = f": {self.drawn(event.move)}" if event.move else f" {hidden}"
            parts = [self.names[event.seat] + said]
        return "; ".join([*parts, *(self.drawn(self.noted(note)) for note in event.notes)])

    def dealt(self, event: Event) -> list[str]:
        """A deal in one word, a few cards card by card; what is said of commitments is for others."""
        if event.move != "deal":
            return []
        if sum(len(step.cards) + step.hidden for step in event.steps) > FEW_CARDS:
            return ["The cards are dealt."]
        told = []
        for step in event.steps:
            many = f"{step.hidden} card{'' if step.hidden == 1 else 's'}" if step.hidden else ""
            cards = " and ".join(filter(None, [self.drawn(" ".join(step.cards)), many]))
            told.append(f"{cards} from {self.place(step.source)} to {self.place(step.to)}")
        return told

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

    def noted(self, note: str) -> str:
        """With names for seats."""
        for seat, name in enumerate(self.names):
            for verb in VERBS:
                said = YOUR.get(verb, verb.removesuffix("s")) if seat == YOU else verb
                note = note.replace(f"seat {seat} {verb} ", f"{name} {said} ")
                note = re.sub(rf"seat {seat} {verb}$", f"{name} {said}", note)
            note = re.sub(rf"seat {seat}\b", "you" if seat == YOU else name, note)
        return note

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
        return re.sub(r"\b\w+\b'?", lambda word: symbol(word[0]) if word[0] in deck else word[0], text)

    def say(self, line: str) -> None:
        self.console.print(line, markup=False, soft_wrap=True)


def spellings(deck: Deck) -> dict[str, str]:
    """How people may type a card: `12h` as `qh` or as `Q♥`, `J1` as `j1`."""
    spelt: dict[str, str] = {}
    for name in deck:
        drawn = symbol(name).lower()
        letters = drawn.translate({ord(sign): suit for suit, sign in SUIT_SIGNS.items()})
        spelt |= {name.lower(): name, drawn: name, letters: name}
    return spelt
