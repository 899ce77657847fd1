"""Previews: what a messenger shows of a link, as Open Graph describes it.

The programs that make previews see only the HTML, so the house writes these tags itself. They say what everybody with
the link may know, and no names of people: messengers keep previews, and show them to whoever reads the conversation.
"""

import re
from contextlib import suppress
from html import escape

from starlette.requests import Request

from cardhouse.games import GAMES
from cardhouse.house.evenings.entries import Evening
from cardhouse.house.house import House
from cardhouse.house.lobby import address
from cardhouse.house.sitting import Sitting
from cardhouse.wire import Denial

PLACE = re.compile(r"<!-- preview.*?<!-- end of preview -->", re.DOTALL)  # in index.html
PICTURE, WIDTH, HEIGHT = "/icons/preview.jpg", 1200, 630
HOUSE = ("Cardhouse", "Take a seat: five card games with friends and bots, no account needed.")
DAILY = ("Cardhouse: the deal of the day", "The same cards for everybody, against the same bots. No account needed.")
Words = tuple[str, str]  # a title and a sentence


async def of(house: House, request: Request) -> str:
    """Return the tags for a page: of a table or an evening, if the address is that of one that there is."""
    title, text = HOUSE
    if table := request.path_params.get("table"):
        with suppress(Denial):
            sitting = await house.sitting(str(table).lower(), address(request))
            title, text = words(sitting, is_replay=request.url.path.endswith("/replay"))
    if evening := request.path_params.get("evening"):
        with suppress(Denial):
            title, text = words_of_evening(await house.evening(str(evening).lower(), address(request)))
    return tags(title, text, f"{request.url.scheme}://{request.headers['host']}", request.url.path)


def words(sitting: Sitting, *, is_replay: bool) -> Words:
    game = sitting.game.title
    if sitting.opened.daily:
        return DAILY
    if is_replay and sitting.matches_over:
        return f"{game}: a match to watch again", "Every card face up, move by move."
    free = sum(chair.free for chair in sitting.chairs)
    if sitting.phase == "closed":
        return HOUSE
    if free:
        seats = "One seat is free" if free == 1 else f"{free} seats are free"
        return f"{game}: {seats.lower()}", f"{seats} at this table. Open the link and sit down: no account needed."
    if any(chair.a_bots for chair in sitting.chairs):
        return (
            f"{game}: join the table",
            "A bot keeps a seat warm for you. Open the link and take it: no account needed.",
        )
    return f"{game}: watch the table", "Every seat is taken. Open the link and watch."


def words_of_evening(evening: Evening) -> Words:
    title = f"An evening of {GAMES[evening.opened.game].title}"
    if evening.phase == "over":
        return title, "It is over: see the final standings."
    rounds = "One round" if evening.opened.rounds == 1 else f"{evening.opened.rounds} rounds"
    return title, f"{rounds}, with standings. Open the link and take part: no account needed."


def tags(title: str, text: str, site: str, path: str) -> str:
    """Return the tags as HTML, escaped."""
    said = {
        "og:site_name": "Cardhouse",
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        "og:url": site + path,
        "og:image": site + PICTURE,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": "Playing cards on green cloth",
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in said.items()]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])
