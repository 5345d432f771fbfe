"""Says the cached recordings again in other voices, so that few speakers become many: pitch and formants apart.

    python -m asr.voices DATA_DIR CACHE_DIR [--set aishell] [--minutes 20] [--hold-out S0252]

WORLD (Morise et al. 2016; the pyworld package) takes a recording apart into pitch, spectral envelope and aperiodicity;
each copy gets its own tract length, pitch, pitch range and breath. Writes CACHE_DIR/<set>-voices.u8 and .json with the
rows of prepare.py; ids keep their original before a `~`, so that cuts and held-out speakers still apply.
"""

import argparse
import json
import pathlib
import time

import numpy as np
from asr import prepare
import pyworld
import soundfile
from asr import spectrum
from tqdm import tqdm

RATE = 16000


def analyse(wave):
    x = wave.astype(np.float64) / 32768.0
    pitch, at = pyworld.dio(x, RATE, f0_floor=65.0, f0_ceil=500.0, frame_period=10.0)
    pitch = pyworld.stonemask(x, pitch, at, RATE)
    return pitch, pyworld.cheaptrick(x, pitch, at, RATE), pyworld.d4c(x, pitch, at, RATE)


def warp(envelope, factor):
    """Moves formants to `factor` times their frequency."""
    bins = envelope.shape[1]
    source = np.clip(np.arange(bins) / factor, 0, bins - 1.001)
    low = source.astype(np.int64)
    part = source - low
    logs = np.log(envelope)
    return np.exp(logs[:, low] * (1 - part) + logs[:, low + 1] * part)


def other_voice(parts, rng):
    pitch, envelope, breath = parts
    voiced = pitch > 0
    middle = np.exp(np.log(pitch[voiced]).mean()) if voiced.any() else 150.0
    male = rng.random() < 0.5
    target = rng.uniform(80, 165) if male else rng.uniform(150, 290)
    factor = rng.uniform(0.8, 1.05) if male else rng.uniform(0.9, 1.2)
    swing = rng.uniform(0.75, 1.3)
    moved = np.where(voiced, target * (np.maximum(pitch, 1.0) / middle) ** swing, 0.0)
    tilt = np.exp(rng.normal(0, 0.6) * (np.linspace(0, 1, envelope.shape[1]) - 0.3))
    shaped = np.maximum(warp(envelope, factor) * tilt, 1e-16)
    noisy = np.clip(warp(np.maximum(breath, 1e-6), factor) ** rng.uniform(0.6, 1.4), 0, 1)
    wave = pyworld.synthesize(moved, np.ascontiguousarray(shaped), np.ascontiguousarray(noisy), RATE, 10.0)
    peak = np.abs(wave).max() + 1e-9
    return wave / peak * rng.uniform(0.2, 0.7) * 32767.0


def recordings(data, name):
    """-> a function from a row of the cache to its samples as they were packed."""
    if name == 'aishell':
        return lambda row: prepare.load16k(data / f'aishell-sample/flac/{row[0]}.flac')
    index = {row['id']: row for row in prepare.table(data / name / 'index.tsv')}

    def load(row):
        entry = index[row[0]]
        path = data / name / entry['shard']
        rate = soundfile.info(path).samplerate
        start, stop = (round(float(entry[key]) * rate) for key in ('start_s', 'end_s'))
        wave, _ = soundfile.read(path, dtype='float32', start=start, stop=stop)
        if rate != RATE:
            wave = prepare.soxr.resample(wave, rate, RATE)
        return prepare.trim(wave * 32768.0)

    return load


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('--set', default='aishell')
    parser.add_argument('--minutes', type=float, default=20, help='stops after this much work')
    parser.add_argument('--copies', type=int, default=6)
    parser.add_argument('--seed', type=int, default=5)
    parser.add_argument('--hold-out', nargs='*', default=[], help='speakers that the run does not use, left out')
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    rows = json.loads((args.cache / f'{args.set}.json').read_text())
    rows = [row for row in rows if row[3] >= 40 and row[1] not in args.hold_out]
    load, started = recordings(args.data, args.set), time.time()
    writer = prepare.Writer(args.cache, f'{args.set}-voices')
    order = rng.permutation(len(rows))
    for copy in range(args.copies):
        for at in tqdm(order, desc=f'{args.set} {copy}', mininterval=10):
            if time.time() - started > args.minutes * 60:
                break
            ident, speaker, _, frames, syllables, text = rows[at]
            wave = load(rows[at])
            said = other_voice(analyse(wave), rng)[: len(wave)]
            said = np.pad(said, (0, len(wave) - len(said))) + rng.normal(0, rng.uniform(1, 8), len(wave))
            writer.add(f'{ident}~{copy}', speaker, said, syllables, text)
    writer.close()


if __name__ == '__main__':
    main()
