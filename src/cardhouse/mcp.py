"""An MCP server, so that a language model can play at a table of a house: `cardhouse mcp`. Needs the extra `mcp`.

The tools see what a client in that seat is sent, and nothing else. What the house refuses goes to the model as it is.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from threading import Condition, Lock, Thread

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from cardhouse import client
from cardhouse.bots.prompted.prompt import table_text
from cardhouse.cards.errors import CardhouseError, Refused
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.play.runner import Tried
from cardhouse.wire import Heard, TableInfo, encode
from cardhouse.wire.commands import AnyCommand, Deal, Play, Rematch, Say, Start

INSTRUCTIONS = (
    "Play card games at a table of a Cardhouse house. Read the rules, open or join a table, then look, play one of "
    "your legal moves, and wait for your next turn, until the match is over."
)
ANSWERED = 20.0  # seconds for the house to answer a command
LONGEST_WAIT = 60.0  # seconds
HOUSE = "the house"  # whose refusal it is, where no rule of a game forbids it
LOOK = "Look whether it was done before you try again."


class ModelVisit(client.Visit):
    """What a model's seat is sent. It says by itself that it is ready for the next deal; the model does the rest."""

    def __init__(self, game: str) -> None:
        super().__init__(game, lambda view: Tried(), [], False)
        self.table: TableInfo | None = None
        self.answer: Heard | None = None  # to the model's last command
        self._asked_by_model = 0  # its id
        self._numbering = Lock()  # the model commands in one thread, and the seat itself in another

    def hear(self, message: Heard) -> Iterator[AnyCommand]:
        self.table = message.table or self.table
        if message.type in ("ack", "nak") and message.id in (self._asked_by_model, None):  # None: too long to read
            self.answer = message
        yield from super().hear(message)

    def _say(self) -> Iterator[AnyCommand]:
        if self._phase == "pause" and self.seat >= 0 and not self._ready[self.seat]:
            yield Deal(self._next_id())

    @property
    def is_to_act(self) -> bool:
        return self._phase == "play" and self._view is not None and self.seat in self._view.to_act

    @property
    def is_up_to_date(self) -> bool:
        return not self._asked and (self.seq, self._draft) >= self._until

    def play(self, move: str) -> Play:
        return Play(id=self._next_of_model(), move=move, base=max(self.seq, 0), draft=self._draft)

    def command(self, kind: Callable[[int], AnyCommand]) -> AnyCommand:
        return kind(self._next_of_model())

    def _next_of_model(self) -> int:
        """Return a number for the next command of the model, and wait for its answer from now on."""
        self.answer, self._asked_by_model = None, self._next_id()
        return self._asked_by_model

    def _next_id(self) -> int:
        with self._numbering:
            return super()._next_id()

    def text(self) -> str:
        """Return the table as this seat sees it."""
        if self.table is None:
            return "The house has not answered yet."
        names = [seat.name or "(free)" for seat in self.table.seats]
        lines = [f"Table {self.table.id}: {game_named(self.table.game).title}, {self.table.phase}."]
        if 0 <= self.seat < len(names):
            lines.append(f"You are {names[self.seat]}.")
        if self._view is not None:
            lines.append(table_text(self._view, names))
            acting = [names[seat] for seat in self._view.to_act]
            lines.append(f"To act: {', '.join(acting)}." if acting else "Nobody is to act.")
        else:
            lines.append(f"Seats: {', '.join(names)}. The match has not begun.")
        if self._phase == "over" and self.result is not None:
            played = zip(self.result.places, names, strict=False)  # those who came too late have seats, but no places
            places = sorted(played)
            lines.append("The match is over: " + ", ".join(f"{place}. {name}" for place, name in places) + ".")
        return "\n".join(lines)


class ModelSeat:
    """A model's seat at a table: a thread follows the table, and the tools ask and command."""

    def __init__(self, seat: client.Seat) -> None:
        self.seat, self.visit = seat, ModelVisit(seat.game)
        self.changed = Condition()
        self.connection: ClientConnection | None = None
        self.gone = ""  # why the seat is lost
        self.follower = Thread(target=self._follow, daemon=True)
        self.follower.start()
        self._await(lambda: self.visit.table is not None, ANSWERED)

    def _follow(self) -> None:
        try:
            for connection in self.seat.attend(self.visit):
                with self.changed:
                    self.connection = connection
                    self.changed.notify_all()
                    if self.gone:
                        return
        except CardhouseError as error:
            with self.changed:
                self.gone = self.gone or str(error)
                self.changed.notify_all()

    def _await(self, happened: Callable[[], bool], seconds: float) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: bool(self.gone) or happened(), seconds)

    def look(self) -> str:
        self._check()
        return self.visit.text()

    def wait(self, seconds: float) -> str:
        """Wait until it is this seat's turn, or the match is over."""
        self._await(lambda: self.visit.is_to_act or self.visit.over, min(max(seconds, 0), LONGEST_WAIT))
        return self.look()

    def do(self, make: Callable[[], AnyCommand]) -> str:
        """Send a command, and wait for its answer and what it led to; raise Refused if the house refuses it."""
        self._check()
        with self.changed:
            assert self.connection is not None
            try:
                self.connection.send(encode(make()), text=True)
            except WebSocketException:
                raise Refused(f"The connection to the house was lost. {LOOK}", rule=HOUSE) from None
        self._await(lambda: self.visit.answer is not None and self.visit.is_up_to_date, ANSWERED)
        answer = self.visit.answer
        if answer is None and not self.gone:
            raise Refused(f"The house has not answered. {LOOK}", rule=HOUSE)
        if answer is not None and answer.type == "nak":
            game = game_named(self.seat.game)
            raise Refused(answer.reason, rule=game.rule(answer.rule) if answer.rule else HOUSE)
        return self.look()

    def leave(self) -> None:
        self.gone = "You have left the table."
        self.seat.leave()
        self.follower.join(ANSWERED)

    def _check(self) -> None:
        if self.gone:
            raise Refused(self.gone, rule=HOUSE)


