"""Client of the spolia service: was a text used to train AI models, where was it met, and how surely?"""

from . import _types as types
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
from ._pages import AsyncPage, Page
from ._transport import RawResponse
from ._version import VERSION as __version__

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
    "types",
]
