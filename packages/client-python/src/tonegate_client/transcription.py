"""Offline transcription: uploads in slices, tasks, results."""
from __future__ import annotations

import io
import os
import time
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, List, Mapping, Optional, Sequence, Union
from urllib.parse import quote

from .connection import Connection
from .errors import TranscriptionError, UsageError

if TYPE_CHECKING:
    from .wire import PreparedUpload, Queried, QueueStatus, Restarted, Submitted

POLL_S = 1.0
SUCCEEDED = 4000
#: The slice is there already: a try before this one has brought it, and its answer was lost.
ALREADY_THERE = 409

Recording = Union[str, "os.PathLike[str]", bytes]


class Transcription:
    """The transcription of one property."""

    def __init__(self, connection: Connection, property: str) -> None:
        self._connection = connection
        self._base = f"/v10/asr/trans/{quote(property, safe='')}"

    def upload(self, recording: Recording, *, name: Optional[str] = None) -> str:
        """Uploads a file (its path) or bytes; returns the address for `submit`."""
        if isinstance(recording, bytes):
            return self._upload(io.BytesIO(recording), len(recording), name or "recording")
        with open(recording, "rb") as file:
            return self._upload(file, os.fstat(file.fileno()).st_size, name or os.path.basename(recording))

    def submit(self, body: Mapping[str, Any]) -> Submitted:
        """Creates a task. The fields are those of SubmitBody."""
        reply: Submitted = self._connection.post_json(f"{self._base}/submit", body)
        return reply

    def query(self, task: str) -> Queried:
        reply: Queried = self._connection.get_json(f"{self._base}/query", {"task": task})
        return reply

    def finished(self, task: str, *, on_progress: Optional[Callable[[Queried], None]] = None) -> Queried:
        """Asks until no file of the task waits or is under way."""
        while True:
            state = self.query(task)
            if on_progress is not None:
                on_progress(state)
            if state["finished"]:
                return state
            time.sleep(POLL_S)

    def result(self, task: str, index: int = 0) -> str:
        """The result of one file: JSON, SRT or plain text, as the task was submitted."""
        return self._download({"task": task, "files": str(index)}).decode()

    def results(self, task: str) -> bytes:
        """A zip of all results."""
        return self._download({"task": task})

    def cancel(self, task: str) -> None:
        self._connection.get_json(f"{self._base}/cancel", {"task": task})

    def restart(self, tasks: Sequence[str] = ()) -> Restarted:
        """Failed files are taken up again: of these tasks, or of all."""
        query = {"tasks": ",".join(tasks)} if tasks else {}
        reply: Restarted = self._connection.get_json(f"{self._base}/restart", query)
        return reply

    def queue(self, type: str = "all") -> QueueStatus:
        reply: QueueStatus = self._connection.get_json(f"{self._base}/status", {"type": type})
        return reply

    def transcribe(
        self,
        recording: Recording,
        *,
        name: Optional[str] = None,
        on_progress: Optional[Callable[[Queried], None]] = None,
        **body: Any,
    ) -> str:
        """
        All of it: uploads a recording, submits it with the fields of SubmitBody, waits, and returns the result.
        An exception in between (KeyboardInterrupt too) cancels the task.
        """
        address = self.upload(recording, name=name)
        task = self.submit({"audioFormat": "auto", **body, "files": [address]})["taskId"]
        try:
            state = self.finished(task, on_progress=on_progress)
        except BaseException:
            self.cancel(task)
            raise
        files: List[Any] = list(state.get("files", []))
        if not files or files[0]["code"] != SUCCEEDED:
            info = state.get("failure") or (files[0]["info"] if files else "the task failed")
            raise TranscriptionError(info, code=files[0]["code"] if files else 0)
        return self.result(task, files[0]["index"])

    def _upload(self, file: BinaryIO, size: int, name: str) -> str:
        prepared: PreparedUpload = self._connection.post_json(
            f"{self._base}/prepare_upload", {"name": name, "size": size}
        )
        left = size
        for index in range(prepared["sliceCount"]):
            wanted = min(prepared["sliceSize"], left)
            content = file.read(wanted)
            if len(content) < wanted:
                raise UsageError(f"{name}: it became shorter while it was uploaded")
            query = {"fileId": prepared["fileId"], "sliceIndex": str(index)}
            self._connection.request(
                "POST", f"{self._base}/upload", query, content, "application/octet-stream", [ALREADY_THERE]
            )
            left -= wanted
        return f"upload://{prepared['fileId']}"

    def _download(self, query: Mapping[str, str]) -> bytes:
        return self._connection.request("GET", f"{self._base}/download", query).body
