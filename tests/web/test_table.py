"""What people expect at a table, beyond the moves."""

import re
from random import Random

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.controls import KeyboardControls, MouseControls
from tests.web.matches import act
from tests.web.person import Person
from tests.web.test_coming_back import ROUND_SHOWN, seated, until_turn

COUNT_FLIGHTS = """() => {
    window.flights = 0
    new MutationObserver(changes => {
        for (const change of changes)
            for (const node of change.addedNodes) if (node.classList?.contains('flying')) window.flights++
    }).observe(document.body, {childList: true})
}"""
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
        person.until(lambda person=person: person.view is not None)  # type: ignore[misc]
        person.settled()
    assert sorted(person.to_act for person in people) == [False, True]
    for person in people:
        icon = person.page.locator("link[rel=icon]").get_attribute("href") or ""
        assert ("Your turn" in person.page.title(), "icon-turn" in icon) == (person.to_act, person.to_act)


def test_a_card_that_cannot_be_played_says_why_and_one_that_can_is_lit(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=3, options={"deals": 12})  # she may be out before she has such a card
    dim = ann.page.locator(".hand .dim").first
    turn = ann.page.locator(".status .turn")
    ann.until(lambda: bool(turn.count() and dim.count()), lambda: act(MouseControls(ann), Random(1)))
    dim.click(position=HERE, force=True)
    assert dim.get_attribute("aria-pressed") == "false"
    assert "cannot beat" in ann.page.locator(".hint").inner_text()
    assert (dim.get_attribute("aria-label") or "").endswith(", not now")
    assert " of " in (dim.get_attribute("title") or "")  # cards are spoken by name


