"""Checks whether weights expect the vocal tracts of strangers: errors, and distance from the teacher, with moved
formants.

    python -m asr.checks.tracts DATA_DIR SLIM_DIR TEACHER_DIR [--speaker S0252] [--first 0] [--count 100]

Formants move in the features: each band takes the value at 1 / F times its frequency, the ends repeated; F below 1
lowers them. First the errors of the speaker's sentences and of the test students, then, without labels, the divergence (nats
a unit) from the teacher on the sound as it is, for men and women of LibriSpeech: least where the weights recognise
best. Weights without a bias have the minimum at 1.
"""

import argparse
import pathlib
import random

import numpy as np
from asr import evaluate, prepare, spectrum, targets
import torch
from asr.teacher import Teacher

FACTORS = (1.1, 1.05, 1.0, 0.95, 0.9, 0.85, 0.8)
RATES = (8000, 16000)
PEOPLE, SECONDS = 40, 6


def moved(rate, factor):
    """Matrix from log-mel features to those with formants at `factor` times their frequency."""
    bins, low, high = spectrum.BANDS[rate]
    edges = np.linspace(spectrum.mel(low), spectrum.mel(high), bins + 2)[1:-1]
    hz = 700 * np.expm1(edges / 1127)
    at = np.interp(spectrum.mel(hz / factor), edges, np.arange(bins))
    below = np.minimum(at.astype(int), bins - 2)
    matrix = np.zeros((bins, bins), np.float32)
    matrix[below, np.arange(bins)] = 1 - (at - below)
    matrix[below + 1, np.arange(bins)] += at - below
    return matrix


def strangers(data, sex, seed=3):
    """One clip of each of some LibriSpeech speakers: path, start and end in seconds."""
    clips = {}
    for row in prepare.table(data / 'voices-many/index.tsv'):
        if row['set'].startswith('librispeech') and row['sex'] == sex:
            clips.setdefault(row['speaker'], []).append(row)
    rng = random.Random(seed)
    chosen = rng.sample(sorted(clips), min(PEOPLE, len(clips)))
    return [rng.choice(clips[speaker]) for speaker in chosen]


def clip(data, row, rate):
    path, start = data / 'voices-many' / row['file'], float(row['start_s'])
    file_rate = evaluate.soundfile.info(path).samplerate
    first, last = (round(at * file_rate) for at in (start, min(float(row['end_s']), start + SECONDS)))
    return evaluate.wave_of(path, rate, 'clean', first, last)


def divergence(run, matrix, taught, rate):
    apart = said = 0.0
    for spread, features in taught:
        x = (features[rate] @ matrix).astype(np.float32)
        log_probs = run(x[: len(x) // 3 * 3][None])
        frames = min(len(log_probs), len(spread))
        own = spread[:frames]
        apart += (own * np.log(np.maximum(own, 1e-20)) - own * log_probs[:frames]).sum()
        said += (1 - own[:, 0]).sum()
    return apart / said


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('weights', type=pathlib.Path)
    parser.add_argument('teacher', type=pathlib.Path)
    parser.add_argument('--speaker', default='S0252')
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('--count', type=int, default=100)
    args = parser.parse_args()
    torch.set_num_threads(1)
    teacher = Teacher(args.teacher)
    taught = {}
    for sex in 'MF':
        taught[sex] = []
        for row in strangers(args.data, sex):
            mel = np.log(spectrum.power(clip(args.data, row, 16000), 16000) @ teacher.bank + 1e-3).astype(np.float32)
            spread = targets.later(teacher.by_unit(teacher.scores(mel[None])[0][0]))
            taught[sex].append((spread, {rate: spectrum.log_mel(clip(args.data, row, rate), rate) for rate in RATES}))
    for rate in RATES:
        run = evaluate.torch_log_probs(evaluate.load(args.weights / f'slim-{rate // 1000}k.pt')[0])
        sets = {
            args.speaker: evaluate.sentences(args.data, args.speaker, rate, limit=args.first + args.count)[args.first :],
            'students': evaluate.students(args.data, rate, limit=120),
        }
        for factor in FACTORS:
            matrix = moved(rate, factor)
            for name, items in sets.items():
                result = evaluate.score(run, [((x @ matrix).astype(np.float32), *rest) for x, *rest in items])
                kept = ' '.join(f'{key} {result[key]:.4g}' for key in ('toneless', 'tonal', 'leaned', 'ctc'))
                print(f'{rate} formants x {factor} {name}: {kept}', flush=True)
            for sex, clips in taught.items():
                apart = divergence(run, matrix, clips, rate)
                print(f'{rate} formants x {factor} strangers {sex}: divergence {apart:.3f}', flush=True)


if __name__ == '__main__':
    main()
