"""Names and chat are text, whatever they say; and a browser is sent nothing that its player may not know."""

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.screen import loads

NAME = "<img src=x onerror=x()>"
TALK = "<script>window.broken=1</script><img src=x onerror='window.broken=1'><b>bold</b> javascript:alert(1)"


def test_a_hostile_name_and_chat_text_stay_text(house: LiveHouse, come: Come) -> None:
    opened = house.post("/api/tables", {"game": "president", "name": NAME, "id": "hostile", "listed": True, "seats": 3})
    joined = house.post("/api/tables/hostile/seats", {"name": "Ben"})
    ann, ben, eve = come(NAME, house), come("Ben", house), come("Eve", house)
    ann.at("hostile", opened["token"])
    ben.at("hostile", joined["token"])
    eve.goes("/")
    eve.sees(NAME)
    eve.goes("/t/hostile")
    for person in (ann, ben):
        person.press("Chat")
    ann.page.get_by_label("Message").fill(TALK)
    ann.press("Send")
    for person in (ann, ben):
        person.sees(TALK)
    ann.press("Start now")
    ben.page.wait_for_selector(".hand")
    for person in (ann, ben, eve):
        assert person.page.evaluate("window.broken") is None
        assert person.page.locator("img[src=x], b:text-is('bold')").count() == 0


def test_the_token_is_in_no_address_and_in_no_title(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("javelin", 1, bots=1)
    ann = come("Ann", house)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.at(table, token)
    ann.page.wait_for_selector(".board")
    assert not any(token in text for text in [*asked, ann.page.url, ann.page.title(), ann.page.content()])


def test_no_other_host_is_asked_for_anything(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/new/blitz", "/rules/dynasty"):
        loads(ann, path)
    ann.goes("/")
    ann.press("Play now: President")
    ann.page.wait_for_selector(".hand .card")
    ann.press("Invite")
    ann.page.get_by_alt_text("QR code").wait_for()
    assert {url.split("/")[2] for url in asked if not url.startswith("data:")} == {house.url.split("/")[2]}
