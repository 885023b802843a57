"""Options of the client, and what they are where nothing is given."""

from __future__ import annotations

import logging
import os
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Mapping
from urllib.parse import urlsplit

from ._errors import SpoliaClientError


class NotGiven:
    """The type of `NOT_GIVEN`."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


#: Stands for an argument that is not sent, since `None` is sent as `null`.
NOT_GIVEN = NotGiven()

BASE_URL = "http://127.0.0.1:8787"
#: Seconds for one attempt, and between lines of a stream: longer than the longest answer.
TIMEOUT_SECONDS = 130.0
MAX_RETRIES = 2
LOG_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warn": logging.WARNING, "off": logging.CRITICAL + 1}

logger = logging.getLogger("spolia")


@dataclass(frozen=True)
class Options:
    api_key: str | None
    base_url: str
    timeout: float
    max_retries: int
    headers: Mapping[str, str] = field(default_factory=dict)
    is_raw: bool = False


def resolved(
    api_key: str | None | NotGiven,
    base_url: str | None,
    timeout: float | None,
    max_retries: int | None,
    headers: Mapping[str, str] | None,
) -> Options:
    """Checks the options. Raises SpoliaClientError that names the option."""
    key = os.environ.get("SPOLIA_API_KEY") or None if isinstance(api_key, NotGiven) else api_key
    if key is not None and not (isinstance(key, str) and re.fullmatch(r"[\x21-\x7e]+", key)):
        # The message does not show the key.
        raise SpoliaClientError("api_key must be a string of printable ASCII characters without spaces.")
    return Options(
        api_key=key,
        base_url=checked_url((os.environ.get("SPOLIA_BASE_URL") or BASE_URL) if base_url is None else base_url),
        timeout=checked_timeout(TIMEOUT_SECONDS if timeout is None else timeout),
        max_retries=checked_retries(MAX_RETRIES if max_retries is None else max_retries),
        headers=checked_headers(headers or {}),
    )


def checked_headers(headers: Any) -> dict[str, str]:
    """A header that the connection refuses would look like a failure of it, and be tried again."""
    if not isinstance(headers, Mapping):
        raise SpoliaClientError("headers must be a mapping of names to strings.")
    for name, value in headers.items():
        if not (isinstance(name, str) and re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name, re.ASCII)):
            raise SpoliaClientError(f"headers has {name!r}, which is no name of a header.")
        # The message does not show the value: it may be a secret.
        if not (isinstance(value, str) and re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value)):
            raise SpoliaClientError(f"The header {name} must be a string of Latin-1 without line ends.")
    return dict(headers)


def checked_url(text: Any) -> str:
    if not isinstance(text, str):
        raise SpoliaClientError("base_url must be a string.")
    parts = urlsplit(text.strip())
    is_usable = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    if not is_usable or parts.query or parts.fragment:
        raise SpoliaClientError(
            "base_url must be an http or https address without user name, query and fragment."
        )
    return text.strip().rstrip("/")


def checked_timeout(value: Any) -> float:
    seconds = checked_seconds("timeout", value)
    if seconds < float("inf"):
        return seconds
    raise SpoliaClientError("timeout must be a number of seconds above 0.")


def checked_seconds(name: str, value: Any) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
        return float(value)
    raise SpoliaClientError(f"{name} must be a number of seconds above 0.")


def checked_retries(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise SpoliaClientError("max_retries must be a whole number from 0.")


def log_by_environment() -> None:
    """`SPOLIA_LOG=debug` writes the log to the error output where the program has set up no log of its own."""
    level = os.environ.get("SPOLIA_LOG")
    # The last two are values for the service, which may have the same environment.
    if level in (None, "json", "none"):
        return
    if level not in LOG_LEVELS:
        raise SpoliaClientError(f"SPOLIA_LOG must be one of {', '.join(LOG_LEVELS)}.")
    logger.setLevel(LOG_LEVELS[level])
    if not logger.handlers and not logging.getLogger().handlers:
        logger.addHandler(logging.StreamHandler(sys.stderr))
