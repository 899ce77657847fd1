"""What a newcomer meets first."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from bench import attacks, levels, strength, timing
from bench.readme import README, written

import cardhouse

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])


def test_importing_needs_nothing_but_python() -> None:
    script = "import sys, cardhouse; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"numba", "numpy", "llvmlite", "rich", "typer"} & set(done.stdout.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_the_docs_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {"__name__": "docs"}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link


def test_every_dependency_is_justified() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    runtime = re.findall(r'"([a-z-]+)(?:\[\w+\])?>=', project[: project.index("[dependency-groups]")])
    page = (ROOT / "docs/dependencies.md").read_text("utf-8")
    assert runtime
    assert [name for name in runtime if f"**{name}**" not in page] == []


def test_the_readme_has_the_figures_of_the_bench() -> None:
    text = README.read_text("utf-8")
    assert written(text) == text
    assert written(text.replace(" M |", " X |", 1)) == text


@pytest.mark.parametrize(
    ("page", "bench", "figure"),
    [
        ("strength.md", levels, "| deep | 1,000 ms |"),
        ("strength.md", strength, "| **deep:10ms** |"),
        ("deploy.md", attacks, "| attack | addresses |"),
        ("deploy.md", timing, "bench/timing.py"),
    ],
)
def test_a_page_has_the_figures_of_the_bench(page: str, bench: ModuleType, figure: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    assert bench.written(text) == text
    assert figure in text
    assert bench.written(text.replace(figure, "| ? |", 1)) == text, "what somebody typed is overwritten"


def test_what_is_heavy_comes_when_asked_for() -> None:
    assert cardhouse.testing.check
    assert callable(cardhouse.press.play_many)
    assert cardhouse.__version__ == "0.1.0"
    with pytest.raises(AttributeError, match="no attribute 'bridge'"):
        cardhouse.bridge  # noqa: B018


def test_without_its_extra_the_press_says_which_it_needs() -> None:
    script = "import sys; sys.modules['numba'] = None; import cardhouse.press"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "install cardhouse[press]" in done.stderr
