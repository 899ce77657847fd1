"""Screens, and what does not fit on them."""

from tests.web.person import Person

LOADED = {"/": "text=Play now", "/new/": "text=Open the table", "/rules/": "article summary"}  # by the start of a path
SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desk": (1280, 800)}
OUTSIDE = """selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map(one => {
    const box = one.getBoundingClientRect()
    const outside = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
    return [outside, one.outerHTML, box]
}).filter(([outside]) => outside).map(([, html, box]) => `${html.slice(0, 120)} ${JSON.stringify(box)}`)"""
MUST_SHOW = "header *, .seat, .hand button, .actions button, .status, .hint, .centre"
WIDER = "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight"
UNDER = """() => [...document.querySelectorAll('.hand button, .spot')].filter(one => {
    const box = one.getBoundingClientRect()
    const top = document.elementFromPoint(box.left + 9, box.top + 9)
    return top !== null && !one.contains(top)
}).map(one => one.ariaLabel)"""


def off_the_screen(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(OUTSIDE, MUST_SHOW)
    found += [f"hidden by something else: {card}" for card in person.page.evaluate(UNDER)]
    return [*found, "the page scrolls"] if person.page.evaluate(WIDER) else found


def loads(person: Person, path: str) -> None:
    """Go to a page, and wait until what it asks the house for is there."""
    person.goes(path)
    start = path[: path.find("/", 1) + 1] or path
    person.page.locator(LOADED.get(start, "text=There is no")).first.wait_for()
    person.settled()
