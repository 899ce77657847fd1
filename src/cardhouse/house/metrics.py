"""Metrics for Prometheus. They are computed on request, so that they cost nothing during play."""

from collections.abc import Iterator
from typing import get_args

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from cardhouse.house.house import House
from cardhouse.house.push.sender import Outcome

COUNTS = {
    "acks": "Commands that were done.",
    "naks": "Commands that were not.",
    "floods": "Sockets closed because they sent too much.",
    "loaded": "Tables that were read from the store.",
    "lost": "Tables that another house has taken over.",
    "requests": "Requests over HTTP.",
    "slow": "Sockets closed because they did not read.",
    "suggestions": "Suggestions that were made to players.",
    "tables": "Tables that were opened.",
}


class Readings:
    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterator[Metric]:
        house = self._house
        yield GaugeMetricFamily("cardhouse_rooms", "Tables in memory.", value=len(house.rooms))
        yield GaugeMetricFamily("cardhouse_sockets", "Open sockets.", value=house.sockets.total())
        if house.leases is not None:
            yield GaugeMetricFamily("cardhouse_houses", "Houses on this database.", value=len(house.leases.peers))
        if house.relays is not None:
            relays = house.relays
            yield GaugeMetricFamily("cardhouse_relays", "Sockets of other houses' tables.", value=relays.count)
            yield GaugeMetricFamily("cardhouse_guests", "Viewers at other houses.", value=len(relays.guests))
            yield CounterMetricFamily("cardhouse_relay_gaps", "Relays closed after a gap.", value=relays.gaps)
        yield GaugeMetricFamily("cardhouse_connections", "Open connections.", value=len(house.connections.all))
        counts = {name: (meaning, house.counts[name]) for name, meaning in COUNTS.items()}
        counts["connections_refused"] = ("Connections over a limit.", house.connections.refused)
        counts["connections_timed_out"] = (
            "Connections whose client stopped sending or reading.",
            house.connections.timed_out,
        )
        counts["commits"] = ("Transactions of the store.", house.store.commits)
        counts["writings"] = ("What was written in them.", house.store.writings)
        counts["store_failures"] = ("Writings that failed.", house.store.failures)
        for name, (meaning, value) in counts.items():
            yield CounterMetricFamily(f"cardhouse_{name}", meaning, value=value)
        coach = self._house.coach
        yield GaugeMetricFamily("cardhouse_analyses_waiting", "Matches that wait for the coach.", value=coach.waiting)
        yield CounterMetricFamily("cardhouse_analyses", "Matches that the coach has analysed.", value=coach.done)
        yield CounterMetricFamily("cardhouse_analyses_failed", "Analyses that failed.", value=coach.faults)
        yield from self._calls()
        yield from self._lanes()

    def _calls(self) -> Iterator[Metric]:
        if self._house.subscriptions is None:
            return
        sender = self._house.subscriptions.sender
        yield GaugeMetricFamily("cardhouse_calls_waiting", "Calls that wait or are on their way.", value=sender.waiting)
        calls = CounterMetricFamily("cardhouse_calls", "Calls to devices, by what became of them.", labels=["outcome"])
        for outcome in get_args(Outcome):
            calls.add_metric([outcome], sender.counts[outcome])
        yield calls

    def _lanes(self) -> Iterator[Metric]:
        waiting = GaugeMetricFamily("cardhouse_bot_questions", "Questions that wait for a bot.", labels=["pool"])
        moves = CounterMetricFamily("cardhouse_bot_moves", "Answers of bots.", labels=["pool"])
        faults = CounterMetricFamily("cardhouse_bot_faults", "Bots that failed.", labels=["pool"])
        for name, pool in (("quick", self._house.pools.quick), ("deep", self._house.pools.deep)):
            if pool is not None:
                waiting.add_metric([name], pool.waiting)
                moves.add_metric([name], pool.answers)
                faults.add_metric([name], pool.faults)
        yield from (waiting, moves, faults)


def text(house: House) -> bytes:
    registry = CollectorRegistry()
    registry.register(Readings(house))
    return generate_latest(registry)
