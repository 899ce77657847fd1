"""A game in the terminal, line by line: one person against bots. Input may be piped in."""

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
PROMPT = "Your move (a number or cards; ? rules, q leave): "


def spellings(deck: Deck) -> dict[str, str]:
    """How people may type a card: `12h` as `qh` or as `Q♥`."""
    spelt = {}
    for name in deck:
        spelt[symbol(name).lower()] = name
        spelt[symbol(name)[:-1].lower() + name[-1]] = name
    return spelt


class LineGame:
    def __init__(
        self, game: str, *, seats: int | None, options: Mapping[str, str | int], dealer: Dealer | None, bots: str
    ) -> None:
        self.match = Match(game, seats=seats, options=options, dealer=dealer)
        self.names = ["You", *(f"Bot {seat}" for seat in range(1, self.match.seats))]
        self.bot = player(self.match.game, bots)
        self.told = 0
        self.spelt = spellings(self.match.game.deck)
        self.console = Console(highlight=False, soft_wrap=True)

    def play(self, ask: Callable[[str], str] = input) -> None:
        """Until the match is over, or the person leaves."""
        self.say(f"{self.match.game.title}: {self.match.game.aim}")
        self.say(f"{self.match.seats} players. {self.options()}")
        while not self.match.over:
            seat = self.match.to_act[0]
            self.tell()
            if seat != YOU:
                self.match.play(seat, self.bot(self.match.view(seat)))
            elif not self.turn(ask):
                self.say("You leave the table.")
                return
        self.tell()
        self.finish()

    def turn(self, ask: Callable[[str], str]) -> bool:
        """One move of the person; False if he leaves."""
        view = self.match.view(YOU)
        self.say("")
        for line in self.match.game.told(view, self.names):
            self.say(f"  {self.drawn(line)}")
        for number, move in enumerate(view.moves, 1):
            self.say(f"  {number:3}  {self.drawn(move)}")
        while True:
            try:
                said = ask(PROMPT).strip()
            except (EOFError, KeyboardInterrupt):
                said = "q"
                self.say("")
            if said in ("q", "quit"):
                return False
            if said == "?":
                self.console.print(Markdown(self.match.game.rules))
            elif said:
                try:
                    self.match.play(YOU, self.move_for(said, view.moves))
                except CardhouseError as error:
                    self.say(f"  {error}")
                else:
                    return True

    def move_for(self, said: str, moves: tuple[str, ...]) -> str:
        """A number is a move of the list; cards alone are played; anything else is a move in words."""
        if said.isdecimal() and 1 <= int(said) <= len(moves):
            return moves[int(said) - 1]
        words = [self.spelt.get(word.lower(), word) for word in said.split()]
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
            text += f"; {note}"
        return text

    def finish(self) -> None:
        result = self.match.result
        if result is not None:
            self.say("\nThe match is over.")
            for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
                self.say(f"  {place}. {self.names[seat]}, {result.points[seat]} points")

    def options(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.match.options.items())

    def drawn(self, text: str) -> str:
        """With signs for the names of cards."""
        return " ".join(symbol(word) if word in self.match.game.deck else word for word in text.split(" "))

    def say(self, line: str) -> None:
        self.console.print(line, markup=False)
