"""Trains the punctuation model and exports it. One command; started again, it resumes where it stopped.

    python -m punc.punc_train CACHE_DIR RUN_DIR ../../models/punc-zh [--steps 3200] [--start MODEL_DIR --rate 0.001]

CACHE_DIR is the directory that punc_text.py wrote. With --start, training begins with the weights of an exported model;
characters that it lacks are added behind its own. CPU, one thread.
"""

import argparse
import collections
import copy
import math
import pathlib
import random

import numpy as np
import torch
from tqdm import tqdm

from punc import punc_export
from punc.punc_model import END, START, UNKNOWN, Punctuator
from punc.punc_text import COMMA, NONE, QUESTION, STOP, Homophones, split

# Share of each kind of text among the batches, and the number of texts that are joined.
SHARES = {'dialog': 0.3, 'cpp': 0.18, 'phrases': 0.02, 'announcements': 0.02, 'service': 0.28, 'calls': 0.2}
JOINED = {'dialog': (1, 1, 2, 3), 'cpp': (1, 1, 1, 2), 'phrases': (1, 1, 2, 3), 'announcements': (1, 1, 1, 2),
          'service': (1, 1, 1, 2), 'calls': (1, 1, 1, 2)}  # fmt: skip
# Weight of a position that has no mark, a comma, a full stop or a question mark in the loss, by kind of text: marks that are
# too often missed weigh more. Commas of edited and of chat text are a matter of taste; their weights must not give
# stock sentences more commas.
WEIGHTS = {'cpp': (1.0, 1.6, 1.0, 1.6), 'dialog': (1.0, 1.2, 1.0, 1.0)}
EVEN = (1.0, 1.0, 1.0, 1.0)
ANEW = 0.1  # share of the stock sentences joined from clauses of any, with commas between clauses that ask nothing
CUT = 0.2  # share of the texts that begin or end inside a sentence
MISHEARD = (0.5, 0.2)  # share of texts with homophones, and of their characters at most
BATCH_CHARACTERS = 1200
LONGEST = 160


def clauses_of(characters, classes):
    start = 0
    for at, mark in enumerate(classes, 1):
        if mark != NONE:
            yield characters[start:at], classes[start:at]
            start = at


