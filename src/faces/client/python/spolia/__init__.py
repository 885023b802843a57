"""Client of the spolia service: was a text used to train AI models, where was it met, and how surely?"""

from typing import TYPE_CHECKING, Any

from . import _types as types
from ._answers.pages import AsyncPage, Page
from ._client import AsyncSpolia, Spolia
from ._document import Document
from ._errors import (
    APIConnectionError,
    APIResponseError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    InternalServerError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    SpoliaClientError,
    UnprocessableEntityError,
    WebhookVerificationError,
)
from ._local.serve import LocalSpolia, local
from ._transport import RawResponse
from ._version import VERSION as __version__

if TYPE_CHECKING:
    from .core import compare_fingerprints, fingerprint, fingerprint_all, iscc, minhash

#: Names of `spolia.core`, which needs the extra `core`: it is loaded when one of them is used.
_CORE = ("compare_fingerprints", "fingerprint", "fingerprint_all", "iscc", "minhash")


def __getattr__(name: str) -> Any:
    if name in _CORE:
        from . import core

        return getattr(core, name)
    raise AttributeError(f"module 'spolia' has no attribute {name!r}")


__all__ = [
    "APIConnectionError",
    "APIResponseError",
    "APIStatusError",
    "APITimeoutError",
    "AsyncPage",
    "AsyncSpolia",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "Document",
    "InternalServerError",
    "LocalSpolia",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "RawResponse",
    "Spolia",
    "SpoliaClientError",
    "UnprocessableEntityError",
    "WebhookVerificationError",
    "__version__",
    "compare_fingerprints",
    "fingerprint",
    "fingerprint_all",
    "iscc",
    "minhash",
    "types",
]
