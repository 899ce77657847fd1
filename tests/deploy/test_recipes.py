"""The files in deploy/ and the Dockerfile agree with the command line, and keep their protections."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from cardhouse.cli import app
from tests.deploy.unit import ROOT, directives

DEPLOY = (ROOT / "docs" / "deploy.md").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
SERVE = {flag: option for option in COMMANDS["serve"].params for flag in option.opts}
VARIABLES = {"CARDHOUSE_STORE", *(f"CARDHOUSE_SERVE_{flag[2:].upper().replace('-', '_')}" for flag in SERVE)}
PROTECTIONS = {
    "DynamicUser": "yes",
    "UMask": "0077",
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "AmbientCapabilities": "",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
    "RestrictNamespaces": "yes",
    "RestrictRealtime": "yes",
    "RestrictSUIDSGID": "yes",
    "LockPersonality": "yes",
    "PrivateDevices": "yes",
    "PrivateTmp": "yes",
    "PrivateUsers": "yes",
    "ProtectClock": "yes",
    "ProtectControlGroups": "yes",
    "ProtectHome": "yes",
    "ProtectHostname": "yes",
    "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectProc": "invisible",
    "ProtectSystem": "strict",
    "SystemCallArchitectures": "native",
    "IPAddressDeny": "any",
    "LimitCORE": "0",
}


def flags(command: str) -> list[str]:
    """The flags of `cardhouse serve` in a command line."""
    words = shlex.split(command)
    assert "serve" in words, command
    return [word.partition("=")[0] for word in words[words.index("serve") :] if word.startswith("--")]


def environment() -> dict[str, str]:
    return dict(line.split("=", 1) for line in directives()["Environment"])


def test_the_unit_starts_a_command_that_exists() -> None:
    (command,) = directives()["ExecStart"]
    assert shlex.split(command)[:2] == ["/opt/cardhouse/bin/cardhouse", "serve"]
    assert [flag for flag in flags(command) if flag not in SERVE] == []


def test_variables_of_the_recipes_are_those_of_the_command_line() -> None:
    for text in ("\n".join(directives()["Environment"]), DOCKERFILE, DEPLOY):
        assert set(re.findall(r"\bCARDHOUSE_[A-Z_]*[A-Z]\b", text)) - VARIABLES == set()
    assert "CARDHOUSE_SERVE_DEEP_WORKERS" in VARIABLES


def test_commands_of_the_docs_exist() -> None:
    commands = re.findall(r"(?:bin/|^)cardhouse ([a-z]+)((?: [^\n`#]*)?)", DEPLOY, re.MULTILINE)
    assert {name for name, _ in commands} >= {"backup"}
    for name, words in commands:
        known = {flag for option in COMMANDS[name].params for flag in option.opts}
        assert {word for word in words.split() if word.startswith("--")} - known == set(), words


def test_every_flag_of_serve_is_in_the_docs() -> None:
    assert [flag for flag in SERVE if flag.startswith("--") and f"`{flag}`" not in DEPLOY] == []


@pytest.mark.parametrize(("name", "value"), PROTECTIONS.items(), ids=list(PROTECTIONS))
def test_the_unit_is_restricted(name: str, value: str) -> None:
    assert directives().get(name) == [value]


def test_the_unit_has_limits() -> None:
    unit = directives()
    assert unit["MemoryMax"] == ["2G"]
    assert unit["TasksMax"] == ["256"]
    assert unit["LimitNOFILE"] == ["65536"]


def test_the_unit_leaves_deep_bots_what_they_need() -> None:
    """A deep worker lowers its priority, and executes what it has compiled; what it compiled is kept."""
    unit = directives()
    assert unit["SystemCallFilter"] == ["@system-service", "~@privileged @resources", "setpriority"]
    assert "MemoryDenyWriteExecute" not in unit
    assert Path(environment()["XDG_CACHE_HOME"]) / "cardhouse" == Path("/var/cache") / unit["CacheDirectory"][0]


def test_the_unit_keeps_tables_in_its_state_directory() -> None:
    assert Path(environment()["CARDHOUSE_STORE"]).parent == Path("/var/lib") / directives()["StateDirectory"][0]


@pytest.mark.parametrize("recipe", [DOCKERFILE, DEPLOY], ids=["Dockerfile", "deploy.md"])
def test_packages_are_installed_with_hashes(recipe: str) -> None:
    for lock in ("requirements.lock", "requirements-build.lock"):
        assert re.search(rf"pip install [^\n]*--require-hashes --only-binary :all:[^\n]* -r \S*{lock}", recipe), lock
    for install in re.findall(r"pip (?:install|wheel)[^\n]*", recipe):
        assert "--require-hashes" in install or "--no-deps" in install, install


def test_locks_have_what_all_levels_of_bots_need() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    for package in ("numba", "numpy", "starlette", "uvicorn", "apsw"):
        assert re.search(rf"^{package}==.*\\\n +--hash=sha256:", lock, re.MULTILINE), package


def test_the_image_is_built_from_what_it_needs_and_nothing_else() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in ignored
    wanted = {line[1:] for line in ignored if line.startswith("!")}
    assert {name for name in wanted if not (ROOT / name).exists()} == set()
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    locks = {"requirements.lock", "requirements-build.lock", "requirements-cluster.lock"}
    assert {"src", "pyproject.toml", "README.md", "LICENSE"} | locks == wanted
    assert 'path = "README.md"' in project
    assert 'license-files = ["LICENSE"]' in project


def test_the_image_does_not_run_as_root() -> None:
    last = DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
    assert "\nUSER cardhouse\n" in last
    assert last.index("\nUSER ") < last.index("\nCMD [")