class Texts:
    def __init__(self, cache, part):
        self.rows = collections.defaultdict(list)
        for line in (cache / f'punc-{part}.tsv').read_text(encoding='utf-8').splitlines():
            name, dialog, text = line.split('\t')
            kind = {'crosswoz': 'dialog', 'kdconv': 'dialog', 'moztw': 'cpp'}.get(name, name)
            self.rows[kind].append((dialog, *split(text)))
        self.clauses = [part for row in self.rows['service'] for part in clauses_of(*row[1:])]

    def sample(self, rng, kind):
        rows = self.rows[kind]
        at, count = rng.randrange(len(rows)), rng.choice(JOINED[kind])
        if kind == 'service' and rng.random() < ANEW:
            picked = [('', *clause) for clause in rng.choices(self.clauses, k=rng.choice((2, 2, 3, 4)))]
            ends = [classes[-1] if classes[-1] == QUESTION else COMMA for _, _, classes in picked]
            ends[-1] = max(ends[-1], STOP)
            picked = [(*row[:2], [*row[2][:-1], end]) for row, end in zip(picked, ends, strict=True)]
        elif kind == 'dialog':  # the following turns of the dialog
            picked = [row for row in rows[at : at + count] if row[0] == rows[at][0]]
        else:
            picked = [rows[at], *(rng.choice(rows) for _ in range(count - 1))]
        characters = [char for row in picked for char in row[1]]
        classes = [mark for row in picked for mark in row[2]]
        if len(characters) > 8 and rng.random() < CUT:
            first = rng.randrange(len(characters) // 2) if rng.random() < 0.5 else 0
            last = rng.randrange(first + 4, len(characters) + 1) if rng.random() < 0.7 else len(characters)
            characters, classes = characters[first:last], classes[first:last]
        return characters[:LONGEST], classes[:LONGEST]


def batch(texts, homophones, ids, rng):
    """-> ids [B, L], classes [B, L] (-1: not judged), kept [B, L, 1], weights [B, L]. Texts of one batch have about the
    same length."""
    shares = {kind: share for kind, share in SHARES.items() if texts.rows[kind]}
    pool = []
    while sum(len(item[0]) for item in pool) < BATCH_CHARACTERS * 4:
        kind = rng.choices(list(shares), shares.values())[0]
        characters, classes = texts.sample(rng, kind)
        if rng.random() < MISHEARD[0]:
            characters = homophones.mishear(characters, rng, rng.random() * MISHEARD[1])
        pool.append((characters, classes, WEIGHTS.get(kind, EVEN)))
    pool.sort(key=lambda item: len(item[0]))
    batches, start = [], 0
    while start < len(pool):
        end = start + 1
        while end < len(pool) and len(pool[end][0]) * (end + 1 - start) <= BATCH_CHARACTERS:
            end += 1
        batches.append(pool[start:end])
        start = end
    rng.shuffle(batches)
    for items in batches[:4]:
        length = max(len(item[0]) for item in items) + 2
        x, y = np.zeros((len(items), length), np.int64), np.full((len(items), length), -1, np.int64)
        kept, weights = np.zeros((len(items), length, 1), np.float32), np.zeros((len(items), length), np.float32)
        for row, (characters, classes, weight_of) in enumerate(items):
            x[row, : len(characters) + 2] = [START, *(ids.get(char, UNKNOWN) for char in characters), END]
            y[row, 1 : len(classes) + 1] = classes
            kept[row, : len(characters) + 2] = 1
            weights[row, 1 : len(classes) + 1] = [weight_of[mark] for mark in classes]
        yield tuple(torch.from_numpy(made) for made in (x, y, kept, weights))


def judged_scores(model, items):
    """-> scores [N, 4] and classes [N] of all positions."""
    model.eval()
    with torch.no_grad():
        scores = torch.cat([model(x, kept)[y >= 0] for x, y, kept, _ in items])
    model.train()
    return scores, torch.cat([y[y >= 0] for _, y, _, _ in items])


def f1(scores, classes, lean=(0.0, 0.0, 0.0, 0.0)):
    """Micro F1 and that of each of the three marks; `lean` is added to the scores."""
    guess = (scores + torch.tensor(lean)).argmax(-1)
    hit, said, true = (
        np.array([int(found.sum()) for found in counts])
        for counts in zip(*(((guess == mark) & (classes == mark), guess == mark, classes == mark)
                            for mark in range(1, QUESTION + 1)), strict=True)
    )  # fmt: skip
    return 2 * hit.sum() / (said.sum() + true.sum()), 2 * hit / np.maximum(1, said + true)


def best_lean(model, items):
    """Marks that are missed more often than set at a wrong place gain from a bias towards them: the sum of micro and
    macro F1 on the tuning set decides, one mark after the other."""
    scores, classes = judged_scores(model, items)
    lean = [0.0, 0.0, 0.0, 0.0]
    for mark in range(1, QUESTION + 1):
        found = {}
        for step in range(9):
            lean[mark] = round(0.2 * step, 1)
            micro, each = f1(scores, classes, lean)
            found[lean[mark]] = micro + each.mean()
        lean[mark] = max(found, key=found.get)
    print('lean', lean, 'tuning F1', *f1(scores, classes, lean))
    return lean


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('model', type=pathlib.Path)
    parser.add_argument('--steps', type=int, default=3200)
    parser.add_argument('--seed', type=int, default=5)
    parser.add_argument('--start', type=pathlib.Path)
    parser.add_argument('--rate', type=float, default=3e-3)
    parser.add_argument('--dropout', type=float, default=0.15)
    parser.add_argument('--lean', type=float, nargs=3, help='bias of each mark; by default the tuning dialogs decide')
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    args.run.mkdir(parents=True, exist_ok=True)

    texts = Texts(args.cache, 'train')
    counts = collections.Counter(char for rows in texts.rows.values() for row in rows for char in row[1])
    units = [char for char, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count >= 2]
    known, weights = punc_export.read(args.start) if args.start else ([], {})
    last = args.run / 'last.pt'
    state = torch.load(last) if last.exists() else None
    units = state['units'] if state else known + [char for char in units if char not in set(known)]
    ids = {char: at + 3 for at, char in enumerate(units)}
    homophones = Homophones({char: counts[char] for char in units})
    tuning = Texts(args.cache, 'tuning')
    judged = [made for seed in (1, 2, 3) for made in batch(tuning, Homophones({}), ids, random.Random(seed))]

    model = Punctuator(len(units) + 3, args.dropout)
    if weights and not state:
        added = model.embedding.weight.detach()[len(known) + 3 :]
        weights['embedding.weight'] = torch.cat([weights['embedding.weight'], added])
        model.load_state_dict(weights)
        print('start, tuning F1', *f1(*judged_scores(model, judged)))
    average = copy.deepcopy(model)
    embedding = list(model.embedding.parameters())
    others = [p for name, p in model.named_parameters() if not name.startswith('embedding')]
    optimiser = torch.optim.AdamW([{'params': embedding, 'lr': 1.0}, {'params': others, 'lr': 1.0}], weight_decay=0.02)
    step = 0
    if state:
        model.load_state_dict(state['model'])
        average.load_state_dict(state['average'])
        optimiser.load_state_dict(state['optimiser'])
        step = state['step']
    loss_of = torch.nn.CrossEntropyLoss(ignore_index=-1, label_smoothing=0.02, reduction='none')
    rng = random.Random(args.seed * 1_000_003 + step)
    bar = tqdm(total=args.steps, initial=step, mininterval=5)
    recent = collections.deque(maxlen=100)
    while step < args.steps:
        for x, y, kept, weighed in batch(texts, homophones, ids, rng):
            rate = args.rate * min(1, (step + 1) / 100) * 0.5 * (1 + math.cos(math.pi * step / args.steps)) + 1e-5
            for group, factor in zip(optimiser.param_groups, (1.5, 1.0), strict=True):
                group['lr'] = rate * factor
            optimiser.zero_grad(set_to_none=True)
            loss = (loss_of(model(x, kept).flatten(0, 1), y.flatten()) * weighed.flatten()).sum() / weighed.sum()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimiser.step()
            with torch.no_grad():
                decay = min(0.998, step / (step + 20))
                for kept_value, value in zip(average.parameters(), model.parameters(), strict=True):
                    kept_value.lerp_(value, 1 - decay)
            recent.append(loss.item())
            step += 1
            bar.update()
            if step % 40 == 0 or step == args.steps:
                micro, each = f1(*judged_scores(average, judged))
                shown = ' '.join(f'{value:.3f}' for value in each)
                tqdm.write(f'step {step} loss {np.mean(recent):.4f} tuning F1 {micro:.3f} (, . ?: {shown})')
                state = {'model': model.state_dict(), 'average': average.state_dict(), 'step': step,
                         'optimiser': optimiser.state_dict(), 'units': units}  # fmt: skip
                torch.save(state, args.run / 'last.part')
                (args.run / 'last.part').rename(last)
            if step >= args.steps:
                break
    with torch.no_grad():
        lean = [0.0, *args.lean] if args.lean else best_lean(average, judged)
        average.out.bias += torch.tensor(lean)
    average.eval()
    punc_export.write(average, units, args.model)


if __name__ == '__main__':
    main()
