"""The files of models/phrases-zh (docs/model-formats.md): the words of dialogs with their frequency, kind and synonyms;
and the phrases that telephone robots hear for one another.

python -m paraphrase.word_table CEDICT DATA --vectors ../../models/sent-zh/words.bin --out ../../models/phrases-zh

CEDICT is cedict_ts.u8, plain or .gz; DATA/text has the dialogs of CrossWOZ and KdConv. The telephone sentences are those of lm/lm_service.
"""

import argparse
import collections
import gzip
import math
import pathlib
import re

import numpy as np

from lm import lm_service
from sentence.gloss_vectors import ENTRY, NOISE, RARE, read_texts
from sentence.vector_file import word_hash
from shared.manifest import refresh

HERE = pathlib.Path(__file__).parent
LONGEST = 6
HAN = re.compile('[一-鿿]+')
#: Least count in the dialogs; a rarer word is no useful synonym.
LEAST_COUNT = 3
#: Cosine of the word vectors: for words that share a character, and for words that share none.
NEAR, NEAR_WITHOUT_CHARACTER = 0.45, 0.75
MOST_SYNONYMS = 3
#: Words with these mean another thing, however alike the glosses are: numbers, times, negation, question words, persons, directions.
KEPT = set('零〇一二两三四五六七八九十百千万亿半几多少每第年月日号天周星期点分秒时早晚今明昨前后上下左右东西南北不没别无非未莫勿否谁哪什怎么何为'
           '我你他她它您咱们这那此其男女父母爸妈儿子吗呢吧啊')  # fmt: skip
#: A phrase of the project's own with one of these is several words.
PHRASE = set('怎有没不要吗了什哪啥的我你您他是很太挺把给')
WEAK_SENSE = re.compile(r'^(?:\(|to be |classifier|variant|see |abbr|used |surname|Japanese|particle|interjection)')


def read_cedict(path):
    """-> {word: [senses, in order]}, without readings and classifiers."""
    opened = gzip.open if str(path).endswith('.gz') else open
    senses = collections.defaultdict(list)
    with opened(path, 'rt', encoding='utf-8') as lines:
        for line in lines:
            found = ENTRY.match(line)
            if line.startswith('#') or found is None:
                continue
            _, simplified, reading, meaning = found.groups()
            if len(simplified) > LONGEST or not HAN.fullmatch(simplified) or reading[:1].isupper():
                continue
            for sense in re.split('[/;]', meaning):
                plain = NOISE.sub(' ', sense).strip()
                if plain and not RARE.search(sense):
                    senses[simplified].append(plain)
    return senses


def kind_of(senses):
    """v, a or n by the first gloss; - if the gloss does not tell."""
    if not senses:
        return '-'
    verbs = sum(sense.startswith('to ') for sense in senses[:2])
    return 'v' if verbs == len(senses[:2]) else 'n' if verbs == 0 else 'm'


class Segmenter:
    """The likeliest words of a run of characters, by how often each occurs."""

    def __init__(self, counts):
        self.counts, total = counts, sum(counts.values())
        self.cost = {word: math.log(total) - math.log(count) for word, count in counts.items()}
        self.unknown = math.log(total) + 4
        self.longest = max(map(len, counts))

    def split(self, text):
        best, came = [0.0] + [math.inf] * len(text), [0] * (len(text) + 1)
        for at in range(len(text)):
            for end in range(at + 1, min(len(text), at + self.longest) + 1):
                cost = self.cost.get(text[at:end], self.unknown if end == at + 1 else math.inf)
                if best[at] + cost < best[end]:
                    best[end], came[end] = best[at] + cost, at
        words, end = [], len(text)
        while end > 0:
            words.append(text[came[end] : end])
            end = came[end]
        return words[::-1]


def counted(texts, vocabulary):
    """Counts of words: first every occurrence, then those of the likeliest split, twice."""
    runs = collections.Counter(run for text in texts for run in HAN.findall(text))
    counts = collections.Counter()
    for run, times in runs.items():
        for at in range(len(run)):
            for end in range(at + 1, min(len(run), at + LONGEST) + 1):
                if end == at + 1 or run[at:end] in vocabulary:
                    counts[run[at:end]] += times
    for _ in range(2):
        segmenter, counts = Segmenter(counts), collections.Counter()
        for run, times in runs.items():
            for word in segmenter.split(run):
                counts[word] += times
    return counts


