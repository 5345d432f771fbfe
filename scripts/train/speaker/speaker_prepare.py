"""Recordings of known speakers -> one cache of 8-bit log spectra, as prepare.py writes them.

    python -m speaker.speaker_prepare DATA_DIR CACHE_DIR [--seconds 150]

Writes CACHE_DIR/speakers.u8 and .json (rows: id, speaker, start, frames, [], '') and noise.u8. Of each
speaker at most that many seconds, spread over all recordings. Generated voices: every variant of espeak-ng at three
pitches.
"""

import argparse
import pathlib
import random
from concurrent.futures import ThreadPoolExecutor

from tqdm import tqdm

from asr import prepare
from asr import units

PITCHES = (25, 50, 75)
SENTENCES = 7  # sentences of a generated voice
SINGLE = {'audio-cmn-hsk': 'yuetan', 'audio-cmn-syllables': 'chenwang', 'davin-pinyin-syllables': 'davin'}


def spread(rows, seconds, length_of):
    """Evenly spaced rows that last about `seconds`."""
    total = sum(length_of(row) for row in rows)
    step = max(1, int(total / seconds))
    return rows[::step]


def readers(data, seconds, writer):
    by_speaker = {}
    for row in prepare.table(data / 'aishell-sample/trans.tsv'):
        by_speaker.setdefault(row['spk'], []).append(row)
    for speaker, rows in by_speaker.items():
        for row in spread(rows, 2 * seconds, lambda row: float(row['dur_s'])):
            writer.add(row['id'], speaker, prepare.load16k(data / f'aishell-sample/flac/{row["id"]}.flac'), [], '')


def words(data, folder, seconds, writer):
    by_speaker = {}
    for row in prepare.table(data / folder / 'index.tsv'):
        by_speaker.setdefault(row.get('speaker') or SINGLE[folder], []).append(row)
    loaded = (None, None)
    for speaker, rows in tqdm(by_speaker.items(), desc=folder, mininterval=5):
        if folder in SINGLE:  # a few whole shards, because decoding takes most of the time
            shards = sorted({row['shard'] for row in rows})
            rows = [row for row in rows if row['shard'] in shards[:: max(1, len(shards) // 2)]]
        for row in spread(rows, seconds, lambda row: float(row['end_s']) - float(row['start_s'])):
            if loaded[0] != row['shard']:
                loaded = (row['shard'], prepare.load16k(data / folder / row['shard']))
            wave = loaded[1][round(float(row['start_s']) * 16000) : round(float(row['end_s']) * 16000)]
            writer.add(row['id'], speaker, prepare.trim(wave), [], '')


def generated(data, writer, rng):
    texts = list(prepare.sentences(data, 1000, rng))
    jobs = []
    for variant in prepare.VARIANTS:
        for pitch in PITCHES:
            for text in rng.sample(texts, SENTENCES):
                pinyin = ' '.join(units.syllables(text.replace('，', '')) or [])
                jobs.append((f'espeak{variant}-{pitch}', (pinyin, variant, pitch, rng.randint(140, 240))))
    with ThreadPoolExecutor(1) as pool:
        spoken = pool.map(prepare.speak, [job for _, job in jobs])
        for at, ((speaker, _), wave) in enumerate(zip(jobs, tqdm(spoken, total=len(jobs), mininterval=5), strict=True)):
            if wave is not None:
                writer.add(f'e{at}', speaker, wave, [], '')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('--seconds', type=float, default=150, help='seconds of each speaker; twice as much of sentences')
    parser.add_argument('--seed', type=int, default=7)
    args = parser.parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    prepare.noise(args.data, args.cache)
    writer = prepare.Writer(args.cache, 'speakers')
    readers(args.data, args.seconds, writer)
    for folder in ('dspspeech20-zh', *SINGLE):
        words(args.data, folder, args.seconds, writer)
    generated(args.data, writer, random.Random(args.seed))
    writer.close()


if __name__ == '__main__':
    main()
