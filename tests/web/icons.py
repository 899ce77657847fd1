"""The icons of the installed page, and the picture of link previews: `make icons` writes them to web/public/icons."""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.web import browser as chromium

ROOT = Path(__file__).parents[2]
ICON, FOLDER = ROOT / "web/src/icon.svg", ROOT / "web/public/icons"
GREEN = "#146c4f"
# The width of each icon in pixels, and of the drawing on it; one that fills its square has the colour to its edges,
# because the system cuts it to a shape of its own: what is in the middle four fifths is never cut off.
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "maskable-512": (512, 0.8), "apple-touch-icon": (180, 0.86)}
PREVIEW = """<body style="margin: 0; height: 630px; display: flex; align-items: center; gap: 70px; padding-left: 110px;
    background: radial-gradient(ellipse 85% 85% at 50% 40%, #1d7a59, #0a4430); color: #f3faf6;
    font-family: 'Liberation Serif', Georgia, serif">
    <div style="width: 330px; filter: drop-shadow(0 18px 30px #0007)">{icon}</div>
    <div><div style="font-size: 118px; font-weight: 700">Cardhouse</div>
    <div style="font-size: 44px; margin-top: 18px; opacity: 0.92">Card games with friends and bots</div>
    <div style="font-size: 66px; margin-top: 26px; letter-spacing: 22px">♠ <span style="color: #ff9a8d">♥</span>
    ♣ <span style="color: #ff9a8d">♦</span></div></div></body>"""


def draw(browser: Browser) -> None:
    icon = ICON.read_text("utf-8")
    for name, (width, part) in ICONS.items():
        page = browser.new_page(viewport={"width": width, "height": width})
        colour = "transparent" if part == 1 else GREEN
        page.set_content(
            f'<body style="margin: 0; height: 100vh; display: grid; place-items: center; background: {colour}">'
            f'<div style="width: {part:.0%}">{icon}</div></body>'
        )
        page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
        page.close()
    page = browser.new_page(viewport={"width": 1200, "height": 630})
    page.set_content(PREVIEW.format(icon=icon))
    page.screenshot(path=FOLDER / "preview.jpg", type="jpeg", quality=82)
    page.close()


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium.found(), args=list(chromium.FLAGS))
        draw(opened)
        opened.close()
