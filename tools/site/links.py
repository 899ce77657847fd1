"""Links of the docs: rewrite those that leave `docs/`, and find the broken ones of a built site.

A link out of `docs/` works in a clone and on the site. Where the site has a page for the file, it leads there: to a
game's page for its RULES.md, to the reference for a public module, to a copy of CONTRIBUTING.md. All other files are
code or data, so those links lead to the repository, where code is best read.
"""

import posixpath
import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tools.generated import ROOT
from tools.site import reference

LINK = re.compile(r"(\]\()([^)\s]+)(\))")  # [text](target)
FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
RULES = re.compile(r"src/cardhouse/games/([a-z]+)/RULES\.md")
COPIED = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}  # pages from outside docs/
INDEX = "index.html"
NOTEBOOK = ".ipynb"


def repository() -> str:
    """Return the address of the repository, as the package states it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["urls"]["Source"]).rstrip("/")


def rewritten(text: str, page: str, at: str) -> str:
    """Return a page of Markdown whose links out of its folder lead to pages of the site, or to the repository.

    `page` is its name on the site, and `at` the file in the repository that it comes from.
    """

    def replaced(found: re.Match[str]) -> str:
        return found[1] + _target(found[2], page, at) + found[3]

    pieces, last = [], 0
    for fence in FENCE.finditer(text):
        pieces += [LINK.sub(replaced, text[last : fence.start()]), fence[0]]
        last = fence.end()
    return "".join([*pieces, LINK.sub(replaced, text[last:])])


def _target(link: str, page: str, at: str) -> str:
    if urlsplit(link).scheme or link.startswith("#"):
        return link
    path, _, anchor = link.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(at), path))
    known = _page_of(file)
    if known:
        known, _, own = known.partition("#")
        anchor = anchor or own
        return posixpath.relpath(known, posixpath.dirname(page) or ".") + (f"#{anchor}" if anchor else "")
    if not (ROOT / file).exists():
        return link  # the check of the built site reports it
    kind = "tree" if (ROOT / file).is_dir() else "blob"
    return f"{repository()}/{kind}/main/{file}" + (f"#{anchor}" if anchor else "")


def _page_of(file: str) -> str:
    """Return the page of the site for a file of the repository, or ""."""
    if file.startswith("docs/"):
        return re.sub(rf"{re.escape(NOTEBOOK)}$", ".md", file.removeprefix("docs/"))
    if file in COPIED:
        return COPIED[file]
    if found := RULES.fullmatch(file):
        return f"games/{found[1]}.md"
    module = file.removeprefix("src/").removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
    return reference.page_of(module)


class _Page(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def broken(site: Path) -> list[str]:
    """Return the broken links of a built site, each with its page."""
    pages = {file: _Page(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}
    return [
        f"{file.relative_to(site)}: {link}"
        for file, page in pages.items()
        for link in dict.fromkeys(page.links)
        if not _leads_somewhere(link, file, pages)
    ]


def _leads_somewhere(link: str, file: Path, pages: dict[Path, _Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    to = Path(posixpath.normpath(file.parent / unquote(parts.path))) if parts.path else file
    if to.is_dir():
        to /= INDEX
    if to not in pages:
        return to.is_file()
    return unquote(parts.fragment) in pages[to].anchors
