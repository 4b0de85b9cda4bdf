"""Routes that check their query: an unknown parameter is an error, not ignored."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qsl

from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from maintext.errors import quoted
from maintext.serve.errors import invalid


class CheckedRoute(Route):
    """A route that takes the parameters of `query`, each once. None: its function checks them."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        methods: Iterable[str] = ("GET",),
        query: Iterable[str] | None = (),
    ) -> None:
        super().__init__(path, endpoint, methods=list(methods))
        self.query = None if query is None else tuple(query)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the query, then answer."""
        if self.query is not None and self.methods and scope["method"] in self.methods:
            self._check(scope["query_string"].decode("latin-1"), self.query)
        await super().handle(scope, receive, send)

    def _check(self, query: str, known: tuple[str, ...]) -> None:
        seen = set()
        for name, _ in parse_qsl(query, keep_blank_values=True, max_num_fields=None):
            if name not in known:
                listed = f"known are {', '.join(known)}" if known else "this route has none"
                raise invalid(f"unknown option {quoted(name)}; {listed}")
            if name in seen:
                raise invalid(f"{name} is given twice")
            seen.add(name)
