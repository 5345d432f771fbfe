#!/usr/bin/env python3
"""Screens recordings with tonegate as a dialer screens calls: one connection, one session for each call, 100 ms of audio at
a time, in real time. Prints every verdict, and hangs up at the final one. Needs nothing but Python 3.9.

    python3 docs/examples/screen.py busy.wav ringback.wav --appkey ... --secret ... [--answered-at-ms N]
"""
import argparse
import base64
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
import urllib.request

SLICE_MS = 100


class AccessToken:
    """An access token that is renewed in time. Connections that are open need none: it is for the next handshake."""

    def __init__(self, options):
        self.options = options
        self.reply = {}
        self.renew_at = 0.0

    def current(self):
        """One with half of its life before it."""
        if time.monotonic() < self.renew_at:
            return self.reply["token"]
        query = {"appkey": self.options.appkey}
        if "refresh_token" in self.reply:
            query["refresh_token"] = self.reply["refresh_token"]  # ends the old token soon: none are left lying about
        # Basic credentials, https only. The certificate is the gateway's own: verify against it where it matters.
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        url = f"{self.options.https}/v10/auth/get-access-token?{urllib.parse.urlencode(query)}"
        credentials = base64.b64encode(f"{self.options.appkey}:{self.options.secret}".encode()).decode()
        request = urllib.request.Request(url, headers={"Authorization": f"Basic {credentials}"})
        with urllib.request.urlopen(request, context=context) as response:
            self.reply = json.load(response)
        self.renew_at = time.monotonic() + self.reply["life"] / 2
        return self.reply["token"]


class WebSocket:
    """As much of RFC 6455 as this example needs; a product would take a library."""

    TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

    def __init__(self, url, headers):
        address = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((address.hostname, address.port or 80), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")
        self.sending = threading.Lock()
        lines = [
            f"GET {address.path}?{address.query} HTTP/1.1",
            f"Host: {address.netloc}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        status = self.reader.readline().decode().strip()
        while self.reader.readline().strip():
            pass
        if " 101 " not in f"{status} ":
            raise ConnectionError(f"the handshake was refused: {status}")

    def send(self, kind, payload):
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = struct.pack(">BB", 0x80 | kind, 0x80 | size)
        elif size < 65536:
            head = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack(">BBQ", 0x80 | kind, 0x80 | 127, size)
        masks = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(masks, "big")).to_bytes(size, "big")
        with self.sending:
            self.socket.sendall(head + mask + masked)

    def receive(self):
        """The next text message; None when the connection has ended. The service's messages come in one frame each."""
        while True:
            head = self.reader.read(2)
            if len(head) < 2:
                return None
            kind, size = head[0] & 0x0F, head[1] & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self.reader.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.reader.read(8))
            payload = self.reader.read(size)
            if kind == self.PING:
                self.send(self.PONG, payload)
            elif kind == self.CLOSE:
                return None
            elif kind == self.TEXT:
                return json.loads(payload)

    def close(self):
        self.send(self.CLOSE, struct.pack(">H", 1000))
        self.socket.close()


WAV_CODINGS = {1: ("pcm_s16le", 16), 6: ("alaw", 8), 7: ("ulaw", 8)}


