"""Speech of the cache as a telephone line may deliver it, in rows of the 8 kHz front end: the training data of the
gender and the speaker network.

Everything random comes from the numpy Generator that the caller passes.
"""

import json

import numpy as np
import torch

from asr import augment
from asr import spectrum


class Speech:
    """One set of the cache that prepare.py or speaker_prepare.py wrote."""

    def __init__(self, cache, name):
        self.data = np.memmap(cache / f'{name}.u8', np.uint8, 'r').reshape(-1, augment.BINS)
        self.rows = {}
        for row in json.loads((cache / f'{name}.json').read_text('utf-8')):
            self.rows.setdefault(row[1], []).append(row[2:4])

    def cut(self, speaker, rng, frames):
        """A number of frames of one speaker; words are joined where one is too short."""
        parts, length = [], 0
        while length < frames:
            start, count = self.rows[speaker][rng.integers(len(self.rows[speaker]))]
            parts.append(self.data[start : start + count])
            length += count
        whole = np.concatenate(parts).astype(np.float32) * spectrum.CACHE_STEP
        at = rng.integers(0, length - frames + 1)
        return whole[at : at + frames]


class Line:
    """Shares of the examples that are in a room and that pass a codec; noise is `decibel` (from, to) under the speech."""

    def __init__(self, noise, room, decibel, codec):
        self.noise, self.room, self.decibel, self.codec = noise, room, decibel, codec
        bins, low, high = spectrum.BANDS[8000]
        self.bank = spectrum.filters(bins, low, high, augment.BINS, 31.25).T.copy()
        self.gain = spectrum.telephone_gain(8000)

    def rows(self, log_spectrum, rng):
        frames, power = len(log_spectrum), np.exp(log_spectrum)
        if rng.random() < self.room:
            power = augment.room(power, rng)
        power = power * augment.equaliser(rng)
        if rng.random() < 0.6:
            still = rng.random() < 0.5
            kind = augment.stationary(rng, frames) if still else np.exp(self.noise.cut('noise', rng, frames))
            power = augment.add_noise(power, kind, rng.uniform(*self.decibel))
        if rng.random() < self.codec:
            power = augment.codec(power, rng)
        loud = np.log(np.percentile(power[:, 4:120].sum(1), 95) + 1.0)
        power = power * (self.gain * np.exp(rng.uniform(22.5, 28.5) - loud)).astype(np.float32)
        return np.log(np.maximum(power @ self.bank, 1e-7)).astype(np.float16)


def batch(features, rng, count, spans):
    """-> rows of `count` examples, all cut alike to a length within `spans` (from, below), and which examples they are."""
    picked = rng.integers(0, len(features), count)
    span = int(rng.integers(*spans))
    at = int(rng.integers(0, features.shape[1] - span + 1))
    return torch.from_numpy(features[picked, at : at + span].astype(np.float32)), picked
