"""Where each syllable was said: Viterbi alignment of the cache's labels with the teacher's posteriors.

    python align.py CACHE_DIR TEACHER_DIR

Writes CACHE_DIR/<set>.cuts.json: per row the 10 ms frames of the cuts between its syllables (a quiet frame about
where the later one starts), so that data.py can join pieces of sentences into sentences that nobody said.
"""

import argparse
import json
import pathlib

import numpy as np
import spectrum
from data import Part
from teacher import Teacher
from tqdm import tqdm

SETS = ('aishell', 'audio-cmn-hsk', 'espeak')


def viterbi(log_probs, ids):
    """Frame of the first occurrence of each id on the best CTC path; None where the path does not fit."""
    states = np.zeros(2 * len(ids) + 1, np.int64)
    states[1::2] = ids
    skip = np.zeros(len(states), bool)
    skip[3::2] = states[3::2] != states[1:-2:2]
    score = np.full(len(states), -1e9)
    score[:2] = log_probs[0, states[:2]]
    back = np.zeros((len(log_probs), len(states)), np.int8)
    for t in range(1, len(log_probs)):
        one = np.concatenate([[-1e9], score[:-1]])
        two = np.where(skip, np.concatenate([[-1e9, -1e9], score[:-2]]), -1e9)
        choices = np.stack([score, one, two])
        back[t] = choices.argmax(0)
        score = choices.max(0) + log_probs[t, states]
    at = len(states) - 1 if score[-1] > score[-2] else len(states) - 2
    if score[at] < -1e8:
        return None
    path = np.empty(len(log_probs), np.int64)
    for t in range(len(log_probs) - 1, -1, -1):
        path[t] = at
        at -= back[t, at]
    return [int(np.flatnonzero(path == 2 * index + 1)[0]) for index in range(len(ids))]


def cuts(log_spectrum, spikes):
    """The teacher's spike comes about 210 ms after the onset of its syllable (measured on single words)."""
    energy = np.log(np.exp(log_spectrum[:, 4:200]).sum(1) + 1)
    energy = np.convolve(energy, [0.25, 0.5, 0.25], 'same')
    out, before = [], 3
    for spike in spikes[1:]:
        low = max(before, 3 * spike - 30)
        high = max(low + 1, min(3 * spike - 12, len(energy) - 3))
        away = np.abs(np.arange(low, high) - (3 * spike - 21)) / 9
        out.append(low + int(np.argmin(energy[low:high] + 1.2 * away)))
        before = out[-1] + 6
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('teacher', type=pathlib.Path)
    args = parser.parse_args()
    teacher = Teacher(args.teacher)
    for name in SETS:
        part, found = Part(args.cache, name), {}
        for row in tqdm(part.rows, desc=name, mininterval=5):
            ids = teacher.ids(row[4])
            if min(ids) < 0 or len(ids) < 2:
                continue
            x = part.spectrum(row)
            posteriors = teacher.posteriors(np.log(np.exp(x) @ teacher.bank)[None])[0]
            spikes = viterbi(0.7 * np.log(posteriors + 1e-4), ids)
            if spikes:
                found[row[0]] = cuts(x, spikes)
        (args.cache / f'{name}.cuts.json').write_text(json.dumps(found))
        print(f'{name}: {len(found)} of {len(part.rows)} aligned')


if __name__ == '__main__':
    main()