def sound_of(file):
    """A mono WAV file at 8 or 16 kHz as a session takes it: audioFormat, bytes, and how many of them are a millisecond."""
    with open(file, "rb") as recording:
        wav = recording.read()
    if wav[:4] != b"RIFF" or wav[8:12] != b"WAVE":
        raise ValueError("not a WAV")
    sound, at = None, 12
    while at + 8 <= len(wav):
        name, size = struct.unpack_from("<4sI", wav, at)
        if name == b"fmt ":
            coding, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", wav, at + 8)
            known, known_bits = WAV_CODINGS.get(coding, ("", 0))
            if channels != 1 or bits != known_bits or rate not in (8000, 16000):
                raise ValueError("must be mono at 8000 or 16000 Hz, 16-bit or A-law or mu-law")
            sound = (f"{known}_{rate // 1000}k", rate // 1000 * bits // 8)
        if name == b"data" and sound:
            return sound[0], wav[at + 8 : at + 8 + size], sound[1]
        at += 8 + size + size % 2
    raise ValueError("no sound in it")


class Dialer:
    def __init__(self, options):
        self.options = options
        self.token = AccessToken(options)
        self.connection = None
        self.failed = False

    def line(self):
        """A connection serves one call after the other. One that has gone is replaced, with a fresh token."""
        if self.connection is None:
            query = urllib.parse.urlencode({"appkey": self.options.appkey})
            url = f"{self.options.http}/v10/asr/ring/{self.options.property}/short_stream?{query}"
            self.connection = WebSocket(url, {"X-Svc-Access-Token": self.token.current()})
        return self.connection

    def screen(self, file):
        audio_format, samples, bytes_per_ms = sound_of(file)
        line = self.line()
        over = threading.Event()
        listener = threading.Thread(target=self.listen, args=(file, line, over), daemon=True)
        listener.start()
        try:
            self.speak(line, samples, audio_format, bytes_per_ms, over)
        except OSError:
            over.wait(1)  # the service has gone; the listener knows why
        listener.join()

    def speak(self, line, samples, audio_format, bytes_per_ms, over):
        tell = lambda message: over.is_set() or line.send(WebSocket.TEXT, json.dumps(message).encode())
        tell({"command": "START", "config": {"audioFormat": audio_format}})
        slice_bytes = bytes_per_ms * SLICE_MS
        started_at = time.monotonic()
        answered_at_ms = self.options.answered_at_ms
        for number, at in enumerate(range(0, len(samples), slice_bytes)):
            if answered_at_ms is not None and number * SLICE_MS >= answered_at_ms:
                tell({"command": "ANSWERED"})  # whoever speaks now is no announcement
                answered_at_ms = None
            # The last slice may be shorter than the others, and even than 40 ms: END follows it.
            line.send(WebSocket.BINARY, samples[at : at + slice_bytes])
            if over.wait(max(0.0, started_at + (number + 1) * SLICE_MS / 1000 - time.monotonic())):
                return  # this is where a dialer hangs up
        tell({"command": "END", "cancel": False})

    def listen(self, file, line, over):
        while (message := line.receive()) is not None:
            kind = message["respType"]
            if kind == "START":
                for warning in message.get("warning", []):
                    print(f"warning {warning['code']}: {warning['message']}", file=sys.stderr)
            elif kind == "RESULT":
                said = message["sentence"]
                mark = "final" if said["isFinal"] else "so far"
                verdict = f"{said['resultId']} {said['resultName']} ({said['result']})"
                print(f"{file} {said['endTime']} ms {mark}: {verdict}", flush=True)
            elif kind == "END":
                break
            else:  # ERROR: END follows; FATAL_ERROR: the connection ends
                self.failed = True
                print(f"{file} {kind} {message['errCode']}: {message['errMessage']}", file=sys.stderr)
        else:
            self.connection = None
        over.set()


def main():
    parser = argparse.ArgumentParser(description="Screen WAV files with tonegate.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--appkey", default=os.environ.get("TONEGATE_APPKEY", ""))
    parser.add_argument("--secret", default=os.environ.get("TONEGATE_SECRET", ""))
    parser.add_argument("--http", default="http://127.0.0.1:8080")
    parser.add_argument("--https", default="https://127.0.0.1:8443")
    parser.add_argument("--property", default="cn_8k_common")
    parser.add_argument("--answered-at-ms", type=int, help="when the call was answered, in ms of the recording")
    options = parser.parse_args()
    if not options.appkey or not options.secret:
        parser.error("--appkey and --secret are needed: the access of an app")
    dialer = Dialer(options)
    for file in dialer.options.files:
        try:
            dialer.screen(file)
        except (OSError, ValueError) as fault:
            dialer.failed = True
            print(f"{file}: {fault}", file=sys.stderr)
    if dialer.connection is not None:
        dialer.connection.close()
    sys.exit(1 if dialer.failed else 0)


if __name__ == "__main__":
    main()
