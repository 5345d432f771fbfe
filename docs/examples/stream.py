#!/usr/bin/env python3
"""Streams a WAV file to tonegate as a call would: 100 ms at a time, in real time, and prints what comes back.

    pip install websockets
    python3 docs/examples/stream.py call.wav --appkey ... --secret ... [--property cn_8k_common] [--mode continue_stream]
"""
import argparse
import asyncio
import base64
import json
import os
import ssl
import sys
import urllib.parse
import urllib.request
import wave

from websockets.asyncio.client import connect

SLICE_MS = 100


def access_token(base_url, appkey, secret):
    """Basic credentials, https only. The certificate is the gateway's own: verify against it where it matters."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    query = urllib.parse.urlencode({"appkey": appkey})
    request = urllib.request.Request(f"{base_url}/v10/auth/get-access-token?{query}")
    credentials = base64.b64encode(f"{appkey}:{secret}".encode()).decode()
    request.add_header("Authorization", f"Basic {credentials}")
    with urllib.request.urlopen(request, context=context) as response:
        return json.load(response)["token"]


def show(message):
    kind = message["respType"]
    if kind == "START":
        for warning in message.get("warning", []):
            print(f"warning {warning['code']}: {warning['message']}", file=sys.stderr)
    elif kind == "EVENT":
        print(f"{message['timestamp']:7.0f} ms  {message['event']}")
    elif kind == "RESULT":
        sentence = message["sentence"]
        mark = f"[{sentence['startTime']}-{sentence['endTime']}]" if sentence["isFinal"] else "…"
        print(f"{sentence['endTime']:7.0f} ms  {mark} {sentence['result']['text']}")
    elif kind == "END":
        print(f"END {message['reason']}")
    else:
        print(f"{kind} {message['errCode']}: {message['errMessage']}", file=sys.stderr)


async def send_audio(socket, samples, rate, config):
    await socket.send(json.dumps({"command": "START", "config": config}))
    slice_bytes = rate // 1000 * 2 * SLICE_MS
    loop = asyncio.get_running_loop()
    started_at = loop.time()
    for number, at in enumerate(range(0, len(samples), slice_bytes)):
        await socket.send(samples[at : at + slice_bytes])  # the last one, which END follows, may have less than 40 ms
        await asyncio.sleep(max(0.0, started_at + (number + 1) * SLICE_MS / 1000 - loop.time()))
    await socket.send(json.dumps({"command": "END", "cancel": False}))


async def stream(options):
    with wave.open(options.file, "rb") as recording:
        if recording.getnchannels() != 1 or recording.getsampwidth() != 2:
            sys.exit("must be 16-bit mono")
        rate = recording.getframerate()
        if rate not in (8000, 16000):
            sys.exit("must be at 8000 or 16000 Hz")
        samples = recording.readframes(recording.getnframes())

    token = access_token(options.https, options.appkey, options.secret)
    config = {"audioFormat": f"pcm_s16le_{rate // 1000}k", "interimResults": True, "addPunc": True, "digitNorm": True}
    config.update(json.loads(options.config))
    base_url = options.http.replace("http", "ws", 1)
    query = urllib.parse.urlencode({"appkey": options.appkey})
    url = f"{base_url}/v10/asr/freetalk/{options.property}/{options.mode}?{query}"
    async with connect(url, additional_headers={"X-Svc-Access-Token": token}) as socket:
        sending = asyncio.create_task(send_audio(socket, samples, rate, config))
        async for text in socket:
            message = json.loads(text)
            show(message)
            if message["respType"] in ("END", "ERROR", "FATAL_ERROR"):  # the service may end a session by itself
                break
        sending.cancel()
    return 0 if message["respType"] == "END" else 1


def main():
    parser = argparse.ArgumentParser(description="Stream a WAV file to tonegate.")
    parser.add_argument("file")
    parser.add_argument("--appkey", default=os.environ.get("TONEGATE_APPKEY", ""))
    parser.add_argument("--secret", default=os.environ.get("TONEGATE_SECRET", ""))
    parser.add_argument("--http", default="http://127.0.0.1:8080")
    parser.add_argument("--https", default="https://127.0.0.1:8443")
    parser.add_argument("--property", default="cn_8k_common")
    parser.add_argument("--mode", default="continue_stream")
    parser.add_argument("--config", default="{}", help="further fields of the configuration, as JSON")
    sys.exit(asyncio.run(stream(parser.parse_args())))


if __name__ == "__main__":
    main()
