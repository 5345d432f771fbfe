"""The frames of each unit of the recordings: hidden Markov models of three states, trained on the cache itself.

    python -m tts.tts_align CACHE_DIR [--rounds 4 4 2]

Reads what tts_prepare.py wrote and writes CACHE_DIR/<set>.align.json: id -> [[unit, frames], ...]; `_` is silence. The
units have no tone here. Rounds: on single syllables and words from an even split; on everything; with the means of
each speaker adapted to his recordings (maximum a posteriori). A spike of a CTC recogniser is no boundary, so no
recogniser is used.
"""

import argparse
import json
import pathlib

import numpy as np
from asr import units
from tqdm import tqdm

SILENCE = '_'
NAMES = [SILENCE, *units.INITIALS, *units.FINALS]
INDEX = {name: at for at, name in enumerate(NAMES)}
STATES = 3
CEPSTRA = 14
GONE = -1e9
TIMED = 'espeak-'  # sets of tts_generate.py: the synthesiser reported when each unit began
BATCH = 96
PRIOR_FRAMES = 150  # weight of the common mean against a speaker's own


def features(envelope, pitch, aperiodicity):
    """Cepstra, voice and breath with their slopes [T, 32], before normalisation."""
    decibels = envelope.astype(np.float32) * 0.5
    decibels = np.maximum(decibels, np.percentile(decibels.max(1), 95) - 75)
    at = (np.arange(64) + 0.5)[None] * np.pi / 64
    basis = np.cos(at * np.arange(CEPSTRA)[:, None]) * np.sqrt(2 / 64)
    voiced = (pitch > 0) & (np.abs(np.log((pitch + 1.0) / np.median(pitch[pitch > 0]) if pitch.any() else 1.0)) < 0.6)
    x = np.concatenate([decibels @ basis.T, voiced[:, None] * 1.0, aperiodicity[:, 2:3] / 255.0], 1)
    padded = np.pad(x, ((2, 2), (0, 0)), mode='edge')
    slope = (2 * (padded[4:] - padded[:-4]) + padded[3:-1] - padded[1:-3]) / 10
    return np.concatenate([x, slope], 1).astype(np.float32)


