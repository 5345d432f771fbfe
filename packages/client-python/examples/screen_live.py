#!/usr/bin/env python3
"""
Screens a call that comes on standard input, as 16-bit mono samples, and stops at the final verdict.

    ffmpeg -i call.mp3 -f s16le -ac 1 -ar 8000 - | python3 screen_live.py
"""
import argparse
import sys
import threading

from access import client, run


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=int, default=8000, choices=(8000, 16000))
    parser.add_argument("--property", default="cn_8k_common")
    options = parser.parse_args()
    with client().open_screening(rate=options.rate, property=options.property) as session:
        samples = iter(lambda: sys.stdin.buffer.read1(4096), b"")
        threading.Thread(target=session.feed, args=(samples,), daemon=True).start()
        for verdict in session:  # ends with the final one: a dialer hangs up then
            mark = "final" if verdict["isFinal"] else "so far"
            print(f"{verdict['endTime']} ms {mark}: {verdict['resultId']} {verdict['resultName']} ({verdict['result']})")


if __name__ == "__main__":
    run(main)
