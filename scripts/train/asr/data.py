"""Batches from the cache: sentences, words and syllables joined into sentences, augmented, with the teacher's targets."""

import json
import pathlib

from asr import augment
import numpy as np
from asr import spectrum
from asr import targets
from asr import units

STUDENT_TEST = {f'FDA{n:02d}' for n in (8, 11, 20, 32, 15, 26, 28, 34)}
GAP_FRAMES = 24
HISS = 0.45  # share of white noise among noises
NOISY, MASKED = 0.35, 0.15  # shares; a student far from its teacher needs no masks
TELEPHONE = 0.35  # share of the wide-band model's sequences
SPLICED = 0.5  # share of the sentences; whole ones would be memorised soon
WHOLE = (0.4, 0.6)  # shares of the whole sentences: as recorded, in other voices
# share of the batches, rate of speech low and high
MIXES = {
    'sentence': (0.36, 0.85, 1.25),
    'hsk': (0.26, 0.95, 1.7),
    'syllable': (0.12, 1.0, 2.1),
    'students': (0.09, 0.85, 1.25),
    'espeak': (0.21, 0.85, 1.25),
    'foreign': (0.0, 0.85, 1.25),  # only the teacher gives targets for it
}
UNTAUGHT, UNLABELLED = 'espeak', 'foreign'
TAUGHT = tuple(name for name in MIXES if name != UNTAUGHT)


class Part:
    def __init__(self, cache, name):
        self.rows = json.loads((cache / f'{name}.json').read_text())
        self.original = name.removesuffix('-voices')
        self.targets = None
        cuts = cache / f'{self.original}.cuts.json'
        self.cuts = json.loads(cuts.read_text()) if cuts.exists() else {}
        self.data = np.memmap(cache / f'{name}.u8', np.uint8, 'r').reshape(-1, augment.BINS)

    def keep(self, test):
        self.rows = [row for row in self.rows if test(row)]
        return self

    def cuts_of(self, row):
        return self.cuts.get(row[0].split('~')[0])

    def spectrum(self, row, start=0, frames=None):
        start = row[2] + start
        end = row[2] + row[3] if frames is None else start + frames
        return self.data[start:end].astype(np.float32) * spectrum.CACHE_STEP


class Sound:
    """A sequence under construction: log spectra, labels, and the places of the teacher's frames of each piece."""

    def __init__(self):
        self.pieces, self.labels, self.heard, self.frames = [], [], [], 0

    def append(self, x):
        self.pieces.append(x)
        self.frames += len(x)

    def add(self, x, tempo, gain, labels, part, row, cut, heard=None):
        """A piece x of a recording, from its frame `cut` on; `heard` are the teacher's frames that go with it."""
        before, x = len(x), augment.stretch(x, tempo)
        if part.targets:
            first, last = heard or (0, part.targets.of(row[0])[1])
            times = targets.moved(first, last, cut, before, len(x), self.frames)
            values, late = part.targets.read(row[0], first, last)
            self.heard.append((times + late, values))
        self.append(x + gain)
        self.labels += labels

    def after(self, frames):
        """Returns the same sound, later by a number of frames."""
        self.heard = [(times + frames, values) for times, values in self.heard]


