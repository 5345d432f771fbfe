"""Sentences said by the trained voices and by espeak-ng, as folders that eval:asr and tts_quality.py read.

    python tts.py WEIGHTS OUT_DIR [--voices S0150 S0252 yuetan:S0150] [--limit 200] [--vocoder PROGRAM]

Then, from the root of the project, for each folder: `npm run eval:asr -- OUT_DIR/<voice> --condition clean`, and
`python scripts/measure/eval/voices/tts_quality.py DNSMOS_DIR OUT_DIR/*`.
"""

import argparse
import pathlib
import re
import subprocess
import sys

import soundfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[2] / 'train'))

from asr import prepare  # noqa: E402
from tts import tts_speak  # noqa: E402
from asr import units  # noqa: E402

SENTENCES = HERE / 'tts_sentences.txt'
VOICES = ['S0150', 'S0252', 'yuetan:S0150', 'chenwang:S0150', 'davin:S0252']
WORDS_PER_MINUTE, PITCH = 165, 50


def espeak(out, texts):
    out.mkdir(parents=True, exist_ok=True)
    rows = ['id\tspeaker\ttext']
    for name, text in texts:
        clauses = [units.syllables(clause) for clause in re.split(r'[^\u4e00-\u9fff]+', text) if clause]
        pinyin = ', '.join(' '.join(clause) for clause in clauses)
        wave = prepare.speak((pinyin, '', PITCH, WORDS_PER_MINUTE))
        soundfile.write(out / f'{name}.wav', tts_speak.level(wave / 32768.0), tts_speak.RATE, subtype='PCM_16')
        rows.append(f'{name}\tespeak-ng\t{text}')
    (out / 'texts.tsv').write_text('\n'.join(rows) + '\n', 'utf-8')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('weights', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--voices', nargs='*', default=VOICES)
    parser.add_argument('--limit', type=int, default=200)
    parser.add_argument('--vocoder', default='')
    parser.add_argument('--no-espeak', action='store_true')
    args, more = parser.parse_known_args()
    texts = [(f's{at:03d}', text) for at, text in enumerate(SENTENCES.read_text('utf-8').split('\n')) if text.strip()]
    texts = texts[:: max(1, len(texts) // args.limit)]
    if not args.no_espeak:
        espeak(args.out / 'espeak-ng', texts)
    for voice in args.voices:
        folder = args.out / voice.replace(':', '-as-')
        command = [sys.executable, '-m', 'tts.tts_speak', str(args.weights.resolve()), str(folder.resolve())]
        options = ['--text', str(SENTENCES), '--voice', voice, '--limit', str(args.limit), '--vocoder', args.vocoder]
        subprocess.run([*command, *options, *more], check=True, cwd=HERE.parents[2] / 'train')


if __name__ == '__main__':
    main()