def test_cards_that_make_no_move_are_refused_in_the_houses_words(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("president", 2, seats=3, bots=1)
    people = [come("Ann", house), come("Ben 1", house)]
    for person, token in zip(people, (ann_token, ben_token), strict=True):
        person.at(table, token)
        person.page.wait_for_selector(".hand .card")
    people[0].until(lambda: any(person.to_act for person in people))
    waits = next(person for person in people if not person.to_act)
    acts = next(person for person in people if person.to_act)
    ranks = [card[:-1] for card in shown(waits)]
    other = next(i for i, rank in enumerate(ranks) if rank != ranks[0])
    for i in (0, other):  # planned while another one thinks: nothing is dim yet
        waits.page.locator(".hand button").nth(i).click(position=HERE)
    waits.until(lambda: waits.to_act, lambda: act(MouseControls(acts), Random(1)))
    until_turn(waits)
    waits.page.locator(".actions").get_by_role("button", name="Play").click()
    waits.page.locator(".hint", has_text="are not of the same rank").wait_for()


def test_the_hand_is_sorted_by_rank_by_suit_and_by_hand(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=3)
    ann.page.wait_for_selector(".hand .card")
    by_rank = shown(ann)
    assert by_rank == sorted(by_rank, key=lambda card: (int(card[:-1]), "cdsh".index(card[-1])))
    ann.page.get_by_role("button", name="⇅ by rank").click()
    by_suit = shown(ann)
    assert by_suit == sorted(by_rank, key=lambda card: ("cdsh".index(card[-1]), int(card[:-1])))
    ann.page.get_by_role("button", name="⇅ by suit").click()
    first = ann.page.locator(".hand button").first
    first.focus()
    moved = shown(ann)[0]
    ann.page.keyboard.press("Shift+ArrowRight")
    assert shown(ann)[1] == moved
    order = shown(ann)
    ann.page.reload()
    ann.page.wait_for_selector(".hand .card")
    ann.page.get_by_role("button", name="⇅ my order").wait_for()
    assert shown(ann) == order


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
    ann.page.wait_for_selector(ROUND_SHOWN)


def test_pass_until_next_lead(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "dynasty", bots=2, seats=3, options={"monarchies": 1})
    ann.until(lambda: ann.view is not None and "pass" in ann.view["moves"], lambda: act_or_wait(ann))
    box = ann.page.get_by_label("Pass until the next lead")
    box.click()
    ann.until(lambda: not box.count() or not box.is_checked() or ann.table["phase"] != "play")
    passed = [frame for frame in ann.frames if frame.get("happened", {}).get("move") == "pass"]
    assert any(frame["happened"]["seat"] == ann.seat for frame in passed)


def act_or_wait(person: Person) -> None:
    if person.to_act and person.view is not None and "pass" not in person.view["moves"]:
        act(KeyboardControls(person), Random(1))


def test_the_creator_changes_the_bots_pace_and_sends_somebody_away(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("president", 2, seats=4)
    ann, ben = come("Ann", house), come("Ben 1", house)
    ann.at(table, ann_token)
    ben.at(table, ben_token)
    ben.sees("seats are free")
    ann.press("Settings")
    ann.page.get_by_label("Pause before a bot plays").select_option("none")
    ann.page.keyboard.press("Escape")
    ann.until(lambda: ann.table["pace"] == 0)
    assert house.get(f"/api/tables/{table}")["pace"] == 0
    ann.press("Remove Ben 1")
    ben.sees("You are not at this table")
    ann.sees("3 seats are free")


COVERED = """() => {
    const talk = document.querySelector('.talk').getBoundingClientRect()
    return [...document.querySelectorAll('.felt, .mine, .hand .card')].filter(one => {
        const box = one.getBoundingClientRect()
        return box.top < talk.bottom && box.bottom > talk.top && box.left < talk.right && box.right > talk.left
    }).map(one => one.className)
}"""


def test_talk_mute_and_leave(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("president", 2, seats=3, bots=1)
    ann, ben = come("Ann", house), come("Ben 1", house, width=390, height=844)
    ann.at(table, ann_token)
    ben.at(table, ben_token)
    for person in (ann, ben):
        person.page.wait_for_selector(".hand .card")
    ben.press("Chat")
    ben.settled()
    assert ben.page.evaluate(COVERED) == []  # on a phone the chat stands above the table
    ben.press("Well played")
    ann.page.get_by_role("button", name=re.compile(r"Chat \(1\)")).first.click()
    ann.page.locator(".chat li", has_text="Well played").wait_for()
    ann.page.get_by_text("Mute…").click()
    ann.press("Hide what Ben 1 says")
    ann.page.locator(".chat li", has_text="Well played").wait_for(state="detached")
    ann.press("Show what Ben 1 says")
    ann.page.locator(".chat li", has_text="Well played").wait_for()
    ann.press("Mute Ben 1 for everybody")
    ann.page.get_by_role("button", name="Let Ben 1 talk").wait_for()
    ben.press("Thanks")
    ben.sees("muted")
    assert ann.page.locator(".chat li", has_text="Thanks").count() == 0
    ben.press("More")
    ben.press("Leave the table")
    ben.page.wait_for_url(f"{house.url}/")
    ann.press("Log")
    ann.sees("Ben 1 leaves")
    assert any(seat["kind"] == "bot" for seat in house.get(f"/api/tables/{table}")["seats"][1:2])


def test_cards_fly_and_land_when_motion_is_wanted_and_not_when_it_is_not(house: LiveHouse, come: Come) -> None:
    for speed, flies in ((1, True), (0, False)):
        table, tokens = house.table("dynasty", 2, seats=3)
        ann = come(f"Ann {speed}", house, speed=speed)
        ann.at(table, tokens[0])
        ann.page.wait_for_selector(".waiting")
        ann.page.evaluate(COUNT_FLIGHTS)
        house.post(f"/api/tables/{table}/seats", {"name": "Cleo"})
        ann.page.wait_for_selector(".hand .card")
        ann.settled()
        assert (ann.page.evaluate("window.flights") > 20) == flies
        ann.page.locator(".flying").first.wait_for(state="detached")


def test_the_commitment_is_shown_and_own_text_can_be_added(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=2, seats=3, options={"deals": 2})
    ann.until(lambda: ann.table.get("phase") == "pause", lambda: act(MouseControls(ann), Random(3), goes_on=False))
    ann.page.get_by_text("How the next deal is shuffled").click()
    ann.page.get_by_label("Your own text").fill("abracadabra")
    ann.press("Add")
    ann.sees("goes into the shuffle")
    ann.press("Score sheet")
    ann.sees("Total points after each deal")


def test_enter_on_a_discard_takes_aim_and_draws_nothing(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "blitz", bots=1, seats=2)
    ann.until(lambda: ann.view is not None and "stock" in ann.view["moves"], lambda: act(MouseControls(ann), Random(1)))
    ann.page.wait_for_selector(".status .turn")
    ann.page.locator('.discards[role="group"] button').last.focus()
    ann.page.keyboard.press("Enter")
    assert ann.page.locator('.discards button[aria-pressed="true"]').count() == 1
    assert ann.view is not None
    assert "stock" in ann.view["moves"]
    assert ann.page.get_by_role("button", name=re.compile("^Let ")).count() == 0


def test_the_first_deal_of_blitz_is_left_to_another(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "blitz", bots=1, seats=2)
    ann.page.locator(".actions").get_by_role("button", name=re.compile("Let .* deal")).click()
    ann.page.wait_for_selector('[aria-label="Discards, the top one last"] [data-card]')
    ann.until(lambda: ann.view is not None and "dealer" in ann.view)
    assert ann.view is not None
    assert ann.view["dealer"] == 1


def test_somebody_takes_a_bots_seat_and_has_it_after_the_deal(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, seats=3, bots=2, options={"deals": 2})
    ann, eve = come("Ann", house), come("Eve", house)
    ann.at(table, token)
    eve.goes(f"/t/{table}")
    eve.press("Sit here")
    eve.sees("You are watching until this deal is over")
    assert eve.page.locator(".hand").count() == 0
    ann.until(lambda: ann.table.get("phase") == "pause", lambda: act(MouseControls(ann), Random(3), goes_on=False))
    eve.press("Next deal")
    ann.until(lambda: ann.table["phase"] == "play", lambda: act(MouseControls(ann), Random(3)))
    eve.page.wait_for_selector(".hand .card")
    assert eve.seat > 0


def test_chat_is_not_in_the_log(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("president", 2, seats=3)
    ann, ben = come("Ann", house), come("Ben 1", house)
    ann.at(table, ann_token)
    ben.at(table, ben_token)
    ben.press("Chat")
    ben.page.get_by_label("Message").fill("Ann passes.")
    ben.press("Send")
    ann.page.get_by_role("button", name="Chat (1)").first.wait_for()
    assert ann.page.get_by_label("What happened").get_by_text("Ann passes.").count() == 0
    assert "Ben 1 says: Ann passes." in ann.announced
