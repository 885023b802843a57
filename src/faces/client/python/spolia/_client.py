"""The clients: their resources, each with the methods that the service has for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Mapping, TypeVar

import httpx

from . import _methods as methods
from ._answers.jobs import AsyncJobs, Jobs
from ._answers.webhooks import unwrap
from ._options import NOT_GIVEN, NotGiven, Options, checked_headers, checked_retries, checked_timeout, resolved
from ._transport import AsyncTransport, SyncTransport

Self = TypeVar("Self", bound="_Shared")

#: Resources whose methods are all written from the routes.
_PLAIN = [name for name in methods.RESOURCES if name not in ("jobs", "webhooks")]


class Webhooks(methods.Webhooks):
    unwrap = staticmethod(unwrap)


class AsyncWebhooks(methods.AsyncWebhooks):
    unwrap = staticmethod(unwrap)


class _Shared:
    _transport: Any

    def with_options(
        self: Self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Self:
        """Another client over the same connections, with other options; those that are not named stay."""
        changes: dict[str, Any] = {}
        if timeout is not None:
            changes["timeout"] = checked_timeout(timeout)
        if max_retries is not None:
            changes["max_retries"] = checked_retries(max_retries)
        if headers is not None:
            changes["headers"] = {**self._transport.options.headers, **checked_headers(headers)}
        return self._copy(replace(self._transport.options, **changes))

    @property
    def with_raw_response(self: Self) -> Self:
        """Another client whose methods give the response itself, with `status`, `headers`, `request_id` and `parse()`."""
        return self._copy(replace(self._transport.options, is_raw=True))

    def _copy(self: Self, options: Options) -> Self:
        copy = object.__new__(type(self))
        copy._open(type(self._transport)(options, self._transport.http))
        return copy

    def _open(self, transport: Any) -> None:
        raise NotImplementedError


class Spolia(methods.Operations, methods.Resources, _Shared):
    """The client of a spolia service.

    `api_key` and `base_url` are taken from `SPOLIA_API_KEY` and `SPOLIA_BASE_URL` where they are not given; `timeout`
    is in seconds. Raises SpoliaClientError for an option that is not usable.
    """

    def __init__(
        self,
        *,
        api_key: str | None | NotGiven = NOT_GIVEN,
        base_url: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._open(SyncTransport(resolved(api_key, base_url, timeout, max_retries, headers), http_client))

    def _open(self, transport: SyncTransport) -> None:
        self._transport = transport
        for name in _PLAIN:
            setattr(self, name, getattr(methods, methods.RESOURCES[name])(transport))
        self.jobs = Jobs(transport)
        self.webhooks = Webhooks(transport)

    def close(self) -> None:
        """Ends the connections."""
        self._transport.http.close()

    def __enter__(self) -> Spolia:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncSpolia(methods.AsyncOperations, methods.AsyncResources, _Shared):
    """The client of a spolia service for `asyncio`; options as those of `Spolia`."""

    def __init__(
        self,
        *,
        api_key: str | None | NotGiven = NOT_GIVEN,
        base_url: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._open(AsyncTransport(resolved(api_key, base_url, timeout, max_retries, headers), http_client))

    def _open(self, transport: AsyncTransport) -> None:
        self._transport = transport
        for name in _PLAIN:
            setattr(self, name, getattr(methods, f"Async{methods.RESOURCES[name]}")(transport))
        self.jobs = AsyncJobs(transport)
        self.webhooks = AsyncWebhooks(transport)

    async def close(self) -> None:
        """Ends the connections."""
        await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncSpolia:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
