"""The systemd unit of this repository, as lists of values by directive."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
UNIT = ROOT / "deploy" / "cardhouse.service"


def directives() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text("utf-8").splitlines():
        if line and not line.startswith(("#", "[")):
            name, equals, value = line.partition("=")
            assert equals, line
            found.setdefault(name, []).append(value)
    return found
