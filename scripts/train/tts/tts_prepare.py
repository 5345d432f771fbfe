"""Recordings -> vocoder frames every 10 ms, outside of the project: envelope, pitch, aperiodicity, spoken syllables.

    python -m tts.tts_prepare DATA_DIR CACHE_DIR [--only aishell,hsk,syllables,davin,students]

Writes CACHE_DIR/<set>.npz (envelope uint8 [frames, 64] of 0.5 dB from -120 dB, pitch uint16 of 1/16 Hz, aperiodicity
uint8 [frames, 5]) and <set>.json (rows: id, speaker, first frame, frames, syllables, starts of words, text). Every
recording is brought to the same loudness. The frames are those of the vocoder (docs/model-formats.md).
"""

import argparse
import json
import pathlib

import numpy as np
import pyworld
from tts import tts_pitch
from tts import tts_text
from asr import units
from asr.prepare import load16k, table
from tqdm import tqdm

RATE, HOP, SIZE = 16000, 160, 1024
BINS = 64
FLOOR_DB, STEP_DB = -120.0, 0.5
LOUD_DB = -23.0  # root mean square of the loud frames
OCTAVE = 0.6  # in ln Hz; further from the middle is an error of the pitch track
MARGIN = 2400  # samples of silence kept on either side
BANDS_HZ = ((0, 1000), (1000, 2000), (2000, 4000), (4000, 6000), (6000, 8000))
STUDENT_TAKES = 1  # takes of each word


def mel(hz):
    return 2595 * np.log10(1 + np.asarray(hz) / 700)


def mel_points():
    """Frequencies in Hz of the envelope's 64 values."""
    return 700 * (10 ** (np.linspace(0, mel(8000), BINS) / 2595) - 1)


