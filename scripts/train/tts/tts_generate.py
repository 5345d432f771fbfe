"""Speech of espeak-ng as two sets of the voices' cache, with the frames of every unit as the synthesiser reports them.

    node tts/english/tts_english.mjs SENTENCES.txt > TOKENS.jsonl        # SENTENCES: python -m tts.english.tts_english_texts > SENTENCES.txt
    python -m tts.tts_generate DATA_DIR CACHE_DIR --english TOKENS.jsonl [--minutes 75] [--only espeak-en,espeak-cn]

Writes what tts_prepare.py and tts_align.py write: <set>.npz, <set>.json, <set>.align.json. espeak-en says the phones
that the front end of the product gave; its syllables are written `S T AA1 R`. espeak-cn says sentences chosen so that
every pair of units is heard about as often. A speaker has the same voice in both sets. Needs espeak-ng 1.51 and its
library.
"""

import argparse
import collections
import json
import multiprocessing
import pathlib
import random
import re

import numpy as np
from tts import tts_espeak
from tts import tts_prepare
from tts import tts_sounds
from tts import tts_text
from tts import tts_units
from asr.prepare import DIGITS, table
from tqdm import tqdm

RATE = tts_prepare.RATE
# variant of espeak-ng, words a minute, share of the English and of the Mandarin sentences
SPEAKERS = {
    'espeak-f1': ('+f3', 160, 0.35, 0.45),
    'espeak-f2': ('+anika', 155, 0.2, 0),
    'espeak-m1': ('', 160, 0.25, 0.25),
    'espeak-m2': ('+ed', 155, 0.2, 0.3),
}
SYLLABLE_S = 0.15  # least length of a syllable: gives the number of sentences that is enough
MARGIN_S = 0.15  # silence kept on either side
NOISE = 1.5e-4  # of a recording in a quiet room; digital silence has no spectrum to learn
LEAST = 2  # frames of a unit
POOL, CHANCES = 26000, 160  # sentences to choose from, and the number compared for each choice
BREAKS = re.compile(r'[，。！？、；：,.!?;:]')


def spans(timed, begin, frames):
    """[[unit, start in s], ...] -> [[unit, frames], ...] of a wave from `begin` on; None if a unit is too short."""
    joined = []
    for unit, start in [[tts_units.SILENCE, begin], *timed]:
        if not (joined and unit == joined[-1][0] == tts_units.SILENCE):
            joined.append([unit, round((start - begin) * 100)])
    edges = [at for _, at in joined] + [frames]
    for at in range(1, len(edges) - 1):
        edges[at] = max(edges[at], edges[at - 1] + LEAST)
    out = [[unit, after - at] for (unit, _), at, after in zip(joined, edges, edges[1:], strict=False)]
    return out if min(length for _, length in out) >= LEAST else None


def room(size, seed):
    """Noise of a room, weaker towards high frequencies."""
    noise = np.random.default_rng(seed).normal(0, 1, size)
    low = np.convolve(noise, np.exp(-np.arange(64) / 12.0), 'same')
    return NOISE * (0.35 * noise + low)


def speak(job):
    """-> (frames, spans), or None where a sound is missing or too short."""
    number, language, (variant, speed), told, sounds = job
    voice = ('en-us' if language == 'en' else 'cmn-latn-pinyin') + variant
    wave, marks = speak.espeak.say(voice, told, speed)
    timed = (tts_sounds.of_english if language == 'en' else tts_sounds.of_pinyin)(marks, sounds)
    if not timed or timed[-1][0] != tts_units.SILENCE:
        return None
    sounding = [at for at, (unit, _) in enumerate(timed) if unit != tts_units.SILENCE]
    timed = timed[sounding[0] : sounding[-1] + 2]  # and the silence after it
    begin, end = timed[0][1] - MARGIN_S, timed[-1][1] + MARGIN_S
    first, last = round(begin * RATE), round(end * RATE)
    wave = np.pad(wave, (max(0, -first), max(0, last - len(wave))))[max(0, first) : last + max(0, -first)]
    wave = tts_prepare.levelled(wave) + room(len(wave), number)
    frames = tts_prepare.analyse(wave)
    found = spans(timed, begin, len(frames[1]))
    return (frames, found) if found else None


def start():
    speak.espeak = tts_espeak.Espeak()


def who(number, language):
    shares = [english if language == 'en' else mandarin for *_, english, mandarin in SPEAKERS.values()]
    return random.Random(number).choices(list(SPEAKERS), shares)[0]


