"""The speaker network as ONNX.

    python speaker_export.py RUN_DIR/speaker.pt ../../models/speaker
"""

import pathlib
import sys

import torch

import rows_export
from speaker_model import BINS, Speaker


def write(model, folder):
    rows_export.write(model, BINS, 'vector', folder)


def main():
    model = Speaker()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    write(model.eval(), pathlib.Path(sys.argv[2]))


if __name__ == '__main__':
    main()
