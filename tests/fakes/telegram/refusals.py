"""How Telegram says no: a status, a description, sometimes parameters. Raised by rules."""

from __future__ import annotations


class Refused(Exception):
    """The Bot API's error answer; `status` is both the HTTP status and `error_code`."""

    def __init__(self, status: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.parameters = parameters


def bad_request(description: str, **parameters: int) -> Refused:
    return Refused(400, f"Bad Request: {description}", **parameters)


def forbidden(description: str) -> Refused:
    return Refused(403, f"Forbidden: {description}")


def conflict(description: str) -> Refused:
    return Refused(409, f"Conflict: {description}")


def too_many_requests(retry_after: int) -> Refused:
    return Refused(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)
