"""Errors of requests: a status, a word for programs, a sentence for people."""


class Refusal(Exception):
    """A request that gets an error."""

    def __init__(self, status: int, error: str, reason: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(reason)
        self.status, self.error, self.reason = status, error, reason
        self.headers = headers or {}


def bad_request(reason: str) -> Refusal:
    """The request cannot be read."""
    return Refusal(400, "bad_request", reason)


def invalid(reason: str) -> Refusal:
    """An option is unknown, or has an invalid value."""
    return Refusal(422, "invalid", reason)


def forbidden(reason: str) -> Refusal:
    """It is not allowed here."""
    return Refusal(403, "forbidden", reason)


def not_found(reason: str) -> Refusal:
    """It does not exist."""
    return Refusal(404, "not_found", reason)


def conflict(reason: str) -> Refusal:
    """It is not possible in the current state."""
    return Refusal(409, "conflict", reason)


def too_large(max_bytes: int) -> Refusal:
    """The body has too many bytes."""
    return Refusal(413, "too_large", f"the body has more than {max_bytes:,} bytes")


def busy(reason: str, seconds: int = 1) -> Refusal:
    """There is too much to do; retry after `seconds`."""
    return Refusal(503, "busy", reason, {"Retry-After": str(seconds)})
