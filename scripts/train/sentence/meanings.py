"""Moves the word vectors of models/sent-zh, so that texts with the same meaning are near each other.

    python -m sentence.meanings FROM DATA/text/crosswoz-utt.tsv --leave-out SETS.tsv... --out ../../models/sent-zh

FROM is a words.bin of sentence.gloss_vectors. Three kinds of texts share a meaning: sentences of one pattern of lm/lm_service, texts of
one meaning in replies/, and customers' utterances of CrossWOZ with the same acts. The alternatives of a pattern are divided into two
halves. Texts made from one half must find the texts made from the other half among those of other meanings (softmax over cosines to the
mean of a few). The training learns one matrix for all words, and for each word in the texts a shift and a factor of its weight. Texts
that nearly equal one in the first columns of SETS, which are used for measurements, are left out.
"""

import argparse
import collections
import csv
import hashlib
import pathlib
import random
import re
import struct

import numpy as np
import torch

from lm import lm_service
from sentence.vector_file import MASK
from shared.binary import join
from shared.manifest import refresh

SEED = 20261126
LONGEST_TEXT = 32
#: The number of divisions of a pattern's alternatives, and of texts from each half (of patterns, of replies).
PARTINGS, TEXTS, TEXTS_OF_REPLIES = 4, 12, 24
#: The smallest and the largest number of texts in a group of utterances.
LEAST_UTTERANCES, MOST_UTTERANCES = 6, 48
#: The Jaccard similarity of characters and pairs from which a text is left out.
TOO_LIKE = 0.5
STEPS, MEANINGS, EXAMPLES, ASKED = 2000, 128, 4, 2
LEARNING_RATE, TEMPERATURE = 1e-2, 0.1
#: The share of words that are dropped from a text, so that no single word carries its meaning.
DROPPED = 0.3
STIFFNESS = 1e-2
#: Weights are stored in steps of 1/16 up to 15.9; only their ratios count.
WEIGHT_SCALE = 0.3


class Vectors:
    """The content of a words.bin."""

    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        self.header = data[:24]
        magic, version, dims, words, keys, self.longest, _ = struct.unpack('<4sHHIIII', self.header)
        if magic != b'TGSV' or version != 1:
            raise ValueError(f'{path} holds no word vectors of version 1')
        at, parts = 0, []
        for count in (4 * keys, 4 * keys, 4 * keys, words, words * dims):
            begin = 24 + -(-at // 8) * 8
            at = begin - 24 + count
            parts.append(data[begin : begin + count])
        self.keys = [np.frombuffer(part, '<u4') for part in parts[:3]]
        self.weights = np.frombuffer(parts[3], np.uint8).astype(np.float32) / 16
        numbers = np.frombuffer(parts[4], np.int8).reshape(words, dims).astype(np.float32)
        self.vectors = numbers / np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), 1e-9)
        self.row_of = dict(zip(zip(self.keys[0].tolist(), self.keys[1].tolist()), self.keys[2].tolist()))

    def words(self, text):
        """The rows of the words of the text, the longest at each place."""
        rows, at = [], 0
        while at < len(text):
            first, second, found, length = 0x811C9DC5, 0x9747B28C, None, 1
            for end in range(at, min(len(text), at + self.longest)):
                code = ord(text[end])
                first = (first ^ code) * 0x01000193 & MASK
                second = (second ^ code) * 0x85EBCA6B & MASK
                second ^= second >> 13
                row = self.row_of.get((first, second))
                if row is not None:
                    found, length = row, end + 1 - at
            if found is not None:
                rows.append(found)
            at += length
        return rows

    def write(self, folder, vectors, weights):
        """Only the direction of a vector counts in the file: its length goes into the weight."""
        lengths = np.linalg.norm(vectors, axis=1)
        levels = np.clip(np.round(weights * lengths * WEIGHT_SCALE * 16), 0, 255).astype(np.uint8)
        largest = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-12)
        numbers = np.round(vectors / largest * 127).astype(np.int8)
        folder = pathlib.Path(folder)
        (folder / 'words.bin').write_bytes(join(self.header, [*self.keys, levels, numbers.tobytes()]))
        refresh(folder)


