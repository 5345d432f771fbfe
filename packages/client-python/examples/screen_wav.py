#!/usr/bin/env python3
"""Screens a recording of early media in one request: screen_wav.py busy.wav"""
import argparse
from pathlib import Path

from access import client, run


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--property", default="cn_8k_common")
    options = parser.parse_args()
    result = client().screen(Path(options.file).read_bytes(), property=options.property)["result"]
    print(f"{result['resultId']} {result['resultName']} ({result['result']})")


if __name__ == "__main__":
    run(main)
