"""Builds the language model: text -> words -> Kneser-Ney n-grams -> lm.bin, and the vocabulary for build_lexicon.py.

    pip install numpy==2.4.6 opencc-python-reimplemented==0.1.7
    python -m lm.build_lm DATA_DIR/text OUT_DIR SCRATCH_DIR [--exclude TRANS_TSV] [--order 3]

DATA_DIR/text is described in its own README. --exclude leaves sentences of a test set out. Three minutes on one core.
"""

import argparse
import pathlib
import random
import re

from shared import binary
from lm import lm_service
from lm import lm_text
from shared import manifest
from lm import ngrams
import numpy as np
from asr import segment
from opencc import OpenCC

SEED = 20261120
ANNOUNCEMENTS = 6000  # number of generated carrier announcements,
SCREENING = 5000  # and of announcements around the default keywords
SPECIALS = 3  # special words: begin and end of a sentence, unknown word
PRUNE = {2: 0.5, 3: 1.0, 4: 2.0}
# shares of the probability from models (of this order) of some of the text alone, mixed in one after the other: there
# is little text of these kinds beside
# the dialogs
SHARES = [('news', 3, 0.4), ('service', 3, 0.12)]
MOST_BYTES = 8_150_000  # size of lm.bin
LEAST_COUNT = 3
FLOOR = 0.3  # least count of a known word


def dictionary(folder):
    """Words of two to five characters in the phrase lists."""
    words = set()
    for path in sorted((folder / 'phrase-pinyin').glob('*.txt')):
        for line in path.read_text(encoding='utf-8').splitlines():
            match = re.match(r'([\u4e00-\u9fff]{2,5})(?:_\d+)?: ', line)
            if match:
                words.add(match[1])
    return words


def without(texts, unwanted):
    """The runs that are no sentence of `unwanted`."""
    known = {run for text in unwanted for run in lm_text.runs(text) if len(run) >= lm_text.LEAST_EXCLUDED}
    return [run for run in texts if run not in known]


def texts(folder, exclude=None):
    """-> (training runs, held-out runs), both by the set's name: the text directory's, announcements and customer service.

    `exclude`: a table of sentences that no training run may be.
    """
    excluded = [row['text'] for row in lm_text.table(exclude)] if exclude else []
    parts, held = lm_text.sources(folder, OpenCC('t2s').convert, excluded)
    if excluded:
        held['excluded'] = [run for text in excluded for run in lm_text.runs(text)]
    announcements = lm_text.carrier_announcements()
    random.Random(SEED).shuffle(announcements)
    parts['announcements'] += announcements[:ANNOUNCEMENTS]
    parts['announcements'] += random.Random(SEED).sample(lm_text.screening_announcements(), SCREENING)
    held['announcements'] = announcements[ANNOUNCEMENTS : ANNOUNCEMENTS + 500]
    service = {part: [run for text in own for run in lm_text.runs(text)] for part, own in lm_service.texts().items()}
    parts['service'] = without(service['train'], excluded)
    held['service'], held['service-tuning'] = service['held-out'], service['tuning']
    held.update(lm_service.held_out_slots())
    return parts, held


def perplexity(model, encode, texts):
    """Perplexity per character, so that models over other words can be compared. The end of a sentence counts."""
    return float(np.exp(-model.score(encode(texts)).sum() / sum(map(len, texts))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('scratch', type=pathlib.Path)
    parser.add_argument('--exclude', type=pathlib.Path)
    parser.add_argument('--order', type=int, default=4)
    arguments = parser.parse_args()
    parts, held = texts(arguments.data, arguments.exclude)
    train = [run for runs in parts.values() for run in runs]

    known = dictionary(arguments.data) | lm_service.words()
    cost = segment.learn(train, known, least_count=LEAST_COUNT)
    words = sorted(cost, key=lm_text.shown)
    number = {word: at + SPECIALS for at, word in enumerate(words)}
    written = [lm_text.shown(word) for word in words]

    def encode(texts):
        stream = []
        for text in texts:
            stream += [0] + [number.get(word, 2) for word in segment.split(text, cost, 20.0)] + [1]
        return np.array(stream, np.int64)

    def count(texts, order):
        model = ngrams.Model(encode(texts), order, len(words) + SPECIALS, 0, 1, FLOOR)
        model.prune({})
        return model

    model = count(train, arguments.order)
    for kind, order, share in SHARES:
        model = ngrams.Model.mixture(model, count(parts[kind], min(order, arguments.order)), share)
        model.prune({})
    arguments.out.mkdir(parents=True, exist_ok=True)
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    thresholds = PRUNE
    model.prune(thresholds)
    while len(data := binary.ngram(model, written)) > MOST_BYTES:
        thresholds = {order: 1.1 * least for order, least in thresholds.items()}
        model.prune(thresholds)
    print('pruned at', ', '.join(f'{least:.2f}' for least in thresholds.values()), 'nats')
    (arguments.out / 'lm.bin').write_bytes(data)
    manifest.refresh(arguments.out)
    lines = [f'{word}\t{model.logp[1][at + SPECIALS]:.4f}' for at, word in enumerate(written)]
    (arguments.scratch / 'vocabulary.tsv').write_text('\n'.join(lines) + '\n', encoding='utf-8')
    (arguments.scratch / 'train.txt').write_text(
        lm_text.shown('\n'.join(' '.join(segment.split(text, cost, 20.0)) for text in train)) + '\n', encoding='utf-8'
    )
    sizes = ', '.join(f'{len(model.keys[k])} of order {k}' for k in model.keys)
    print(f'{sum(map(len, train))} characters in {len(train)} sentences; {len(words)} words; {sizes}; {len(data)} bytes')
    for name, texts in held.items():
        (arguments.scratch / f'held-{name}.txt').write_text(lm_text.shown('\n'.join(texts)) + '\n', encoding='utf-8')
        print(f'{name}: {len(texts)} sentences, perplexity per character {perplexity(model, encode, texts):.1f}')


if __name__ == '__main__':
    main()
