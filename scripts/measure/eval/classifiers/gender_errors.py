"""Gender verdicts on recordings of known speakers, with the same graph and front end as the gateway's.

    npm run eval:gender -- DATA_DIR RUN_DIR [--model models/gender] [--seconds 1.0]

Without --model: cross validation, each speaker judged by the fold that has not heard it. RUN_DIR is that of
scripts/train/gender/gender_train.py. Clean, and through A-law with noise 15 dB under the speech.
"""

import argparse
import collections
import pathlib
import sys

import numpy as np
import onnxruntime
import soxr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / 'train'))
from gender import gender_pitch
from asr import spectrum

NAMES = 'FM'
SNR_DB = 15


def a_law(wave):
    """Encodes and decodes, at full scale 32768."""
    x = np.clip(wave / 32768, -1, 1)
    a = 87.6
    small = np.abs(x) < 1 / a
    scale = 1 + np.log(a)
    y = np.where(small, a * np.abs(x), 1 + np.log(np.maximum(a * np.abs(x), 1))) / scale
    y = (np.floor(y * 128) + 0.5) / 128
    back = np.where(y < 1 / scale, y * scale / a, np.exp(y * scale - 1) / a)
    return np.sign(x) * back * 32768


def disturbed(wave, rng, noises):
    noise = noises[rng.integers(len(noises))]
    at = rng.integers(0, max(1, len(noise) - len(wave)))
    noise = np.resize(noise[at:], len(wave))
    gain = np.sqrt((wave**2).mean() / max(1.0, (noise**2).mean()) * 10 ** (-SNR_DB / 10))
    return a_law(wave + gain * noise)


def session(folder):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(folder / 'model.onnx'), options, providers=['CPUExecutionProvider'])


def pieces(data, size):
    """Yields speaker and `size` samples; 0: whole recordings of half a second and more."""
    pending = collections.defaultdict(lambda: np.zeros(0))
    for _, speaker, wave in gender_pitch.clips(data):
        wave = soxr.resample(wave, 16000, 8000)
        if size == 0:
            if len(wave) >= 4000:
                yield speaker, wave
            continue
        wave = np.concatenate([pending[speaker], wave])
        for at in range(0, len(wave) - size + 1, size):
            if (wave[at : at + size] ** 2).mean() >= 100:
                yield speaker, wave[at : at + size]
        pending[speaker] = wave[len(wave) // size * size :]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('--model', type=pathlib.Path)
    parser.add_argument('--seconds', type=float, default=1.0, help='of speech in a verdict, words joined; 0: whole recordings')
    args = parser.parse_args()
    labels = {}
    for line in (args.run / 'gender-speakers.tsv').read_text().splitlines():
        _, speaker, median, _, _, label = line.split('\t')
        labels[speaker] = (label, int(median))
    judges = {}
    for folder in sorted(args.run.glob('fold-*')):
        for speaker in (folder / 'speakers.txt').read_text().split():
            judges[speaker] = [session(folder)]
    everyone = [session(folder) for folder in sorted(args.run.glob('fold-*'))]
    if args.model:
        judges, everyone = {}, [session(args.model)]
    rng = np.random.default_rng(4)
    noises = [soxr.resample(gender_pitch.load16k(path), 16000, 8000) for path in sorted(
        (args.data / 'augment').rglob('*.flac')) if path.stem.startswith('noise')]  # fmt: skip
    noises.append(rng.normal(0, 1000, 80000))
    size = int(args.seconds * 8000)
    counts = collections.defaultdict(lambda: np.zeros((2, 2), int))
    for speaker, piece in pieces(args.data, size):
        for at, sound in enumerate((piece, disturbed(piece, rng, noises))):
            rows = spectrum.log_mel(np.round(sound), 8000)[None].astype(np.float32)
            # Speakers of no fold were never in training: every fold judges them.
            scores = np.mean([judge.run(None, {'features': rows})[0][0] for judge in judges.get(speaker, everyone)], 0)
            counts[speaker][at, int(scores.argmax())] += 1
    print('speaker   F0 Hz  label  verdicts   F/M clean   F/M A-law+noise')
    right = collections.defaultdict(list)
    for speaker, found in counts.items():
        label, median = labels[speaker]
        print(f'{speaker:9} {median:5}  {label:5}  {found[0].sum():8}   {found[0, 0]:4}/{found[0, 1]:<4}   {found[1, 0]:4}/{found[1, 1]}')
        if label in NAMES:
            right[label].append(found[:, NAMES.index(label)] / found.sum(1))
    for label, shares in right.items():
        clean, disturbed_share = 100 * np.mean(shares, 0)
        print(f'{label}: {len(shares)} speakers, mean of speakers {clean:.1f} % clean, {disturbed_share:.1f} % A-law and noise, '
              f'worst {100 * np.min(shares, 0)[0]:.1f} % / {100 * np.min(shares, 0)[1]:.1f} %')  # fmt: skip


if __name__ == '__main__':
    main()
