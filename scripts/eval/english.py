"""English sentences heard by a recogniser that is not the project's: words wrong in every hundred.

    python english.py say OUT_DIR [--voice en-us+f3]   # the 100 sentences by espeak-ng, its own reading
    python english.py score DIR...                     # folders of wav files with texts.tsv: id, speaker, text

Wants `pip install pocketsphinx soundfile soxr numpy`; the wheel of pocketsphinx brings a model of American English with
its words and word pairs. It knows the project's voices as little as espeak-ng's. English is written out in the sentences
(english_sentences.txt; none of them trains a voice), so that no reading of figures is judged.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

import numpy as np
import pocketsphinx
import soundfile
import soxr

SENTENCES = pathlib.Path(__file__).parent / 'english_sentences.txt'
RATE = 16000
LOUD_DB = -23.0  # root mean square of the loud frames: the recogniser is told apart by no level
EDGE_S = 0.3  # silence around, as in a call
WORDS_PER_MINUTE = 165


def sentences():
    texts = SENTENCES.read_text('utf-8').split('\n')
    return [(f'e{at:03d}', text) for at, text in enumerate(texts) if text.strip()]


def words(text):
    """Compounds of the recogniser (a_b) and its second readings (the(2)) are written as the words they are."""
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


def say(args):
    args.out.mkdir(parents=True, exist_ok=True)
    rows = ['id\tspeaker\ttext']
    for name, text in sentences()[: args.limit]:
        with tempfile.NamedTemporaryFile(suffix='.wav') as wav:
            command = ['espeak-ng', '-v', args.voice, '-s', str(WORDS_PER_MINUTE), '-w', wav.name, text]
            subprocess.run(command, check=True)
            wave, rate = soundfile.read(wav.name)
        soundfile.write(args.out / f'{name}.wav', soxr.resample(wave, rate, RATE), RATE, subtype='PCM_16')
        rows.append(f'{name}\tespeak-ng {args.voice}\t{text}')
    (args.out / 'texts.tsv').write_text('\n'.join(rows) + '\n', 'utf-8')


def levelled(path):
    wave, rate = soundfile.read(path, dtype='float64')
    wave = soxr.resample(wave if wave.ndim == 1 else wave[:, 0], rate, RATE)
    energy = (wave[: len(wave) // 160 * 160].reshape(-1, 160) ** 2).mean(1)
    loud = energy[energy >= np.percentile(energy, 60)].mean() if len(energy) else 1.0
    wave = wave * 10 ** ((LOUD_DB - 10 * np.log10(loud + 1e-12)) / 20)
    wave = np.pad(wave, round(EDGE_S * RATE)) + np.random.default_rng(0).normal(0, 1e-4, len(wave) + 2 * round(EDGE_S * RATE))
    return (np.clip(wave, -1, 1) * 32767).astype(np.int16)


def score(args):
    decoder = pocketsphinx.Decoder(loglevel='FATAL')
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
    saying.add_argument('--limit', type=int, default=10**6)
    saying.set_defaults(run=say)
    scoring = tasks.add_parser('score')
    scoring.add_argument('folders', type=pathlib.Path, nargs='+')
    scoring.add_argument('--show', action='store_true', help='every sentence with what was heard')
    scoring.set_defaults(run=score)
    args = parser.parse_args()
    args.run(args)


if __name__ == '__main__':
    main()
