"""The page as an app: installed, without a network, and with what it remembers of its player's matches."""

from msgspec import json

from tests.house.live import LiveHouse
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.keyboard import keys, waits_for_focus
from tests.web.person import OFFLINE
from tests.web.screen import SIZES
from tests.web.test_accessibility import in_both_themes
from tests.web.test_replay import finished

WORKS = """navigator.serviceWorker.ready.then(
    one => one.active.state === 'activated' && !!navigator.serviceWorker.controller)"""
WIDE = "document.documentElement.scrollWidth > innerWidth"


def test_without_a_network_the_page_is_there_and_says_what_it_cannot_do(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, installs=True, width=390, height=844, language="de")
    ann.goes("/")
    ann.sees("Jetzt spielen")
    ann.until(lambda: bool(ann.page.evaluate(WORKS)))
    ann.allowed = OFFLINE
    ann.context.set_offline(True)
    for path in ("/", "/t/merry-oak", "/"):
        ann.goes(path)
        ann.page.get_by_role("link", name="Cardhouse").or_(ann.page.locator(".banner")).first.wait_for()
    ann.sees("Du bist offline")
    said = ann.page.get_by_text("Du bist offline").bounding_box()
    assert said is not None
    assert said["width"] > 300, "a friendly page is not a narrow column"
    assert ann.page.locator(".trouble.floating").count() == 0, "an alarm covers what the page says anyway"
    assert ann.page.get_by_text("Im Moment gibt es keine offenen Tische").count() == 0, "nobody knows that"
    assert violations(ann.page) == []
    ann.page.get_by_role("link", name="Partien").click()
    ann.sees("Diese Liste gibt es nur in diesem Browser")
    ann.context.set_offline(False)
    ann.goes("/")
    ann.sees("Jetzt spielen")


def test_matches_are_counted_saved_as_a_file_and_deleted(house: LiveHouse, come: Come) -> None:
    ann, table = finished("president", house, come)
    ann.page.set_viewport_size({"width": 360, "height": 640})
    ann.goes("/history")
    ann.sees("One match")
    ann.page.get_by_role("row", name="quick 1").wait_for()
    assert in_both_themes(ann) == []
    for width, height in SIZES.values():
        ann.page.set_viewport_size({"width": width, "height": height})
        assert not ann.page.evaluate(WIDE)
    with ann.page.expect_download() as saved:
        ann.press("Save as a file")
    (match,) = json.decode(saved.value.path().read_bytes())
    assert (match["table"], match["game"], match["players"]) == (table, "president", 4)
    keys(ann, "link", ann.page.get_by_role("link", name="President: ").inner_text())
    ann.page.wait_for_url(f"**/t/{table}/replay?match=1")
    ann.goes("/history")
    keys(ann, "button", "Delete all…")
    waits_for_focus(ann, "Yes, delete all of it")
    keys(ann, "button", "Keep it")
    waits_for_focus(ann, "Delete all…")
    ann.page.keyboard.press("Enter")
    waits_for_focus(ann, "Yes, delete all of it")
    ann.page.keyboard.press("Enter")
    ann.sees("Matches that you finish are listed here")
    waits_for_focus(ann, "Your matches")
    assert violations(ann.page) == []
    ann.page.reload()
    ann.sees("Matches that you finish are listed here")
