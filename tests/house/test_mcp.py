"""A model plays over MCP: whole matches by a stand-in, refusals as they are, and nothing that its seat may not know."""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Iterator
from json import dumps

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import TextContent
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection

from cardhouse import Refused
from cardhouse.cards.errors import CardhouseError
from cardhouse.games import GAMES
from cardhouse.mcp import ModelVisit, Tools, server
from cardhouse.wire import hear
from cardhouse.wire.commands import Say, Start
from cardhouse.wire.views import view_of
from tests.house.live import LiveHouse
from tests.waiting import HANG, until

pytestmark = pytest.mark.house
MOST_CALLS = 2000
SETTINGS = {
    "id": "t",
    "game": "dynasty",
    "options": {},
    "listed": False,
    "chat": True,
    "clock": 0,
    "grace": 30,
    "pace": 1,
    "level": "quick",
    "suggestions": True,
    "lesson": False,
    "onward": False,
    "evening": None,
    "daily": "",
    "creator": 0,
    "match": 1,
    "commitment": "",
}
START = "from cardhouse_start import main; main()"


class Model:
    """A stand-in for a model: it calls tools, and picks the first legal move that it is shown."""

    def __init__(self, session: Client) -> None:
        self.session, self.failed = session, False

    async def call(self, tool: str, **given: object) -> str:
        result = await self.session.call_tool(tool, given)
        self.failed = bool(result.is_error)
        return "".join(part.text for part in result.content if isinstance(part, TextContent))

    async def play_on(self, seen: str) -> str:
        """Play until the match is over."""
        for _ in range(MOST_CALLS):
            if "The match is over" in seen:
                return seen
            legal = re.search(r"Your legal moves:\n- (.+)", seen)
            seen = await (self.call("play", move=legal[1]) if legal else self.call("wait", seconds=5))
        raise AssertionError(f"the match does not end: {seen}")


def with_model(house: LiveHouse, act: Callable[[Model], Awaitable[None]]) -> None:
    """Let a stand-in model act in a session in this process."""

    async def run() -> None:
        async with Client(server(house.url)) as session:
            await act(Model(session))

    asyncio.run(asyncio.wait_for(run(), HANG))


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.mark.parametrize("game", GAMES)
def test_a_model_plays_a_whole_match(live: LiveHouse, game: str) -> None:
    async def act(model: Model) -> None:
        assert GAMES[game].rules == await model.call("rules", game=game)
        seen = await model.call("open_table", game=game, options=dict(GAMES[game].lab.short), pace=0)
        assert not model.failed, seen
        assert "You are Model." in await model.play_on(seen)
        assert await model.call("leave") == "You have left the table."

    with_model(live, act)


def test_over_standard_input_and_output(live: LiveHouse) -> None:
    started = StdioServerParameters(command=sys.executable, args=["-c", START, "mcp", "--url", live.url])

    async def run() -> None:
        async with Client(stdio_client(started)) as session:
            model = Model(session)
            assert "president: 3 to 8 players." in await model.call("games")
            assert "Your legal moves:" in await model.call("open_table", game="davenport")
            await model.call("leave")

    asyncio.run(asyncio.wait_for(run(), HANG))


def test_a_refusal_reaches_the_model_as_it_is_and_changes_nothing(live: LiveHouse) -> None:
    async def act(model: Model) -> None:
        assert await model.call("look") == "You are not at a table: open or join one first. (the house)"
        assert model.failed
        seen = await model.call("open_table", game="davenport", seats=2)
        assert await model.call("play", move="commit 9x") == "There is no card '9x' in the deck. (Davenport, rule 2)"
        assert model.failed
        missing = next(card for card in GAMES["davenport"].deck if card not in seen)
        said = await model.call("play", move=f"commit {missing}")
        assert re.fullmatch(r".+ \(Davenport, rule \d+\)", said), said
        assert seen.partition("\n")[2] == await model.call("look")
        assert await model.call("open_table", game="chess")
        assert model.failed
        assert "is not a table of" in await model.call("join_table", link="http://elsewhere.example/t/x")
        await model.call("leave")

    with_model(live, act)


