"""Batches from the cache: sentences, words and syllables joined into sentences, augmented, with teacher targets."""

import json
import pathlib

import augment
import numpy as np
import spectrum
import units

STUDENT_TEST = {f'FDA{n:02d}' for n in (8, 11, 20, 32, 15, 26, 28, 34)}
GAP_FRAMES = 24
NOISY, MASKED = 0.35, 0.15  # a student far from its teacher needs no masks
TELEPHONE = 0.35  # of what the wide-band model hears
SPLICED = 0.5  # of the sentences; whole ones are soon known by heart
WHOLE = (0.4, 0.6)  # of the whole sentences: as recorded, in other voices
# share of the batches, rate of speech low and high
MIXES = {
    'sentence': (0.36, 0.85, 1.25),
    'hsk': (0.26, 0.95, 1.7),
    'syllable': (0.12, 1.0, 2.1),
    'students': (0.09, 0.85, 1.25),
    'espeak': (0.21, 0.85, 1.25),
}


class Part:
    def __init__(self, cache, name):
        self.rows = json.loads((cache / f'{name}.json').read_text())
        cuts = cache / f'{name.removesuffix("-voices")}.cuts.json'
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


class Corpus:
    def __init__(self, cache, hold_out, mixes=None, all_students=False):
        self.cache = cache = pathlib.Path(cache)
        hold_out = set(hold_out)

        def parts(*names):
            """voices.py may have written other voices of a set beside it."""
            wanted = [copy for name in names for copy in (name, f'{name}-voices') if (cache / f'{copy}.json').exists()]
            return [Part(cache, name).keep(lambda row: row[1] not in hold_out) for name in wanted]

        students = parts('dspspeech20-zh')
        if not all_students:
            students = [part.keep(lambda row: row[1] not in STUDENT_TEST) for part in students]
        self.parts = {
            'sentence': parts('aishell'),
            'hsk': parts('audio-cmn-hsk'),
            'syllable': parts('audio-cmn-syllables', 'davin-pinyin-syllables'),
            'students': students,
            'espeak': parts('espeak', 'prompts'),
        }
        self.noise = Part(cache, 'noise')
        self.mixes = {name: values for name, values in (mixes or MIXES).items() if self.parts[name][0].rows}
        self.by_speaker = {}
        for name, parts in self.parts.items():
            for part_ in parts:
                for row in part_.rows:
                    self.by_speaker.setdefault((name, row[1]), []).append((part_, row))

    def _silence(self, x, frames, rng):
        floor = np.percentile(x, 8, axis=0).astype(np.float32)
        return floor + np.log(rng.exponential(1.0, (frames, augment.BINS)) + 0.05).astype(np.float32) * 0.7

    def _joined(self, mix, rng, target):
        """Words of one voice in a row, cut close, with small gaps, up to `target` frames."""
        _, low, high = self.mixes[mix]
        voices = [key for key in self.by_speaker if key[0] == mix]
        pool = self.by_speaker[voices[rng.integers(len(voices))]]
        tempo = rng.uniform(low, high)
        pieces, labels, total = [], [], 0
        while total < target:
            part, row = pool[rng.integers(len(pool))]
            x = part.spectrum(row)
            edge = int(rng.integers(0, 7))
            if mix != 'students' and len(x) > 30:
                x = x[edge : len(x) - edge]
            x = augment.stretch(x, tempo * rng.uniform(0.9, 1.1)) + rng.normal(0, 0.35)
            if total + len(x) > target and pieces:
                break
            pieces.append(x)
            labels += row[4]
            total += len(x)
            if rng.random() < 0.3:
                gap = self._silence(x, int(rng.integers(1, GAP_FRAMES)), rng)
                pieces.append(gap)
                total += len(gap)
        return np.concatenate(pieces), labels

    def _spliced(self, mix, rng, target):
        """Pieces of 1-5 syllables of one voice's sentences, in an order that nobody said."""
        _, low, high = self.mixes[mix]
        voices = [key for key in self.by_speaker if key[0] == mix]
        pool = self.by_speaker[voices[rng.integers(len(voices))]]
        tempo = rng.uniform(low, high)
        pieces, labels, total, misses = [], [], 0, 0
        while total < target and misses < 300:
            part, row = pool[rng.integers(len(pool))]
            cuts = part.cuts_of(row)
            if not cuts:
                misses += 1
                continue
            edges = [0, *cuts, row[3]]
            first = int(rng.integers(0, len(row[4])))
            last = min(len(row[4]), first + int(rng.integers(1, 6)))
            piece = part.spectrum(row, edges[first], edges[last] - edges[first])
            x = augment.stretch(piece, tempo * rng.uniform(0.92, 1.08)) + rng.normal(0, 0.25)
            if total + len(x) > target and pieces:
                break
            pieces.append(x)
            labels += row[4][first:last]
            total += len(x)
        return (np.concatenate(pieces), labels) if pieces else self._whole(mix, rng, target)

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
        return augment.stretch(pool.spectrum(best), tempo), list(best[4])

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
        """-> clean log spectrum [target, 256] (for the teacher), log-mel [target, bins], syllables."""
        if mix in ('sentence', 'espeak'):
            make = self._spliced if rng.random() < SPLICED else self._whole
        else:
            make = self._joined
        x, labels = make(mix, rng, target)
        x = x[:target]
        if len(x) < target:
            before = int(rng.integers(0, min(30, target - len(x)) + 1))
            silence = self._silence(x, target - len(x), rng)
            x = np.concatenate([silence[:before], x, silence[before:]])
        x = augment.voice(x, rng, 'generated' if mix == 'espeak' else 'real')
        power = np.exp(x)
        if rng.random() < 0.2:
            power = augment.room(power, rng)
        power = power * augment.equaliser(rng)
        if rng.random() < NOISY:
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
        return x, log_mel, labels

    def fit(self, teacher, rng):
        """Shows the teacher some clean, warped speech to find the directions its outputs vary in; kept in the cache,
        so that every run on it has the same targets."""
        kept = self.cache / 'teacher.npz'
        if kept.exists():
            stored = np.load(kept)
            teacher.centre, teacher.project = stored['centre'], stored['project']
            return
        bank, gain = np.ones((augment.BINS, 1), np.float32), np.ones(augment.BINS, np.float32)
        names = [name for name in ('sentence', 'hsk', 'syllable') if name in self.mixes]
        clean = [self.sequence(names[i % len(names)], 420, rng, 8000, gain, bank)[0] for i in range(60)]
        teacher.fit([np.log(np.exp(x) @ teacher.bank + 1e-3)[None] for x in clean])
        np.savez(kept, centre=teacher.centre, project=teacher.project)

    def batch(self, rng, rate, frames_total, teacher=None):
        target = int(rng.integers(80, 230)) * 3
        size = max(4, frames_total // target)
        bins, low, high = spectrum.BANDS[rate]
        bank = spectrum.filters(bins, low, high, augment.BINS, 31.25).T.copy()
        gain = spectrum.telephone_gain(rate)
        names = list(self.mixes)
        share = np.array([self.mixes[name][0] for name in names])
        clean, features, labels, mixes = [], [], [], []
        while len(features) < size:
            mix = names[rng.choice(len(names), p=share / share.sum())]
            x, log_mel, syllables = self.sequence(mix, target, rng, rate, gain, bank)
            if len(units.encode(syllables)) + 2 > target // 3 * 0.8:
                continue
            clean.append(x)
            features.append(log_mel)
            labels.append(syllables)
            mixes.append(mix)
        out = {'mean': np.mean([item.mean(0) for item in features], 0), 'labels': labels}
        if teacher is not None:
            mel80 = np.log(np.exp(np.stack(clean)) @ teacher.bank + 1e-3)
            coordinates, weight, spread = teacher.targets(mel80)
            out['teacher'], out['weight'] = coordinates.astype(np.float16), weight.astype(np.float32)
            out['spread'] = spread.astype(np.float16)
            out['taught'] = np.array([mix != 'espeak' for mix in mixes], np.float32)
        out['rate'] = rate
        augmented = [augment.mask(item, rng) if rng.random() < MASKED else item for item in features]
        out['features'] = np.stack(augmented).astype(np.float32)
        encoded = [units.encode(item) for item in labels]
        out['lengths'] = np.array([len(item) for item in encoded])
        out['targets'] = np.concatenate([np.array(item) for item in encoded])
        return out