class Item:
    def __init__(self, row, x):
        self.ident, self.speaker, syllables, starts = row[0], row[1], row[4], row[5]
        self.x, chain, optional = x, [0], [False]
        for at, syllable in enumerate(syllables):
            if at and starts[at]:
                chain.append(0)
                optional.append(True)
            for unit in units.split(syllable):
                chain.append(INDEX[unit.rstrip('12345')])
                optional.append(False)
        self.chain, self.optional = [*chain, 0], [*optional, False]
        self.states = np.array([unit * STATES + s for unit in self.chain for s in range(STATES)])
        self.path, self.fits, self.total = None, False, 0.0

    def even(self):
        """An even alignment: silence where it is quiet, the rest in equal parts, finals twice as long."""
        level = self.x[:, 0]
        loud = np.flatnonzero(level > np.percentile(level, 5) * 0.6 + np.percentile(level, 95) * 0.4)
        first, last = max(3, loud[0]), min(len(level) - 3, loud[-1] + 1)
        spoken = [at for at in range(1, len(self.chain) - 1) if not self.optional[at]]
        weights = np.concatenate([[2.0 if self.chain[at] > len(units.INITIALS) else 1.0] * STATES for at in spoken])
        edges = first + np.round(np.cumsum(weights) / weights.sum() * (last - first)).astype(int)
        self.path = np.zeros(len(level), np.int64)
        self.path[:first] = np.arange(first) * STATES // first
        begin = first
        for number, end in enumerate(edges):
            self.path[begin:end] = spoken[number // STATES] * STATES + number % STATES
            begin = end
        tail = len(level) - last
        self.path[last:] = (len(self.chain) - 1) * STATES + np.arange(tail) * STATES // tail


class Gaussians:
    def __init__(self, items):
        size, width = len(NAMES) * STATES, items[0].x.shape[1]
        states = np.concatenate([item.states[item.path] for item in items])
        order = np.argsort(states, kind='stable')
        x = np.concatenate([item.x for item in items])[order]
        found, first = np.unique(states[order], return_index=True)
        total, square, count = np.zeros((size, width)), np.zeros((size, width)), np.zeros(size)
        total[found] = np.add.reduceat(x, first, axis=0)
        square[found] = np.add.reduceat(x**2, first, axis=0)
        count[:] = np.bincount(states, minlength=size)
        all_mean = total.sum(0) / count.sum()
        all_variance = square.sum(0) / count.sum() - all_mean**2
        weight = 20.0
        self.mean = (total + weight * all_mean) / (count + weight)[:, None]
        variance = (square + weight * (all_variance + all_mean**2)) / (count + weight)[:, None] - self.mean**2
        self.variance = np.maximum(variance, 0.05 * all_variance)
        self.sums = total, count

    def moved(self, items):
        """The same model with means between these and the items' own."""
        own = Gaussians(items)
        other = object.__new__(Gaussians)
        other.variance = self.variance
        total, count = own.sums
        other.mean = (total + PRIOR_FRAMES * self.mean) / (count + PRIOR_FRAMES)[:, None]
        return other

    def scores(self, x):
        inverse = 1 / self.variance
        constant = -0.5 * (np.log(self.variance).sum(1) + (self.mean**2 * inverse).sum(1))
        return ((x**2) @ (-0.5 * inverse.T) + x @ (self.mean * inverse).T + constant).astype(np.float32)


def align(items, model_of):
    """Viterbi over a batch of chains side by side; the optional silences may be left out."""
    size, longest, far = max(len(item.states) for item in items), max(len(item.x) for item in items), STATES + 1
    emit = np.full((longest, len(items), size), GONE, np.float32)
    leap = np.full((len(items), size), 2 * GONE, np.float32)
    for b, item in enumerate(items):
        emit[: len(item.x), b, : len(item.states)] = model_of(item.speaker).scores(item.x)[:, item.states]
        leap[b, [(at + 1) * STATES for at, optional in enumerate(item.optional) if optional]] = 0
    padded = np.full((len(items), far + size), GONE, np.float32)
    stay, step, jump = padded[:, far:], padded[:, far - 1 : -1], padded[:, :size]
    stay[:, 0] = emit[0, :, 0]
    back = np.zeros((longest, len(items), size), np.int8)
    best, other, more = np.empty_like(leap), np.empty_like(leap), np.empty(leap.shape, bool)
    ends = {}
    for item in items:
        ends.setdefault(len(item.x) - 1, []).append(item)
    number = {id(item): b for b, item in enumerate(items)}
    for t in range(1, longest):
        np.greater(step, stay, out=back[t].view(bool))
        np.maximum(step, stay, out=best)
        np.add(jump, leap, out=other)
        np.greater(other, best, out=more)
        np.copyto(back[t], far, where=more)
        np.maximum(best, other, out=best)
        np.add(best, emit[t], out=stay)
        for item in ends.get(t, ()):
            item.total = float(stay[number[id(item)], len(item.states) - 1])
    paths = np.zeros((longest, len(items)), np.int64)
    last, columns = np.array([len(item.x) - 1 for item in items]), np.arange(len(items))
    at = np.array([len(item.states) - 1 for item in items])
    for t in range(longest - 1, -1, -1):
        paths[t] = at
        at = at - np.where(t <= last, back[t, columns, at], 0)
    for b, item in enumerate(items):
        item.fits = item.total > GONE / 2
        if item.fits:
            item.path = paths[: len(item.x), b].copy()


def every(items, model_of, title):
    order = sorted(items, key=lambda item: len(item.x))
    for at in tqdm(range(0, len(order), BATCH), desc=title, mininterval=10):
        align(order[at : at + BATCH], model_of)
    fit = [item for item in items if item.fits]
    total, frames = sum(item.total for item in fit), sum(len(item.x) for item in fit)
    print(f'{title}: {total / frames:.3f} nat a frame, {len(items) - len(fit)} do not fit', flush=True)


def load(cache):
    sets = {}
    for path in sorted(cache.glob('*.npz')):
        if path.stem.startswith(TIMED):
            continue
        with np.load(path) as stored:
            envelope, pitch, breath = (stored[name] for name in ('envelope', 'pitch', 'aperiodicity'))
        rows = json.loads(path.with_suffix('.json').read_text())
        sets[path.stem] = [
            Item(row, features(*(part[row[2] : row[2] + row[3]] for part in (envelope, pitch, breath)))) for row in rows
        ]
    return sets


def normalise(items):
    speakers = {}
    for item in items:
        speakers.setdefault(item.speaker, []).append(item)
    for own in speakers.values():
        joined = np.concatenate([item.x for item in own])
        mean, scale = joined.mean(0), joined.std(0) + 1e-3
        for item in own:
            item.x = (item.x - mean) / scale
    return speakers


def spans(item):
    """[[unit, frames], ...] in the order of speech."""
    out, before = [], -1
    for at in item.path // STATES:
        if at != before:
            out.append([NAMES[item.chain[at]], 0])
            before = at
        out[-1][1] += 1
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('--rounds', type=int, nargs=3, default=(4, 4, 2))
    args = parser.parse_args()
    sets = load(args.cache)
    items = [item for group in sets.values() for item in group if len(item.x) >= len(item.states) + 4]
    speakers = normalise(items)
    short = [item for item in items if len(item.chain) <= 8]
    for item in short:
        item.even()
    gaussians = Gaussians(short)
    for number in range(args.rounds[0]):
        every(short, lambda _: gaussians, f'syllables and words {number + 1}')
        gaussians = Gaussians([item for item in short if item.fits])
    for number in range(args.rounds[1]):
        every(items, lambda _: gaussians, f'everything {number + 1}')
        gaussians = Gaussians([item for item in items if item.fits])
    for number in range(args.rounds[2]):
        own = {name: gaussians.moved([item for item in group if item.fits]) for name, group in speakers.items()}
        every(items, own.get, f'by speaker {number + 1}')
    for name, group in sets.items():
        found = {item.ident: spans(item) for item in group if item.fits}
        (args.cache / f'{name}.align.json').write_text(json.dumps(found))
        print(f'{name}: {len(found)} of {len(group)} aligned')


if __name__ == '__main__':
    main()
