"""Moves the targets of hear.py with the sound: stretched, cut, joined and delayed like the recordings.

Voices change nothing in time, so that copies in other voices (`voices.py`) have the targets of their original.
"""

import json

import numpy as np
from asr import align
from asr import units
from asr.teacher import COORDINATES, Teacher

UNITS = len(units.UNITS)
FIRST_FINAL = len(units.INITIALS) + 1
DELAY = 17  # 10 ms frames from a sound to the teacher's spike; with it the weights' own spikes fit at every tempo
TRANSCRIPT = 0.6  # share of the forced alignment in a target; more than half, so that its best path is the transcript


class Writer:
    def __init__(self, cache, name):
        self.path, self.index, self.frames = cache / name, {}, 0
        self.values = open(cache / f'{name}.targets.f16', 'wb')
        self.marks = open(cache / f'{name}.aligned.i16', 'wb')

    def add(self, ident, values, marks, bounds):
        spread, coordinates, weight, late = values
        values = np.concatenate([spread, coordinates, weight[:, None], late[:, None]], 1).astype(np.float16)
        self.values.write(values.tobytes())
        self.marks.write(marks.astype(np.int16).tobytes())
        self.index[ident] = (self.frames, len(values), bounds)
        self.frames += len(values)

    def close(self):
        self.values.close()
        self.marks.close()
        (self.path.parent / f'{self.path.name}.targets.json').write_text(json.dumps(self.index))


class Targets:
    """The targets of one set of the cache."""

    def __init__(self, cache, name, transcript=TRANSCRIPT):
        self.transcript = transcript
        self.index = json.loads((cache / f'{name}.targets.json').read_text())
        self.values = np.memmap(cache / f'{name}.targets.f16', np.float16, 'r').reshape(-1, UNITS + COORDINATES + 2)
        self.marks = np.memmap(cache / f'{name}.aligned.i16', np.int16, 'r').reshape(-1, 2)

    def of(self, ident):
        """First frame, count, bounds of a recording, or of the original of a copy in another voice."""
        return self.index[ident.split('~')[0]]

    def read(self, ident, start, end):
        """Frames start .. end of a recording: posteriors with the alignment mixed in, coordinates, weights, and the
        delay of its spike in 10 ms frames."""
        first = self.of(ident)[0]
        values = self.values[first + start : first + end].astype(np.float32)
        spread = mixed(values[:, :UNITS], self.marks[first + start : first + end], self.transcript)
        return (spread, values[:, UNITS:-2], values[:, -2]), values[:, -1]


class Listener:
    """Runs the teacher on a sequence as the pupil gets it: stretched, joined and in its voice, before room, line and
    noise."""

    def __init__(self, cache, folder, transcript=TRANSCRIPT):
        self.teacher, self.transcript = Teacher(folder), transcript
        stored = np.load(cache / 'teacher.npz')
        self.centre, self.project = stored['centre'], stored['project']

    def of(self, log_spectrum, syllables):
        """-> spread, coordinates, weights of every 30 ms frame."""
        mel = np.log(np.exp(log_spectrum) @ self.teacher.bank + 1e-3)
        tokens, scores, weight = (item[0] for item in self.teacher.scores(mel[None]))
        spread = self.teacher.by_unit(tokens)
        if self.transcript:
            marks, _, agreed = aligned(self.teacher, self.teacher.by_syllable(tokens), syllables)
            spread, weight = mixed(spread, marks, self.transcript), weight * np.maximum(agreed, 0.1)
        return later(spread), (scores - self.centre) @ self.project, weight.astype(np.float32)


def mixed(spread, marks, transcript):
    """Posteriors with the share `transcript` of a forced alignment (initial and final in every frame) in them."""
    spread, rows = spread.copy(), np.flatnonzero(marks[:, 0] >= 0)
    # Initials are not counted in the sum: they stand in the frame of their final and move apart from it in later().
    spread[rows] *= 1 - transcript
    initial, final = marks[rows].T
    spread[rows[initial > 0], initial[initial > 0]] += transcript
    spread[rows, final] += transcript
    return spread


def aligned(teacher, posteriors, syllables):
    """-> initial and final of the label in every frame, the syllable said there, teacher's probability of it."""
    classes = np.array(teacher.ids(syllables))
    said = align.path(posteriors, classes) if len(syllables) else None
    if said is None:
        return np.full((len(posteriors), 2), -1), None, np.ones(len(posteriors))
    parts = [[0, 0]] + [[0, *units.encode([item])][-2:] for item in syllables]
    classes = np.concatenate([[0], classes])
    heard = posteriors[np.arange(len(said)), classes[said + 1]]
    return np.array(parts)[said + 1], said, np.where(classes[said + 1] < 0, 1, heard)


def moved(first, last, cut, before, after, offset):
    """Times (10 ms frames) of the 30 ms frames first .. last of a recording, of which `before` frames from frame `cut` on
    became `after` frames (augment.stretch) that start at `offset`. The sound of a frame's target moves with it, and the
    teacher's delay stays the same: `DELAY` is not stretched."""
    spoken_of = 3 * np.arange(first, last) - DELAY
    return offset + (spoken_of - cut) * (after - 1) / (before - 1.001) + DELAY


def painted(pieces, frames):
    """[(times, (spread, coordinates, weights))] -> the same for every 30 ms frame. Where two fall into one frame, the
    one with more weight stays; gaps of a slower tempo are filled from their neighbours; the rest is blank with weight
    0."""
    spread = np.zeros((frames, UNITS), np.float32)
    spread[:, 0] = 1
    coordinates, weight = np.zeros((frames, COORDINATES), np.float32), np.zeros(frames, np.float32)
    if not pieces:
        return later(spread), coordinates, weight
    at = np.floor(np.concatenate([times for times, _ in pieces]) / 3 + 0.5).astype(np.int64)
    values = [np.concatenate(items) for items in zip(*(values for _, values in pieces), strict=True)]
    said = 1 - values[0][:, 0]
    owner = np.full(frames + 2, -1)
    order = np.argsort(said, kind='stable')
    order = order[(at[order] >= 0) & (at[order] < frames)]
    owner[at[order] + 1] = order
    empty = np.flatnonzero(owner[1:-1] < 0) + 1
    beside = np.stack([owner[empty - 1], owner[empty + 1]])
    inside = (beside >= 0).all(0)
    quieter = np.where(said[beside[0]] <= said[beside[1]], beside[0], beside[1])
    owner[empty[inside]] = quieter[inside]
    owner = owner[1:-1]
    full = owner >= 0
    for kept, value in zip((spread, coordinates, weight), values, strict=True):
        kept[full] = value[owner[full]]
    return later(spread), coordinates, weight


def later(spread):
    """A syllable's initial stays in the frame of its spike, its final comes a frame later."""
    finals = spread[:, FIRST_FINAL:]
    risen = np.pad(finals.sum(-1), (1, 0))[:-1, None]
    out = np.concatenate([spread[:, :FIRST_FINAL] * np.maximum(0, 1 - risen), np.pad(finals, ((1, 0), (0, 0)))[:-1]], 1)
    out[:, 0] = np.maximum(0, 1 - out[:, 1:].sum(-1))
    return out / out.sum(-1, keepdims=True)
