"""The docs site: every link of it leads somewhere, and its generated pages have all that the games declare."""

import ast
import json
import re
import shutil
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from tools.generated import OURS
from tools.site import build, games, links, reference
from tools.site.source import Source
from tools.stubs import COMMON

from cardhouse.games.definition import AnyGame

PLANTED = """# A page with faults

[a page](nowhere.md), [a heading](play.md#no-such-heading), [a file](../src/cardhouse/nothing.py),
and ![a picture](nothing.jpg).
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with one page more, whose links lead nowhere."""
    folder = tmp_path_factory.mktemp("site")
    docs = shutil.copytree(build.DOCS, folder / "docs", ignore=shutil.ignore_patterns("*.jpg"))
    (docs / "planted.md").write_text(PLANTED, "utf-8")
    return build.build(folder / "built", docs=docs)


def test_every_link_leads_somewhere_except_the_planted_ones(site: Path) -> None:
    assert build.faults(site) == [
        "planted.md is not both a page and in the navigation of tools/site/zensical.toml.",
        "A link leads nowhere, on planted/index.html: ../nowhere/",
        "A link leads nowhere, on planted/index.html: ../play/#no-such-heading",
        "A link leads nowhere, on planted/index.html: ../../src/cardhouse/nothing.py",
        "A link leads nowhere, on planted/index.html: ../nothing.jpg",
    ]


def test_pages_load_nothing_from_other_servers(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        assert re.findall(r'<(?:script|img|link)[^>]+(?:src|href)="(?:https?:)?//[^"]*', text) == []


def test_a_notebook_is_a_page_with_what_its_code_showed(site: Path) -> None:
    page = (site / "study-a-game/index.html").read_text("utf-8")
    assert 'aria-label="President' in page
    assert "&lt;svg" not in page


def test_rules_and_functions_can_be_searched(site: Path) -> None:
    found = {item["location"] for item in json.loads((site / "search.json").read_text("utf-8"))["items"]}
    assert {"games/president/#options", "reference/matches/#cardhouse.Match.play", "protocol/"} <= found


@pytest.mark.parametrize("game", OURS.values(), ids=lambda game: game.name)
def test_a_games_page_has_all_that_the_game_declares(game: AnyGame) -> None:
    page = games.pages()[f"games/{game.name}.md"]
    for option in game.options:
        assert f"| **{option.label}** | {option.meaning} | `{option.name}` |" in page
    for field in fields(game.secrecy.kind):
        assert field.name in COMMON or f"| `{field.name}` | `" in page
    for example in import_module(f"cardhouse.games.{game.name}.moves").MOVES.examples.split(", "):
        assert example in page
    numbers = re.findall(r"^\*\*(\d+)\.\*\*\{ #rule-\1 \}", page, re.MULTILINE)
    assert numbers == [str(number + 1) for number in range(len(numbers))]
    assert numbers


def test_a_cell_that_no_comment_describes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    comment = Source._comment

    def without_one(source: Source, node: ast.stmt) -> str:
        return "" if "direction:" in ast.unparse(node) else comment(source, node)

    monkeypatch.setattr(Source, "_comment", without_one)
    with pytest.raises(SystemExit, match=r"games\.president\.state: .* `direction`"):
        games.pages()


@pytest.mark.parametrize(
    ("link", "to"),
    [
        ("play.md#views", "../play.md#views"),
        ("../CONTRIBUTING.md", "../contributing.md"),
        ("../src/cardhouse/games/blitz/RULES.md", "../games/blitz.md"),
        ("../src/cardhouse/__init__.py", "../reference/matches.md#cardhouse"),
        ("../deploy/nginx.conf", f"{links.repository()}/blob/main/deploy/nginx.conf"),
        ("study-a-game.ipynb", "../study-a-game.md"),
        ("../examples", f"{links.repository()}/tree/main/examples"),
        ("https://example.org/a.md", "https://example.org/a.md"),
        ("#here", "#here"),
    ],
)
def test_links_out_of_the_docs_lead_to_pages_or_to_the_repository(link: str, to: str) -> None:
    assert links.rewritten(f"[a]({link})", "folder/page.md", "docs/page.md") == f"[a]({to})"
    assert links.rewritten(f"```\n[a]({link})\n```", "folder/page.md", "docs/page.md") == f"```\n[a]({link})\n```"


def test_the_reference_has_every_name_that_the_package_exports() -> None:
    import cardhouse

    page = reference.pages()["reference/matches.md"]
    for name in cardhouse.__all__:
        assert not callable(getattr(cardhouse, name)) or f"### {name} {{ #cardhouse.{name} }}" in page
