"""A client of tonegate: screening of early media, recognition, synthesis and transcription."""
from . import wire
from .client import TonegateClient
from .connection import Retry
from .errors import (
    ConnectionFailed,
    RefusedError,
    SessionError,
    TonegateError,
    TranscriptionError,
    UnauthenticatedError,
    UnavailableError,
    UsageError,
)
from .sessions import Fork, Recognition, RecognitionItem, Screening, Speech
from .transcription import Transcription

__version__ = "0.1.0"

__all__ = [
    "ConnectionFailed",
    "Fork",
    "Recognition",
    "RecognitionItem",
    "RefusedError",
    "Retry",
    "Screening",
    "SessionError",
    "Speech",
    "TonegateClient",
    "TonegateError",
    "Transcription",
    "TranscriptionError",
    "UnauthenticatedError",
    "UnavailableError",
    "UsageError",
    "wire",
]
