"""Sends calls, with their attempts, and reads the answers: once for threads, once for `asyncio`."""

from __future__ import annotations

import asyncio
import platform
import time
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, AsyncIterator, Iterator, Mapping
from urllib.parse import urlencode

import httpx

from ._attempts import Call, delay_before, headers_of, log_answer, log_repeated, url_of
from ._document import Document, json_of, parse
from ._errors import APIConnectionError, APIResponseError, APIStatusError, APITimeoutError, status_error
from ._options import Options, checked_retries, checked_timeout, log_by_environment
from ._version import VERSION

AGENT = f"spolia-python/{VERSION} (Python/{platform.python_version()}; httpx/{httpx.__version__})"


@dataclass(frozen=True)
class RawResponse:
    """A response itself, as methods of `client.with_raw_response` give it."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def request_id(self) -> str | None:
        """Id of the exchange, for the operator of the service."""
        return self.headers.get("x-request-id")

    def parse(self) -> Any:
        """The document of the response."""
        return parse(self.content, "The answer")


class Prepared:
    """A call as it is sent in every attempt, and what its answers are."""

    def __init__(self, options: Options, call: Call) -> None:
        self.call = call
        self.timeout = options.timeout if call.timeout is None else checked_timeout(call.timeout)
        self.max_retries = options.max_retries if call.max_retries is None else checked_retries(call.max_retries)
        self.is_raw = options.is_raw
        content: dict[str, Any] = {}
        if call.body is not None and call.is_form:
            content = {"content": urlencode(list(call.body.items()))}
        elif call.body is not None:
            content = {"content": json_of(call.body)}
        self.request: dict[str, Any] = {
            "method": call.method,
            "url": url_of(options.base_url, call),
            "headers": headers_of(options, call, AGENT),
            "timeout": httpx.Timeout(self.timeout),
            **content,
        }

    def failure(self, error: httpx.HTTPError) -> APIConnectionError:
        if isinstance(error, httpx.TimeoutException):
            return APITimeoutError(f"No answer within {round(self.timeout * 1000)} ms.")
        return APIConnectionError(f"The service was not reached: {error or type(error).__name__}.")

    def checked(self, response: httpx.Response, attempt: int) -> None:
        """Raises the error of a status that is none of success. The body has been read where the status is such."""
        headers = response.headers
        log_answer(self.call, attempt, response.status_code, headers.get("x-request-id"))
        if not response.is_success:
            raise status_error(response.status_code, headers, _error_body(response))

    def delay(self, error: Exception, attempt: int) -> float:
        """Seconds before the next attempt; raises the error where there is none."""
        seconds = delay_before(error, self.call, attempt) if attempt < self.max_retries else None
        if seconds is None:
            raise error
        log_repeated(self.call, seconds, error)
        return seconds

    def document(self, response: httpx.Response) -> Any:
        if self.is_raw:
            return RawResponse(response.status_code, response.headers, response.content)
        value = parse(response.content, "The answer")
        if not isinstance(value, Document):
            raise APIResponseError("The answer is JSON, and no document. Is base_url that of the service?")
        return value


def _error_body(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return response.text


class Lines:
    """Lines of an answer as they arrive, and what a cut leaves of them."""

    def __init__(self) -> None:
        self.count = 0
        self._rest = ""

    def of(self, text: str) -> Iterator[Any]:
        """The lines that end in this text."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            if line.strip():
                value = parse(line, f"Line {self.count + 1} of the answer")
                yield value
                self.count += 1

    def end(self) -> None:
        """The service ends each line: a rest is a line that was cut."""
        if self._rest.strip():
            raise APIConnectionError(f"The answer was cut in its line {self.count + 1}.")

    def cut(self, error: httpx.HTTPError, timeout: float) -> APIConnectionError:
        if isinstance(error, httpx.TimeoutException):
            return APITimeoutError(f"Nothing came for {timeout} s after {self.count} lines.")
        return APIConnectionError(f"The answer was cut after {self.count} lines.")


