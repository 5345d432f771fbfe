"""The speaker network as ONNX.

    python -m speaker.speaker_export RUN_DIR/speaker.pt ../../models/speaker
"""

import pathlib
import sys

import torch

from classifiers import rows_export
from speaker.speaker_model import BINS, Speaker


def write(model, folder):
    rows_export.write(model, BINS, 'vector', folder)


def main():
    model = Speaker()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    write(model.eval(), pathlib.Path(sys.argv[2]))


if __name__ == '__main__':
    main()
