"""A game that has no part of its own on the page can be played: its view is shown, its moves are buttons."""

from msgspec import json
from playwright.sync_api import WebSocketRoute

from tests.house.live import LiveHouse
from tests.web.conftest import Come


def test_a_sixth_game_is_played_by_its_moves(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("davenport", 1, bots=1, seats=2)
    ann = come("Ann", house)

    def renamed(ws: WebSocketRoute) -> None:
        def told(message: str | bytes) -> None:
            frame = json.decode(message)
            for part in ("table", "view"):
                if frame.get(part):
                    frame[part]["game"] = "sixth"
            ws.send(json.encode(frame).decode())

        ws.connect_to_server().on_message(told)

    ann.page.route_web_socket("**/socket", renamed)
    ann.at(table, token)
    for _ in range(3):
        ann.page.wait_for_selector(".status .turn")
        rounds = ann.page.get_by_text("wins the round").count()
        ann.page.locator(".actions button", has_text="commit").first.click()
        ann.page.get_by_text("wins the round").nth(rounds).wait_for()
