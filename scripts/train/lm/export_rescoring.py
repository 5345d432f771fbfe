"""Writes a network of rescoring.py as rescoring.bin, with 8-bit matrices.

    python -m lm.export_rescoring RUN_DIR MODEL_DIR

MODEL_DIR is that of lm-zh. Its manifest must list the file, and gets its size and hash. docs/model-formats.md has the layout.
Signs of English words (`lm_text.with_signs`) are left out: the product shows the network only what it writes.
"""

import argparse
import pathlib
import struct

from lm import lm_text
from lm import rescoring
from shared import binary
from shared import manifest
import numpy as np
import torch

MOST = 127
PAIR = 128  # two neighbouring weights of a column must not exceed it together: native/core/encoder/byte_matrix.h
HIDDEN_SCALE = 1 / 127  # of values from -1 to 1
OFFSET = 128


def matrix(weights, bias, scale):
    """`weights`: outputs x inputs -> the arrays of a matrix. Columns are scaled until their pairs fit."""
    weights = np.asarray(weights, np.float64)
    pairs = np.abs(weights[:, 0::2])
    pairs[:, : weights.shape[1] // 2] += np.abs(weights[:, 1::2])
    width = np.maximum(np.abs(weights).max(1) / MOST, pairs.max(1) / (PAIR - 1))
    width = np.maximum(width, 1e-9)
    steps = np.round(weights / width[:, None])
    first, second = np.abs(steps[:, 0::2][:, : steps.shape[1] // 2]), np.abs(steps[:, 1::2])
    assert (first + second).max() <= PAIR and np.abs(steps).max() <= MOST
    return [
        np.array([scale, OFFSET], '<f4'),
        (width * scale).astype('<f4'),
        np.asarray(bias, '<f4'),
        steps.T.astype('i1'),
    ]


def write(net, signs):
    parts = {name: value.float().numpy() for name, value in net.state_dict().items()}
    kept = [at for at, sign in enumerate(signs) if lm_text.shown(sign) == sign]
    rows = [*range(rescoring.FIRST), *(at + rescoring.FIRST for at in kept)]
    embeddings = parts['embed.weight'][rows]
    widths = np.maximum(np.abs(embeddings).max(1) / MOST, 1e-9)
    steps = np.round(embeddings / widths[:, None])
    largest = np.abs(steps * widths[:, None]).max()
    zero = np.zeros_like(parts['lstm.bias_hh_l0'])
    arrays = [
        np.array([ord(signs[at]) for at in kept], '<u4'),
        steps.astype('i1'),
        widths.astype('<f4'),
        parts['bias'][rows].astype('<f4'),
        *matrix(parts['lstm.weight_ih_l0'], parts['lstm.bias_ih_l0'] + parts['lstm.bias_hh_l0'], largest / MOST),
        *matrix(parts['lstm.weight_hh_l0'], zero, HIDDEN_SCALE),
        *matrix(parts['proj.weight'], parts['proj.bias'], HIDDEN_SCALE),
    ]
    width, hidden = embeddings.shape[1], parts['lstm.weight_hh_l0'].shape[1]
    return binary.join(struct.pack('<4sHH4I', b'TGRS', 1, 0, len(kept), width, hidden, 0), arrays)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    arguments = parser.parse_args()
    net, signs = rescoring.load(arguments.run)
    data = write(net, signs)
    (arguments.out / 'rescoring.bin').write_bytes(data)
    manifest.refresh(arguments.out)
    print(f'{len(data)} bytes')


if __name__ == '__main__':
    main()