Tool = Callable[..., str]


def refusals_as_text(tool: Tool) -> Callable[..., CallToolResult]:
    """Return a tool whose refusals reach the model as an error with the sentence and the rule, and nothing else."""

    @wraps(tool)
    def called(**given: object) -> CallToolResult:
        try:
            return CallToolResult(content=[TextContent(type="text", text=tool(**given))])
        except CardhouseError as error:
            return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)

    called.__annotations__ = {**tool.__annotations__, "return": CallToolResult}
    return called


class Tools:
    """The tools of one model, which sits at one table at a time."""

    def __init__(self, house: str) -> None:
        self.house = house.rstrip("/")
        self.at: ModelSeat | None = None

    @property
    def seat(self) -> ModelSeat:
        if self.at is None:
            raise Refused("You are not at a table: open or join one first.", rule=HOUSE)
        return self.at

    def games(self) -> str:
        """List the games, with their numbers of players and their options."""
        lines = []
        for game in GAMES.values():
            lines.append(f"{game.name}: {game.players}. {game.aim}")
            lines += [f"    option {one.name}: {one.meaning} ({one.choices}; {one.default})" for one in game.options]
        return "\n".join(lines)

    def rules(self, game: str) -> str:
        """Read the rules of a game; their end explains how moves are written."""
        return game_named(game).rules

    def open_table(
        self,
        game: str,
        seats: int | None = None,
        options: dict[str, str | int] | None = None,
        people: int = 0,
        level: str = "quick",
        pace: float = 0.8,
        name: str = "Model",
    ) -> str:
        """Open a table and sit down. Bots (easy, quick, deep, master) take the seats that are not for people.

        `pace` is how many seconds the bots wait before a move, 0 to 10.
        If people are to join, give them the link; `start` begins the match with bots in seats that are still free.
        """
        rules = game_named(game)
        count = rules.default_seats if seats is None else seats
        rules.new_state(count, options)  # refuses what does not fit: the house would speak of bots
        if not 0 <= people < count:
            raise Refused(
                f"With {count} seats there is room for 0 to {count - 1} more people, not {people}.", rule=HOUSE
            )
        given = {"seats": count, "options": options or {}, "bots": count - 1 - people, "level": level, "pace": pace}
        return self._sit(client.create(self.house, game, name=name, **given))

    def join_table(self, link: str, name: str = "Model") -> str:
        """Take a seat at a table of this house, given its link."""
        if not link.startswith(f"{self.house}/"):
            raise Refused(f"{link!r} is not a table of {self.house}.", rule=HOUSE)
        return self._sit(client.join(link, name=name))

    def _sit(self, seat: client.Seat) -> str:
        if self.at is not None and not self.at.gone:
            self.at.leave()
        self.at = ModelSeat(seat)
        return f"You have a seat at {seat.link}\n{self.at.look()}"

    def start(self) -> str:
        """Begin the match now, at a table that you have opened; bots take the free seats."""
        return self.seat.do(lambda: self.seat.visit.command(Start))

    def look(self) -> str:
        """See the table as your seat sees it, with your legal moves if it is your turn."""
        return self.seat.look()

    def play(self, move: str) -> str:
        """Make a move, such as `pass`. A move against the rules is refused with the rule, and nothing changes."""
        return self.seat.do(lambda: self.seat.visit.play(move))

    def wait(self, seconds: float = 20) -> str:
        """Wait until it is your turn or the match is over, up to 60 seconds; then look."""
        return self.seat.wait(seconds)

    def say(self, text: str) -> str:
        """Say something in the chat of the table."""
        return self.seat.do(lambda: self.seat.visit.command(lambda number: Say(number, text)))

    def rematch(self) -> str:
        """Ask for another match when one is over."""
        return self.seat.do(lambda: self.seat.visit.command(Rematch))

    def leave(self) -> str:
        """Leave the table for good."""
        self.seat.leave()
        self.at = None
        return "You have left the table."


def server(house: str) -> MCPServer:
    """Return a server with all tools, for tables of this house."""
    made, tools = MCPServer("cardhouse", instructions=INSTRUCTIONS, log_level="WARNING"), Tools(house)
    for tool in (
        tools.games,
        tools.rules,
        tools.open_table,
        tools.join_table,
        tools.start,
        tools.look,
        tools.play,
        tools.wait,
        tools.say,
        tools.rematch,
        tools.leave,
    ):
        made.add_tool(refusals_as_text(tool), structured_output=False)
    return made
