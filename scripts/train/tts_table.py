"""Aligned recordings of one speaker -> a voice without a network: mean sounds of five states (docs/model-formats.md).

    python tts_table.py CACHE_DIR voice.bin [--speaker S0150]

A toned final that was heard too seldom takes the sound of its other tones and the contour of its tone in all finals.
"""

import argparse
import pathlib

import numpy as np
import tts_data
import tts_table_file as table
import tts_units
import units

SILENCE = 'sil'
PLACES = ('b p m f', 'd t n l z c s', 'zh ch sh r', 'j q x', 'g k h')
FEW, CONTEXT_FEW = 4, 10  # instances that make a sound, and one of its own between certain neighbours
PART = table.STATES


def group(name):
    """Class of a unit for its neighbours: silence, place of an initial, first vowel of a final."""
    if name == SILENCE:
        return 0
    for at, place in enumerate(PLACES):
        if name in place.split():
            return 1 + at
    final = name.rstrip('12345')
    if final in ('ii', 'iii'):
        return 10
    return {'i': 11, 'u': 12, 'v': 13, 'o': 14, 'e': 15}.get(final[0], 16)


class Sum:
    def __init__(self):
        self.count, self.frames = 0, 0.0
        self.envelope, self.breath = np.zeros((PART, table.ENVELOPE)), np.zeros((PART, table.BANDS))
        self.voiced, self.pitch, self.pitched = np.zeros(PART), np.zeros(PART), np.zeros(PART)

    def add(self, envelope, breath, voiced, semitones):
        length = len(envelope)
        part = np.minimum((np.arange(length) + 0.5) * PART / length, PART - 1e-6).astype(int)
        for state in range(PART):
            own = part == state
            if not own.any():
                own = np.arange(length) == min(length - 1, state * length // PART)
            self.envelope[state] += envelope[own].mean(0)
            self.breath[state] += breath[own].mean(0)
            self.voiced[state] += voiced[own].mean()
            heard = semitones[own][~np.isnan(semitones[own])]
            if len(heard):
                self.pitch[state] += heard.mean()
                self.pitched[state] += 1
        self.count += 1
        self.frames += length

    def join(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def contour(self):
        return self.pitch / np.maximum(self.pitched, 1)

    def states(self, contour=None, frames=None):
        n, contour = self.count, self.contour() if contour is None else contour
        milliseconds = min(255, 10 * (frames or self.frames / n) / PART)
        return [
            table.state(milliseconds, contour[s], self.voiced[s] / n, self.breath[s] / n, self.envelope[s] / n)
            for s in range(PART)
        ]


def gather(clips, mean):
    """-> {unit: {(left, right): Sum}} with tones, and mean contours and lengths of tones in all finals."""
    found, tones = {}, {}
    for clip in clips:
        ids, lengths = clip.tokens, clip.frames.tolist()
        names = [tts_units.NAMES[unit] for unit in ids[:, 0]]
        names = [SILENCE if name == tts_units.SILENCE else name for name in names]
        decibels, pitch = clip.decibels(), clip.pitch / 16.0
        semitones = np.where(pitch > 0, 12 * (np.log2(np.maximum(pitch, 1)) - mean), np.nan)
        at = 0
        for number, (name, length) in enumerate(zip(names, lengths, strict=True)):
            part = slice(at, at + length)
            at += length
            tone = int(ids[number, 1])
            unit = name + str(tone) if name in units.FINALS else name
            left = group(names[number - 1]) if number else table.ANY
            right = group(names[number + 1]) if number + 1 < len(names) else table.ANY
            keys = [(table.ANY, table.ANY)]
            if name in units.FINALS:
                keys.append((left, table.ANY))
            elif name != SILENCE:
                keys.append((table.ANY, right))
            for key in keys:
                total = found.setdefault(unit, {}).setdefault(key, Sum())
                total.add(decibels[part], clip.breath[part], clip.voiced[part], semitones[part])
            if name in units.FINALS:
                every = tones.setdefault(tone, Sum())
                every.add(decibels[part], clip.breath[part], clip.voiced[part], semitones[part])
    return found, tones


def sounds(found, tones):
    out = {}
    for name in (SILENCE, *units.INITIALS):
        if name in found:
            own = found[name]
            out[name] = {
                key: total.states() for key, total in own.items() if total.count >= CONTEXT_FEW or key[0] == key[1]
            }
    for final in units.FINALS:
        alike = Sum()
        for tone in tones:
            for key, total in found.get(f'{final}{tone}', {}).items():
                if key == (table.ANY, table.ANY):
                    alike.join(total)
        if not alike.count:
            continue
        for tone in sorted(tones):
            own = found.get(f'{final}{tone}', {})
            whole = own.get((table.ANY, table.ANY))
            if whole and whole.count >= FEW:
                out[f'{final}{tone}'] = {
                    key: total.states() for key, total in own.items() if total is whole or total.count >= CONTEXT_FEW
                }
            else:
                frames = alike.frames / alike.count * (0.7 if tone == 5 else 1)
                out[f'{final}{tone}'] = {(table.ANY, table.ANY): alike.states(tones[tone].contour(), frames)}
    return out


def kind(name):
    return 'pause' if name == SILENCE else 'consonant' if name in units.INITIALS else 'nucleus'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--speaker', default='S0150')
    parser.add_argument('--declination', type=float, default=2.0)
    args = parser.parse_args()
    clips = [c for group in tts_data.load(args.cache).values() for c in group if c.speaker == args.speaker]
    if not clips:
        raise SystemExit(f'no recordings of {args.speaker}')
    mean, _ = tts_data.pitch_of(clips)
    found = sounds(*gather(clips, mean / np.log(2)))
    listed = [(name, kind(name), group(name)) for name in found]
    data = table.voice_table(listed, found, mean_hz=float(np.exp(mean)), declination=args.declination)
    args.out.write_bytes(data)
    print(f'{args.out}: {len(listed)} units, {sum(map(len, found.values()))} sounds, {len(data)} bytes')


if __name__ == '__main__':
    main()
