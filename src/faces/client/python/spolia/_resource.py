"""What all resources share."""

from __future__ import annotations

from ._transport import AsyncTransport, SyncTransport


class Resource:
    """Methods that belong together."""

    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport


class AsyncResource:
    """Methods that belong together, for `asyncio`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
