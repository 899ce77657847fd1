"""Pictures of the site: small enough for the package, and in a version for each theme.

A page names the light one of two screenshots (`president-desk-light.jpg`), or a drawing (`path-of-a-move.svg`). The
site shows that one or its dark version, by the reader's theme. A drawing's dark version is made by swapping colours.
"""

import re
from pathlib import Path

from PIL import Image

from tools.generated import ROOT

PICTURE = re.compile(r"!\[([^\]]*)\]\(((?:\.\./)*pictures/)([a-z-]+)\.(jpg|svg)\)")
SHOWN = re.compile(r"\((?:\.\./)*pictures/([a-z-]+\.(?:webp|svg))[)#]")  # as `themed` writes them
FOLDER = ROOT / "docs/pictures"
WIDEST, QUALITY = 1100, 72
# The colours of drawings, light and dark.
COLOURS = {
    "#ffffff": "#14161c",
    "#f3f5f9": "#1f232d",
    "#e6f2ec": "#17332a",
    "#fdf0e3": "#3a2a17",
    "#1f2430": "#e9ecf2",
    "#596275": "#a3adbf",
    "#9aa3b5": "#667085",
    "#1b7a55": "#5fd0a2",
    "#b4611b": "#f0a860",
}


def themed(text: str) -> str:
    """Return a page of Markdown with each picture for both themes; one that is dark on purpose stays dark."""

    def shown(found: re.Match[str]) -> str:
        alt, folder, name, suffix = found.groups()
        if name.endswith("-dark"):
            return f"![{alt}]({folder}{name}.webp)"
        name, suffix = name.removesuffix("-light"), "svg" if suffix == "svg" else "webp"
        return "".join(f"![{alt}]({folder}{name}-{theme}.{suffix}#only-{theme})" for theme in ("light", "dark"))

    return PICTURE.sub(shown, text)


def write(pages: Path) -> None:
    """Write the pictures that the pages in a folder show."""
    names: set[str] = set()
    for page in pages.rglob("*.md"):
        names.update(SHOWN.findall(page.read_text("utf-8")))
    (pages / "pictures").mkdir()
    for name in sorted(names):
        _write(name, pages / "pictures" / name)


def _write(name: str, to: Path) -> None:
    stem, _, suffix = name.partition(".")
    if suffix == "svg":
        drawing = (FOLDER / f"{stem.rpartition('-')[0]}.svg").read_text("utf-8")
        to.write_text(_dark(drawing) if stem.endswith("-dark") else drawing, "utf-8")
        return
    with Image.open(FOLDER / f"{stem}.jpg") as picture:
        picture.thumbnail((WIDEST, 10 * WIDEST))
        picture.save(to, "WEBP", quality=QUALITY, method=2)


def _dark(drawing: str) -> str:
    colours = re.compile("|".join(COLOURS))
    return colours.sub(lambda found: COLOURS[found[0]], drawing)