class SyncTransport:
    def __init__(self, options: Options, http: httpx.Client | None = None) -> None:
        log_by_environment()
        self.options = options
        self.http = http or httpx.Client(follow_redirects=False)

    def document(self, call: Call) -> Any:
        prepared = Prepared(self.options, call)
        return prepared.document(self._answered(prepared))

    def text(self, call: Call) -> str:
        return self._answered(Prepared(self.options, call)).text

    def lines(self, call: Call) -> Iterator[Any]:
        prepared = Prepared(self.options, call)
        lines = Lines()
        with self._streamed(prepared) as response:
            try:
                for text in response.iter_text():
                    yield from lines.of(text)
            except httpx.HTTPError as cause:
                raise lines.cut(cause, prepared.timeout) from cause
            lines.end()

    def _answered(self, prepared: Prepared) -> httpx.Response:
        for attempt in range(prepared.max_retries + 1):
            try:
                response = self.http.request(**prepared.request, follow_redirects=False)
                prepared.checked(response, attempt)
                return response
            except httpx.HTTPError as cause:
                failure: Exception = prepared.failure(cause)
                failure.__cause__ = cause
            except APIStatusError as error:
                failure = error
            time.sleep(prepared.delay(failure, attempt))
        raise AssertionError("the last attempt returns or raises")

    @contextmanager
    def _streamed(self, prepared: Prepared) -> Iterator[httpx.Response]:
        for attempt in range(prepared.max_retries + 1):
            try:
                response = self.http.send(self.http.build_request(**prepared.request), stream=True, follow_redirects=False)
                if not response.is_success:
                    response.read()
                prepared.checked(response, attempt)
                break
            except httpx.HTTPError as cause:
                failure: Exception = prepared.failure(cause)
                failure.__cause__ = cause
            except APIStatusError as error:
                failure = error
            time.sleep(prepared.delay(failure, attempt))
        try:
            yield response
        finally:
            response.close()

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)


class AsyncTransport:
    def __init__(self, options: Options, http: httpx.AsyncClient | None = None) -> None:
        log_by_environment()
        self.options = options
        self.http = http or httpx.AsyncClient(follow_redirects=False)

    async def document(self, call: Call) -> Any:
        prepared = Prepared(self.options, call)
        return prepared.document(await self._answered(prepared))

    async def text(self, call: Call) -> str:
        return (await self._answered(Prepared(self.options, call))).text

    async def lines(self, call: Call) -> AsyncIterator[Any]:
        prepared = Prepared(self.options, call)
        lines = Lines()
        async with self._streamed(prepared) as response:
            try:
                async for text in response.aiter_text():
                    for line in lines.of(text):
                        yield line
            except httpx.HTTPError as cause:
                raise lines.cut(cause, prepared.timeout) from cause
            lines.end()

    async def _answered(self, prepared: Prepared) -> httpx.Response:
        for attempt in range(prepared.max_retries + 1):
            try:
                response = await self.http.request(**prepared.request, follow_redirects=False)
                prepared.checked(response, attempt)
                return response
            except httpx.HTTPError as cause:
                failure: Exception = prepared.failure(cause)
                failure.__cause__ = cause
            except APIStatusError as error:
                failure = error
            await asyncio.sleep(prepared.delay(failure, attempt))
        raise AssertionError("the last attempt returns or raises")

    @asynccontextmanager
    async def _streamed(self, prepared: Prepared) -> AsyncIterator[httpx.Response]:
        for attempt in range(prepared.max_retries + 1):
            try:
                response = await self.http.send(self.http.build_request(**prepared.request), stream=True, follow_redirects=False)
                if not response.is_success:
                    await response.aread()
                prepared.checked(response, attempt)
                break
            except httpx.HTTPError as cause:
                failure: Exception = prepared.failure(cause)
                failure.__cause__ = cause
            except APIStatusError as error:
                failure = error
            await asyncio.sleep(prepared.delay(failure, attempt))
        try:
            yield response
        finally:
            await response.aclose()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Resource:
    """Methods that belong together."""

    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport


class AsyncResource:
    """Methods that belong together, for `asyncio`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
