"""Build the docs site: gather its pages in a folder, let Zensical make HTML of them, and check every link.

The pages are those in `docs/`, its notebooks, one for each game, the API reference, and the files at the root that
`links.COPIED` names. Games and reference are written again at every build, so they cannot be out of date.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tools.generated import ROOT
from tools.site import games, links, notebooks, pictures, reference

DOCS = ROOT / "docs"
CONFIG = Path(__file__).with_name("zensical.toml")
STYLES = Path(__file__).with_name("site.css")
# Files of Zensical that are not needed: the links of its 404 page work only at the root of a server.
UNUSED = ("404.html", "assets/stylesheets/classic", "sitemap.xml")


class NotBuilt(Exception):
    """The site could not be built."""


def gather(docs: Path, pages: Path) -> None:
    """Write the Markdown of all pages to a folder."""
    texts = {file.name: (file.read_text("utf-8"), f"docs/{file.name}") for file in docs.glob("*.md")}
    texts |= {page: ((ROOT / file).read_text("utf-8"), file) for file, page in links.COPIED.items()}
    # Their links are relative to a folder in docs/.
    texts |= {page: (text, f"docs/{page}") for page, text in (games.pages() | reference.pages()).items()}
    texts |= {page: (text, f"docs/{page}") for page, text in notebooks.pages(docs).items()}
    for page, (text, at) in texts.items():
        file = pages / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(pictures.themed(links.rewritten(text, page, at)), "utf-8")
    pictures.write(pages)
    shutil.copy(STYLES, pages / STYLES.name)


def unlisted(pages: Path) -> list[str]:
    """Return the pages that are missing in the navigation, and its entries without a page."""
    nav = tomllib.loads(CONFIG.read_text("utf-8"))["project"]["nav"]
    listed = set(re.findall(r"'([\w/-]+\.md)'", str(nav)))
    found = {file.relative_to(pages).as_posix() for file in pages.rglob("*.md")}
    return sorted(listed ^ found)


def build(folder: Path, *, docs: Path = DOCS) -> Path:
    """Build the site in a folder, and return its path there."""
    shutil.rmtree(folder, ignore_errors=True)
    pages, site = folder / "pages", folder / "site"
    pages.mkdir(parents=True)
    gather(docs, pages)
    shutil.copy(CONFIG, folder)
    zensical = [sys.executable, "-m", "zensical", "build", "--clean", "--config-file", CONFIG.name]
    done = subprocess.run(zensical, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotBuilt(done.stdout + done.stderr)
    for name in UNUSED:
        path = site / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    return site


def faults(site: Path) -> list[str]:
    """Return sentences that say what is wrong with a built site."""
    nav = f"the navigation of {CONFIG.relative_to(ROOT)}"
    return [
        *(f"{page} is not both a page and in {nav}." for page in unlisted(site.parent / "pages")),
        *(f"A link leads nowhere, on {link}" for link in links.broken(site)),
    ]
