"""Counts and times of requests, in the text format of Prometheus."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histogram, in seconds."""


class Metrics:
    """Counts since the service started."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.times: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def note(self, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[route, status] += 1
        self.times[route][bisect_left(BOUNDS, seconds)] += 1
        self.seconds[route] += seconds

    def text(self, gauges: Mapping[str, tuple[str, str, float]]) -> str:
        """All metrics. `gauges` are current values: by name, their type, help and value."""
        return "\n".join([*self._requests(), *self._times(), *_lines(gauges), ""])

    def _requests(self) -> Iterator[str]:
        yield "# HELP maintext_requests_total Requests answered."
        yield "# TYPE maintext_requests_total counter"
        for (route, status), count in sorted(self.requests.items()):
            yield f'maintext_requests_total{{route="{route}",status="{status}"}} {count}'

    def _times(self) -> Iterator[str]:
        name = "maintext_request_seconds"
        yield f"# HELP {name} Time from the head of a request to the end of its response."
        yield f"# TYPE {name} histogram"
        for route, counts in sorted(self.times.items()):
            total = 0
            for bound, count in zip((*BOUNDS, "+Inf"), counts, strict=True):
                total += count
                yield f'{name}_bucket{{route="{route}",le="{bound}"}} {total}'
            yield f'{name}_sum{{route="{route}"}} {self.seconds[route]:.6f}'
            yield f'{name}_count{{route="{route}"}} {total}'


def _lines(gauges: Mapping[str, tuple[str, str, float]]) -> Iterator[str]:
    for name, (kind, words, value) in gauges.items():
        yield f"# HELP maintext_{name} {words}"
        yield f"# TYPE maintext_{name} {kind}"
        yield f"maintext_{name} {value:g}"
