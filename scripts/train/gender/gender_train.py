"""Trains the gender model: five-fold cross validation over speakers, then the shipped one on all of them.

    python -m gender.gender_pitch DATA_DIR RUN_DIR
    python -m gender.gender_train CACHE_DIR RUN_DIR ../../models/gender

CACHE_DIR: the directory that prepare.py wrote. RUN_DIR keeps the examples and each finished fold; started again, the
command continues after them. CPU, one thread.
"""

import argparse
import pathlib
import random
import re

import numpy as np
import torch
from tqdm import tqdm

from asr import augment
from classifiers import rows_export
from classifiers.call_rows import Line, Speech, batch
from gender.gender_model import BINS, Gender

FEMALE, MALE = 0, 1
FRAMES = 120
EXAMPLES, STEPS, BATCH, FOLDS = 6000, 400, 64, 5
SETS = ('aishell', 'audio-cmn-hsk', 'audio-cmn-syllables', 'davin-pinyin-syllables', 'dspspeech20-zh')
WOMEN = r'\+(f\d|belinda|linda|steph|anika|annie)$'
MEN = r'(espeak|\+(m\d|ed|michael|david|victor|mike|adam|caleb|norbert|pablo|antonio))$'
GENERATED = 0.2  # share of the examples from espeak-ng
CONVERTED = 0.2  # share of the others that are warped into the other sex


def example(speech, speaker, label, line, rng):
    x = speech.cut(speaker, rng, FRAMES)
    if not speaker.startswith('espeak') and rng.random() < CONVERTED:
        factor = (1 / rng.uniform(1.12, 1.2), rng.uniform(0.5, 0.62)) if label == FEMALE else (
            rng.uniform(1.12, 1.2), rng.uniform(1.65, 2.0))  # fmt: skip
        x, label = augment.warp(x, *factor), 1 - label
    elif rng.random() < 0.7:
        x = augment.warp(x, *rng.uniform(0.96, 1.04, 2))
    return line.rows(x, rng), label


def make_examples(cache, path, speakers):
    """-> features [N, FRAMES, 40], labels, speakers; each speaker of a sex equally often."""
    rng = np.random.default_rng(3)
    sets = {name: Speech(cache, name) for name in (*SETS, 'espeak', 'noise')}
    line = Line(sets['noise'], room=0.2, decibel=(5, 35), codec=0.5)
    generated = [(s, FEMALE if re.search(WOMEN, s) else MALE) for s in sorted(sets['espeak'].rows)
                 if re.search(WOMEN, s) or re.search(MEN, s)]  # fmt: skip
    features = np.zeros((EXAMPLES, FRAMES, BINS), np.float16)
    labels, names = np.zeros(EXAMPLES, np.int64), []
    for at in tqdm(range(EXAMPLES), desc='examples', mininterval=5):
        label = at % 2
        if rng.random() < GENERATED:
            name, (speaker, _) = 'espeak', random.Random(at).choice([item for item in generated if item[1] == label])
        else:
            name, speaker = random.Random(at).choice([key for key, value in speakers.items() if value == label])
        features[at], labels[at] = example(sets[name], speaker, label, line, rng)
        names.append(speaker)
    np.savez(path, features=features, labels=labels, names=np.array(names))


def trained(features, labels, seed, name):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = Gender()
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=STEPS)
    loss_of = torch.nn.CrossEntropyLoss(label_smoothing=0.05)
    recent = []
    for _ in tqdm(range(STEPS), desc=name, mininterval=5):
        rows, picked = batch(features, rng, BATCH, (40, FRAMES + 1))
        loss = loss_of(model(rows), torch.from_numpy(labels[picked]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        recent.append(loss.item())
    print(f'{name}: loss {np.mean(recent[-50:]):.3f}')
    return model.eval()


def write(model, folder):
    rows_export.write(model, BINS, 'scores', folder)


def folds(speakers):
    """Each fold has women and men; the order is that of a seeded shuffle."""
    parts = [[] for _ in range(FOLDS)]
    for label in (FEMALE, MALE):
        names = sorted(speaker for (_, speaker), value in speakers.items() if value == label)
        random.Random(1).shuffle(names)
        for at, name in enumerate(names):
            parts[at % FOLDS].append(name)
    return parts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('model', type=pathlib.Path)
    parser.add_argument('--seed', type=int, default=9)
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.run.mkdir(parents=True, exist_ok=True)
    speakers = {}
    for line in (args.run / 'gender-speakers.tsv').read_text().splitlines():
        name, speaker, _, _, _, label = line.split('\t')
        if label in 'MF':
            speakers[(name, speaker)] = MALE if label == 'M' else FEMALE
    pool = args.run / 'examples.npz'
    if not pool.exists():
        make_examples(args.cache, pool, speakers)
    stored = np.load(pool)
    features, labels, names = stored['features'], stored['labels'], stored['names']
    for at, held in enumerate(folds(speakers)):
        folder = args.run / f'fold-{at}'
        if not (folder / 'speakers.txt').exists():
            kept = ~np.isin(names, held)
            write(trained(features[kept], labels[kept], args.seed, f'fold {at}'), folder)
            (folder / 'speakers.txt').write_text('\n'.join(held) + '\n')
    write(trained(features, labels, args.seed, 'all'), args.model)


if __name__ == '__main__':
    main()
