"""What a call can fail with. All are `SpoliaClientError`; those that the service answered are `APIStatusError`."""

from __future__ import annotations

from typing import Any, Mapping


class SpoliaClientError(Exception):
    """The base of all errors of the client. Raised itself where an argument or an option is not usable."""


class APIConnectionError(SpoliaClientError):
    """No answer came: the connection failed or was cut. The request may have been carried out."""


class APITimeoutError(APIConnectionError):
    """No answer came within `timeout`."""


class APIResponseError(SpoliaClientError):
    """The answer is not what the service documents."""


class WebhookVerificationError(SpoliaClientError):
    """A message whose signature is not that of the secret, or which is older than five minutes."""


class APIStatusError(SpoliaClientError):
    """The service answered with an error."""

    #: HTTP status, 300 to 599.
    status: int
    #: Error code for programs, such as `quota_exceeded`; `None` if the answer is no problem document.
    code: str | None
    #: Id of the exchange, for the operator of the service; `None` if the answer has none.
    request_id: str | None
    headers: Mapping[str, str]
    #: The whole answer: a problem document (RFC 9457), or what else came, as JSON or as text.
    body: Any
    #: The fields that are not valid: `pointer` says where each stands, `detail` what it must be.
    errors: list[dict[str, str]]

    def __init__(self, status: int, headers: Mapping[str, str], body: Any) -> None:
        problem = body if isinstance(body, dict) else {}
        errors = problem.get("errors")
        code = problem.get("code")
        self.status = status
        self.code = code if isinstance(code, str) else None
        self.request_id = headers.get("x-request-id")
        self.headers = headers
        self.body = body
        self.errors = [one for one in errors if isinstance(one, dict)] if isinstance(errors, list) else []
        fields = [f"{one.get('pointer', '')} {one.get('detail', '')}" for one in self.errors]
        parts = [problem.get("detail") or problem.get("title"), *fields, problem.get("hint")]
        super().__init__(" ".join([str(status), *(part for part in parts if isinstance(part, str) and part)]))


class BadRequestError(APIStatusError):
    """400"""


class AuthenticationError(APIStatusError):
    """401"""


class PermissionDeniedError(APIStatusError):
    """403"""


class NotFoundError(APIStatusError):
    """404"""


class ConflictError(APIStatusError):
    """409"""


class UnprocessableEntityError(APIStatusError):
    """422"""


class RateLimitError(APIStatusError):
    """429"""


class InternalServerError(APIStatusError):
    """500 to 599"""


_CLASSES: dict[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def status_error(status: int, headers: Mapping[str, str], body: Any) -> APIStatusError:
    """The error of an answer whose status is none of success."""
    fallback = InternalServerError if status >= 500 else APIStatusError
    return _CLASSES.get(status, fallback)(status, headers, body)
