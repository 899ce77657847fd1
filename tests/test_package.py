"""What a newcomer meets first."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import typer
from bench import attacks, endgames, levels, responses, strength, timing, training
from bench.figures import PAGE, README, SCALE, written
from typer.core import TyperGroup

import cardhouse
from cardhouse.cli import app

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


def test_links_of_the_readme_lead_somewhere() -> None:
    """Those of the docs are checked on the site that is built of them: see tests/test_site.py."""
    links = re.findall(r"\]\(([^)#]+)", README.read_text("utf-8"))
    assert links
    assert [link for link in links if "://" not in link and not (README.parent / link).exists()] == []


def commands_of(page: str) -> list[list[str]]:
    """Return the `cardhouse` commands in the shell blocks of a page, as lists of arguments."""
    blocks = "".join(re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    script = re.sub(r"\$\(.*?\)", "...", blocks.replace("\\\n", " "))
    program = re.compile(r"(?:uvx |(?:.* )?\S+/)?cardhouse ([a-z].*)")
    starts = map(program.match, re.split(r"\n| && | \| | > ", script))
    return [shlex.split(start[1], comments=True) for start in starts if start]


def command_line() -> TyperGroup:
    cli = typer.main.get_command(app)
    assert isinstance(cli, TyperGroup)
    return cli


def check_command(arguments: list[str]) -> None:
    """Parse a command as `cardhouse` would, without running it."""
    cli = command_line()
    name, command, rest = cli.resolve_command(cli.make_context("cardhouse", list(arguments)), list(arguments))
    assert command is not None
    command.make_context(name, rest)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_the_docs_exist(page: Path) -> None:
    for arguments in commands_of(page.read_text("utf-8")):
        check_command(arguments)


def test_the_example_of_every_command_exists() -> None:
    for name, command in command_line().commands.items():
        examples = re.findall(r"^\s*Example: cardhouse (.*)$", command.help or "", re.MULTILINE)
        assert examples or name == "games", f"{name} has no example"
        for example in examples:
            check_command(shlex.split(example.partition(" > ")[0]))
            assert example.split()[0] == name


def test_a_command_that_does_not_exist_is_found() -> None:
    page = "```sh\npip install x && cardhouse new whist && cardhouse duel president \\\n --playres a,b   # why\n```\n"
    new, duel = commands_of(page)
    check_command(new)
    with pytest.raises(Exception, match="--playres"):
        check_command(duel)
    with pytest.raises(Exception, match="daul"):
        check_command(["daul", "president"])


def test_every_dependency_is_justified() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    runtime = re.findall(r'"([a-z-]+)(?:\[\w+\])?>=', project[: project.index("[dependency-groups]")])
    page = (ROOT / "docs/dependencies.md").read_text("utf-8")
    assert runtime
    assert [name for name in runtime if f"**{name}**" not in page] == []


@pytest.mark.parametrize(
    ("page", "figure"), [(README, " M |"), (PAGE, " M |"), (PAGE, " kB |"), (PAGE, " KiB |"), (SCALE, " µs |")]
)
def test_readme_and_figures_have_the_figures_of_the_bench(page: Path, figure: str) -> None:
    text = page.read_text("utf-8")
    assert written(text) == text
    assert figure in text
    assert written(text.replace(figure, " X |", 1)) == text, "what somebody typed is overwritten"


@pytest.mark.parametrize(
    ("page", "bench", "figure"),
    [
        ("strength.md", levels, "| Javelin | deep |"),
        ("strength.md", strength, "| **deep:10ms** |"),
        ("strength.md", endgames, "| deep:2000 |"),
        ("deploy.md", attacks, "| attack | addresses |"),
        ("deploy.md", timing, "bench/timing.py"),
        ("train.md", training, "| President |"),
        ("strength.md", responses, "| 10,027,008 |"),
    ],
)
def test_a_page_has_the_figures_of_the_bench(page: str, bench: ModuleType, figure: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    assert bench.written(text) == text
    assert figure in text
    assert bench.written(text.replace(figure, "| ? |", 1)) == text, "what somebody typed is overwritten"


def test_heavy_modules_are_imported_on_demand() -> None:
    assert callable(cardhouse.testing.check)
    assert callable(cardhouse.compiled.play_many)
    with pytest.raises(AttributeError, match="no attribute 'bridge'"):
        cardhouse.bridge  # noqa: B018


def test_without_the_extra_compiled_an_error_names_it() -> None:
    script = "import sys; sys.modules['numba'] = None; import cardhouse.compiled"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert '[compiled]"' in done.stderr


def test_without_numpy_each_interface_for_programs_that_learn_names_its_extra() -> None:
    """After a bare `pip install cardhouse`."""
    script = """
import sys
from importlib import import_module

sys.modules.update(dict.fromkeys(("numpy", "numba", "gymnasium", "pettingzoo", "pyspiel")))
for name in ("rl", "rl.gymnasium", "rl.pettingzoo", "rl.openspiel"):
    try:
        import_module(f"cardhouse.{name}").Tables
    except ModuleNotFoundError as missing:
        print(missing)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    told = [line.rpartition(": ")[0] for line in done.stdout.splitlines()]
    assert told == [
        "cardhouse.rl needs the extra `rl`",
        "cardhouse.rl.gymnasium needs the extra `rl`",
        "cardhouse.rl.pettingzoo needs the extra `rl`",
        "OpenSpiel needs the extra `openspiel`",
    ]
