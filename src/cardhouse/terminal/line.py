"""A match in the terminal, line by line: one person against bots. Input may be piped in."""

import re
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.markdown import Markdown

from cardhouse.bots import player
from cardhouse.cards.deck import SIGNS, SUIT_SIGNS, Deck
from cardhouse.cards.errors import CardhouseError
from cardhouse.cards.facts import Ends, Fact, clause, lists, whole
from cardhouse.cards.zones import Zone
from cardhouse.games.definition import AnyGame
from cardhouse.play.dealers import Dealer
from cardhouse.play.events import DEALER, Event, Step
from cardhouse.play.facts import Committed, Revealed
from cardhouse.play.match import Match

YOU = 0  # the person's seat
MOST_LISTED = 30  # moves; if there are more, one of each kind is shown
FEW_CARDS = 8  # cards; a deal of this many or fewer is printed card by card


class LineGame:
    def __init__(
        self, game: str, *, seats: int | None, options: Mapping[str, str | int], dealer: Dealer | None, bots: str
    ) -> None:
        self.match = Match(game, seats=seats, options=options, dealer=dealer)
        self.names = ["You", *(f"Bot {seat}" for seat in range(1, self.match.seats))]
        self.bot = player(self.match.game, bots)
        self.next_seq = 0
        self.spelt = spellings(self.match.game.deck)
        self.words = lists(self.match.game.facts.__name__.rpartition(".")[0], "en").words
        self.waits = False  # whether the person lets others act first
        self.mark = "#" if "1" in self.match.game.deck else ""  # before a move's number, if a number alone is a card
        self.card, self.drawn = self.match.game.deck.symbol, self.match.game.deck.drawn
        self.console = Console(highlight=False)

    def play(self, ask: Callable[[str], str] = input) -> None:
        """Play until the match is over, or the person leaves."""
        self.say(f"{self.match.game.title}: {self.match.game.aim}")
        chosen = self.match.options
        options = [f"{option.label}: {option.label_of(chosen[option.name])}" for option in self.match.game.options]
        self.say(". ".join([f"{self.match.seats} players", *options]) + ".")
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
        """Ask for a move and make it; return False if the person leaves."""
        moves = self.show()
        prompt = f"Your move ({self.how(moves)}; ? for the rules, q to leave): "
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
                self.console.print(Markdown(readable(self.match.game)))
                self.show()
            elif said in ("l", "list"):
                self.show(most=len(moves))
            elif said or len(moves) == 1:
                try:
                    self.match.play(YOU, self.move_for(said, moves))
                except CardhouseError as error:
                    self.say(f"  {self.explain(error)}")
                else:
                    return True

    def verb(self, moves: tuple[str, ...]) -> str:
        """Return the verb for cards typed alone: the only one that takes cards, or the game's default."""
        verbs = {move.split()[0] for move in moves if " " in move}
        return verbs.pop() if len(verbs) == 1 else self.match.game.verb

    def how(self, moves: tuple[str, ...]) -> str:
        """Return a hint how to type a move."""
        ways = [f"{self.mark}1 to {self.mark}{len(moves)}"] if len(moves) > 1 else ["Enter"]
        cards = [word for word in moves[0].split()[1:] if word in self.match.game.deck]
        if cards and self.verb(moves):
            drawn = self.card(cards[0])
            ways.append(
                f"cards such as {drawn} or {cards[0]}" if drawn != cards[0] else f"cards such as {' '.join(cards)}"
            )
        else:
            ways.append(f"text such as `{moves[0]}`")
        ways += ["l to list all"] if len(moves) > MOST_LISTED else []
        ways += ["w to wait for the others"] if len(self.match.to_act) > 1 else []
        return ", ".join(ways)

    def show(self, most: int = MOST_LISTED) -> tuple[str, ...]:
        """Print the person's view and a numbered list of moves, and return the list."""
        view = self.match.view(YOU)
        self.say("")
        for line in self.match.game.lines(view, self.names, self.card):
            self.say(f"  {line}")
        kinds: dict[str, int] = {}
        for number, move in enumerate(view.moves, 1):
            kind = move.split()[0]
            kinds[kind] = kinds.get(kind, 0) + 1
            if len(view.moves) <= most or kinds[kind] == 1:
                enter = "  (or just Enter)" if len(view.moves) == 1 else ""
                self.say(f"  {self.mark + str(number):>3}  {self.drawn(move)}{enter}")
        if len(view.moves) > most:
            self.say(f"       and so on: {', '.join(f'{kind} ({count})' for kind, count in kinds.items())}")
        return view.moves

    def move_for(self, said: str, moves: tuple[str, ...]) -> str:
        """Return the move that the person means.

        A number picks a move from the list, a letter a word of it; cards alone get the default verb.
        """
        if not said:
            return moves[0]
        number = said.removeprefix(self.mark) if said.startswith(self.mark) else ""
        if number.isdecimal() and len(number) < 4 and 1 <= int(number) <= len(moves):
            return moves[int(number) - 1]
        if len(said) == 1 and said in {move[0] for move in moves if " " not in move}:
            return next(move for move in moves if move[0] == said and " " not in move)
        words = [self.spell(word) for word in said.split()]
        verb = self.verb(moves)
        return " ".join([verb, *words] if verb and all(word in self.match.game.deck for word in words) else words)

    def spell(self, word: str) -> str:
        """Return a card in the game's notation; after `=` also a rank given by its letter."""
        card, equals, meaning = word.partition("=")
        letters = {sign.lower(): str(rank) for rank, sign in enumerate(SIGNS, 2)}
        meaning = self.spelt.get(meaning, letters.get(meaning, meaning))
        return f"{self.spelt.get(card, card)}{equals}{meaning}"

    def tell(self) -> None:
        """Print the events since the last call."""
        for event in self.match.events_for(YOU, since=self.next_seq):
            self.next_seq = event.seq + 1
            if sentence := self.sentence(event):
                self.say(f"  {sentence}")

    def sentence(self, event: Event) -> str:
        if event.seat == DEALER:
            parts = self.dealt(event)
        else:
            said = f": {self.drawn(event.move)}" if event.move else " made a choice"
            parts = [self.names[event.seat] + said]
        parts += [self.clause_of(fact) for fact in event.facts if not isinstance(fact, Committed | Revealed)]
        return "; ".join(parts + self.shown(event))

    def dealt(self, event: Event) -> list[str]:
        """Return lines about a deal: one for all, or one for each card that a player gets if there are few."""
        if event.move == "gather" and {step.source for step in event.steps} == {"discards"}:
            return ["the discards are shuffled again"]
        if event.move != "deal":
            return []
        steps = [step for step in event.steps if step.source != step.to and self.zone(step.to).seat is not None]
        if sum(len(step.cards) + step.hidden for step in steps) > FEW_CARDS:
            return ["The cards are dealt"]
        return [f"{self.cards(step)} from {self.where(step.source)} to {self.where(step.to)}" for step in steps]

    def cards(self, step: Step) -> str:
        """Return the cards of a step as text, with the number of hidden ones."""
        known = [" ".join(map(self.card, step.cards))] if step.cards else []
        hidden = [f"{step.hidden} card{'' if step.hidden == 1 else 's'}"] if step.hidden else []
        return " and ".join(known + hidden)

    def shown(self, event: Event) -> list[str]:
        """Return lines about cards that were turned up in their zone at the end of a deal."""
        owners: dict[int, list[str]] = {}
        for step in event.steps if any(isinstance(fact, Ends) for fact in event.facts) else ():
            seat = self.zone(step.source).seat
            if step.source == step.to and seat is not None:
                owners.setdefault(seat, []).extend(step.cards)
        return [f"{self.names[seat]} had {' '.join(map(self.card, cards))}" for seat, cards in owners.items()]

    def zone(self, name: str) -> Zone:
        return self.match.game.zones.by_name[name]

    def where(self, name: str) -> str:
        """Return a zone in words: `the stock`, `you` for your hand, `Bot 1's slot 3`."""
        kind, seat, number = self.zone(name)
        what = self.words.get(kind, kind)
        if number is not None:
            what = f"{what} {number}"
        if seat is None:
            return f"the {what}" if number is None else what
        if kind == self.match.game.zones.hands:
            return "you" if seat == YOU else self.names[seat]
        return f"your {what}" if seat == YOU else f"{self.names[seat]}'s {what}"

    def clause_of(self, fact: Fact) -> str:
        return clause(fact, name=self.names.__getitem__, card=self.card, you=YOU)

    def explain(self, error: CardhouseError) -> str:
        """Return why a move is refused, with the number of the rule."""
        why = error.sentence if error.fact is None else whole(self.clause_of(error.fact))
        return f"{why} ({error.rule})" if error.rule else why

    def finish(self) -> None:
        result = self.match.result
        if result is not None:
            self.say("\nThe match is over.")
            for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
                points, unit = result.points[seat], self.match.game.unit
                self.say(f"  {place}. {self.names[seat]}" + (f", {points} {unit[points != 1]}" if unit else ""))

    def say(self, line: str) -> None:
        self.console.print(line, markup=False, soft_wrap=True)


def readable(game: AnyGame) -> str:
    """Return the rules with the cards of the examples as symbols; the section for programs stays as it is."""
    leaflet, heading, for_programs = game.rules.partition("\n## For programs\n")

    def drawn(code: re.Match[str]) -> str:
        return " ".join(game.deck.symbol(word) if word in game.deck else word for word in code[0].strip("`").split())

    return re.sub(r"`[^`]+`", drawn, leaflet) + heading + for_programs


def spellings(deck: Deck) -> dict[str, str]:
    """Return the cards by the ways to type them: `qh` or `Q♥` for `12h`, `j1` for `J1`."""
    spelt: dict[str, str] = {}
    for name in deck:
        drawn = deck.symbol(name).lower()
        letters = drawn.translate({ord(sign): suit for suit, sign in SUIT_SIGNS.items()})
        spelt |= {name.lower(): name, drawn: name, letters: name}
    return spelt