class Corpus:
    def __init__(self, cache, hold_out, mixes=None, all_students=False, taught=(), transcript=targets.TRANSCRIPT, listen=None,
                 tracts=None, masked=MASKED, noisy=NOISY):  # fmt: skip
        """`taught` are the kinds of speech with the teacher's targets; `masked` and `noisy` are shares of the
        sequences."""
        cache = pathlib.Path(cache)
        hold_out = {*hold_out, *(() if all_students else STUDENT_TEST)}

        def parts(*names):
            """voices.py may have written other voices of a set beside it."""
            wanted = [copy for name in names for copy in (name, f'{name}-voices') if (cache / f'{copy}.json').exists()]
            kept = [Part(cache, name).keep(lambda row: row[1] not in hold_out) for name in wanted]
            return [part for part in kept if part.rows]

        self.parts = {
            'sentence': parts('aishell'),
            'hsk': parts('audio-cmn-hsk'),
            'syllable': parts('audio-cmn-syllables', 'davin-pinyin-syllables'),
            'students': parts('dspspeech20-zh'),
            'espeak': parts('espeak', 'prompts'),
            'foreign': parts('voices-foreign', 'voices-many'),
        }
        self.noise = Part(cache, 'noise')
        self.mixes = {name: values for name, values in (mixes or MIXES).items() if self.parts[name]}
        self.taught, self.tracts, self.masked, self.noisy = taught, tracts, masked, noisy
        self.listener = targets.Listener(cache, listen, transcript) if listen else None
        heard = {}
        for part in [part for name in self.mixes if name in taught and not listen for part in self.parts[name]]:
            if part.original not in heard:
                heard[part.original] = targets.Targets(cache, part.original, transcript)
            part.targets = heard[part.original]
        self.voices = {}
        for name in self.mixes:
            by_speaker = {}
            for part, row in [(part, row) for part in self.parts[name] for row in part.rows]:
                by_speaker.setdefault(row[1], []).append((part, row))
            frames = np.array([sum(row[3] for _, row in pool) for pool in by_speaker.values()])
            self.voices[name] = list(by_speaker.values()), frames / frames.sum()

    def _voice(self, mix, rng):
        """All recordings of one speaker, drawn by their length; those of unknown people pass for one speaker."""
        pools, share = self.voices[mix]
        return pools[rng.choice(len(pools), p=share)]

    def _silence(self, x, frames, rng):
        floor = np.percentile(x, 8, axis=0).astype(np.float32)
        return floor + np.log(rng.exponential(1.0, (frames, augment.BINS)) + 0.05).astype(np.float32) * 0.7

    def _joined(self, mix, rng, target):
        """Words of one voice in a row, cut close, with small gaps, up to `target` frames."""
        _, low, high = self.mixes[mix]
        pool = self._voice(mix, rng)
        tempo, sound = rng.uniform(low, high), Sound()
        while sound.frames < target:
            part, row = pool[rng.integers(len(pool))]
            x = part.spectrum(row)
            edge = int(rng.integers(0, 7))
            if mix != 'students' and len(x) > 30:
                x = x[edge : len(x) - edge]
            else:
                edge = 0
            faster = tempo * rng.uniform(0.9, 1.1)
            if sound.frames + len(x) / faster > target and sound.frames:
                break
            sound.add(x, faster, rng.normal(0, 0.35), row[4], part, row, edge)
            if rng.random() < 0.3:
                sound.append(self._silence(sound.pieces[-1], int(rng.integers(1, GAP_FRAMES)), rng))
        return sound

    def _spliced(self, mix, rng, target):
        """Pieces of 1-5 syllables of one voice's sentences, in a random order."""
        _, low, high = self.mixes[mix]
        pool = self._voice(mix, rng)
        tempo, sound, misses = rng.uniform(low, high), Sound(), 0
        while sound.frames < target and misses < 300:
            part, row = pool[rng.integers(len(pool))]
            cuts = part.cuts_of(row)
            if not cuts:
                misses += 1
                continue
            edges, count = [0, *cuts, row[3]], len(row[4])
            first = int(rng.integers(0, count))
            last = min(count, first + int(rng.integers(1, 6)))
            x = part.spectrum(row, edges[first], edges[last] - edges[first])
            faster = tempo * rng.uniform(0.92, 1.08)
            if sound.frames + len(x) / faster > target and sound.frames:
                break
            heard = None
            if part.targets:  # a spike may come after the cut that ends its syllable: it stays with its syllable
                _, frames, bounds = part.targets.of(row[0])
                bounds = [0, *bounds, frames]
                heard = bounds[first], bounds[last]
            sound.add(x, faster, rng.normal(0, 0.25), row[4][first:last], part, row, edges[first], heard)
        return sound if sound.frames else self._whole(mix, rng, target)

    def _whole(self, mix, rng, target):
        """One sentence (or two short ones) no longer than `target` frames at a random tempo."""
        _, low, high = self.mixes[mix]
        tempo = rng.uniform(low, high)
        parts = self.parts[mix]
        pool = parts[rng.choice(len(parts), p=np.array(WHOLE[: len(parts)]) / sum(WHOLE[: len(parts)]))]
        best = None
        for _ in range(12):
            row = pool.rows[rng.integers(len(pool.rows))]
            if row[3] / tempo <= target and (best is None or row[3] > best[3]):
                best = row
            if best is not None and best[3] / tempo > 0.8 * target:
                break
        if best is None:
            best = min(pool.rows[:50], key=lambda row: row[3])
        sound = Sound()
        sound.add(pool.spectrum(best), tempo, 0.0, best[4], pool, best, 0)
        return sound

    def _noise(self, frames, rng):
        kind = rng.random()
        if kind < 0.35:
            return augment.stationary(rng, frames)
        if kind < 0.7:
            row = self.noise.rows[rng.integers(len(self.noise.rows))]
            if row[3] > frames:
                return np.exp(self.noise.spectrum(row, int(rng.integers(0, row[3] - frames)), frames))
        mix = self.parts['sentence'][0] if kind < 0.9 else self.parts['espeak'][0]
        out = np.zeros((frames, augment.BINS), np.float32)
        for _ in range(rng.integers(2, 6)):  # babble
            x = np.exp(mix.spectrum(mix.rows[rng.integers(len(mix.rows))]))
            out += np.resize(np.roll(x, rng.integers(0, len(x)), 0), out.shape)
        return out

    def sequence(self, mix, target, rng, rate, gain, bank):
        """-> log-mel [target, bins], syllables, the teacher's targets of its 30 ms frames."""
        if mix in ('sentence', 'espeak'):
            make = self._spliced if rng.random() < SPLICED else self._whole
        else:
            make = self._joined
        sound = make(mix, rng, target)
        x = np.concatenate(sound.pieces)[:target]
        if len(x) < target:
            before = int(rng.integers(0, min(30, target - len(x)) + 1))
            silence = self._silence(x, target - len(x), rng)
            x = np.concatenate([silence[:before], x, silence[before:]])
            sound.after(before)
        x = augment.voice(x, rng, 'generated') if mix == 'espeak' else augment.voice(x, rng, tracts=self.tracts)
        taught = self._taught(mix, x, sound, target)
        power = np.exp(x)
        if rng.random() < 0.2:
            power = augment.room(power, rng)
        power = power * augment.equaliser(rng)
        if rng.random() < self.noisy:
            if rng.random() < HISS:
                power = augment.add_hiss(power, rng, rng.uniform(10, 32))
            else:
                power = augment.add_noise(power, self._noise(target, rng), rng.uniform(5, 36))
        if rng.random() < 0.5:
            power = augment.codec(power, rng)
        if rate > 8000 and rng.random() < TELEPHONE:
            power = augment.telephone(power, rng)
        if rng.random() < 0.12:
            power = augment.loss(power, rng)
        loud = np.log(np.percentile(power[:, 4:120].sum(1), 95) + 1.0)
        # Loud frames land between -32 and -6 dB of full scale (ln power of a full-scale 16 kHz frame is about 30).
        power = power * (gain * np.exp(rng.uniform(22.5, 28.5) - loud)).astype(np.float32)
        log_mel = np.log(np.maximum(power @ bank, 1e-7)).astype(np.float32)
        return log_mel, sound.labels, taught

    def _taught(self, mix, x, sound, target):
        if self.listener and mix in self.taught:
            return self.listener.of(x, sound.labels)
        return targets.painted(sound.heard, target // 3) if self.taught else ()

    def batch(self, rng, rate, frames_total):
        target = int(rng.integers(80, 230)) * 3
        size = max(4, frames_total // target)
        bins, low, high = spectrum.BANDS[rate]
        bank = spectrum.filters(bins, low, high, augment.BINS, 31.25).T.copy()
        gain = spectrum.telephone_gain(rate)
        names = list(self.mixes)
        share = np.array([self.mixes[name][0] for name in names])
        features, labels, heard, mixes = [], [], [], []
        while len(features) < size:
            mix = names[rng.choice(len(names), p=share / share.sum())]
            log_mel, syllables, taught = self.sequence(mix, target, rng, rate, gain, bank)
            if len(units.encode(syllables)) + 2 > target // 3 * 0.8:
                continue
            features.append(log_mel)
            labels.append(syllables)
            heard.append(taught)
            mixes.append(mix)
        out = {'labelled': np.array([mix != UNLABELLED for mix in mixes], np.float32)}
        if self.taught:
            spread, coordinates, weight = (np.stack(items) for items in zip(*heard, strict=True))
            out['spread'], out['teacher'] = spread.astype(np.float16), coordinates.astype(np.float16)
            out['weight'] = weight
            out['generated'] = np.array([mix == UNTAUGHT for mix in mixes])
            out['taught'] = np.array([mix in self.taught for mix in mixes], np.float32)
        out['rate'] = rate
        augmented = [augment.mask(item, rng) if rng.random() < self.masked else item for item in features]
        out['features'] = np.stack(augmented).astype(np.float32)
        encoded = [units.encode(item) for item in labels]
        out['lengths'] = np.array([len(item) for item in encoded])
        out['targets'] = np.concatenate([np.array(item) for item in encoded])
        return out
