"""What a request can end with other than an answer: a status, a word for programs, a sentence for people."""


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
    """An option is unknown, or has a value that it cannot have."""
    return Refusal(422, "invalid", reason)


def forbidden(reason: str) -> Refusal:
    """It is understood, but not allowed here."""
    return Refusal(403, "forbidden", reason)


def not_found(reason: str) -> Refusal:
    """There is no such thing."""
    return Refusal(404, "not_found", reason)


def conflict(reason: str) -> Refusal:
    """Not now, as things stand."""
    return Refusal(409, "conflict", reason)


def too_large(most: int) -> Refusal:
    """The body has too many bytes."""
    return Refusal(413, "too_large", f"the body has more than {most:,} bytes")


def busy(reason: str, seconds: int = 1) -> Refusal:
    """There is too much to do; `seconds` says when to come again."""
    return Refusal(503, "busy", reason, {"Retry-After": str(seconds)})