def test_no_tool_shows_a_card_that_the_seat_may_not_know(live: LiveHouse) -> None:
    tools = Tools(live.url)
    seen = tools.open_table("president")
    view = tools.seat.visit._view
    assert view is not None
    texts = [seen, tools.look(), tools.wait(0)]
    known = words_of(dumps(view.as_dict()))
    assert [leaked(text, known) for text in texts] == [[], [], []]
    assert leaked(f"{seen}\nSeat 1: 9x {hidden_card(known)}", known) == [hidden_card(known)]  # planted
    assert view == view_of("president", dumps(view.as_dict()).encode())  # nothing but what the house sends
    tools.leave()


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def leaked(text: str, known: set[str]) -> list[str]:
    return sorted(word for word in words_of(text) - known if word in GAMES["president"].deck)


def hidden_card(known: set[str]) -> str:
    return next(card for card in GAMES["president"].deck if card not in known)


def test_the_end_of_a_match_names_those_who_played_it() -> None:
    """At Dynasty a newcomer may wait for a deal that never comes."""
    visit = ModelVisit("dynasty")
    seats = [{"name": name, "kind": "person"} for name in ("Ann", "Ben", "Cleo", "Dan", "Eve")]
    table = {**SETTINGS, "seats": seats, "phase": "over", "result": {"places": [2, 1, 4, 3], "points": [3, 5, 0, 1]}}
    assert not [*visit.hear(hear(dumps({"type": "welcome", "id": 1, "seq": 9, "table": table})))]
    assert visit.text().endswith("The match is over: 1. Ben, 2. Ann, 3. Dan, 4. Cleo.")


def test_the_answer_to_a_model_is_found_after_the_seat_has_said_that_it_is_ready() -> None:
    visit = ModelVisit("president")
    said = visit.command(lambda number: Say(number, "well played"))
    visit._next_id()  # of the command that says so
    assert not [*visit.hear(hear(dumps({"type": "ack", "id": said.id, "seq": 9, "draft": 0})))]
    assert visit.answer is not None
    visit.command(Start)
    assert visit.answer is None, "the answer to another command"


def test_people_and_models_share_a_table(live: LiveHouse) -> None:
    first, second = Tools(live.url), Tools(live.url)
    seen = first.open_table("president", seats=3, people=1)
    link = seen.split()[5].splitlines()[0]
    assert "The match has not begun." in seen
    assert "play." not in seen
    assert "You are Other." in second.join_table(link, name="Other")
    first.say("hello")
    until(lambda: "play." in first.look())
    first.leave()
    second.leave()


def test_a_model_is_told_that_a_command_was_not_sent_or_not_answered(
    live: LiveHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = Tools(live.url)
    tools.open_table("president", people=3)

    def lost(*given: object, **more: object) -> None:
        raise ConnectionClosedError(None, None)

    with monkeypatch.context() as patches:
        patches.setattr(ClientConnection, "send", lost)
        with pytest.raises(Refused, match="The connection to the house was lost"):
            tools.say("hello")
    with monkeypatch.context() as patches:
        patches.setattr("cardhouse.mcp.ANSWERED", 0.01)
        patches.setattr(ClientConnection, "send", lambda *given, **more: None)
        with pytest.raises(Refused, match="The house has not answered"):
            tools.say("hello")
    tools.leave()


def test_what_is_too_long_for_a_message_is_refused_at_once(live: LiveHouse) -> None:
    tools = Tools(live.url)
    tools.open_table("president", people=3)
    for send in (tools.play, tools.say):
        with pytest.raises(Refused, match="A message has at most 4096 bytes"):
            send("x" * 5000)
    assert "The match has not begun." in tools.say("hello")
    tools.leave()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seats": 99}, "President is for 3 to 8 players, not 99"),
        ({"seats": 0}, "President is for 3 to 8 players, not 0"),
        ({"people": 4}, "With 4 seats there is room for 0 to 3 more people, not 4"),
        ({"people": -1}, "With 4 seats there is room for 0 to 3 more people, not -1"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_terms_of_what_was_asked_for(given: dict[str, int], sentence: str) -> None:
    with pytest.raises(CardhouseError, match=sentence):
        Tools("http://127.0.0.1:9").open_table("president", **given)  # type: ignore[arg-type]  # numbers only