class Patterns:
    """Texts of patterns, made of one half of the alternatives."""

    def __init__(self):
        self.speaker = lm_service.Speaker(SEED)
        self.random = random.Random(SEED)

    def text(self, pattern, parting, half):
        place = 0

        def one(match):
            nonlocal place
            place += 1
            alternatives = match[1].split('|')
            if len(alternatives) >= 4:
                alternatives = [each for each in alternatives if self.half(parting, pattern, place, each) == half] or alternatives
            return self.random.choice(alternatives)

        chosen = re.sub(r'\[([^\[\]]*)\]', one, pattern)
        spoken = re.sub(r'\{(\w+)\}', lambda match: self.speaker.word(match[1]), chosen)
        return re.sub('[，。？！、 ]', '', spoken)

    @staticmethod
    def half(parting, pattern, place, alternative):
        return hashlib.md5(f'{parting}{pattern}{place}{alternative}'.encode()).digest()[0] % 2

    def halves(self, patterns, count):
        """For each parting the texts of both halves."""
        return [[self.some(patterns, parting, half, count) for half in (0, 1)] for parting in range(PARTINGS)]

    def some(self, patterns, parting, half, count):
        found = set()
        for _ in range(60):
            text = self.text(self.random.choice(patterns), parting, half)
            if 0 < len(text) <= LONGEST_TEXT:
                found.add(text)
            if len(found) == count:
                break
        return sorted(found)


def replies():
    """The patterns of each meaning of replies/, by its title. A title in two files is one meaning."""
    meanings = {}
    for path in sorted((pathlib.Path(__file__).parent / 'replies').glob('*.txt')):
        patterns = None
        for line in path.read_text(encoding='utf-8').splitlines():
            if line.startswith('='):
                patterns = meanings.setdefault(line[1:].strip(), [])
            elif line and not line.startswith('#'):
                if patterns is None:
                    raise ValueError(f'{path}: a pattern stands before the first title; a line "= TITLE" must open its meaning')
                patterns.append(line)
    return meanings


def utterances(path):
    """Customers' utterances with the same acts, values left out, in two halves."""
    groups, order = collections.defaultdict(set), random.Random(SEED)
    with open(path, encoding='utf-8', newline='') as table:
        for row in csv.DictReader(table, delimiter='\t', quoting=csv.QUOTE_NONE):
            text = row['text'] or ''
            if row['role'] == 'usr' and 4 <= len(text) <= LONGEST_TEXT:
                acts = ';'.join(sorted({'-'.join(act.split('-')[:3]) for act in row['acts'].split(';')}))
                groups[acts].add(text)
    for _, texts in sorted(groups.items()):
        if len(texts) >= LEAST_UTTERANCES:
            some = order.sample(sorted(texts), min(MOST_UTTERANCES, len(texts)))
            yield [[some[::2], some[1::2]]]


def grams(text):
    return set(text) | {text[at : at + 2] for at in range(len(text) - 1)}


class LeftOut:
    """Texts that are nearly one of those which measure."""

    def __init__(self, paths):
        lines = [line for path in paths for line in path.read_text(encoding='utf-8').splitlines() if line.strip()]
        self.grams = [grams(line.split('\t')[0]) for line in lines]
        self.having = collections.defaultdict(list)
        for at, each in enumerate(self.grams):
            for gram in each:
                self.having[gram].append(at)
        self.count = 0

    def has(self, text):
        own = grams(text)
        shared = collections.Counter(at for gram in own for at in self.having.get(gram, ()))
        is_like = any(both / (len(own) + len(self.grams[at]) - both) >= TOO_LIKE for at, both in shared.items())
        self.count += is_like
        return is_like


def meanings(vectors, table, left_out):
    """For each meaning, for each parting, two lists of texts, as rows of words."""
    made = Patterns()
    texts = [made.halves([pattern], TEXTS) for _, pattern in lm_service.patterns()]
    texts += [made.halves(patterns, TEXTS_OF_REPLIES) for patterns in replies().values()]
    texts += utterances(table)
    for partings in texts:
        rows = [[[vectors.words(text) for text in half if not left_out.has(text)] for half in halves] for halves in partings]
        known = [[[row for row in half if row] for half in halves] for halves in rows]
        enough = [halves for halves in known if all(len(half) >= 2 for half in halves)]
        if enough:
            yield enough


