"""Streaming sessions. Each has a connection of its own and a thread that listens to it."""
from __future__ import annotations

import json
import queue
import threading
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    TypeVar,
    Union,
    cast,
)
from urllib.parse import quote

from .connection import Connection
from .errors import ConnectionFailed, SessionError, TonegateError, UsageError

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

    from .wire import AsrSentence, RingSentence

Item = TypeVar("Item")
This = TypeVar("This", bound="Session[Any]")

SLICE_MS = 100
SLICES_AHEAD = 2


class _End:
    """The last thing in the queue of items."""


class Session(Generic[Item]):
    """What all sessions share: texts that are JSON, items for one reader, the end. Use it in a `with`."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._items: queue.SimpleQueue[Union[Item, _End]] = queue.SimpleQueue()
        self._started = threading.Event()
        self._ended = threading.Event()
        self._fault: Optional[TonegateError] = None
        self._reason: str = ""
        self._is_at_end = False
        #: The token by which the log of the gateway names this session.
        self.trace_token = ""
        #: Warnings of the gateway: code and message.
        self.warnings: List[Mapping[str, Any]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def is_over(self) -> bool:
        """True when the service has ended the session, or it has failed. A dialer hangs up now."""
        return self._ended.is_set()

    def wait(self) -> str:
        """Waits for the end and returns its reason: NORMAL, CANCEL, or the finish cause of a fork."""
        self._ended.wait()
        if self._fault is not None:
            raise self._fault
        return self._reason

    def close(self) -> None:
        """Ends the connection at once. May be called in any thread."""
        self._finish(ConnectionFailed("the session was closed"))

    def __enter__(self: This) -> This:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Item]:
        while not self._is_at_end:
            item = self._items.get()
            if isinstance(item, _End):
                self._is_at_end = True
                if self._fault is not None:
                    raise self._fault
                return
            yield item
            self._taken()

    def _tell(self, message: Mapping[str, Any]) -> None:
        self._send(json.dumps(message, ensure_ascii=False))

    def _send(self, message: Union[str, bytes]) -> None:
        """Blocks while the connection has no room."""
        if self.is_over:
            return
        try:
            self._socket.send(message)
        except Exception as fault:
            if self.is_over:
                return
            lost = ConnectionFailed(f"the connection ended before the session: {fault}")
            self._finish(lost)
            raise lost from fault

    def _begin(self, message: Mapping[str, Any]) -> None:
        self._tell(message)
        self._started.wait()
        if self._fault is not None:
            raise self._fault

    def _listen(self) -> None:
        try:
            for message in self._socket:
                if isinstance(message, bytes):
                    self._hear_audio(message)
                else:
                    self._hear(json.loads(message))
                if self.is_over:
                    return
            self._finish(ConnectionFailed("the connection ended before the session"))
        except Exception as fault:
            self._finish(ConnectionFailed(f"the connection ended before the session: {fault}"))

    def _finish(self, fault: Optional[TonegateError], reason: str = "") -> None:
        if self.is_over:
            return
        self._fault = fault
        self._reason = reason
        self._ended.set()
        self._started.set()
        self._items.put(_End())
        threading.Thread(target=self._socket.close, daemon=True).start()

    def _hear(self, message: Mapping[str, Any]) -> None:
        kind = message["respType"]
        if kind == "START":
            self.trace_token = message["traceToken"]
            self.warnings = list(message.get("warning", []))
            self._started.set()
        elif kind == "END":
            self._finish(None, message["reason"])
        elif kind in ("ERROR", "FATAL_ERROR"):
            self._finish(
                SessionError(
                    message["errMessage"],
                    is_fatal=kind == "FATAL_ERROR",
                    code=message["errCode"],
                    trace_token=message.get("traceToken"),
                )
            )
        else:
            self._hear_item(message)

    def _hear_item(self, message: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def _hear_audio(self, _: bytes) -> None:
        raise SessionError("audio came, which this interface never sends", is_fatal=True)

    def _taken(self) -> None:
        pass


Coding = Literal["pcm_s16le", "alaw", "ulaw"]


class ListeningSession(Session[Item]):
    """A session that hears audio. Write pieces of any size: slices of 100 ms are made of them."""

    def __init__(self, socket: ClientConnection, coding: str, rate: int) -> None:
        self._slice_bytes = rate // 1000 * SLICE_MS * (2 if coding == "pcm_s16le" else 1)
        self._sample_bytes = 2 if coding == "pcm_s16le" else 1
        self._rest = b""
        self._is_ending = False
        super().__init__(socket)

    def write(self, piece: bytes) -> None:
        """Sends audio; blocks while the connection has no room. After the end of the session it does nothing."""
        if self._fault is not None:
            raise self._fault
        if self.is_over or self._is_ending:
            return
        audio = self._rest + piece
        whole = len(audio) - len(audio) % self._slice_bytes
        for at in range(0, whole, self._slice_bytes):
            self._send(audio[at : at + self._slice_bytes])
        self._rest = audio[whole:]

    def feed(self, source: Iterable[bytes]) -> str:
        """Writes all of a source, until the service has heard enough, and ends the session."""
        for piece in source:
            self.write(piece)
            if self.is_over:
                break
        return self.end()

    def end(self) -> str:
        """Sends what is left and END; returns when the last results are there."""
        if not self.is_over and not self._is_ending:
            self._is_ending = True
            last = self._rest[: len(self._rest) - len(self._rest) % self._sample_bytes]
            if last:
                self._send(last)
            self._tell({"command": "END", "cancel": False})
        return self.wait()

    def cancel(self) -> None:
        """Ends the session without further results."""
        self._is_ending = True
        self._tell({"command": "END", "cancel": True})


def _format_of(coding: str, rate: int) -> str:
    if coding not in ("pcm_s16le", "alaw", "ulaw") or rate not in (8000, 16000):
        raise UsageError(f"{coding} at {rate} Hz: must be pcm_s16le, alaw or ulaw at 8000 or 16000 Hz")
    return f"{coding}_{rate // 1000}k"


def _start_of(config: Mapping[str, Any], **fields: Optional[str]) -> Mapping[str, Any]:
    given = {name: value for name, value in fields.items() if value is not None}
    return {"command": "START", "config": config, **given}


class Screening(ListeningSession["RingSentence"]):
    """One call. Its items are verdicts: those before the final one may still change."""

    _final: Optional[RingSentence] = None

    @classmethod
    def open(
        cls,
        connection: Connection,
        *,
        property: str,
        coding: str,
        rate: int,
        audio_max: Optional[int],
        record_id: Optional[str],
        extra_info: Optional[str],
    ) -> Screening:
        config: dict[str, Any] = {"audioFormat": _format_of(coding, rate)}
        if audio_max is not None:
            config["audioMax"] = audio_max
        path = f"/v10/asr/ring/{quote(property, safe='')}/short_stream"
        session = cls(connection.open(path), coding, rate)
        session._begin(_start_of(config, recordId=record_id, extraInfo=extra_info))
        return session

    def _hear_item(self, message: Mapping[str, Any]) -> None:
        if message["respType"] != "RESULT":
            return
        sentence = cast("RingSentence", message["sentence"])
        if sentence["isFinal"]:
            self._final = sentence
        self._items.put(sentence)

    def answered(self) -> None:
        """The call was answered: whoever speaks from now on is no announcement."""
        self._tell({"command": "ANSWERED"})

    def verdict(self) -> Optional[RingSentence]:
        """Waits for the end and returns the final verdict; None after `cancel`."""
        self.wait()
        return self._final


@dataclass(frozen=True)
class RecognitionItem:
    """What a recognition tells: an event, a sentence that grows (interim), a sentence that is done (final)."""

    kind: Literal["event", "interim", "final"]
    #: The text of a sentence, the name of an event.
    text: str
    sentence: Optional[AsrSentence] = None
    #: Of an event: ms from the start of the session.
    timestamp: Optional[float] = None


class Recognition(ListeningSession[RecognitionItem]):
    @classmethod
    def open(
        cls,
        connection: Connection,
        *,
        mode: str,
        config: Optional[Mapping[str, Any]],
        property: str,
        coding: str,
        rate: int,
        record_id: Optional[str],
        extra_info: Optional[str],
        user_id: Optional[str],
    ) -> Recognition:
        if mode not in ("short", "utterance", "continue"):
            raise UsageError(f"mode {mode}: must be short, utterance or continue")
        whole = {**(config or {}), "audioFormat": _format_of(coding, rate)}
        path = f"/v10/asr/freetalk/{quote(property, safe='')}/{mode}_stream"
        session = cls(connection.open(path), coding, rate)
        session._begin(_start_of(whole, recordId=record_id, extraInfo=extra_info, userId=user_id))
        return session

    def _hear_item(self, message: Mapping[str, Any]) -> None:
        if message["respType"] == "EVENT":
            self._items.put(
                RecognitionItem("event", message["event"], timestamp=message["timestamp"])
            )
        elif message["respType"] == "RESULT":
            sentence = cast("AsrSentence", message["sentence"])
            kind: Literal["interim", "final"] = "final" if sentence["isFinal"] else "interim"
            self._items.put(RecognitionItem(kind, sentence["result"]["text"], sentence))


class Speech(Session[bytes]):
    """The audio of one text, slice by slice, never made faster than it is read."""

    _slice_ms = 500

    @classmethod
    def open(
        cls,
        connection: Connection,
        text: str,
        *,
        voice: str,
        slice_ms: int,
        extra_info: Optional[str],
        config: Mapping[str, Any],
    ) -> Speech:
        session = cls(connection.open(f"/v10/tts/synth/{quote(voice, safe='')}/stream"))
        session._slice_ms = slice_ms
        session._begin(_start_of(config, text=text, extraInfo=extra_info))
        for _ in range(SLICES_AHEAD):
            session._taken()
        return session

    def cancel(self) -> None:
        """No further slice is made. Those that have come are still read."""
        self._tell({"command": "CANCEL"})

    def _hear_item(self, message: Mapping[str, Any]) -> None:
        pass

    def _hear_audio(self, audio: bytes) -> None:
        self._items.put(audio)

    def _taken(self) -> None:
        self._tell({"command": "GET_AUDIO", "config": {"timeSlice": self._slice_ms}})


class Fork(Session[Item]):
    """For programs that have the frames of a switch, of 20 ms or any other length. The last item says why it ended."""

    @classmethod
    def open(
        cls,
        connection: Connection,
        feature: str,
        *,
        uuid: str,
        property: str,
        extra_info: Optional[Mapping[str, Any]],
        stop_on: Optional[Sequence[str]],
        query: Mapping[str, Any],
    ) -> Fork[Any]:
        asked = {name: str(value) for name, value in query.items() if value is not None}
        if stop_on is not None:
            asked["stopOn"] = ",".join(stop_on)
        path = f"/v10/asr/{feature}/{quote(property, safe='')}/fork"
        fork: Fork[Any] = Fork(connection.open(path, asked))
        fork._tell({**(extra_info or {}), "uuid": uuid})
        return fork

    def write(self, frame: bytes) -> None:
        """Sends a frame; blocks while the connection has no room."""
        self._send(frame)

    def answered(self) -> None:
        self._tell({"event": "answered"})

    def stop(self) -> None:
        """The last verdict comes, then the end."""
        self._tell({"event": "stop"})

    def _hear(self, message: Mapping[str, Any]) -> None:
        data = message.get("data", {})
        if message["type"] == "error":
            self._finish(SessionError(data["message"], is_fatal=True, code=data["code"]))
        elif message["type"] == "json":
            self._items.put(data)
            if data.get("finishCause") is not None:
                self._finish(None, data["finishCause"])

    def _hear_audio(self, _: bytes) -> None:
        pass
