"""Documents of the service: JSON objects whose fields are attributes. Fields that are newer than the client are kept."""

from __future__ import annotations

import json
from typing import Any, Iterator

from ._errors import APIResponseError, SpoliaClientError


class Document:
    """A JSON object. `result.verdict` and `result["verdict"]` are the same; `to_dict` gives plain values."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__["_fields"] = fields

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_fields"][name]
        except KeyError:
            raise AttributeError(f"The document has no field {name!r}.") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("Documents of the service cannot be changed; `to_dict` gives a copy.")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self._fields == other._fields

    def __repr__(self) -> str:
        return f"Document({self._fields!r})"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain dictionaries and lists, for `json.dumps` or a data frame."""
        return {name: plain(value) for name, value in self._fields.items()}


def plain(value: Any) -> Any:
    """Documents within a value as dictionaries."""
    if isinstance(value, Document):
        return value.to_dict()
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value


def json_of(value: Any) -> bytes:
    """JSON of a request. A lone surrogate is sent as its escape, as JavaScript does."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as cause:
        raise SpoliaClientError(f"The arguments cannot be sent as JSON: {cause}.") from cause
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def parse(text: str | bytes, what: str) -> Any:
    """A JSON value with its objects as documents."""
    try:
        return json.loads(text, object_hook=Document)
    except ValueError as cause:
        raise APIResponseError(f"{what} is no JSON.") from cause