class Vectors:
    """The word vectors that ship (docs/model-formats.md)."""

    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        self.dims = int.from_bytes(data[6:8], 'little')
        words, keys = (int.from_bytes(data[at : at + 4], 'little') for at in (8, 12))
        at = 0

        def array(count, kind):
            nonlocal at
            begin = 24 + -(-at // 8) * 8
            at = begin - 24 + count * np.dtype(kind).itemsize
            return np.frombuffer(data, kind, count, begin)

        firsts, seconds, rows = (array(keys, '<u4') for _ in range(3))
        array(words, 'u1')
        self.rows = dict(zip(zip(firsts.tolist(), seconds.tolist(), strict=True), rows.tolist(), strict=True))
        self.numbers = array(words * self.dims, 'i1').reshape(words, self.dims)

    def of(self, word):
        row = self.rows.get(word_hash(word)[:2])
        if row is None:
            return None
        vector = self.numbers[row].astype(np.float64)
        return vector / max(np.linalg.norm(vector), 1e-9)


def kept_pairs():
    """The pairs of kept_synonyms.txt; pairs that the rule does not find are not used."""
    lines = (HERE / 'kept_synonyms.txt').read_text(encoding='utf-8').splitlines()
    return {frozenset(pair.split('-')) for line in lines if not line.startswith('#') for pair in line.split()}


def synonyms_of(senses, counts, vectors, kept):
    """-> {word: [synonyms, nearest first]}: words with a gloss in common among their first three, near in the vectors, and kept."""
    usable = [
        word
        for word, times in counts.items()
        if times >= LEAST_COUNT and len(word) in (2, 3) and word in senses and not KEPT & set(word) and vectors.of(word) is not None
    ]
    sharing = collections.defaultdict(list)
    for word in usable:
        for place, sense in enumerate(senses[word][:3]):
            if not WEAK_SENSE.match(sense):
                sharing[sense.lower()].append((word, place))
    found = collections.defaultdict(dict)
    for words in sharing.values():
        for one, place in words:
            for other, other_place in words:
                if one == other or place + other_place > 2 or frozenset((one, other)) not in kept:
                    continue
                if kind_of(senses[one]) != kind_of(senses[other]):
                    continue
                near = float(vectors.of(one) @ vectors.of(other))
                if near >= (NEAR if set(one) & set(other) else NEAR_WITHOUT_CHARACTER):
                    found[one][other] = near
    return {word: sorted(others, key=lambda other: (-others[other], other))[:MOST_SYNONYMS] for word, others in found.items()}


def own_phrases():
    """-> {phrase: [its replacements]} of own_phrases.txt."""
    table = collections.defaultdict(dict)
    for line in (HERE / 'own_phrases.txt').read_text(encoding='utf-8').splitlines():
        if line.startswith('#') or not line.strip():
            continue
        first, arrow, rest = line.partition(' > ')
        words = (first if not arrow else rest).split()
        for one in words if not arrow else [first]:
            table[one].update(dict.fromkeys(word for word in words if word != one))
    return {phrase: list(others) for phrase, others in table.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cedict', type=pathlib.Path)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--vectors', type=pathlib.Path, required=True)
    parser.add_argument('--out', type=pathlib.Path, required=True)
    args = parser.parse_args()
    senses, phrases = read_cedict(args.cedict), own_phrases()
    own = {word for phrase, others in phrases.items() for word in (phrase, *others)}
    vocabulary = set(senses) | lm_service.words() | {word for word in own if len(word) <= 3 and not PHRASE & set(word)}
    texts = [*lm_service.texts()['train'], *read_texts([args.data / 'text' / name for name in ('crosswoz-utt.tsv', 'kdconv-utt.tsv')])]
    counts = counted(texts, vocabulary)
    synonyms = synonyms_of(senses, counts, Vectors(args.vectors), kept_pairs())
    args.out.mkdir(parents=True, exist_ok=True)
    with open(args.out / 'words.tsv', 'w', encoding='utf-8') as file:
        for word in sorted(counts, key=lambda word: (-counts[word], word)):
            if counts[word] > 1 or len(word) == 1:
                file.write('\t'.join([word, str(counts[word]), kind_of(senses.get(word)), ' '.join(synonyms.get(word, []))]) + '\n')
    with open(args.out / 'phrases.tsv', 'w', encoding='utf-8') as file:
        for phrase in sorted(phrases):
            file.write(f'{phrase}\t{" ".join(phrases[phrase])}\n')
    refresh(args.out)
    print(f'{len(counts)} words, {len(synonyms)} with synonyms of the dictionary, {len(phrases)} own phrases')


if __name__ == '__main__':
    main()
