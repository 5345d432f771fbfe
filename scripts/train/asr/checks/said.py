"""The output of weights for a speaker's sentences, judged by the product's search, because greedy errors mislead
(RUNS.md).

    python -m asr.checks.said DATA_DIR OUT SLIM_DIR [SLIM_DIR ...] [--speaker S0252] [--count 200]

Writes OUT.f32, the log probabilities of all frames one after the other, and OUT.json: units, and for each sentence its rate,
condition, text, first frame and count. Conditions are `clean`, `alaw` and `white20` (white noise at 20 dB below A-law, every
other sentence). Of several directories the mean of their probabilities is taken. To judge:

    node scripts/measure/eval/recogniser/said.mjs OUT ...    # from the root of the project, after npm run build
"""

import argparse
import json
import pathlib
import re

import numpy as np
from asr import evaluate, prepare, spectrum, units
import soundfile
import soxr
import torch

RATES = (8000, 16000)
NOISE_DB = 20


def noisy(data, speaker, rate, count):
    """Sentences through A-law with white noise under them."""
    rng = np.random.default_rng(4)
    items = []
    for row in [row for row in prepare.table(data / 'aishell-sample/trans.tsv') if row['spk'] == speaker][:count:2]:
        wave, file_rate = soundfile.read(data / f'aishell-sample/flac/{row["id"]}.flac', dtype='float32')
        wave = soxr.resample(wave, file_rate, 8000)
        level = np.sqrt((wave**2).mean()) * 10 ** (-NOISE_DB / 20)
        wave = evaluate.alaw((wave + rng.normal(0, level, len(wave))) * 32768.0) / 32768.0
        if rate != 8000:
            wave = soxr.resample(wave, 8000, rate)
        wave = np.round(np.clip(wave * 32768.0, -32768, 32767))
        syllables = units.syllables(row['text'])
        if syllables:
            items.append((spectrum.log_mel(wave, rate), syllables, re.sub(r'[^\u4e00-\u9fff]', '', row['text'])))
    return items


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('weights', type=pathlib.Path, nargs='+')
    parser.add_argument('--speaker', default='S0252')
    parser.add_argument('--count', type=int, default=200)
    args = parser.parse_args()
    torch.set_num_threads(1)
    rows, frames = [], 0
    with open(f'{args.out}.f32', 'wb') as file:
        for rate in RATES:
            runs = [evaluate.torch_log_probs(evaluate.load(folder / f'slim-{rate // 1000}k.pt')[0]) for folder in args.weights]
            sets = {name: evaluate.sentences(args.data, args.speaker, rate, name, args.count) for name in ('clean', 'alaw')}
            sets[f'white{NOISE_DB}'] = noisy(args.data, args.speaker, rate, args.count)
            for condition, items in sets.items():
                for features, _, text in items:
                    features = features[: len(features) // 3 * 3]
                    probabilities = np.mean([np.exp(run(features[None])) for run in runs], 0)
                    file.write(np.log(np.maximum(probabilities, 1e-9)).astype(np.float32).tobytes())
                    rows.append([rate, condition, text, frames, len(probabilities)])
                    frames += len(probabilities)
    pathlib.Path(f'{args.out}.json').write_text(json.dumps({'units': list(units.UNITS), 'rows': rows}, ensure_ascii=False))


if __name__ == '__main__':
    main()
