"""Extras: the packages that only some commands need, and how to install them where Cardhouse runs."""

import json
import os
import shlex
import shutil
import sys
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

UVX = "archive-v"  # the folder of uv's cache that holds the environments of `uvx`


def clone() -> Path | None:
    """Return the folder of the repository that Cardhouse is installed from, as by `pip install -e .`."""
    source = json.loads(distribution("cardhouse").read_text("direct_url.json") or "{}")
    if not source.get("dir_info", {}).get("editable"):
        return None
    return Path(url2pathname(urlsplit(source["url"]).path))


def runs_by_uvx() -> bool:
    return any(part.startswith(UVX) for part in Path(sys.prefix).parts)


def needs(what: str, extra: str) -> str:
    """Return the sentence for something that cannot be done without an extra, with the command that helps."""
    return f"{what} needs the extra `{extra}`: {install_command(extra)}"


def install_command(extra: str) -> str:
    """Return the command that installs an extra here; with `uvx`, the same command with the extra."""
    if (folder := clone()) is not None:
        return f'{_from_here(Path(sys.executable))} -m pip install -e "{_from_here(folder)}[{extra}]"'
    if runs_by_uvx():
        return f'uvx "cardhouse[{extra}]" {shlex.join(sys.argv[1:])}'
    return f'pip install "cardhouse[{extra}]"'


def own_command() -> str:
    """Return how this command is called: `cardhouse`, `uvx cardhouse`, or by its path if it is not on the PATH."""
    if runs_by_uvx():
        return "uvx cardhouse"
    script = Path(sys.argv[0])
    found = shutil.which("cardhouse")
    if found is not None and script.exists() and Path(found).samefile(script):
        return "cardhouse"
    return str(_from_here(script)) if script.stem == "cardhouse" else "cardhouse"


def _from_here(path: Path) -> Path:
    """Return a path in the working directory relative to it, and any other path as it is."""
    here = Path.cwd()
    return Path(os.path.relpath(path, here)) if path.is_relative_to(here) else path
