"""Make a move on the page, by clicks or by keys alone. The page must show everything that is clicked."""

import re
from typing import Any

from tests.web.person import Person

ZONE_COUNT = 16


class MouseControls:
    """With a mouse or a finger."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def cards(self, names: list[str]) -> None:
        for name, copy in numbered(names):
            self.page.locator(f'.hand button:has([data-card="{name}"])').nth(copy).click(position={"x": 12, "y": 14})

    def button(self, label: str, key: str) -> None:
        self.page.locator(".actions").get_by_role("button", name=re.compile(f"^{re.escape(label)}")).click()

    def spot(self, seat: int, place: int) -> None:
        self.page.locator(f'[data-anchor="row {seat} {place}"]').click()

    def discard_at(self, deep: int) -> None:
        discards = self.page.locator('.discards[role="group"] button')
        discards.nth(discards.count() - deep).click(position={"x": 10, "y": 12})

    def add(self, meld: int, end: str) -> None:
        adders = self.page.locator(f'[data-anchor="meld {meld}"] .add')
        (adders.first if end == "low" else adders.last).click()


class KeyboardControls(MouseControls):
    """Without touching anything."""

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def cards(self, names: list[str]) -> None:
        for name, copy in numbered(names):
            keys = self.page.locator(".hand button").evaluate_all(
                "buttons => buttons.map(button => button.querySelector('[data-card]').dataset.card)"
            )
            wanted = [i for i, card in enumerate(keys) if card == name][copy]
            if wanted < 10:
                self.press(str((wanted + 1) % 10))
            else:
                self.press("0")
                self.press("0")  # picked, and put back: the tenth card is marked
                for _ in range(wanted - 9):
                    self.press("ArrowRight")
                self.press("Space")

    def button(self, label: str, key: str) -> None:
        self.press(key)

    def spot(self, seat: int, place: int) -> None:
        row = (0 if place < 8 else 1) if seat != self.person.seat else (3 if place < 8 else 2)
        wanted = row * 8 + place % 8
        at = self.focused('[role="group"][aria-label="The cards of both players"] .spot')
        for _ in range(abs(wanted // 8 - at // 8)):
            self.press("ArrowDown" if wanted > at else "ArrowUp")
        for _ in range(abs(wanted % 8 - at % 8)):
            self.press("ArrowRight" if wanted % 8 > at % 8 else "ArrowLeft")
        self.press("Space")

    def focused(self, group: str) -> int:
        """Go to a group with Tab; which of its buttons is it?"""
        find = f"[...document.querySelectorAll({group!r})].indexOf(document.activeElement)"
        for _ in range(60):
            at = int(self.page.evaluate(find))
            if at >= 0:
                return at
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {group}")

    def reach(self, selector: str) -> None:
        """Go with Tab to one button, and press it."""
        for _ in range(120):
            if self.page.evaluate(f"document.activeElement?.matches({selector!r})"):
                self.press("Enter")
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def discard_at(self, deep: int) -> None:
        count = self.page.locator('.discards[role="group"] button').count()
        self.reach(f'.discards[role="group"] button:nth-of-type({count - deep + 1})')

    def add(self, meld: int, end: str) -> None:
        side = ":first-child" if end == "low" else ":last-child"
        self.reach(f'[data-anchor="meld {meld}"] .add{side}')


def numbered(names: list[str]) -> list[tuple[str, int]]:
    """Equal names one after the other."""
    return [(name, names[:i].count(name)) for i, name in enumerate(names)]


def make_move(controls: MouseControls, move: str, view: dict[str, Any]) -> None:
    """A move of any game, as a person makes it."""
    verb, *rest = move.split()
    match verb:
        case "play" | "give" | "commit":
            controls.cards(rest)
            controls.button(verb.capitalize(), "Enter")
        case "pass":
            controls.button("Pass", "p")
        case "exchange":
            controls.cards(rest)
            controls.button("Exchange", "x")
        case "guess":
            controls.spot(view["seat"], int(rest[0]))
            controls.spot(1 - view["seat"], int(rest[1]))
            controls.button(f"Guess {rest[2]}", rest[2][0])
        case "attack":
            controls.spot(view["seat"], int(rest[0]))
            controls.spot(1 - view["seat"], int(rest[1]))
            controls.button("Attack", "a")
        case "replace":
            controls.spot(view["seat"], int(rest[0]))
            controls.button("Replace", "r")
        case "deal":
            controls.button("Deal", "Enter")
        case "stock":
            controls.button("Draw from the stock", "s")
        case "take":
            controls.discard_at(int(rest[0]))
            controls.button("Take", "k")
        case "new":
            controls.cards([word.partition("=")[0] for word in rest[1:]])
            choose_reading(controls, rest)
            controls.button("Play new meld", "n")
        case "add":
            controls.cards([word.partition("=")[0] for word in rest[2:]])
            controls.add(int(rest[0]), rest[1])
        case "discard":
            controls.cards(rest)
            controls.button("Discard", "d")
        case "undo" | "complete":
            controls.button(verb.capitalize(), verb[0])
        case _:
            raise AssertionError(f"no way to make {move!r}")


def choose_reading(controls: MouseControls, words: list[str]) -> None:
    """Where the cards could be several melds, the one that is meant."""
    menu = controls.page.locator(".tray select")
    if not menu.count():
        return
    options = menu.locator("option").all_inner_texts()
    form = [i for i, option in enumerate(options) if option.lower().startswith(words[0])]
    if len(form) == len(options):
        return
    menu.select_option(index=form[0])
