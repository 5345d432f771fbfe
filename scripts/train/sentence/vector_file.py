"""The file of models/sent-zh (docs/model-formats.md): words by their hash, and for each a vector of 8-bit numbers."""

import pathlib
import struct

import numpy as np

from shared.binary import join
from shared.manifest import refresh

MASK = 0xFFFFFFFF


def word_hash(word):
    """Two numbers of 32 bits over the UTF-16 units of the word."""
    first, second = 0x811C9DC5, 0x9747B28C
    units = np.frombuffer(word.encode('utf-16-le'), '<u2').tolist()
    for unit in units:
        first = (first ^ unit) * 0x01000193 & MASK
        second = (second ^ unit) * 0x85EBCA6B & MASK
        second ^= second >> 13
    return first, second, len(units)


class Keys:
    """Each word's hash and row. Traditional spellings share the row of the simplified one."""

    def __init__(self, words, spellings):
        row_of = {word: row for row, word in enumerate(words)}
        pairs = [*row_of.items(), *((old, row_of[new]) for old, new in spellings.items())]
        hashed = sorted((*word_hash(word), row) for word, row in pairs)
        self.firsts, self.seconds, lengths, self.rows = np.array(hashed, np.int64).T.astype('<u4')
        self.longest = int(lengths.max())
        if len({(first, second) for first, second, *_ in hashed}) != len(hashed):
            raise ValueError('two words have the same hash')


def write_model(folder, keys, vectors, weights):
    """Only the direction of a vector counts: its largest number becomes 127. Weights are steps of 1/16."""
    largest = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-12)
    numbers = np.round(vectors / largest * 127).astype(np.int8)
    count, dims = vectors.shape
    header = struct.pack('<4sHHIIII', b'TGSV', 1, dims, count, len(keys.rows), keys.longest, 0)
    levels = np.clip(np.round(weights * 16), 0, 255).astype(np.uint8)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    arrays = [keys.firsts, keys.seconds, keys.rows, levels, numbers.tobytes()]
    (folder / 'words.bin').write_bytes(join(header, arrays))
    refresh(folder)
