"""A seat moves from one device to another, by a code that its camera reads."""

from typing import Any

from playwright.sync_api import Route

from tests.house.live import LiveHouse
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.keyboard import focused, keys, waits_for_focus
from tests.web.person import OFFLINE


def test_a_seat_moves_to_the_phone_and_the_desk_says_so(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    desk, phone = come("Ann", house), come("", house, width=360, height=640)
    desk.at(table, token)
    desk.page.wait_for_selector(".hand")
    keys(desk, "button", "Invite")
    keys(desk, "button", "Show the code")
    waits_for_focus(desk, "Link that moves your seat")
    link = desk.page.get_by_label("Link that moves your seat").input_value()
    address, _, code = link.partition("#")
    assert address == f"{house.url}/t/{table}"
    assert len(code) > len("seat=") + 20
    desk.page.get_by_role("img", name="QR code that moves your seat").wait_for()
    assert desk.page.get_by_role("img", name="QR code").count() == 1, "a camera may read the other one"
    assert violations(desk.page) == []

    phone.page.goto(link)
    phone.sees("Move your seat to this device?")
    assert "seat=" not in phone.page.url  # and so in no history
    assert violations(phone.page) == []
    keys(phone, "button", "Play here")
    phone.page.wait_for_selector(".hand")
    desk.sees("You have moved this seat to another device.")
    desk.page.reload()
    desk.sees("You are watching")

    late = come("Eve", house)
    late.allowed = ("410",)
    late.page.goto(link)
    keys(late, "button", "Play here")
    late.sees("This code does not work, or no longer")
    late.until(lambda: focused(late) in ("Play here", "Do not move it"))
    keys(late, "button", "Do not move it")
    late.sees("You are watching")


def test_a_lost_answer_does_not_lose_the_seat(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    desk, phone = come("Ann", house), come("", house, width=360, height=640)
    desk.at(table, token)
    desk.page.wait_for_selector(".hand")
    code = house.post(f"/api/tables/{table}/codes", {}, token)["code"]
    phone.allowed = OFFLINE
    phone.goes(f"/t/{table}#seat={code}")
    lost = list[int]()

    def lose(route: Any) -> None:
        lost.append(route.fetch().status)  # the house has done it
        route.abort()

    phone.page.route("**/codes/use", lambda route: route.abort(), times=1)  # the first one does not even arrive
    phone.press("Play here")
    phone.sees("The house does not answer.")
    phone.page.route("**/codes/use", lose, times=1)
    phone.press("Play here")
    desk.sees("You have moved this seat to another device.")
    phone.until(lambda: lost == [201])
    phone.sees("The house does not answer.")
    phone.page.reload()  # as a phone does it that was put away
    phone.press("Play here")
    phone.page.wait_for_selector(".hand")
    phone.page.reload()
    phone.page.wait_for_selector(".hand")


def test_a_code_that_expires_is_told_and_another_one_can_be_made(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    ann = come("Ann", house)
    ann.at(table, token)
    ann.page.wait_for_selector(".hand")
    ann.press("Invite")

    def soon(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "seconds": 0.05})

    ann.page.route("**/codes", soon, times=1)
    keys(ann, "button", "Show the code")
    ann.page.get_by_role("status").get_by_text("The code has expired.").wait_for()
    waits_for_focus(ann, "Show the code")
    ann.page.get_by_role("img", name="QR code of the link").wait_for()
    ann.page.keyboard.press("Enter")
    waits_for_focus(ann, "Link that moves your seat")
    assert ann.page.get_by_text("The code has expired.").count() == 0


def test_a_page_that_is_older_than_the_house_still_gives_the_link(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    desk = come("Ann", house, language="de")
    desk.allowed = OFFLINE
    desk.at(table, token)
    desk.page.wait_for_selector(".hand")
    desk.page.route("**/assets/*", lambda route: route.abort())  # the assets have other names after an upgrade
    desk.press("Einladen")
    desk.press("Code zeigen")
    desk.page.get_by_label("Link für den Umzug deines Platzes").wait_for()
    desk.page.get_by_role("alert").get_by_text("Diese Seite hat sich geändert").wait_for()
    assert desk.page.get_by_role("img", name="QR-Code für den Umzug").count() == 0


def test_a_browser_that_has_a_seat_at_the_table_keeps_it(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("president", 2, seats=3, bots=1)
    code = house.post(f"/api/tables/{table}/codes", {}, ann_token)["code"]
    ben = come("Ben 1", house)
    ben.at(table, ben_token)
    ben.page.wait_for_selector(".mine")
    ben.goes(f"/t/{table}?#seat={code}")
    ben.sees("This browser already has a seat")
    ben.press("To the table")
    ben.page.wait_for_selector(".hand")
