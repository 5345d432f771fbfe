"""Labels voices as male or female by their pitch: nobody has listened to the recordings.

    python -m gender.gender_pitch DATA_DIR RUN_DIR

Writes RUN_DIR/gender-speakers.tsv: set, speaker, median F0, quartiles, label (M, F, or ? between the limits). The
sources name the sex of two voices only, Yue Tan and Chen Wang: both women.
"""

import argparse
import pathlib

import numpy as np
import soxr
from tqdm import tqdm

from asr.prepare import load16k, table

RATE = 8000
FRAME, HOP = 400, 80  # 50 ms, 10 ms
LOW_HZ, HIGH_HZ = 65.0, 400.0
VOICED = 0.6  # normalised autocorrelation of a voiced frame, at least
MALE_BELOW, FEMALE_ABOVE = 150.0, 200.0
SPOKEN_BY_WOMEN = {'yuetan', 'chenwang'}
CLIPS = 60  # recordings that are measured of a speaker


def pitch(wave16k):
    """F0 in Hz of each voiced 50 ms frame. The shortest period within 10 % of the best avoids octaves too low; a median
    over five frames, octaves too high."""
    wave = soxr.resample(wave16k, 16000, RATE)
    if len(wave) < FRAME:
        return np.zeros(0)
    frames = np.lib.stride_tricks.sliding_window_view(wave, FRAME)[::HOP]
    frames = frames - frames.mean(1, keepdims=True)
    energy = (frames**2).sum(1)
    frames = frames[energy > energy.max() * 0.01]
    window = np.hanning(FRAME)
    spectrum = np.abs(np.fft.rfft(frames * window, 1024)) ** 2
    spectrum[:, : int(60 / RATE * 1024)] = 0
    spectrum[:, int(1200 / RATE * 1024) :] = 0
    auto = np.fft.irfft(spectrum)[:, : FRAME // 2]
    own = np.fft.irfft(np.abs(np.fft.rfft(window, 1024)) ** 2)[: FRAME // 2]
    auto = auto / np.maximum(auto[:, :1], 1e-9) / (own / own[0])
    first, last = int(RATE / HIGH_HZ), int(RATE / LOW_HZ)
    part = auto[:, first:last]
    best = part.max(1)
    peak = (part[:, 1:-1] >= part[:, :-2]) & (part[:, 1:-1] >= part[:, 2:]) & (part[:, 1:-1] >= 0.9 * best[:, None])
    voiced = (best > VOICED) & peak.any(1)
    hz = RATE / (peak[voiced].argmax(1) + 1 + first)
    if len(hz) < 5:
        return hz
    return np.median(np.lib.stride_tricks.sliding_window_view(hz, 5), axis=1)


def clips(data):
    """Yields set, speaker, wave; recordings evenly spread over the existing ones."""
    rows = {}
    for row in table(data / 'aishell-sample/trans.tsv'):
        rows.setdefault(('aishell', row['spk']), []).append((data / f'aishell-sample/flac/{row["id"]}.flac', None))
    for folder, name in (('audio-cmn-hsk', 'yuetan'), ('audio-cmn-syllables', 'chenwang'),
                         ('davin-pinyin-syllables', 'davin'), ('dspspeech20-zh', None)):  # fmt: skip
        for row in table(data / folder / 'index.tsv'):
            place = (float(row['start_s']), float(row['end_s']))
            rows.setdefault((folder, name or row['speaker']), []).append((data / folder / row['shard'], place))
    loaded = (None, None)
    for (name, speaker), found in tqdm(rows.items(), desc='pitch', mininterval=5):
        count = max(1, len(found) // CLIPS)
        for path, place in sorted(found[::count], key=lambda item: str(item[0])):
            if place is None:
                yield name, speaker, load16k(path)
                continue
            if loaded[0] != path:
                loaded = (path, load16k(path))
            yield name, speaker, loaded[1][int(place[0] * 16000) : int(place[1] * 16000)]


def label(speaker, median):
    if speaker in SPOKEN_BY_WOMEN:
        return 'F'
    return 'M' if median < MALE_BELOW else 'F' if median > FEMALE_ABOVE else '?'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    args = parser.parse_args()
    args.run.mkdir(parents=True, exist_ok=True)
    found = {}
    for name, speaker, wave in clips(args.data):
        found.setdefault((name, speaker), []).append(pitch(wave))
    lines = []
    for (name, speaker), parts in found.items():
        low, median, high = np.percentile(np.concatenate(parts), [25, 50, 75])
        lines.append(f'{name}\t{speaker}\t{median:.0f}\t{low:.0f}\t{high:.0f}\t{label(speaker, median)}\n')
    (args.run / 'gender-speakers.tsv').write_text(''.join(lines))
    print(''.join(lines))


if __name__ == '__main__':
    main()
