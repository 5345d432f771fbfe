#!/usr/bin/env python3
"""Uploads a recording of any length, waits for its transcript and prints it."""
import argparse
import sys

from access import client, run


def show(task):
    for file in task.get("files", []):
        print(f"{file['info']} {file.get('progress', 0)} %", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--property", default="cn_8k_common")
    parser.add_argument("--format", default="auto")
    parser.add_argument("--type", default="TXT", choices=("TXT", "SRT", "JSON"))
    options = parser.parse_args()
    text = client().transcription(options.property).transcribe(
        options.file,
        audioFormat=options.format,
        resultType=options.type,
        tpp={"addPunc": True, "digitNorm": True},
        on_progress=show,
    )
    sys.stdout.write(text)


if __name__ == "__main__":
    run(main)
