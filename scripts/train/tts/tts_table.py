"""One speaker -> a voice without a network: mean sounds of five states (docs/model-formats.md).

    python -m tts.tts_table checkpoints/tts/slim.pt DATA_DIR voice.bin [--speaker S0150] [--texts 2000]

The voice with a network says sentences and made-up words in any number, so every initial has a sound of its
own before every final, every toned final one after every initial or none, and both at the edge of a pause. Recordings
(496 sentences) had too few of most: a third of the characters was recognised wrongly. A toned final that is too rare
takes the sound of its other tones and the contour of its tone in all finals.
"""

import argparse
import pathlib

import numpy as np
import torch
from tts import tts_speak
from tts import tts_table_file as table
from tts import tts_texts
from tts import tts_units
from asr import units
from tqdm import tqdm

SILENCE = 'sil'
BARE = '-'  # before a final without an initial, which begins differently
FEW, CONTEXT_FEW = 4, 3  # least instances for a sound, and for a sound of its own between certain neighbours
PART = table.STATES
SENTENCES = 0.4  # share of the texts; the others are made-up words
NAMES = (SILENCE, *units.INITIALS, *units.FINALS)
PAUSE = NAMES.index(SILENCE)
ANYWHERE = (table.ANY, table.ANY)


def group(name):
    """Class of a unit for its neighbours: one for each sound, regardless of tone."""
    return NAMES.index(name.rstrip('12345').removeprefix(BARE))


class Said:
    """A text said by the voice with a network: frames of 10 ms."""

    def __init__(self, tokens, lengths, frames):
        self.names = [SILENCE if token.unit == tts_units.SILENCE else token.unit for token in tokens]
        self.tones = [token.tone for token in tokens]
        self.lengths = lengths.tolist()
        self.hz, self.envelope, self.breath = frames[:, 0], frames[:, 1:65], frames[:, 65:]


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
        names = clip.names
        semitones = np.where(clip.hz > 0, 12 / np.log(2) * (np.log(np.maximum(clip.hz, 1)) - mean), np.nan)
        at = 0
        for number, (name, length) in enumerate(zip(names, clip.lengths, strict=True)):
            part = slice(at, at + length)
            at += length
            heard = (clip.envelope[part], clip.breath[part], clip.hz[part] > 0, semitones[part])
            left = group(names[number - 1]) if number else table.ANY
            right = group(names[number + 1]) if number + 1 < len(names) else table.ANY
            is_final = name in units.FINALS
            near = (left, table.ANY) if is_final else (table.ANY, right)
            # Sounds at the edge of a pause differ: they serve only where there is no other.
            if name == SILENCE:
                keys = [ANYWHERE]
            elif PAUSE not in (left, right):
                keys = [ANYWHERE, near]
            else:
                keys = [near] if is_final and left == PAUSE else [(left, right)]
            bare = number == 0 or names[number - 1] not in units.INITIALS
            unit = f'{BARE if bare else ""}{name}{clip.tones[number]}' if is_final else name
            for key in keys:
                found.setdefault(unit, {}).setdefault(key, Sum()).add(*heard)
            if is_final:
                tones.setdefault(clip.tones[number], Sum()).add(*heard)
    for own in found.values():
        if sum(total.count for key, total in own.items() if key == ANYWHERE) < FEW:
            edges = [total for key, total in own.items() if PAUSE in key]
            for total in edges:
                own.setdefault(ANYWHERE, Sum()).join(total)
    return found, tones


def sounds(found, tones):
    out = {}
    for name in (SILENCE, *units.INITIALS):
        if name in found:
            own = found[name]
            out[name] = {
                key: total.states() for key, total in own.items() if total.count >= CONTEXT_FEW or key[0] == key[1]
            }
    for final in (*units.FINALS, *(BARE + final for final in units.FINALS)):
        alike = Sum()
        for tone in tones:
            for key, total in found.get(f'{final}{tone}', {}).items():
                if key == ANYWHERE:
                    alike.join(total)
        if not alike.count:
            continue
        for tone in sorted(tones):
            own = found.get(f'{final}{tone}', {})
            whole = own.get(ANYWHERE)
            if whole and whole.count >= FEW:
                out[f'{final}{tone}'] = {
                    key: total.states() for key, total in own.items() if total is whole or total.count >= CONTEXT_FEW
                }
            else:
                frames = alike.frames / alike.count * (0.7 if tone == 5 else 1)
                out[f'{final}{tone}'] = {ANYWHERE: alike.states(tones[tone].contour(), frames)}
    return out


def kind(name):
    return 'pause' if name == SILENCE else 'consonant' if name in units.INITIALS else 'nucleus'


def said(speaker, name, texts, count, rng):
    """The voice's output for sentences and made-up words."""
    edge = tts_units.Token(tts_units.SILENCE, frames=tts_speak.EDGE_FRAMES)
    for at in tqdm(range(count), mininterval=5):
        if at < SENTENCES * count:
            tokens = tts_speak.tokens_of(texts.all[rng.integers(len(texts.all))])
        else:
            tokens = [edge, *tts_units.of_syllables(*texts.made_up(rng)), edge]
        if tokens is not None:
            frames, lengths = speaker.frames(tokens, name)
            yield Said(tokens, lengths, frames)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('weights', type=pathlib.Path)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--speaker', default='S0150')
    parser.add_argument('--texts', type=int, default=2000)
    parser.add_argument('--declination', type=float, default=2.0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    speaker = tts_speak.Speaker(args.weights)
    texts = tts_texts.Texts(args.data, speaker.names)
    clips = list(said(speaker, args.speaker, texts, args.texts, np.random.default_rng(1)))
    hz = np.concatenate([clip.hz[clip.hz > 0] for clip in clips])
    mean = float(np.log(hz).mean())
    found = sounds(*gather(clips, mean))
    listed = [(name, kind(name), group(name)) for name in found]
    data = table.voice_table(listed, found, mean_hz=float(np.exp(mean)), declination=args.declination)
    args.out.write_bytes(data)
    print(f'{args.out}: {len(listed)} units, {sum(map(len, found.values()))} sounds, {len(data)} bytes')


if __name__ == '__main__':
    main()
