"""Recordings and made-up music -> rows and labels for training, outside of the project.

    python -m vad.vad_prepare DATA CACHE [--hours 12] [--seed 7]

CACHE/vad-rows.npy: float16 [clips, 1200, 40]; CACHE/vad-labels.npy: uint8 [clips, 1200], 1 speech, 2 music, 4 tone.
"""

import argparse
import pathlib
import pickle

import numpy as np
from tqdm import tqdm

from vad import vad_features
from vad import vad_mix
from vad import vad_scores
from vad import vad_sources

FRAMES = 1200
CODED = 0.18  # share of the clips that go through Speex, Opus or GSM


def sources(data, cache, seed):
    """The decoded parts, which are kept because decoding takes minutes."""
    kept = cache / 'vad-sources.pickle'
    if not kept.exists():
        music = vad_scores.render(cache, seed, 40, False)
        parts = vad_sources.parts(data, False, music)
        kept.write_bytes(pickle.dumps(parts, protocol=5))
    return pickle.loads(kept.read_bytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('--hours', type=float, default=12)
    parser.add_argument('--seed', type=int, default=7)
    args = parser.parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    mixer = vad_mix.Mixer(sources(args.data, args.cache, args.seed), args.seed)
    clips = int(args.hours * 360000 / FRAMES)
    rows = np.zeros((clips, FRAMES, vad_features.BANDS), np.float16)
    labels = np.zeros((clips, FRAMES), np.uint8)
    waiting = {'speex': [], 'opus': [], 'gsm': []}
    for index in tqdm(range(clips), mininterval=5):
        sound, label = mixer.clip(FRAMES)
        labels[index] = label['speech'] + 2 * label['music'] + 4 * label['tone']
        if mixer.rng.random() < CODED:
            waiting[str(mixer.rng.choice(list(waiting)))].append((index, sound))
        else:
            rows[index] = vad_features.rows(sound.astype(np.float32) / 32768)
    for codec, items in waiting.items():
        if not items:
            continue
        back = vad_mix.coded(np.concatenate([sound for _, sound in items]), codec).reshape(len(items), -1)
        for (index, _), sound in zip(items, back, strict=True):
            rows[index] = vad_features.rows(sound.astype(np.float32) / 32768)
    np.save(args.cache / 'vad-rows.npy', rows)
    np.save(args.cache / 'vad-labels.npy', labels)
    share = [(labels >> bit & 1).mean() for bit in range(3)]
    print(f'{clips} clips; speech {share[0]:.2f}, music {share[1]:.2f}, tone {share[2]:.2f} of the frames')


if __name__ == '__main__':
    main()
