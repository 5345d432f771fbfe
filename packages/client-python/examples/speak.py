#!/usr/bin/env python3
"""Speaks a text into a WAV file: speak.py '您好，请问有什么可以帮您？' hello.wav"""
import argparse
from pathlib import Path

from access import client, run


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text")
    parser.add_argument("file")
    parser.add_argument("--voice", default="cn_zhixingjing_common")
    parser.add_argument("--rate", type=int, default=16000)
    options = parser.parse_args()
    wav = client().speak_wav(options.text, voice=options.voice, sampleRate=options.rate)
    Path(options.file).write_bytes(wav)


if __name__ == "__main__":
    run(main)
