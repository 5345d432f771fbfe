#!/usr/bin/env python3
"""Recognises a 16-bit mono WAV file as a live stream: the text grows while it is sent."""
import argparse
import threading
import wave

from access import client, run


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--property", default="cn_8k_common")
    parser.add_argument("--mode", default="continue", choices=("short", "utterance", "continue"))
    options = parser.parse_args()
    with wave.open(options.file, "rb") as file:
        if file.getnchannels() != 1 or file.getsampwidth() != 2:
            raise SystemExit("the WAV file must be mono, with 16 bits")
        rate, samples = file.getframerate(), file.readframes(file.getnframes())
    config = {"interimResults": True, "addPunc": True, "digitNorm": True}
    session = client().open_recognition(mode=options.mode, config=config, rate=rate, property=options.property)
    with session:
        threading.Thread(target=session.feed, args=([samples],), daemon=True).start()
        for item in session:
            if item.kind == "event":
                print(f"{item.timestamp:.0f} ms {item.text}")
            else:
                print(f"{item.sentence['endTime']:.0f} ms {'=' if item.kind == 'final' else '…'} {item.text}")


if __name__ == "__main__":
    run(main)
