"""Check that a version can be published: `python -m tools.release v0.2.0` prints what is missing."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def faults(tag: str, project: str, changelog: str, logs: list[str]) -> list[str]:
    """Return why this tag cannot be published. `logs` are the versions that have golden logs."""
    version = tomllib.loads(project)["project"]["version"]
    found = []
    if tag != f"v{version}":
        found.append(f"The tag is {tag}, but pyproject.toml has version {version}.")
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        found.append(f"Version {version} is not a release: it has more than three numbers.")
    headings = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    if not headings or not re.fullmatch(rf"\[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d", headings[0]):
        found.append(f"CHANGELOG.md does not begin with `## [{version}]` and its date.")
    if version not in logs:
        found.append(
            f"There are no golden logs of version {version}: run `make golden` before the version loses its .dev."
        )
    return found


def main() -> None:
    logs = [folder.name for folder in (ROOT / "tests/golden/logs").iterdir()]
    project, changelog = ((ROOT / name).read_text("utf-8") for name in ("pyproject.toml", "CHANGELOG.md"))
    tag = sys.argv[1] if len(sys.argv) > 1 else ""
    if found := faults(tag, project, changelog, logs):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
