"""The client: an application at a gateway."""
from __future__ import annotations

import base64
import io
import time
import wave
from typing import TYPE_CHECKING, Any, Callable, List, Mapping, Optional, Sequence

from urllib.parse import quote

from .connection import Connection, Retry
from .errors import UsageError
from .sessions import Fork, Recognition, Screening, Speech
from .transcription import Transcription

if TYPE_CHECKING:
    from .wire import AsrClipReply, RecognitionData, RingClipReply, ScreeningData

PROPERTY = "cn_8k_common"
VOICE = "cn_zhixingjing_common"


class TonegateClient:
    """Serves any number of calls at once, in any threads; they share one access token."""

    def __init__(
        self,
        url: str,
        appkey: str,
        secret: str,
        *,
        token_url: Optional[str] = None,
        ca_file: Optional[str] = None,
        trust_any_certificate: bool = False,
        retry: Retry = Retry(),
        timeout_s: float = 120.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """
        url: the gateway, http:// or https://. token_url: where tokens are issued, over https; `url` unless given.
        ca_file: the certificates, as PEM, that the gateway's may be signed with.
        """
        self._connection = Connection(
            url, appkey, secret, token_url, ca_file, trust_any_certificate, retry, timeout_s, clock
        )

    def access_token(self) -> str:
        """An access token with some life before it, for requests of your own."""
        return self._connection.access_token()

    def screen(
        self,
        audio: bytes,
        *,
        property: str = PROPERTY,
        record_id: Optional[str] = None,
        extra_info: Optional[str] = None,
        **config: Any,
    ) -> RingClipReply:
        """Screens a whole recording of early media. The fields of config are those of RingClipConfig."""
        path = f"/v10/asr/ring/{quote(property, safe='')}/short_audio"
        body = _clip(audio, config, recordId=record_id, extraInfo=extra_info)
        reply: RingClipReply = self._connection.post_json(path, body)
        return reply

    def recognise(
        self,
        audio: bytes,
        *,
        property: str = PROPERTY,
        record_id: Optional[str] = None,
        extra_info: Optional[str] = None,
        user_id: Optional[str] = None,
        **config: Any,
    ) -> AsrClipReply:
        """Recognises a whole recording of at most a minute. The fields of config are those of AsrClipConfig."""
        path = f"/v10/asr/freetalk/{quote(property, safe='')}/short_audio"
        body = _clip(audio, config, recordId=record_id, extraInfo=extra_info, userId=user_id)
        reply: AsrClipReply = self._connection.post_json(path, body)
        return reply

    def open_screening(
        self,
        *,
        property: str = PROPERTY,
        coding: str = "pcm_s16le",
        rate: int = 8000,
        audio_max: Optional[int] = None,
        record_id: Optional[str] = None,
        extra_info: Optional[str] = None,
    ) -> Screening:
        """Screens a call while it rings."""
        return Screening.open(
            self._connection,
            property=property,
            coding=coding,
            rate=rate,
            audio_max=audio_max,
            record_id=record_id,
            extra_info=extra_info,
        )

    def open_recognition(
        self,
        *,
        mode: str = "continue",
        config: Optional[Mapping[str, Any]] = None,
        property: str = PROPERTY,
        coding: str = "pcm_s16le",
        rate: int = 8000,
        record_id: Optional[str] = None,
        extra_info: Optional[str] = None,
        user_id: Optional[str] = None,
    ) -> Recognition:
        """Recognises speech while it is spoken. mode: short, utterance or continue; config: see AsrStreamConfig."""
        return Recognition.open(
            self._connection,
            mode=mode,
            config=config,
            property=property,
            coding=coding,
            rate=rate,
            record_id=record_id,
            extra_info=extra_info,
            user_id=user_id,
        )

    def speak(
        self,
        text: str,
        *,
        voice: str = VOICE,
        slice_ms: int = 500,
        extra_info: Optional[str] = None,
        **config: Any,
    ) -> Speech:
        """The audio of a text, slice by slice. The fields of config are those of SynthesisConfig."""
        return Speech.open(
            self._connection, text, voice=voice, slice_ms=slice_ms, extra_info=extra_info, config=config
        )

    def speak_wav(self, text: str, *, voice: str = VOICE, **config: Any) -> bytes:
        """The audio of a text as a WAV file."""
        if config.get("format", "pcm") != "pcm":
            raise UsageError(f"format {config['format']}: a WAV file is written from pcm; use speak() for the others")
        with self.speak(text, voice=voice, **config) as speech:
            samples = b"".join(speech)
        file = io.BytesIO()
        with wave.open(file, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(config.get("sampleRate", 16000))
            out.writeframes(samples)
        return file.getvalue()

    def transcription(self, property: str = PROPERTY) -> Transcription:
        """Offline transcription."""
        return Transcription(self._connection, property)

    def transcription_properties(self) -> List[str]:
        """The properties that transcribe."""
        properties: List[str] = self._connection.get_json("/v10/asr/trans/list_properties")["properties"]
        return properties

    def open_screening_fork(
        self,
        uuid: str,
        *,
        property: str = PROPERTY,
        stop_on: Optional[Sequence[str]] = None,
        extra_info: Optional[Mapping[str, Any]] = None,
        **query: Any,
    ) -> Fork[ScreeningData]:
        """A fork that screens: for frames of 20 ms. query: format, rate, channels, channel, noMediaMs, maxMs …"""
        return Fork.open(
            self._connection,
            "ring",
            uuid=uuid,
            property=property,
            stop_on=stop_on,
            extra_info=extra_info,
            query=query,
        )

    def open_recognition_fork(
        self,
        uuid: str,
        *,
        property: str = PROPERTY,
        extra_info: Optional[Mapping[str, Any]] = None,
        **query: Any,
    ) -> Fork[RecognitionData]:
        """A fork that recognises."""
        return Fork.open(
            self._connection,
            "freetalk",
            uuid=uuid,
            property=property,
            stop_on=None,
            extra_info=extra_info,
            query=query,
        )


def _clip(audio: bytes, config: Mapping[str, Any], **fields: Optional[str]) -> Mapping[str, Any]:
    given = {name: value for name, value in fields.items() if value is not None}
    return {"config": config, "audio": base64.b64encode(audio).decode(), **given}
