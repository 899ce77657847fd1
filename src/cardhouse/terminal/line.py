"""A game in the terminal, line by line: one person against bots. Input may be piped in."""

import re
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.markdown import Markdown

from cardhouse.bots import player
from cardhouse.cards.deck import Deck, symbol
from cardhouse.cards.errors import CardhouseError
from cardhouse.play.dealers import Dealer
from cardhouse.play.events import DEALER, Event
from cardhouse.play.match import Match

YOU = 0  # the person's seat


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
        prompt = f"Your move (1 to {len(moves)}, or cards as {self.drawn('4h')} or 4h; ? rules, q leave): "
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
            elif said or len(moves) == 1:
                try:
                    self.match.play(YOU, self.move_for(said, moves))
                except CardhouseError as error:
                    self.say(f"  {self.drawn(str(error))}")
                else:
                    return True

    def show(self) -> tuple[str, ...]:
        """What the person sees, and his moves, numbered."""
        view = self.match.view(YOU)
        self.say("")
        for line in self.match.game.told(view, self.names):
            self.say(f"  {self.drawn(line)}")
        for number, move in enumerate(view.moves, 1):
            self.say(f"  {number:3}  {self.drawn(move)}{'  (or just Enter)' if len(view.moves) == 1 else ''}")
        return view.moves

    def move_for(self, said: str, moves: tuple[str, ...]) -> str:
        """A number is a move of the list, a letter a word of it; cards alone are played; the rest is as said."""
        if not said:
            return moves[0]
        if said.isdecimal() and len(said) < 4 and 1 <= int(said) <= len(moves):
            return moves[int(said) - 1]
        if len(said) == 1 and said in {move[0] for move in moves if " " not in move}:
            return next(move for move in moves if move[0] == said and " " not in move)
        words = [self.spelt.get(word, word) for word in said.split()]
        if all(word in self.match.game.deck for word in words):
            words = [moves[0].split()[0], *words]
        return " ".join(words)

    def tell(self) -> None:
        """What has happened since."""
        for event in self.match.events_for(YOU, since=self.told):
            self.told = event.seq + 1
            if event.seat != DEALER or event.move == "deal":
                self.say(f"  {self.sentence(event)}")

    def sentence(self, event: Event) -> str:
        if event.seat == DEALER:
            return "The cards are dealt."
        text = f"{self.names[event.seat]}: {self.drawn(event.move)}"
        for note in event.notes:
            for seat, name in enumerate(self.names):
                note = note.replace(f"seat {seat} is", f"{name} {'are' if seat == YOU else 'is'}")
                note = note.replace(f"seat {seat} has", f"{name} {'have' if seat == YOU else 'has'}")
            text += f"; {note}"
        return text

    def finish(self) -> None:
        result = self.match.result
        if result is not None:
            self.say("\nThe match is over.")
            for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
                points = result.points[seat]
                self.say(f"  {place}. {self.names[seat]}, {points} point{'' if points == 1 else 's'}")

    def drawn(self, text: str) -> str:
        """With signs for the names of cards."""
        deck = self.match.game.deck
        return re.sub(r"\b\w+\b'?", lambda word: symbol(word[0]) if word[0] in deck else word[0], text)

    def say(self, line: str) -> None:
        self.console.print(line, markup=False, soft_wrap=True)


def spellings(deck: Deck) -> dict[str, str]:
    """How people may type a card: `12h` as `qh` or as `Q♥`."""
    spelt = {}
    for name in deck:
        spelt[symbol(name).lower()] = name
        spelt[symbol(name)[:-1].lower() + name[-1]] = name
    return spelt
