"""What a call may fail with."""
from __future__ import annotations

from typing import Optional


class TonegateError(Exception):
    """The base of every error of this package."""

    def __init__(self, message: str, *, code: int = 0, trace_token: Optional[str] = None) -> None:
        super().__init__(message)
        self.message = message
        #: The number of the error; docs/errors.md of tonegate lists them. 0 where the gateway named none.
        self.code = code
        #: The token by which the log of the gateway names the request or session.
        self.trace_token = trace_token


class RefusedError(TonegateError):
    """The gateway refused a request or a handshake."""

    def __init__(
        self, message: str, status: int, *, code: int = 0, trace_token: Optional[str] = None
    ) -> None:
        super().__init__(message, code=code, trace_token=trace_token)
        #: The HTTP status.
        self.status = status


class UnauthenticatedError(RefusedError):
    """401: the appkey and the secret are wrong, or a fresh token was refused too."""


class UnavailableError(RefusedError):
    """503, also after the last try."""

    def __init__(
        self,
        message: str,
        *,
        code: int = 0,
        trace_token: Optional[str] = None,
        retry_after_s: Optional[float] = None,
    ) -> None:
        super().__init__(message, 503, code=code, trace_token=trace_token)
        #: What the gateway said of the time after which a try makes sense, in seconds.
        self.retry_after_s = retry_after_s


class SessionError(TonegateError):
    """A streaming session ended with ERROR or FATAL_ERROR, or the refusal of a fork."""

    def __init__(
        self, message: str, *, is_fatal: bool, code: int = 0, trace_token: Optional[str] = None
    ) -> None:
        super().__init__(message, code=code, trace_token=trace_token)
        #: The connection ended with it: FATAL_ERROR.
        self.is_fatal = is_fatal


class ConnectionFailed(TonegateError):
    """The connection could not be made, or broke before the end."""


class UsageError(TonegateError):
    """The caller asked for what cannot be: a rate that is not known, a package that is missing."""


class TranscriptionError(TonegateError):
    """A transcription task ended, and a file of it has no result. `code` is the state of the file."""
