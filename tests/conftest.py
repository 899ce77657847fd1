"""A timing never decides a test, and a test leaves nothing behind: no child process, no thread, nothing unclosed."""

import gc
import sys
from collections.abc import Iterator
from os import environ
from pathlib import Path
from threading import Thread
from threading import enumerate as threads
from time import monotonic, sleep

import pytest
from hypothesis import settings

from tests.waiting import HANG

settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests so that equal parts of the list suit the workers of pytest-xdist.

    Every worker starts with its share of the longest tests, and short ones fill the time at the end. The first
    worker has all tests of the page: each further worker with one of them would start a browser and a house.
    """
    workers = int(environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    size = -(-len(items) // workers)
    browser = [item for item in items if item.get_closest_marker("browser")]
    rest = [item for item in items if not item.get_closest_marker("browser")]
    long = [item for item in rest if item.get_closest_marker("contract")]
    short = [item for item in rest if not item.get_closest_marker("contract")]
    items.clear()
    for worker in range(workers):
        part = [*(browser if worker == 0 else ()), *long[worker::workers]]
        room = max(0, size - len(part))
        items += part + short[:room]
        del short[:room]
    items += short


def pytest_collection_finish() -> None:
    collect()


def pytest_sessionfinish() -> None:
    """Remove what lasts for all tests: copies of games with a planted fault, and the database server.

    Workers of pytest-xdist end without calling `atexit`.
    """
    if planted_faults := sys.modules.get("tests.planted_faults"):
        planted_faults.remove_copies()
    if stores := sys.modules.get("tests.house.stores"):
        stores.end_server()


def collect() -> None:
    """Collect garbage. What is left stays, so the next collection need not look at it: compiled laws are large."""
    gc.collect()
    gc.freeze()


SHARED = (
    "multiprocessing.resource_tracker",
    "Dask-Offload",
    "cardhouse-postgres",
)  # what is started once, and ends with Python


@pytest.fixture(autouse=True, scope="module")
def nothing_unclosed() -> Iterator[None]:
    """What is collected unclosed is a warning, and so an error: here, and not in another module's test."""
    yield
    collect()


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Wait until all that a test has started has ended."""
    before = running()
    yield
    late = monotonic() + HANG
    while left := running() - before:
        assert monotonic() < late, f"left behind: {left}"
        sleep(0.002)


def running() -> set[Thread | str]:
    """The threads and, where the system tells them, the child processes of this process."""
    return {*(one for one in threads() if not one.name.startswith(SHARED)), *children()}


def children() -> Iterator[str]:
    for listing in Path("/proc/self/task").glob("*/children"):
        try:
            numbers = listing.read_text().split()
        except OSError:  # the thread has ended
            continue
        for number in numbers:
            if not any(name in command(number) for name in SHARED):
                yield f"process {number}"


def command(number: str) -> str:
    try:
        return Path(f"/proc/{number}/cmdline").read_text("utf-8", "replace")
    except OSError:
        return ""
