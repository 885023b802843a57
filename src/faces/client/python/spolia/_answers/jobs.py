"""Jobs, with the wait for their end and the lines of batches."""

from __future__ import annotations

import time
from typing import Any, AsyncIterator, Iterator

from .._errors import APIConnectionError, APITimeoutError
from .._methods import AsyncJobs as AsyncJobMethods
from .._methods import Jobs as JobMethods
from .._options import NOT_GIVEN, checked_seconds
from .._types import BatchLine, JobAnswer

POLL_SECONDS = 1.0
HAS_ENDED = ("done", "failed", "cancelled")


class Jobs(JobMethods):
    def wait(self, id: str, *, poll: float = POLL_SECONDS, wait: float = float("inf")) -> JobAnswer:
        """Asks every `poll` seconds until the job has ended, also where it failed or was cancelled: see its `status`.

        Raises APITimeoutError after `wait` seconds; the job goes on.
        """
        checked_seconds("poll", poll)
        checked_seconds("wait", wait)
        start = time.monotonic()
        while True:
            job = self.get(id)
            if job.status in HAS_ENDED:
                return job
            if time.monotonic() - start + poll > wait:
                raise APITimeoutError(f"The job {id} is {job.status}.")
            self._transport.pause(poll)

    def follow(self, id: str, *, poll: float = POLL_SECONDS) -> Iterator[BatchLine]:
        """All lines of a batch that is a job, in order, as they are answered. A connection that is cut is taken up
        behind the last line.
        """
        checked_seconds("poll", poll)
        after: Any = NOT_GIVEN
        while True:
            job = self.get(id)
            before = after
            try:
                for line in self.lines(id, after=after):
                    yield line
                    after = line["index"]
            except APIConnectionError:
                # A cut that brought nothing new would be repeated without end.
                if after == before:
                    raise
                continue
            if job.status in HAS_ENDED:
                return
            self._transport.pause(poll)


class AsyncJobs(AsyncJobMethods):
    async def wait(self, id: str, *, poll: float = POLL_SECONDS, wait: float = float("inf")) -> JobAnswer:
        """As `Jobs.wait`."""
        checked_seconds("poll", poll)
        checked_seconds("wait", wait)
        start = time.monotonic()
        while True:
            job = await self.get(id)
            if job.status in HAS_ENDED:
                return job
            if time.monotonic() - start + poll > wait:
                raise APITimeoutError(f"The job {id} is {job.status}.")
            await self._transport.pause(poll)

    async def follow(self, id: str, *, poll: float = POLL_SECONDS) -> AsyncIterator[BatchLine]:
        """As `Jobs.follow`."""
        checked_seconds("poll", poll)
        after: Any = NOT_GIVEN
        while True:
            job = await self.get(id)
            before = after
            try:
                async for line in self.lines(id, after=after):
                    yield line
                    after = line["index"]
            except APIConnectionError:
                if after == before:
                    raise
                continue
            if job.status in HAS_ENDED:
                return
            await self._transport.pause(poll)
