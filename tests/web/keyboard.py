"""Use the page by the keyboard alone."""

from tests.web.person import Person

FOCUSED = """() => {
    const one = document.activeElement
    return one.ariaLabel ?? (one.labels?.[0] ?? one).innerText.trim()
}"""


def focused(person: Person) -> str:
    """Return the label of what has the focus."""
    return str(person.page.evaluate(FOCUSED))


def waits_for_focus(person: Person, label: str) -> None:
    """Wait until this has the focus."""
    person.until(lambda: focused(person) == label)


def keys(person: Person, role: str, name: str) -> None:
    """Go to a button or a link with Tab, and press it."""
    person.page.get_by_role(role, name=name, exact=True).first.wait_for()
    for _ in range(60):
        if focused(person) == name:
            person.page.keyboard.press("Enter")
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {name}")
