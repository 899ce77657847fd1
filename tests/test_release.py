"""What is published: the wheel and the source distribution, built here and tried as a stranger would."""

import re
import subprocess
import sys
import tarfile
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

import cardhouse
from cardhouse import extras
from cardhouse.house import openapi

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SDIST_LIMIT = 5_000_000  # bytes: up to 2 MB of them are the docs site, and 1.2 MB nets
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run([BIN / "hatchling", "build", "-d", folder], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as the wheel installs it."""
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(next(dist.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


def run(folder: Path, script: str) -> str:
    """Run Python in an empty folder, with the package of the wheel and without that of the clone."""
    empty = folder.parent / "empty"
    empty.mkdir(exist_ok=True)
    script = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.argv = ['cardhouse']; {script}"
    done = subprocess.run([sys.executable, "-P", "-c", script], cwd=empty, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_twine_accepts_the_wheel_and_the_source_distribution(dist: Path) -> None:
    files = sorted(map(str, dist.iterdir()))
    assert len(files) == 2
    done = subprocess.run([BIN / "twine", "check", "--strict", *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_pictures_and_links_of_the_readme_work_outside_of_the_repository(dist: Path) -> None:
    with ZipFile(next(dist.glob("*.whl"))) as wheel:
        (name,) = [name for name in wheel.namelist() if name.endswith("/METADATA")]
        shown = HeaderParser().parsestr(wheel.read(name).decode()).get_payload()
    assert isinstance(shown, str)
    links = re.findall(r"\]\(([^)\s]+)", shown) + re.findall(r'(?:src|href|srcset)="([^"]+)"', shown)
    assert links
    assert [link for link in links if not link.startswith(("https://", "http://", "#"))] == []
    start = f"https://github.com/cardhouse/cardhouse/raw/v{cardhouse.__version__}/"
    pictures = [link.removeprefix(start) for link in links if link.endswith((".jpg", ".png", ".svg"))]
    assert pictures
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []


def test_the_source_distribution_has_the_sources_and_no_pictures_of_the_docs(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as tar:
        names = [name.partition("/")[2] for name in tar.getnames()]
    assert {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "web/package.json", "tests/golden.py"} < set(
        names
    )
    assert "src/cardhouse/web/index.html" in names
    assert [name for name in names if name.startswith("docs/pictures/")] == []
    assert sdist.stat().st_size < SDIST_LIMIT


def test_the_version_is_the_same_everywhere(installed: Path) -> None:
    version = PROJECT["version"]
    assert cardhouse.__version__ == version
    assert openapi.document()["info"]["version"] == version
    assert run(installed, "import cardhouse; print(cardhouse.__version__)") == f"{version}\n"
    assert run(installed, "sys.argv.append('--version'); import cardhouse_start as s; s.main()") == (
        f"cardhouse {version}\n"
    )


def test_the_changelog_begins_with_what_is_not_released_yet_or_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    assert all(re.fullmatch(r"\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", heading) for heading in headings)
    newest = "[Unreleased]" if ".dev" in PROJECT["version"] else f"[{PROJECT['version']}] "
    assert headings[0].startswith(newest)
    kinds = re.findall(r"^### (.*)$", changelog, re.MULTILINE)
    assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_without_a_command_it_says_what_to_type(installed: Path) -> None:
    said = run(installed, "import cardhouse_start as s; s.main()")
    assert said.startswith(f"Cardhouse {PROJECT['version']}: Blitz, Davenport, Dynasty, Javelin, President.\n")
    assert re.search(r"cardhouse serve +play in a browser", said)


def test_outside_of_a_clone_hints_name_the_package(installed: Path) -> None:
    script = "from cardhouse.extras import needs; print(needs('This', 'lab'))"
    assert run(installed, script) == 'This needs the extra `lab`: pip install "cardhouse[lab]"\n'


def test_in_a_clone_hints_name_its_folder_and_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "clone", lambda: ROOT)
    monkeypatch.setattr(sys, "executable", str(ROOT / ".venv/bin/python"))
    monkeypatch.chdir(ROOT)
    assert extras.install_command("lab") == '.venv/bin/python -m pip install -e ".[lab]"'
    monkeypatch.chdir("/")
    monkeypatch.setattr(sys, "executable", "/opt/python")
    monkeypatch.setattr(extras, "clone", lambda: Path("/opt/clone"))
    assert extras.install_command("lab") == 'opt/python -m pip install -e "opt/clone[lab]"'


def test_with_uvx_hints_repeat_the_command_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "clone", lambda: None)
    monkeypatch.setattr(sys, "prefix", "/home/ann/.cache/uv/archive-v0/f00d")
    monkeypatch.setattr(sys, "argv", ["cardhouse", "simulate", "president"])
    assert extras.install_command("lab") == 'uvx "cardhouse[lab]" simulate president'
    assert extras.own_command() == "uvx cardhouse"


def test_the_extra_of_every_hint_exists() -> None:
    hints = [
        extra
        for file in (ROOT / "src").rglob("*.py")
        for extra in re.findall(r'needs\([^)]*, "(\w+)"\)|"cardhouse\[(\w+)\]"', file.read_text("utf-8"))
    ]
    named = {extra for pair in hints for extra in pair if extra}
    assert named
    assert named - set(PROJECT["optional-dependencies"]) == set()
