"""English sentences heard by a recogniser that is not the project's: wrong words in every hundred.

    python english.py say OUT_DIR [--voice en-us+f3] [--tokens TOKENS.jsonl]   # the 100 sentences by espeak-ng
    python english.py score DIR... [--closed]   # folders of wav files with texts.tsv: id, speaker, text

`say` lets espeak-ng read the text itself, or say the phones of the product's front end (what
scripts/train/tts/english/tts_english.mjs answers to english_sentences.txt; needs what scripts/train needs). `score`
wants `pip install pocketsphinx soundfile soxr numpy`; the wheel of pocketsphinx brings a model of American English. Its
own language model makes other words of much that a synthetic voice says; with --closed it knows the words of the 100
sentences and their pairs only. Everything is written out in the sentences, so that no reading of figures is judged, and
none of them trains a voice.
"""

import argparse
import collections
import json
import math
import pathlib
import re
import sys
import tempfile
from subprocess import run

import numpy as np
import soundfile
import soxr

HERE = pathlib.Path(__file__).parent
SENTENCES = HERE / 'english_sentences.txt'
RATE = 16000
LOUD_DB = -23.0  # root mean square of the loud frames: level does not influence the recogniser
EDGE_S = 0.3  # silence around, as in a call
NOISE = 1e-4  # digital silence has no spectrum
WORDS_PER_MINUTE = 165


def sentences():
    texts = SENTENCES.read_text('utf-8').split('\n')
    return [(f'e{at:03d}', text) for at, text in enumerate(texts) if text.strip()]


def words(text):
    """Compounds of the recogniser (a_b) and its second readings (the(2)) are written as plain words."""
    plain = re.sub(r'\(\d\)', '', text.lower().replace('_', ' ').replace('’', "'").replace('-', ' '))
    return re.sub(r"[^a-z' ]", ' ', plain).split()


def wrong(said, heard):
    """-> substitutions, words left out and words put in, as one number."""
    row = list(range(len(heard) + 1))
    for at, word in enumerate(said, 1):
        before, row[0] = row[0], at
        for column, other in enumerate(heard, 1):
            before, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, before + (word != other))
    return row[-1]


def read_by_espeak(voice, text):
    with tempfile.NamedTemporaryFile(suffix='.wav') as wav:
        run(['espeak-ng', '-v', voice, '-s', str(WORDS_PER_MINUTE), '-w', wav.name, text], check=True)
        wave, rate = soundfile.read(wav.name)
    return soxr.resample(wave, rate, RATE)


def by_phones(tokens):
    """-> a function of voice and text like the one above; a sentence may have been cut in two."""
    sys.path.insert(0, str(HERE.parents[2] / 'train'))
    from tts import tts_espeak
    from tts import tts_sounds

    espeak, told = tts_espeak.Espeak(), collections.defaultdict(str)
    for line in filter(None, tokens.read_text('utf-8').split('\n')):
        row = json.loads(line)
        told[row['text']] += tts_sounds.english_text(row['words'])[0] + ' '
    return lambda voice, text: espeak.say(voice, told[text], WORDS_PER_MINUTE)[0]


def say(args):
    args.out.mkdir(parents=True, exist_ok=True)
    read = by_phones(args.tokens) if args.tokens else read_by_espeak
    rows = ['id\tspeaker\ttext']
    for name, text in sentences()[: args.limit]:
        soundfile.write(args.out / f'{name}.wav', read(args.voice, text), RATE, subtype='PCM_16')
        rows.append(f'{name}\tespeak-ng {args.voice}\t{text}')
    (args.out / 'texts.tsv').write_text('\n'.join(rows) + '\n', 'utf-8')


def pairs_of_words(path):
    """A language model of the 100 sentences, as an ARPA file: half of the weight of a word goes to the pairs that
    occur."""
    rows = [['<s>', *words(text), '</s>'] for _, text in sentences()]
    single = collections.Counter(word for row in rows for word in row)
    double = collections.Counter(pair for row in rows for pair in zip(row, row[1:], strict=False))
    total = sum(single.values())
    lines = ['\\data\\', f'ngram 1={len(single)}', f'ngram 2={len(double)}', '', '\\1-grams:']
    lines += [f'{math.log10(single[word] / total):.4f} {word} {math.log10(0.5):.4f}' for word in sorted(single)]
    lines += ['', '\\2-grams:']
    for (before, word), count in sorted(double.items()):
        share = 0.5 * count / single[before] + 0.5 * single[word] / total
        lines.append(f'{math.log10(share):.4f} {before} {word}')
    path.write_text('\n'.join([*lines, '', '\\end\\', '']))


def levelled(path):
    wave, rate = soundfile.read(path, dtype='float64')
    wave = soxr.resample(wave if wave.ndim == 1 else wave[:, 0], rate, RATE)
    energy = (wave[: len(wave) // 160 * 160].reshape(-1, 160) ** 2).mean(1)
    loud = energy[energy >= np.percentile(energy, 60)].mean() if len(energy) else 1.0
    wave = wave * 10 ** ((LOUD_DB - 10 * np.log10(loud + 1e-12)) / 20)
    wave = np.pad(wave, round(EDGE_S * RATE))
    wave = wave + np.random.default_rng(0).normal(0, NOISE, len(wave))
    return (np.clip(wave, -1, 1) * 32767).astype(np.int16)


def recogniser(closed):
    import pocketsphinx

    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / 'pairs.lm'
        pairs_of_words(model)
        return pocketsphinx.Decoder(loglevel='FATAL', **({'lm': str(model)} if closed else {}))


def score(args):
    decoder = recogniser(args.closed)
    for folder in args.folders:
        _, *lines = (folder / 'texts.tsv').read_text('utf-8').strip('\n').split('\n')
        errors = total = whole = 0
        for line in lines:
            name, _, text = line.split('\t', 2)
            decoder.start_utt()
            decoder.process_raw(levelled(folder / f'{name}.wav').tobytes(), full_utt=True)
            decoder.end_utt()
            heard = decoder.hyp().hypstr if decoder.hyp() else ''
            own = wrong(words(text), words(heard))
            errors, total, whole = errors + own, total + len(words(text)), whole + (own == 0)
            if args.show:
                print(f'{own}\t{text}\t{heard}')
        share = 100 * errors / max(1, total)
        print(f'{folder}: {share:.1f} % of {total} words wrong, {whole} of {len(lines)} sentences whole', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(required=True)
    saying = tasks.add_parser('say')
    saying.add_argument('out', type=pathlib.Path)
    saying.add_argument('--voice', default='en-us')
    saying.add_argument('--tokens', type=pathlib.Path)
    saying.add_argument('--limit', type=int, default=10**6)
    saying.set_defaults(run=say)
    scoring = tasks.add_parser('score')
    scoring.add_argument('folders', type=pathlib.Path, nargs='+')
    scoring.add_argument('--closed', action='store_true')
    scoring.add_argument('--show', action='store_true', help='every sentence with what was heard')
    scoring.set_defaults(run=score)
    args = parser.parse_args()
    args.run(args)


if __name__ == '__main__':
    main()
