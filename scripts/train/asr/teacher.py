"""Targets from the logits of a Mandarin character CTC model for every frame.

The model is a directory with fsmn_kws.onnx, tokens_2599.txt and am.mvn.dim80_l2r2 (FSMN CTC of FunASR). Its 30 ms
frames are 5-frame stacks centred on every third 10 ms frame, as ours are. Only its outputs are used: the targets are
their principal coordinates and their posteriors by our units; the posteriors by syllable serve align.py.
hear.py keeps them for every recording.
"""

import pathlib
import re

import numpy as np
import onnxruntime

from asr import spectrum
from asr import units

COORDINATES = 128  # the logits of this teacher have rank 140


class Teacher:
    def __init__(self, folder, threads=1):
        folder = pathlib.Path(folder)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry('session.intra_op.allow_spinning', '0')
        self.session = onnxruntime.InferenceSession(folder / 'fsmn_kws.onnx', options, ['CPUExecutionProvider'])
        numbers = re.findall(r'\[([^\]]+)\]', (folder / 'am.mvn.dim80_l2r2').read_text())
        vectors = [np.array(item.split(), np.float32) for item in numbers if len(item.split()) == 400]
        self.shift, self.scale = vectors[0], vectors[1]
        self.bank = spectrum.filters(80, 20.0, 8000.0, 256, 31.25).T.copy()
        tokens = (folder / 'tokens_2599.txt').read_text('utf-8').split('\n')
        self.tokens = [token.strip() for token in tokens if token.strip()]
        names = [self.token_class(token) for token in self.tokens]
        self.classes = ['<blk>'] + sorted({name for name in names if name and name != '<blk>'})
        self.class_id = {name: index for index, name in enumerate(self.classes)}
        # Tokens without a reading (Latin letters and the like) count as nothing; their mass is dropped.
        of_token = np.array([self.class_id.get(name, len(self.classes)) for name in names])
        self.order = np.argsort(of_token, kind='stable')
        self.starts = np.searchsorted(of_token[self.order], np.arange(len(self.classes) + 1))
        self.starts = np.minimum(self.starts, len(self.order) - 1)

        # Initials 1 .. n and tonal finals above them, summed over the tokens; the last column takes what has no reading.
        blank, nothing = 0, len(units.UNITS)
        parts = [units.split(units.syllables(token)[0]) if name and name != '<blk>' else None
                 for token, name in zip(self.tokens, names, strict=True)]  # fmt: skip
        self.sum_initials = np.zeros((len(self.tokens), len(units.INITIALS) + 1), np.float32)
        self.sum_finals = np.zeros((len(self.tokens), nothing - len(units.INITIALS) - 1), np.float32)
        for at, part in enumerate(parts):
            if part:
                if len(part) == 2:
                    self.sum_initials[at, units.UNIT_ID[part[0]]] = 1
                self.sum_finals[at, units.UNIT_ID[part[-1]] - len(units.INITIALS) - 1] = 1
        self.sum_initials[:, blank] = 0

    @staticmethod
    def token_class(token):
        if token == '<blank>':
            return '<blk>'
        syllable = units.syllables(token) if len(token) == 1 and '\u4e00' <= token <= '\u9fff' else None
        return units.key(syllable[0], tonal=False) if syllable else None

    def ids(self, syllables):
        """Class of each syllable, -1 where the teacher has none."""
        return [self.class_id.get(units.key(item, tonal=False), -1) for item in syllables]

    def inputs(self, log_mel80):
        """[B, T, 80] -> [B, ceil(T / 3), 400]."""
        batch, frames, _ = log_mel80.shape
        count = -(-frames // 3)
        at = np.clip(np.arange(count)[:, None] * 3 + np.arange(-2, 3), 0, frames - 1)
        return ((log_mel80[:, at].reshape(batch, count, 400) + self.shift) * self.scale).astype(np.float32)

    def by_syllable(self, tokens):
        """[..., tokens] posteriors -> [..., classes] sums by syllable."""
        return np.add.reduceat(tokens[..., self.order], self.starts, -1)[..., : len(self.classes)]

    def by_unit(self, tokens):
        """[..., tokens] posteriors -> [..., units]: initial and final both in the frame of their character; blank has
        the probability that the finals leave."""
        initials, finals = tokens @ self.sum_initials, tokens @ self.sum_finals
        initials[..., 0] = np.maximum(0, 1 - finals.sum(-1))
        return np.concatenate([initials, finals], -1)

    def scores(self, log_mel80):
        """-> posteriors [B, T / 3, tokens]; logits about their mean, frames of silence, whose logits reach hundreds, scaled
        down to +-25; weights [B, T / 3] from 1 in blanks to 4 in spikes."""
        logits = self.session.run(None, {self.session.get_inputs()[0].name: self.inputs(log_mel80)})[0]
        logits -= logits.mean(-1, keepdims=True)
        spike = logits[..., 1:].max(-1) - logits[..., 0]
        scaled = logits * np.minimum(1.0, 25.0 / np.maximum(np.abs(logits).max(-1, keepdims=True), 1e-3))
        tokens = np.exp(logits - logits.max(-1, keepdims=True))
        tokens /= tokens.sum(-1, keepdims=True)
        return tokens, scaled, 1 + 3 / (1 + np.exp(-np.clip(spike + 2, -20, 20)))

    def fit(self, scores, size=COORDINATES):
        """Principal directions of some scores [N, tokens]; half whitened, unit variance on average."""
        self.centre = scores.mean(0)
        scores = scores - self.centre
        values, vectors = np.linalg.eigh(scores.T @ scores / len(scores))
        values, vectors = values[::-1][:size], vectors[:, ::-1][:, :size]
        deviation = np.sqrt(np.maximum(values, 1e-6))
        self.project = (vectors / np.sqrt(deviation) / np.sqrt(deviation.mean())).astype(np.float32)
