"""Vectors of Chinese words from the English glosses of CC-CEDICT: sparse TF-IDF over the words of the glosses, and the characters
of the words; SVD.

python -m sentence.gloss_vectors CEDICT UTTERANCES... --out ../../models/sent-zh

CEDICT is cedict_ts.u8, plain or .gz; UTTERANCES are tables with a column `text`, which give the frequency of each word.
"""

import argparse
import collections
import csv
import gzip
import math
import pathlib
import re

import numpy as np
from scipy.sparse import csr_matrix, diags, hstack
from scipy.sparse.linalg import svds

from sentence.vector_file import Keys, write_model

LONGEST_WORD = 8
#: Longer words are kept only if the utterances contain them.
LONGEST_UNHEARD = 4
#: Weight of the characters of a word beside its glosses.
CHARACTER_SHARE = 0.5
ENTRY = re.compile(r'^(\S+) (\S+) \[([^\]]*)\] /(.*)/\s*$')
# References to other words, readings, and classifiers have no meaning of their own.
NOISE = re.compile(r'CL:[^/]*|\[[^\]]*\]|[一-鿿㐀-䶿|]+|\((?:Tw|idiom|loanword|slang|coll\.|bound form|literary|old|dialect)\)')
WORD = re.compile(r'[a-z]+')
NOT_MEANING = frozenset('of or in to a an the sb sth etc esp also e g i and by with for as on at from lit fig ie eg one s '
                        'see variant used abbr'.split())  # fmt: skip
#: Kinds of entries that nobody says to a telephone robot; their vectors would only take space.
RARE = re.compile(r'surname |\(bird species|dinosaur|\bcounty\b|\bprefecture\b|district of|\btownship\b|\(botany\)|\(zoology\)|'
                  r'\(chemistry\)|\(geology\)|\(mineralogy\)|\(biochemistry\)|\(old variant|archaic variant|Japanese variant|'
                  r'erroneous variant')  # fmt: skip


def stem(word):
    for end, keep in (('ing', 4), ('ies', 3), ('ed', 4), ('es', 4), ('s', 4)):
        if word.endswith(end) and len(word) - len(end) >= keep - 1:
            return word[: -len(end)] + ('y' if end == 'ies' else '')
    return word


def read_glosses(path):
    """-> {simplified: Counter of stems}, {traditional: simplified}; the senses of all entries of a word together."""
    opened = gzip.open if str(path).endswith('.gz') else open
    glosses, simplified_of = collections.defaultdict(collections.Counter), {}
    with opened(path, 'rt', encoding='utf-8') as lines:
        for line in lines:
            found = ENTRY.match(line)
            if line.startswith('#') or found is None:
                continue
            traditional, simplified, _, meaning = found.groups()
            if len(simplified) > LONGEST_WORD:
                continue
            senses = [sense for sense in meaning.split('/') if not RARE.search(sense)]
            stems = [stem(word) for word in WORD.findall(NOISE.sub(' ', ' '.join(senses)).lower())]
            glosses[simplified].update(word for word in stems if word not in NOT_MEANING)
            simplified_of.setdefault(traditional, simplified)
    return {word: bag for word, bag in glosses.items() if bag}, simplified_of


def read_texts(paths):
    for path in paths:
        with open(path, encoding='utf-8', newline='') as table:
            for row in csv.DictReader(table, delimiter='\t', quoting=csv.QUOTE_NONE):
                yield row['text'] or ''


def segment(text, known):
    """Takes the longest word at each place; characters that begin no word are left out."""
    at, words = 0, []
    while at < len(text):
        for length in range(min(LONGEST_WORD, len(text) - at), 0, -1):
            if text[at : at + length] in known:
                words.append(text[at : at + length])
                at += length
                break
        else:
            at += 1
    return words


def word_weights(texts, words):
    """log(utterances / utterances with the word); one that never occurs counts as half an utterance."""
    counts, total = collections.Counter(), 0
    for text in texts:
        counts.update(set(segment(text, words)))
        total += 1
    return {word: math.log((total + 1) / (counts[word] + 0.5)) for word in words}, counts


def gloss_matrix(words, glosses):
    known = {}
    counts = collections.Counter(stem for word in words for stem in glosses[word])
    rows, columns, values = [], [], []
    for row, word in enumerate(words):
        for stem_, times in glosses[word].items():
            if counts[stem_] < 2:
                continue
            rows.append(row)
            columns.append(known.setdefault(stem_, len(known)))
            values.append((1 + math.log(times)) * math.log(len(words) / counts[stem_]))
    matrix = csr_matrix((values, (rows, columns)), shape=(len(words), len(known)), dtype=np.float64)
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1))).ravel()
    return diags(1 / np.maximum(lengths, 1e-12)) @ matrix


def character_matrix(words):
    """Matrix of characters, rare ones with more weight, because words with the same characters often mean similar
    things."""
    counts = collections.Counter(character for word in words for character in set(word))
    places = {character: place for place, character in enumerate(sorted(counts))}
    rows, columns, values = [], [], []
    for row, word in enumerate(words):
        rarity = {character: math.log(len(words) / counts[character]) for character in set(word)}
        length = math.sqrt(sum(value * value for value in rarity.values()))
        for character in sorted(rarity):
            rows.append(row)
            columns.append(places[character])
            values.append(CHARACTER_SHARE * rarity[character] / length)
    return csr_matrix((values, (rows, columns)), shape=(len(words), len(places)))


def vectors_of(matrix, dims, seed=20261122):
    """Rows of U S, largest direction first, with a fixed sign, of length 1."""
    start = np.random.default_rng(seed).standard_normal(min(matrix.shape))
    left, sizes, _ = svds(matrix, k=dims, v0=start)
    order = np.argsort(-sizes)
    left, sizes = left[:, order], sizes[order]
    left = left * np.where(left[np.abs(left).argmax(axis=0), np.arange(dims)] < 0, -1, 1)
    rows = left * sizes
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cedict', type=pathlib.Path)
    parser.add_argument('utterances', type=pathlib.Path, nargs='+')
    parser.add_argument('--out', type=pathlib.Path, required=True)
    parser.add_argument('--dims', type=int, default=120)
    args = parser.parse_args()
    glosses, simplified_of = read_glosses(args.cedict)
    weights, counts = word_weights(read_texts(args.utterances), set(glosses))
    words = sorted(word for word in glosses if len(word) <= LONGEST_UNHEARD or counts[word] > 0)
    matrix = hstack([gloss_matrix(words, glosses), character_matrix(words)]).tocsr()
    vectors = vectors_of(matrix, args.dims)
    known = set(words)
    spellings = {old: new for old, new in simplified_of.items() if old != new and new in known and old not in known}
    write_model(args.out, Keys(words, spellings), vectors, np.array([weights[word] for word in words]))
    heard = sum(1 for word in words if counts[word])
    print(f'{len(words)} words, {heard} of them in the utterances, {len(spellings)} other spellings, {args.dims} dimensions')


if __name__ == '__main__':
    main()