def english(args):
    """-> (text, syllables, starts of words, told, sounds): the sentences written for this set first, then those that
    add most."""
    written = set((pathlib.Path(__file__).parent / 'english/tts_english.txt').read_text('utf-8').split('\n'))
    first, read = [], []
    for line in filter(None, args.english.read_text('utf-8').split('\n')):
        row = json.loads(line)
        told, sounds = tts_sounds.english_text(row['words'])
        syllables = [' '.join(each) for word in row['words'] for each in word['syllables']]
        starts = [at == 0 for word in row['words'] for at, _ in enumerate(word['syllables'])]
        said = ' '.join(word['word'] for word in row['words'])
        (first if row['text'] in written else read).append((said, syllables, starts, told, sounds))
    yield from first
    yield from spread(read, random.Random(args.seed), [syllable for row in first for syllable in row[1]])


def pool(data, rng):
    texts = (data / 'text/news-sentences.txt').read_text('utf-8').splitlines()
    for name in ('text/crosswoz-utt.tsv', 'text/kdconv-utt.tsv'):
        texts += [row['text'] for row in table(data / name)]
    texts = [''.join(DIGITS.get(char, char) for char in text) for text in sorted(set(texts))]
    judged = {line for path in (pathlib.Path(__file__).parents[2] / 'measure/eval').rglob('*.txt') for line in path.open()}
    judged = {re.sub('[^\u4e00-\u9fff]', '', line) for line in judged}
    whole = re.compile('[\u4e00-\u9fff，。！？、；：,.!?;:]{4,36}')
    texts = [text for text in texts if whole.fullmatch(text) and re.sub('[^\u4e00-\u9fff]', '', text) not in judged]
    return rng.sample(texts, min(POOL, len(texts)))


def pairs(syllables):
    """The counted items: each syllable with its tone or stress, and every two neighbours without it."""
    own = [unit for syllable in syllables for unit in tts_units.parts(syllable)[0]]
    return [*syllables, *(f'{before}+{after}' for before, after in zip(own, own[1:], strict=False))]


def spread(read, rng, before=()):
    """Yields endlessly: among a few sentences, the one with the most of the rarest items."""
    heard = collections.Counter(pairs(before))
    while read:
        chances = rng.sample(range(len(read)), min(CHANCES, len(read)))
        new = [sum((1 + heard[pair]) ** -0.8 for pair in pairs(read[at][1])) for at in chances]
        gain = [each / (len(read[at][1]) + 2) for each, at in zip(new, chances, strict=True)]
        best = chances[int(np.argmax(gain))]
        read[best], read[-1] = read[-1], read[best]
        chosen = read.pop()
        heard.update(pairs(chosen[1]))
        yield chosen


def mandarin(args):
    rng = random.Random(args.seed)
    read = []
    for text in tqdm(pool(args.data, rng), desc='readings', mininterval=5):
        clauses = [tts_text.spoken(clause) for clause in BREAKS.split(text) if clause]
        if clauses and all(clauses):
            syllables = [syllable for clause, _ in clauses for syllable in clause]
            starts = [begins for _, clause in clauses for begins in clause]
            told = ', '.join(' '.join(clause) for clause, _ in clauses) + '.'
            read.append((text, syllables, starts, told, syllables))
    yield from spread(read, rng)


def generate(args, name, rows):
    language, aligned, failed = name[-2:], {}, 0
    writer = tts_prepare.Writer(args.cache, name)
    with multiprocessing.Pool(args.processes, start) as workers:
        jobs, kept, said = [], [], 0
        for number, (text, syllables, starts, told, told_units) in enumerate(rows):
            speaker = who(number, language)
            jobs.append((number, language, SPEAKERS[speaker][:2], told, told_units))
            kept.append((f'{name}-{number:05d}', speaker, (syllables, starts), text))
            said += len(syllables)
            if said * SYLLABLE_S > 60 * args.minutes or len(jobs) >= args.sentences:
                break
        done = tqdm(workers.imap(speak, jobs, chunksize=8), total=len(jobs), desc=name, mininterval=5)
        for (ident, speaker, spoken, text), answer in zip(kept, done, strict=True):
            if answer is None:
                failed += 1
                continue
            frames, found = answer
            writer.put(ident, speaker, frames, spoken, text)
            aligned[ident] = found
            if writer.total > args.minutes * 6000:
                workers.terminate()
                break
    writer.close()
    (args.cache / f'{name}.align.json').write_text(json.dumps(aligned))
    print(f'{name}: {failed} sentences left out: espeak-ng said other sounds than it was told')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('--english', type=pathlib.Path, help='the output of tts_english.mjs')
    parser.add_argument('--minutes', type=float, default=75, help='length of each set')
    parser.add_argument('--sentences', type=int, default=10**5, help='most sentences of each set')
    parser.add_argument('--processes', type=int, default=1)
    parser.add_argument('--only', default='espeak-en,espeak-cn')
    parser.add_argument('--seed', type=int, default=11)
    args = parser.parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    if 'espeak-en' in args.only.split(','):
        generate(args, 'espeak-en', english(args))
    if 'espeak-cn' in args.only.split(','):
        generate(args, 'espeak-cn', mandarin(args))


if __name__ == '__main__':
    main()
