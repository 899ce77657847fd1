"""Commands and entries are declared once, and nothing of them is forgotten."""

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.inspect import StructType, type_info

from cardhouse.wire import commands
from cardhouse.wire.commands import AnyCommand, AnyEntry, Command, Entry, Notice, PublicEntry, Suggest

PROTOCOL = (Path(__file__).parents[2] / "docs/protocol.md").read_text("utf-8")
NOT_TOLD = {"opened", "moved", "dealt", "handed"}  # the table, the move and the dealer's events are told instead


def tag(kind: type) -> str:
    info = type_info(kind)
    assert isinstance(info, StructType)
    return str(info.tag)


@pytest.mark.parametrize(("base", "union"), [(Command, AnyCommand), (Entry, AnyEntry)])
def test_every_declared_kind_is_in_its_union(base: type, union: object) -> None:
    declared = {kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, base)}
    assert declared - {base} == set(get_args(union))


def test_every_other_entry_is_told_to_viewers_as_it_is() -> None:
    assert {tag(kind) for kind in get_args(AnyEntry)} - {tag(kind) for kind in get_args(PublicEntry)} == NOT_TOLD


def test_the_protocol_tells_every_command_and_every_entry() -> None:
    kinds = (*get_args(AnyCommand), *get_args(Notice), Suggest, *get_args(PublicEntry))
    assert not [tag(kind) for kind in kinds if f"`{tag(kind)}`" not in PROTOCOL]


def test_the_protocol_names_the_fields_of_every_command() -> None:
    table = PROTOCOL.partition("### What you may send")[2].partition("\n### ")[0]
    for kind in get_args(AnyCommand):
        row = re.search(rf"^\| `{tag(kind)}` \|([^|]*)\|", table, re.MULTILINE)
        assert row, f"{tag(kind)} has no row"
        assert {*re.findall("`(.*?)`", row[1]), "id"} == set(kind.__struct_fields__)
