"""Screens, and what does not fit on them."""

from tests.web.person import Person

LOADED = {  # by the start of a path
    "/": "text=Play now",
    "/new/": "text=Open the table",
    "/rules/": "article summary",
    "/daily": "h1",
}
SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desk": (1280, 800)}
SCREENS = {  # and those on which every table is looked at: phones upright and sideways, a tablet, desks, one at 200 %
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone held sideways": (844, 390),
    "tablet": (820, 1180),
    "desk": (1280, 800),
    "desk at 200 %": (720, 450),
    "large desk": (2560, 1440),
}
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


# Of the board nothing is cut off: what lies in the middle is where it can be seen, and nothing covers it.
CUT = """selector => {
    const middle = document.querySelector('.centre')
    if (!middle) return []
    const area = middle.getBoundingClientRect()
    return [...middle.querySelectorAll(selector)].filter(one => one.checkVisibility()).filter(one => {
        const box = one.getBoundingClientRect()
        const inside = box.top > area.top - 2 && box.bottom < area.bottom + 2 && box.left > area.left - 2 &&
            box.right < area.right + 2
        const top = document.elementFromPoint(box.left + 9, box.top + 9) // where a card says what it is
        return !inside || !top || !(one.contains(top) || top.contains(one))
    }).map(one => `${one.outerHTML.slice(0, 90)} ${JSON.stringify([one.getBoundingClientRect(), area])}`)
}"""
BOARD = ".pile, .pile .top .card, .spot, [data-anchor^='commitment'], .stock"
# The height of each card of a pile, in pixels and as a part of the felt's height.
PILE = """() => [...document.querySelectorAll('.pile .top .card')].map(card =>
    [card.offsetHeight, card.offsetHeight / document.querySelector('.felt').clientHeight])"""
LEAST, MOST, HIGHEST = 0.18, 0.22, 220
UNREAD = """() => [...document.querySelectorAll('.status p')].filter(one => one.scrollHeight > one.clientHeight + 1)
    .map(one => one.textContent)"""

# What has a place of its own, and keeps it through a match. A hand may grow when it holds more cards than ever.
STEADY = [".felt", ".centre", ".status", ".hand", ".actions"]
WATCH = """steady => {
    if (window.jumps) return
    window.jumps = []
    let [places, most] = [{}, 0]
    const look = () => {
        const held = document.querySelectorAll('.hand button').length
        if (held > most) [places, most] = [{}, held]
        for (const selector of steady) {
            const one = document.querySelector(selector)
            if (!one?.checkVisibility()) continue
            const {left, top, width, height} = one.getBoundingClientRect()
            const place = [left, top, width, height].map(Math.round).join(' ')
            if ((places[selector] ??= place) !== place) jumps.push(`${selector}: ${places[selector]} to ${place}`)
            places[selector] = place
        }
        requestAnimationFrame(look)
    }
    look()
}"""


def watch(person: Person) -> None:
    """From now on, note everything on the page that leaves its place."""
    person.page.evaluate(WATCH, STEADY)


def jumps(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate("window.jumps ?? ['nobody has watched']")
    return found


def cut_off(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(CUT, BOARD)
    for high, share in person.page.evaluate(PILE):
        if not (LEAST <= share <= MOST or high == HIGHEST):
            found.append(f"a card of the pile is {high} pixels high, {share:.0%} of the felt")
    return [*found, *(f"not whole: {text}" for text in person.page.evaluate(UNREAD))]


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
