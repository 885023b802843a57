"""When a failed attempt is repeated. It does no input and output, so that both clients have the same rules.

Repeated are failures of the connection and the statuses 408, 409, 429 and from 500 on, at most `max_retries` times,
after the time that `Retry-After` states, else after one that doubles and varies. A request that has an effect and cannot
carry an idempotency key, for want of a document, is repeated only where the service refused it.
"""

from __future__ import annotations

import random
import time
import uuid
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Mapping
from urllib.parse import quote, urlencode

from ._document import plain
from ._errors import APIStatusError, SpoliaClientError
from ._options import NotGiven, Options, checked_headers, logger

FIRST_DELAY_SECONDS = 0.5
DELAY_SECONDS_MAX = 8.0
#: A caller who is told to wait longer, as for the next day of a quota, learns it at once.
RETRY_AFTER_SECONDS_MAX = 60.0
REPEATED_STATUSES = (408, 409, 429)
#: The service did not begin with a request that it answered so.
REFUSED_STATUSES = (429, 503)


@dataclass
class Call:
    """One call of a method."""

    method: str
    path: str
    query: Mapping[str, Any] | None = None
    body: Mapping[str, Any] | None = None
    is_form: bool = False
    is_job: bool = False
    is_public: bool = False
    is_stream: bool = False
    #: Headers and limits of this call: `extra_headers`, `timeout`, `max_retries`, `idempotency_key`.
    extra_headers: Mapping[str, str] | None = None
    timeout: float | None = None
    max_retries: int | None = None
    idempotency_key: str | None = None


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are sent."""
    return {name: plain(value) for name, value in fields.items() if not isinstance(value, NotGiven)}


def part(name: str, value: Any) -> str:
    """A part of a path. An empty one, `.` and `..` would name another path, also where their dots are encoded."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise SpoliaClientError(f'{name} must be a string that is not empty, and not "." or "..".')
    return quote(value, safe="")


def url_of(base_url: str, call: Call) -> str:
    query = [(name, _text(value)) for name, value in (call.query or {}).items() if value is not None]
    return base_url + call.path + (f"?{urlencode(query, quote_via=quote)}" if query else "")


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def headers_of(options: Options, call: Call, agent: str) -> dict[str, str]:
    headers = {
        "accept": "application/x-ndjson" if call.is_stream else "application/json, */*;q=0.1",
        "user-agent": agent,
    }
    if options.api_key is not None and not call.is_public:
        headers["authorization"] = f"Bearer {options.api_key}"
    # Also without a body: a service without keys refuses what any web page could send.
    if call.body is not None or call.method == "POST":
        headers["content-type"] = "application/x-www-form-urlencoded" if call.is_form else "application/json"
    if call.body is not None and call.method == "POST" and not call.is_form:
        headers["idempotency-key"] = call.idempotency_key or str(uuid.uuid4())
    if call.is_job:
        headers["prefer"] = "respond-async"
    extra = checked_headers(call.extra_headers or {})
    own = {name.lower(): value for name, value in {**options.headers, **extra}.items()}
    return checked_headers({**headers, **own})


def delay_before(error: Exception, call: Call, attempt: int) -> float | None:
    """Seconds before the next attempt; `None` where there is none."""
    may_repeat = call.method != "POST" or (call.body is not None and not call.is_form)
    if isinstance(error, APIStatusError):
        is_passing = error.status in REPEATED_STATUSES or error.status >= 500
        if not is_passing or not (may_repeat or error.status in REFUSED_STATUSES):
            return None
        stated = retry_after_seconds(error.headers)
        if stated is not None:
            return stated if stated <= RETRY_AFTER_SECONDS_MAX else None
    elif not may_repeat:
        return None
    return min(DELAY_SECONDS_MAX, FIRST_DELAY_SECONDS * 2.0**attempt) * (1 - random.random() / 4)


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` in seconds or as a date; `None` where there is none that can be understood."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def log_repeated(call: Call, delay_seconds: float, error: Exception) -> None:
    logger.info("spolia: %s %s again in %.1f s: %s", call.method, call.path, delay_seconds, error)


def log_answer(call: Call, attempt: int, status: int, request_id: str | None) -> None:
    logger.debug("spolia: %s %s: %d, request %s, attempt %d", call.method, call.path, status, request_id, attempt + 1)
