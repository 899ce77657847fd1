"""Packages outside this repository that bring a game, as an installer leaves them: a folder and a dist-info."""

from pathlib import Path

TOY = Path(__file__).parent / "toy"


def write_dist_info(folder: Path, package: str, **games: str) -> None:
    """Write the dist-info of a package that registers these games, as in `hearts="tests.hearts:HEARTS"`."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    points = "".join(f"{name} = {value}\n" for name, value in games.items())
    (info / "entry_points.txt").write_text(f"[cardhouse.games]\n{points}", "utf-8")


def write_package(folder: Path, package: str, name: str) -> None:
    """Write a package with the toy under another name, and install it."""
    (folder / package).mkdir(parents=True)
    for path in TOY.iterdir():
        if path.is_file():
            text = path.read_text("utf-8").replace("tests.toy", package)
            text = text.replace('name="toy"', f'name="{name}"').replace('title="Toy"', f'title="{name.title()}"')
            (folder / package / path.name).write_text(text, "utf-8")
    write_dist_info(folder, package, **{name: f"{package}:TOY"})
