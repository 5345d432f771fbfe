"""The telephone mix that judges voice activity detectors; nobody in it was heard in training.

    python scripts/measure/eval/classifiers/vad_set.py DATA OUT [--seed 20261121] [--font /usr/share/sounds/sf2/TimGM6mb.sf2]

OUT/mix.s16 and OUT/dry.s16: 8 kHz samples of all clips and of their clean speech alone; OUT/labels.u8: for every 10 ms
1 speech, 2 music, 4 tone; OUT/clips.json: [{group, frames, speaker}].
"""

import argparse
import json
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / 'train'))
from vad import vad_mix
from vad import vad_scores
from vad import vad_sources

FRAMES = 2000
# name, condition, signal-to-noise ratio, somebody talks, clips
GROUPS = [
    ('clean', 'clean', None, True, 30),
    *((f'noise {db} dB', 'noise', db, True, 24) for db in (20, 10, 5, 0)),
    *((f'speech over music {db} dB', 'music', db, True, 15) for db in (15, 5)),
    ('speech and tones', 'tones', None, True, 30),
    ('music alone', 'music', 5, False, 24),
    ('tones alone', 'tones', None, False, 24),
    ('noise alone', 'noise', 10, False, 12),
    *((f'babble {db} dB', 'babble', db, True, 24) for db in (20, 10, 5)),
    ('speech over songs 5 dB', 'song', 5, True, 15),
    ('babble alone', 'babble', 10, False, 18),
    ('songs alone', 'song', 5, False, 18),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--seed', type=int, default=20261121)
    parser.add_argument('--font', default='/usr/share/sounds/sf2/TimGM6mb.sf2')
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    music = vad_scores.render(args.out, args.seed, 20, True, args.font)
    mixer = vad_mix.Mixer(vad_sources.parts(args.data, True, music), args.seed, True)
    mix, dry, labels, clips = [], [], [], []
    for name, condition, decibel, talks, count in GROUPS:
        for number in range(count):
            sound, label = mixer.clip(FRAMES, condition, decibel, talks)
            if number % 5 == 4:
                sound = vad_mix.coded(sound, ('speex', 'opus', 'gsm')[number // 5 % 3])
            mix.append(sound)
            dry.append(np.clip(label['dry'] * 2000, -32768, 32767).astype(np.int16))
            labels.append((label['speech'] + 2 * label['music'] + 4 * label['tone']).astype(np.uint8))
            clips.append({'group': name, 'frames': FRAMES, 'speaker': mixer.speaker if talks else ''})
    np.concatenate(mix).astype('<i2').tofile(args.out / 'mix.s16')
    np.concatenate(dry).astype('<i2').tofile(args.out / 'dry.s16')
    np.concatenate(labels).tofile(args.out / 'labels.u8')
    (args.out / 'clips.json').write_text(json.dumps(clips))
    print(f'{len(clips)} clips, {len(clips) * FRAMES / 360000:.2f} h, speech in {np.mean(np.concatenate(labels) & 1):.2f}')


if __name__ == '__main__':
    main()
