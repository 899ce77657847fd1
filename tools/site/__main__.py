"""`make docs`: build the docs site and pack it into the package, where a house and `cardhouse docs` find it."""

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tools.generated import ROOT
from tools.site.build import NotBuilt, build, faults

FOLDER = ROOT / ".docs"
PACKED = ROOT / "src/cardhouse/docs.zip"
MOST_BYTES = 2_000_000  # of the packed site


def pack(site: Path, file: Path) -> None:
    """Write the files of a site to a ZIP file; the same site gives the same bytes."""
    with ZipFile(file, "w") as packed:
        for one in sorted(site.rglob("*")):
            if one.is_file():
                entry = ZipInfo(one.relative_to(site).as_posix())
                packed.writestr(entry, one.read_bytes(), ZIP_DEFLATED, 9)


def main() -> None:
    try:
        site = build(FOLDER)
    except NotBuilt as error:
        sys.exit(f"Zensical could not build the docs:\n{error}")
    wrong = faults(site)
    pack(site, FOLDER / PACKED.name)
    size = (FOLDER / PACKED.name).stat().st_size
    if size > MOST_BYTES:
        wrong.append(f"The packed site has {size:,} bytes; the package takes {MOST_BYTES:,}.")
    if wrong:
        sys.exit("\n".join(wrong))
    (FOLDER / PACKED.name).replace(PACKED)
    pages = len(list(site.rglob("*.html")))
    print(f"{pages} pages, {size:,} bytes packed, in {PACKED.relative_to(ROOT)}. 'cardhouse docs' opens them.")


if __name__ == "__main__":
    main()
