"""Lists in pages. Iterated, a page gives its items and those of all pages that follow."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, TypeVar

from .._document import Document

Item = TypeVar("Item")


class Page(Generic[Item]):
    """One page of a list; its iteration goes on through all that follow."""

    def __init__(self, document: Document, fetch: Callable[[str], Page[Item]]) -> None:
        self.document = document
        self._fetch = fetch

    @property
    def items(self) -> list[Item]:
        """The items of this page."""
        return list(self.document["items"])

    @property
    def has_next_page(self) -> bool:
        return bool(self.document["next_page_token"])

    def next_page(self) -> Page[Item] | None:
        """The next page; `None` after the last."""
        return self._fetch(self.document["next_page_token"]) if self.has_next_page else None

    def __iter__(self) -> Iterator[Item]:
        page: Page[Item] | None = self
        while page is not None:
            yield from page.items
            page = page.next_page()


class AsyncPage(Generic[Item]):
    """One page of a list, for `asyncio`."""

    def __init__(self, document: Document, fetch: Callable[[str], Awaitable[AsyncPage[Item]]]) -> None:
        self.document = document
        self._fetch = fetch

    @property
    def items(self) -> list[Item]:
        """The items of this page."""
        return list(self.document["items"])

    @property
    def has_next_page(self) -> bool:
        return bool(self.document["next_page_token"])

    async def next_page(self) -> AsyncPage[Item] | None:
        """The next page; `None` after the last."""
        return await self._fetch(self.document["next_page_token"]) if self.has_next_page else None

    async def __aiter__(self) -> AsyncIterator[Item]:
        page: AsyncPage[Item] | None = self
        while page is not None:
            for item in page.items:
                yield item
            page = await page.next_page()


class AsyncPages(Generic[Item]):
    """What a list gives before it is awaited: `await` gives its first page, `async for` all its items."""

    def __init__(self, first: Callable[[], Awaitable[Any]]) -> None:
        self._first = first

    def __await__(self) -> Any:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for item in await self._first():
            yield item


def first_page(fetch: Callable[[str | None], Any]) -> Any:
    """The first page; a raw response stays what it is."""

    def page_of(token: str | None) -> Any:
        document = fetch(token)
        return Page(document, page_of) if isinstance(document, Document) else document

    return page_of(None)


async def first_async_page(fetch: Callable[[str | None], Awaitable[Any]]) -> Any:
    async def page_of(token: str | None) -> Any:
        document = await fetch(token)
        return AsyncPage(document, page_of) if isinstance(document, Document) else document

    return await page_of(None)