def learnt(vectors, known):
    torch.manual_seed(SEED)
    draw = random.Random(SEED)
    seen = sorted({row for partings in known for halves in partings for half in halves for text in half for row in text})
    place = {row: at for at, row in enumerate(seen)}
    start, weights = torch.tensor(vectors.vectors[seen]), torch.tensor(vectors.weights[seen])
    unit = torch.eye(start.shape[1])
    matrix, steps, factors = unit.clone().requires_grad_(), torch.zeros_like(start, requires_grad=True), torch.zeros(len(seen), requires_grad=True)
    rates = [0.3 * LEARNING_RATE, LEARNING_RATE, 2 * LEARNING_RATE]
    optimizer = torch.optim.Adam([{'params': [each], 'lr': rate} for each, rate in zip([matrix, steps, factors], rates)])
    wanted = torch.arange(MEANINGS).repeat_interleave(ASKED)
    total = 0.0
    for step in range(STEPS):
        for group, rate in zip(optimizer.param_groups, rates):
            group['lr'] = rate * (1 - step / STEPS)
        texts = []
        for partings in draw.sample(known, MEANINGS):
            halves, side = draw.choice(partings), draw.randrange(2)
            texts += [draw.choice(halves[side]) for _ in range(EXAMPLES)] + [draw.choice(halves[1 - side]) for _ in range(ASKED)]
        texts = [[row for row in text if draw.random() >= DROPPED] or text for text in texts]
        flat = torch.tensor([place[row] for text in texts for row in text])
        words = (start[flat] @ matrix + steps[flat]) * (weights[flat] * factors[flat].exp())[:, None]
        owner = torch.repeat_interleave(torch.arange(len(texts)), torch.tensor([len(text) for text in texts]))
        sums = torch.zeros(len(texts), start.shape[1]).index_add(0, owner, words)
        sums = torch.nn.functional.normalize(sums, dim=1).view(MEANINGS, EXAMPLES + ASKED, -1)
        asked = sums[:, EXAMPLES:].reshape(MEANINGS * ASKED, -1)
        means = torch.nn.functional.normalize(sums[:, :EXAMPLES].mean(1), dim=1)
        nearest = (asked @ sums[:, :EXAMPLES].reshape(-1, sums.shape[2]).T / TEMPERATURE).view(-1, MEANINGS, EXAMPLES).logsumexp(2)
        loss = sum(torch.nn.functional.cross_entropy(each, wanted) for each in (asked @ means.T / TEMPERATURE, nearest)) / 2
        used = flat.unique()
        far = (steps[used] ** 2).sum() + ((matrix - unit) ** 2).sum() + 10 * (factors[used] ** 2).sum()
        optimizer.zero_grad()
        (loss + STIFFNESS * far / MEANINGS).backward()
        optimizer.step()
        total += loss.item()
        if step % 500 == 499:
            print(f'{step + 1} steps: loss {total / 500:.3f}', flush=True)
            total = 0.0
    with torch.no_grad():
        moved, weighed = vectors.vectors @ matrix.numpy(), vectors.weights.copy()
        moved[seen] += steps.numpy()
        weighed[seen] *= np.exp(factors.numpy())
    return moved, weighed, len(seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('vectors', type=pathlib.Path)
    parser.add_argument('utterances', type=pathlib.Path)
    parser.add_argument('--leave-out', type=pathlib.Path, nargs='*', default=[])
    parser.add_argument('--out', type=pathlib.Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    vectors, left_out = Vectors(args.vectors), LeftOut(args.leave_out)
    known = list(meanings(vectors, args.utterances, left_out))
    moved, weighed, words = learnt(vectors, known)
    vectors.write(args.out, moved, weighed)
    print(f'{len(known)} meanings, {left_out.count} texts left out, {words} words with a step of their own')


if __name__ == '__main__':
    main()
