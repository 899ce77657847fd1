"""Rate limits: token buckets."""

import time
from collections import OrderedDict

MOST_ADDRESSES = 10_000  # with a bucket of their own


class Bucket:
    """A token bucket: it starts full, and `rate` tokens come back per second."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float, *, at: float | None = None) -> None:
        self._rate, self._most, self._left = rate, most, most
        self._at = time.monotonic() if at is None else at

    def take(self, at: float | None = None) -> bool:
        """Take a token; return False if there is none. `at` is the time, for callers with a clock of their own."""
        now = time.monotonic() if at is None else at
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def owe(self, count: float) -> None:
        self._left -= count


class Buckets:
    """A token bucket for each address; the least recently used ones are dropped."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def owe(self, address: str, count: float) -> None:
        """Take tokens from an address even if it has too few: it must wait until they have come back."""
        if address in self._buckets:
            self._buckets[address].owe(count)

    def take(self, address: str) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._most)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()
