"""Ordinary sentences, and the same ones in an artificially raised voice (nobody here has shouted).

    python scripts/measure/eval/classifiers/emotion_set.py DATA OUT

OUT/speech.s16: 8 kHz samples; OUT/noise.s16: noises; OUT/sentences.json: [{speaker, strength, of, at, samples,
characters}] in the order of speech.s16. `strength` -1: as recorded; 0: taken apart and put together by WORLD, nothing
changed; 1 and more: raised, `of` is the index of the recorded sentence.
"""

import argparse
import json
import pathlib
import sys

import numpy as np
import pyworld
import soxr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / 'train'))
from vad import vad_sources

RATE = 8000
WORLD_RATE = 16000  # WORLD finds no aperiodicity at 8 kHz
# Pitch, level in dB, dB an octave above 1 kHz, tempo.
STRENGTHS = [
    (1.0, 0, 0, 1.0),
    (1.15, 3, 1, 1.05),
    (1.3, 6, 3, 1.15),
    (1.45, 9, 3, 1.15),
    (1.6, 12, 3, 1.15),
    (1.3, 0, 3, 1.15),  # a telephone that evens out the level
    (1.0, 12, 3, 1.15),  # loud, not higher
    (1.3, 12, 0, 1.15),  # loud and higher, nothing flatter
]
RAISED = (6, 8)  # of a session of ten
SESSIONS = 30


def raised(wave):
    """Yields the wave in all strengths."""
    wide = soxr.resample(wave, RATE, WORLD_RATE).astype(np.float64)
    pitch, times = pyworld.dio(wide, WORLD_RATE, 65, 500, frame_period=5)
    pitch = pyworld.stonemask(wide, pitch, times, WORLD_RATE)
    envelope = pyworld.cheaptrick(wide, pitch, times, WORLD_RATE)
    breath = pyworld.d4c(wide, pitch, times, WORLD_RATE)
    hz = np.linspace(0, WORLD_RATE / 2, envelope.shape[1])
    octaves = np.log2(np.maximum(hz, 1000) / 1000)
    for pitch_ratio, level, tilt, tempo in STRENGTHS:
        tilted = envelope * 10 ** (tilt * octaves / 10)
        made = pyworld.synthesize(pitch * pitch_ratio, tilted, breath, WORLD_RATE, 5 / tempo)
        made = soxr.resample(made, WORLD_RATE, RATE)
        power = np.sqrt((wave**2).mean() / max((made**2).mean(), 1e-12))
        yield made * power * 10 ** (level / 20)


def sentences(data):
    """Yields speaker, wave, characters. Students say words: four make a sentence."""
    for row in vad_sources.table(data / 'aishell-sample/trans.tsv'):
        yield row['spk'], vad_sources.read(data / f'aishell-sample/flac/{row["id"]}.flac'), len(row['text'])
    words = {}
    for row, sound in vad_sources.shards(data / 'dspspeech20-zh'):
        said = words.setdefault(row['speaker'], [])
        said.append(sound)
        if len(said) == 4:
            yield row['speaker'], np.concatenate([np.append(each, np.zeros(800)) for each in said]), 8
            said.clear()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows, parts, at = [], [], 0

    def add(wave, **row):
        nonlocal at
        parts.append(np.clip(np.round(wave * 32768), -32768, 32767).astype('<i2'))
        rows.append({**row, 'at': at, 'samples': len(wave)})
        at += len(wave)

    counts = {}
    for speaker, wave, characters in sentences(args.data):
        place = counts[speaker] = counts.get(speaker, -1) + 1
        session, number = divmod(place, 10)
        of = len(rows)
        add(wave, speaker=speaker, strength=-1, of=of, characters=characters)
        student = speaker.startswith('FDA')
        if number in RAISED and session < (1 if student else SESSIONS):
            for strength, made in enumerate(raised(wave)):
                add(made, speaker=speaker, strength=strength, of=of, characters=characters)
    noises = [vad_sources.read(path) for path in sorted((args.data / 'augment').glob('noise*.flac'))]
    noises = [each / np.sqrt((each**2).mean()) * 1000 for each in noises]
    np.clip(np.concatenate(noises), -32768, 32767).astype('<i2').tofile(args.out / 'noise.s16')
    np.concatenate(parts).tofile(args.out / 'speech.s16')
    (args.out / 'sentences.json').write_text(json.dumps(rows))
    print(f'{len(rows)} sentences, {at / RATE / 60:.0f} min')


if __name__ == '__main__':
    main()
