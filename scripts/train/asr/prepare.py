"""DIR of recordings -> one cache of 8-bit log spectra and labels, outside of the project.

    python -m asr.prepare DATA_DIR CACHE_DIR [--generated 28800]

Writes CACHE_DIR/<set>.u8 (uint8 [frames, 256]) and <set>.json (rows: id, speaker, start, frames, syllables, text).
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import soundfile
import soxr
from tqdm import tqdm

from lm import lm_text
from asr import spectrum
from asr import units

VARIANTS = ['', *(f'+f{n}' for n in range(1, 6)), *(f'+m{n}' for n in range(1, 9)), '+klatt', '+klatt2', '+klatt3',
            '+klatt4', '+belinda', '+linda', '+steph', '+anika', '+ed', '+michael', '+david', '+victor', '+annie',
            '+mike', '+quincy', '+max', '+adam', '+caleb', '+norbert', '+pablo', '+antonio']  # fmt: skip
FOREIGN_S = 6  # seconds; a sequence of a batch is at most 6.9 s long
DIGITS = dict(zip('0123456789', '零一二三四五六七八九', strict=True))


def load16k(path):
    wave, rate = soundfile.read(path, dtype='float32')
    if wave.ndim > 1:
        wave = wave[:, 0]
    if rate != 16000:
        wave = soxr.resample(wave, rate, 16000)
    return wave * 32768.0


def trim(wave, margin=1120):
    """Cut leading and trailing samples that are 36 dB under the loud parts; keep 70 ms."""
    hop = 160
    if len(wave) < hop * 4:
        return wave
    energy = np.sqrt((wave[: len(wave) // hop * hop].reshape(-1, hop) ** 2).mean(1) + 1.0)
    loud = np.flatnonzero(energy > max(np.percentile(energy, 95) * 0.016, 8.0))
    if len(loud) == 0:
        return wave
    return wave[max(0, loud[0] * hop - margin) : loud[-1] * hop + hop + margin]


class Writer:
    def __init__(self, cache, name):
        self.path, self.rows, self.frames = cache / name, [], 0
        self.file = open(cache / f'{name}.u8', 'wb')

    def add(self, ident, speaker, wave, syllables, text):
        packed = spectrum.pack(wave)
        if len(packed) < 12:
            return
        self.file.write(packed.tobytes())
        self.rows.append([ident, speaker, self.frames, len(packed), syllables, text])
        self.frames += len(packed)

    def close(self):
        self.file.close()
        self.path.with_suffix('.json').write_text(json.dumps(self.rows, ensure_ascii=False))
        print(f'{self.path.name}: {len(self.rows)} items, {self.frames / 6000:.1f} min')


def table(path):
    head, *lines = path.read_text('utf-8').strip('\n').split('\n')  # splitlines() would also split at U+2028
    head = head.split('\t')
    rows = [line.rstrip('\r').split('\t', len(head) - 1) for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows if len(row) == len(head)]


def aishell(data, cache):
    writer = Writer(cache, 'aishell')
    for row in tqdm(table(data / 'aishell-sample/trans.tsv'), desc='aishell', mininterval=5):
        syllables = units.syllables(row['text'])
        if syllables:
            wave = load16k(data / f'aishell-sample/flac/{row["id"]}.flac')
            writer.add(row['id'], row['spk'], wave, syllables, row['text'])
    writer.close()


def shards(data, cache, folder, speaker, label):
    writer = Writer(cache, folder)
    loaded = (None, None)
    for row in tqdm(table(data / folder / 'index.tsv'), desc=folder, mininterval=5):
        syllables = label(row['text'])
        if not syllables:
            continue
        if loaded[0] != row['shard']:
            loaded = (row['shard'], load16k(data / folder / row['shard']))
        wave = loaded[1][round(float(row['start_s']) * 16000) : round(float(row['end_s']) * 16000)]
        writer.add(row['id'], row.get('speaker', speaker), trim(wave), syllables, row['text'])
    writer.close()


def foreign(data, cache, folder):
    """Speech without labels, for which only the teacher gives targets; long clips in pieces."""
    writer = Writer(cache, folder)
    loaded, piece = (None, None), FOREIGN_S * 16000
    for row in tqdm(table(data / folder / 'index.tsv'), desc=folder, mininterval=5):
        file = row.get('file') or f'{row["set"]}.opus'
        if loaded[0] != file:
            loaded = (file, load16k(data / folder / file))
        start, end = (round(float(row[name]) * 16000) for name in ('start_s', 'end_s'))
        for at in range(start, end, piece):
            speaker = row.get('speaker') or row['set']
            writer.add(f'{file}@{at}', speaker, loaded[1][at : min(end, at + piece)], [], '')
    writer.close()


def word_label(text):
    text = re.sub(r'[^\u4e00-\u9fff]', '', text)
    return units.syllables(text) if text else None


def syllable_label(text):
    text = text if text[-1:].isdigit() else text + '5'
    return [text] if units.split(text) else None


def sentences(data, count, rng):
    """Texts for generated speech: announcements, dialogs, news, digit strings."""
    pool = [row['text'] for row in table(data / 'text/telecom-prompt-wordings.tsv')] * 12
    for name, share in (('text/crosswoz-utt.tsv', 0.3), ('text/kdconv-utt.tsv', 0.3)):
        pool += rng.sample([row['text'] for row in table(data / name)], int(count * share))
    pool += rng.sample((data / 'text/news-sentences.txt').read_text('utf-8').splitlines(), int(count * 0.4))
    pool += [''.join(rng.choice('0123456789') for _ in range(rng.randint(3, 11))) for _ in range(count // 20)]
    rng.shuffle(pool)
    for text in pool:
        text = ''.join(DIGITS.get(char, char) for char in text)
        if re.search('[A-Za-z]', text):
            continue
        for part in re.split(r'[。！？!?；;]', text):
            clean = re.sub(r'[^\u4e00-\u9fff，]', '', part)
            if 3 <= len(clean) <= 26:
                yield clean


def speak(job):
    pinyin, variant, pitch, speed = job
    with tempfile.NamedTemporaryFile(suffix='.wav') as wav:
        voice = 'cmn-latn-pinyin' + variant
        command = ['espeak-ng', '-v', voice, '-p', str(pitch), '-s', str(speed), '-w', wav.name, pinyin]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        try:
            return trim(load16k(wav.name))
        except soundfile.LibsndfileError:
            return None


def announcements(count, rng):
    """Announcements of networks in the form that the language model learns; every kind of sentence about equally
    often."""
    pool = lm_text.carrier_announcements() + lm_text.screening_announcements() * 3
    return rng.sample(pool, min(count, len(pool)))


def generated(cache, name, texts, seconds, rng):
    writer, jobs = Writer(cache, name), []
    for text in texts:
        parts = [units.syllables(part) for part in text.split('，') if part]
        if all(parts):
            pinyin = ', '.join(' '.join(part) for part in parts)
            jobs.append((text, sum(parts, []), (pinyin, rng.choice(VARIANTS), rng.randint(15, 90), rng.randint(130, 260))))
    with ThreadPoolExecutor(2) as pool:
        for at in tqdm(range(0, len(jobs), 64), desc='espeak', mininterval=5):
            chunk = jobs[at : at + 64]
            for number, (job, wave) in enumerate(zip(chunk, pool.map(speak, [item[2] for item in chunk]), strict=True)):
                if wave is not None and len(wave) < 12 * 16000:
                    writer.add(f'e{at + number}', 'espeak' + job[2][1], wave, job[1], job[0])
            if writer.frames > seconds * 100:
                break
    writer.close()


def noise(data, cache):
    writer = Writer(cache, 'noise')
    for path in sorted((data / 'augment').rglob('*')):
        if path.suffix in ('.flac', '.opus') and not path.name.startswith('rir'):
            writer.add(path.stem, 'noise', load16k(path), [], '')
    writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('--generated', type=float, default=28800, help='most seconds of espeak-ng speech')
    parser.add_argument('--seed', type=int, default=11)
    parser.add_argument('--only', default='')
    args = parser.parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    rng = random.Random(args.seed)
    steps = {
        'aishell': lambda: aishell(args.data, args.cache),
        'noise': lambda: noise(args.data, args.cache),
        'syllables': lambda: shards(args.data, args.cache, 'audio-cmn-syllables', 'chenwang', syllable_label),
        'davin': lambda: shards(args.data, args.cache, 'davin-pinyin-syllables', 'davin', syllable_label),
        'hsk': lambda: shards(args.data, args.cache, 'audio-cmn-hsk', 'yuetan', word_label),
        'students': lambda: shards(args.data, args.cache, 'dspspeech20-zh', '', word_label),
        'foreign': lambda: foreign(args.data, args.cache, 'voices-foreign'),
        'many': lambda: foreign(args.data, args.cache, 'voices-many'),
        'espeak': lambda: generated(args.cache, 'espeak', sentences(args.data, 6000, rng), args.generated, rng),
        'prompts': lambda: generated(args.cache, 'prompts', announcements(2500, rng), args.generated / 4, rng),
    }
    for name, step in steps.items():
        if not args.only or name in args.only.split(','):
            step()


if __name__ == '__main__':
    main()