def mel_weights():
    """[64, 513]: triangles one step wide to either side, so that the harmonic ripple is not sampled."""
    at = mel(np.linspace(0, RATE / 2, SIZE // 2 + 1))
    step = mel(8000) / (BINS - 1)
    weights = np.maximum(1 - np.abs(at[None] - mel(mel_points())[:, None]) / step, 0)
    return weights / weights.sum(1, keepdims=True)


MEL = mel_weights()


def loudness(wave):
    energy = (wave[: len(wave) // HOP * HOP].reshape(-1, HOP) ** 2).mean(1)
    return 10 * np.log10(energy[energy >= np.percentile(energy, 60)].mean() + 1e-12)


def trimmed(wave):
    """Silence before and after is cut to MARGIN."""
    energy = np.sqrt((wave[: len(wave) // HOP * HOP].reshape(-1, HOP) ** 2).mean(1) + 1e-10)
    loud = np.flatnonzero(energy > max(np.percentile(energy, 95) * 0.02, 2e-4))
    if len(loud) == 0:
        return wave
    return wave[max(0, loud[0] * HOP - MARGIN) : (loud[-1] + 1) * HOP + MARGIN]


def levelled(wave):
    return wave * 10 ** ((LOUD_DB - loudness(wave)) / 20)


def envelope_of(wave, pitch, times):
    """Unvoiced frames are analysed with a window as long as that of their voiced neighbours: CheapTrick's own, 6 ms
    every 10 ms, makes hoarse noise of them (51 % character error on copies, 43 % with the long window; 36 % as
    recorded)."""
    middle = np.median(pitch[pitch > 0]) if pitch.any() else 180.0
    at = np.flatnonzero((pitch > 0) & (np.abs(np.log(np.maximum(pitch, 1) / middle)) < OCTAVE))
    steady = np.exp(np.interp(np.arange(len(pitch)), at, np.log(pitch[at]))) if len(at) else np.full(len(pitch), middle)
    power = pyworld.cheaptrick(wave, steady, times, RATE, fft_size=SIZE)
    return 10 * np.log10(np.maximum(power, 1e-13)) @ MEL.T


def analyse(wave):
    """wave: float64, full scale 1 -> envelope in dB [T, 64], pitch in Hz [T] (0 unvoiced), aperiodicity [T, 5]."""
    pitch, times = tts_pitch.track(wave)
    envelope = envelope_of(wave, pitch, times)
    breath = pyworld.d4c(wave, pitch, times, RATE, fft_size=SIZE) ** 2
    edges = [(low * SIZE // RATE, high * SIZE // RATE) for low, high in BANDS_HZ]
    bands = np.stack([breath[:, low:high].mean(1) for low, high in edges], 1)
    return envelope, pitch, bands


class Writer:
    def __init__(self, cache, name):
        self.path, self.rows, self.total = cache / name, [], 0
        self.parts = {'envelope': [], 'pitch': [], 'aperiodicity': []}

    def add(self, ident, speaker, wave, spoken, text):
        wave = trimmed(wave.astype(np.float64) / 32768.0)
        if len(wave) >= RATE // 5:
            self.put(ident, speaker, analyse(levelled(wave)), spoken, text)

    def put(self, ident, speaker, frames, spoken, text):
        envelope, pitch, bands = frames
        self.parts['envelope'].append(np.clip(np.round((envelope - FLOOR_DB) / STEP_DB), 0, 255).astype(np.uint8))
        self.parts['pitch'].append(np.round(pitch * 16).astype(np.uint16))
        self.parts['aperiodicity'].append(np.round(np.clip(bands, 0, 1) * 255).astype(np.uint8))
        self.rows.append([ident, speaker, self.total, len(pitch), spoken[0], spoken[1], text])
        self.total += len(pitch)

    def close(self):
        np.savez(self.path.with_suffix('.npz'), **{name: np.concatenate(part) for name, part in self.parts.items()})
        self.path.with_suffix('.json').write_text(json.dumps(self.rows, ensure_ascii=False))
        print(f'{self.path.name}: {len(self.rows)} recordings, {self.total / 6000:.1f} min', flush=True)


def aishell(data, writer):
    for row in tqdm(table(data / 'aishell-sample/trans.tsv'), desc='aishell', mininterval=5):
        spoken = tts_text.spoken(row['text'])
        if spoken:
            wave = load16k(data / f'aishell-sample/flac/{row["id"]}.flac')
            writer.add(row['id'], row['spk'], wave, spoken, row['text'])


def shards(folder, speaker, label):
    def fill(data, writer):
        loaded, taken = (None, None), {}
        for row in tqdm(table(data / folder / 'index.tsv'), desc=folder, mininterval=5):
            spoken = label(row['text'])
            who = row.get('speaker', speaker)
            if not spoken:
                continue
            if not speaker:
                taken[who, row['text']] = taken.get((who, row['text']), 0) + 1
                if taken[who, row['text']] > STUDENT_TAKES:
                    continue
            if loaded[0] != row['shard']:
                loaded = (row['shard'], load16k(data / folder / row['shard']))
            wave = loaded[1][round(float(row['start_s']) * RATE) : round(float(row['end_s']) * RATE)]
            writer.add(row['id'], who, wave, spoken, row['text'])

    return fill


def syllable(text):
    text = text if text[-1:].isdigit() else text + '5'
    return ([text], [True]) if units.split(text) else None


SETS = {
    'aishell': aishell,
    'audio-cmn-hsk': shards('audio-cmn-hsk', 'yuetan', tts_text.spoken),
    'audio-cmn-syllables': shards('audio-cmn-syllables', 'chenwang', syllable),
    'davin-pinyin-syllables': shards('davin-pinyin-syllables', 'davin', syllable),
    'dspspeech20-zh': shards('dspspeech20-zh', '', tts_text.spoken),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('--only', default='', help='some of: ' + ', '.join(SETS))
    args = parser.parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    for name, fill in SETS.items():
        if not args.only or name in args.only.split(','):
            writer = Writer(args.cache, name)
            fill(args.data, writer)
            writer.close()


if __name__ == '__main__':
    main()
