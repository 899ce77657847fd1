"""What people expect at a table, beyond the moves."""

import re
from random import Random

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.hands import Clicks, Keys
from tests.web.matches import act
from tests.web.person import Person
from tests.web.test_coming_back import seated, until_turn

HERE = {"x": 12, "y": 14}  # where a card that others overlap is seen


def shown(person: Person) -> list[str]:
    cards: list[str] = person.page.locator(".hand [data-card]").evaluate_all(
        "cards => cards.map(one => one.dataset.card)"
    )
    return cards


def test_ones_turn_shows_in_the_title_and_the_icon(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("javelin", 2)
    people = [come("Ann", house), come("Ben 1", house)]
    for person, token in zip(people, (ann_token, ben_token), strict=True):
        person.at(table, token)
        person.page.wait_for_selector(".board")
    titles = sorted("Your turn" in person.page.title() for person in people)
    icons = sorted(person.page.locator("link[rel=icon]").get_attribute("href") or "" for person in people)
    assert titles == [False, True]
    assert "icon-turn" in "".join(icons)
    assert len(set(icons)) == 2


def test_a_card_that_cannot_be_played_says_why_and_one_that_can_is_lit(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=3)
    for _ in range(200):
        until_turn(ann)
        if ann.page.locator(".hand .dim").count():
            break
        act(Clicks(ann), Random(1))
    dim = ann.page.locator(".hand .dim").first
    dim.click(position=HERE, force=True)
    assert dim.get_attribute("aria-pressed") == "false"
    assert "does not beat" in ann.page.locator(".hint").inner_text()
    assert "not now" in (dim.get_attribute("aria-label") or "")


def test_cards_that_make_no_move_are_refused_in_the_houses_words(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=3)
    until_turn(ann)
    ranks = [card[:-1] for card in shown(ann)]
    lit = ann.page.locator(".hand .lit")
    first = lit.first.locator("[data-card]").get_attribute("data-card") or ""
    other = next(i for i, rank in enumerate(ranks) if rank != first[:-1])
    lit.first.click(position=HERE)
    ann.page.locator(".hand button").nth(other).click(position=HERE, force=True)
    if ann.page.locator(".hand .picked").count() == 2:
        ann.page.locator(".actions").get_by_role("button", name="Play").click()
        ann.page.get_by_text("are not of one rank").wait_for()
    assert ann.page.locator(".hint").inner_text()


def test_the_hand_is_sorted_by_rank_by_suit_and_by_hand(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=3)
    ann.page.wait_for_selector(".hand .card")
    by_rank = shown(ann)
    assert by_rank == sorted(by_rank, key=lambda card: (int(card[:-1]), "cdsh".index(card[-1])))
    ann.page.get_by_role("button", name="⇅ rank").click()
    by_suit = shown(ann)
    assert by_suit == sorted(by_rank, key=lambda card: ("cdsh".index(card[-1]), int(card[:-1])))
    ann.page.get_by_role("button", name="⇅ suit").click()
    first = ann.page.locator(".hand button").first
    first.focus()
    moved = shown(ann)[0]
    ann.page.keyboard.press("Shift+ArrowRight")
    assert shown(ann)[1] == moved
    ann.page.reload()
    ann.page.wait_for_selector(".hand .card")
    ann.page.get_by_role("button", name="⇅ own").wait_for()


def test_a_card_is_dragged_to_the_middle(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "davenport", bots=1, seats=2)
    until_turn(ann)
    card = ann.page.locator(".hand button").first
    box = card.bounding_box()
    assert box is not None
    ann.page.mouse.move(box["x"] + 12, box["y"] + 14)
    ann.page.mouse.down()
    ann.page.mouse.move(box["x"] + 60, box["y"] - 150, steps=5)
    ann.page.mouse.move(box["x"] + 80, box["y"] - 260, steps=5)
    ann.page.mouse.up()
    ann.page.get_by_text("won the last round").wait_for()


def test_pass_until_next_lead(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "dynasty", bots=2, seats=3, options={"monarchies": 1})
    for _ in range(300):
        act_or_wait(ann)
        if ann.view is not None and "pass" in ann.view["moves"]:
            break
    box = ann.page.get_by_label("pass until next lead")
    box.click()
    while box.is_checked() and ann.table["phase"] == "play":
        ann.page.wait_for_timeout(20)
    passed = [frame for frame in ann.frames if frame.get("happened", {}).get("move") == "pass"]
    assert any(frame["happened"]["seat"] == ann.seat for frame in passed)


def act_or_wait(person: Person) -> None:
    if person.to_act and person.view is not None and "pass" not in person.view["moves"]:
        act(Keys(person), Random(1))
    person.page.wait_for_timeout(5)


def test_the_creator_changes_the_bots_pace_and_sends_somebody_away(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("president", 2, seats=4)
    ann, ben = come("Ann", house), come("Ben 1", house)
    ann.at(table, ann_token)
    ben.at(table, ben_token)
    ben.sees("seats are free")
    ann.press("Settings")
    ann.page.get_by_label("Bots wait").select_option("at once")
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_timeout(100)
    assert house.get(f"/api/tables/{table}")["pace"] == 0
    ann.press("Send Ben 1 away")
    ben.sees("You are not at this table")
    ann.sees("3 seats are free")


def test_talk_mute_and_leave(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("president", 2, seats=3, bots=1)
    ann, ben = come("Ann", house), come("Ben 1", house)
    ann.at(table, ann_token)
    ben.at(table, ben_token)
    for person in (ann, ben):
        person.page.wait_for_selector(".hand")
    ben.press("Chat")
    ben.press("Well played")
    ann.page.get_by_role("button", name=re.compile(r"Chat \(1\)")).first.click()
    ann.page.locator(".chat li", has_text="Well played").wait_for()
    ann.press("Mute Ben 1")
    ann.press("Let Ben 1 talk")
    ben.press("Settings")
    ben.press("Leave the table")
    ben.page.get_by_role("button", name="Leave", exact=True).click()
    ben.page.wait_for_url(f"{house.url}/")
    ann.sees("Ben 1")
    assert any(seat["kind"] == "bot" for seat in house.get(f"/api/tables/{table}")["seats"][1:2])


def test_cards_fly_and_land_when_motion_is_wanted(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3, pace=0.3)
    ann = come("Ann", house, speed=1)
    ann.at(table, token)
    until_turn(ann)
    act(Clicks(ann), Random(3))
    ann.page.wait_for_timeout(2500)
    assert ann.page.locator(".flying").count() < 9  # those of the last moment
    until_turn(ann)
    ann.page.wait_for_timeout(700)
    assert ann.page.locator(".flying").count() == 0


def test_the_deal_is_sealed_and_words_are_added(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=2, seats=3, options={"deals": 2})
    while ann.table.get("phase") != "pause":
        act(Clicks(ann), Random(3))
        ann.page.wait_for_timeout(3)
    ann.page.get_by_text("Chance of the coming deal").click()
    ann.page.get_by_label("Words of your own").fill("abracadabra")
    ann.press("Add")
    ann.sees("goes into the shuffle")
    ann.press("Score sheet")
    ann.sees("Sums of points after each deal")
