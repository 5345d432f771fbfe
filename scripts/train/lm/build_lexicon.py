"""Builds lexicon.bin: every word's readings in the units of units.py, as a prefix tree with look-ahead.

    pip install numpy==2.4.6 pypinyin==0.55.0
    python -m lm.build_lexicon DATA_DIR/text OUT_DIR SCRATCH_DIR      # after build_lm.py with the same directories

Readings are those of the training text (pypinyin, which the recogniser's labels come from too), of the phrase lists,
of lm_service/readings.txt and of the polyphone sentences; each with its share. Readings that vary between speakers, the
neutral tone of a later syllable and the tones of 一 and 不, are in the lexicon in both forms.
"""

import argparse
import collections
import functools
import itertools
import math
import pathlib
import re
import unicodedata

from shared import binary
from lm import lm_text
from shared import manifest
from asr import units
from pypinyin import Style, lazy_pinyin, pinyin

STEP = 16  # codes per nat
LEAST_SHARE = 0.02
MOST_READINGS = 6
VARIANT = 0.35  # share of a reading that differs in such tones only, against the plain one
SPOKEN = 0.25  # share of a reading of quick speech against the likeliest one
LISTED = 0.05  # least share of a reading of a character in readings.txt,
UNLISTED = 0.1  # and largest share of a word's reading that is missing in the lists although the word is there
MARKS = {'\u0304': '1', '\u0301': '2', '\u030c': '3', '\u0300': '4'}
# found in every text book but in no list: tone changes of 一 and 不; the sounds of 嗯
ALWAYS = {'一': ['yi1', 'yi2', 'yi4'], '不': ['bu4', 'bu2'], '嗯': ['en1', 'en4'], '么': ['me5'], '儿': ['er2', 'er5']}


def numbered(marked):
    """'lǜ' -> 'lv4'; no mark is the neutral tone."""
    tone, letters = '5', ''
    for sign in unicodedata.normalize('NFD', marked.lower()):
        if sign in MARKS:
            tone = MARKS[sign]
        elif sign == '\u0308':
            letters = letters[:-1] + 'v'
        elif sign.isascii():
            letters += sign
    return letters + tone


def phrase_lists(folder):
    for path in sorted((folder / 'phrase-pinyin').glob('*.txt')):
        for line in path.read_text(encoding='utf-8').splitlines():
            match = re.match(r'([\u4e00-\u9fff]+)(?:_\d+)?: ([^#]+)', line)
            if match:
                syllables = [numbered(item) for item in match[2].split()]
                if len(syllables) == len(match[1]) and all(map(units.split, syllables)):
                    yield match[1], syllables


def own_readings():
    """lm_service/readings.txt: (text, syllables)."""
    for line in (pathlib.Path(__file__).parent / 'lm_service' / 'readings.txt').read_text(encoding='utf-8').splitlines():
        if not line.startswith('#'):
            text, *syllables = line.split()
            yield text, tuple(syllables)


@functools.cache
def quick_speech():
    """lm_service/spoken.txt: text -> runs of syllables."""
    found = {}
    for line in (pathlib.Path(__file__).parent / 'lm_service' / 'spoken.txt').read_text(encoding='utf-8').splitlines():
        if not line.startswith('#'):
            text, *syllables = line.split()
            found.setdefault(text, []).append(tuple(syllables))
    return found


# names and words in which 那 and 哪 have another reading
NEVER_QUICK = re.compile('那不|那曲|.+那$|哪吒|哪怕')


def add_quick_speech(word, found):
    """Adds to the likeliest reading its form with one text of spoken.txt said quickly."""
    if NEVER_QUICK.search(word) or not found:
        return
    best, most = found.most_common(1)[0]
    if len(best) != len(word):
        return
    texts = [text for text in quick_speech() if word.count(text) == 1]
    for text in texts:
        if any(text != other and text in other for other in texts):
            continue
        at = word.index(text)
        for syllables in quick_speech()[text]:
            reading = best[:at] + syllables + best[at + len(text) :]
            if all(map(units.split, reading)):
                found[reading] = max(found[reading], SPOKEN * most)


def in_context(scratch):
    """word -> Counter of readings (tuples of syllables) in the training text."""
    counts = collections.defaultdict(collections.Counter)
    spoken = dict(style=Style.TONE3, neutral_tone_with_five=True, v_to_u=False)
    for line in (scratch / 'train.txt').read_text(encoding='utf-8').splitlines():
        words = line.split(' ')
        syllables = [item.replace('ü', 'v') for item in lazy_pinyin(''.join(words), **spoken)]
        if len(syllables) != sum(map(len, words)):
            continue
        at = 0
        for word in words:
            reading = tuple(syllables[at : at + len(word)])
            at += len(word)
            if all(map(units.split, reading)):
                counts[word][reading] += 1
    return counts


def collect(folder, scratch, vocabulary):
    """word -> Counter of readings (tuples of syllables)."""
    counts = in_context(scratch)
    spoken = dict(style=Style.TONE3, neutral_tone_with_five=True, v_to_u=False)
    listed = collections.defaultdict(collections.Counter)
    for phrase, syllables in phrase_lists(folder):
        if phrase in vocabulary and len(phrase) > 1:
            listed[phrase][tuple(syllables)] += 1
        for sign, syllable in zip(phrase, syllables):
            counts[sign][(syllable,)] += 0.2
    for word, readings in listed.items():
        found = counts[word]
        total = max(1, sum(found.values()))
        # a wrong reading in context means that pypinyin does not know the word
        known = sum(count for reading, count in found.items() if any(same_but_tones(reading, each) for each in readings))
        if known < total * UNLISTED:
            for reading in found:
                found[reading] = min(found[reading], total * UNLISTED)
            for reading, count in readings.items():
                found[reading] += total * count / sum(readings.values())
        for reading in readings:
            found[reading] += 1
    for row in lm_text.table(folder / 'cpp-polyphone.tsv'):
        marked = re.search('▁(.)▁', row['sentence'])
        syllable = row['pinyin'].replace('u:', 'v')
        if marked and units.split(syllable):
            counts[marked[1]][(syllable,)] += 1
    for word in vocabulary:
        if not counts[word]:
            readings = zip(*pinyin(word, heteronym=True, **spoken)) if len(word) == 1 else [lazy_pinyin(word, **spoken)]
            for reading in readings:
                syllables = tuple(item.replace('ü', 'v') for item in reading)
                if all(map(units.split, syllables)):
                    counts[word][syllables] += 1
    for word, syllables in [*own_readings()]:
        found = counts[word]
        if len(word) == 1:
            found[syllables] = max(found[syllables], LISTED * sum(found.values()))
        else:
            total = sum(found.values())
            found.clear()
            found[syllables] = max(1, total)
    for word, syllables in ALWAYS.items():
        total = sum(counts[word].values())
        for syllable in syllables:
            counts[word][(syllable,)] = max(counts[word][(syllable,)], 0.1 * total)
    for word in vocabulary:
        if len(word) > 1 and counts[word]:
            add_variants(word, counts[word], set(listed[word]), counts)
        add_quick_speech(word, counts[word])
    for word, readings in lm_text.foreign().items():
        counts[word] = collections.Counter({reading: 1.0 if at == 0 else 0.5 for at, reading in enumerate(readings)})
    return counts


def same_but_tones(one, other):
    """True if two readings differ only in neutral tones and the tones of 一 and 不."""
    return all(
        a == b or (a[:-1] == b[:-1] and ('5' in (a[-1], b[-1]) or a[:-1] in ('yi', 'bu'))) for a, b in zip(one, other, strict=True)
    )


def add_variants(word, found, listed, counts):
    """Adds the likeliest reading with neutral tones where the lists have any, or where a syllable is doubled, and with
    the tones of the dictionary where they are neutral; 一 and 不 with their own tone and the one before others."""
    best, most = found.most_common(1)[0]
    ways = [[syllable] for syllable in best]
    for at in range(len(word)):
        following = best[at + 1][-1] if at + 1 < len(word) else ''
        if word[at] == '一' and best[at][:-1] == 'yi':
            ways[at] = ['yi1', *({'4': ['yi2'], '': []}.get(following, ['yi4']))]
        elif word[at] == '不' and best[at][:-1] == 'bu':
            ways[at] = ['bu4', *(['bu2'] if following == '4' else [])]
        elif at:
            neutral = best[at][:-1] + '5'
            is_listed = any(reading[at] == neutral for reading in listed)
            if is_listed or (word[at] == word[at - 1] and len(word) == 2):
                ways[at].append(neutral)
            if best[at][-1] == '5':
                full = [each for (each,), _ in counts[word[at]].most_common() if each[:-1] == best[at][:-1] and each[-1] != '5']
                ways[at] += full[:1]
    for reading in itertools.islice(itertools.product(*(dict.fromkeys(each) for each in ways)), MOST_READINGS):
        if all(map(units.split, reading)):
            found[reading] = max(found[reading], VARIANT * most)


def entries_of(vocabulary, counts):
    """Word numbers with their units and the cost of the reading."""
    for number, word in enumerate(vocabulary):
        # a word without a known reading is read by its characters
        readings = counts[word]
        if not readings and all(counts[sign] for sign in word):
            parts = [counts[sign].most_common(1)[0][0][0] for sign in word]
            readings = {tuple(parts): 1}
        total = sum(readings.values())
        best = sorted(readings.items(), key=lambda item: (-item[1], item[0]))[:MOST_READINGS]
        for reading, count in best:
            if count / total >= LEAST_SHARE:
                yield number, units.encode(reading), -math.log(count / total)


def tree(entries, scores):
    """Breadth-first arrays of the prefix tree."""
    root = {}
    ends = {}
    for number, path, cost in entries:
        node = root
        for unit in path:
            node = node.setdefault(unit, {})
        ends.setdefault(id(node), []).append((number, cost))

    def best(node):
        own = max((scores[number] - cost for number, cost in ends.get(id(node), [])), default=-1e9)
        value = max([own] + [best(child) for child in node.values()])
        looks[id(node)] = value
        return value

    looks = {}
    best(root)
    order, node_units, children, begins = [root], [0], [1], [0]
    look_aheads, entry_words, entry_costs = [], [], []
    for node in order:  # grows while it is read
        for unit in sorted(node):
            order.append(node[unit])
            node_units.append(unit)
        children.append(len(order))
        look_aheads.append(min(255, max(0, math.floor(-looks[id(node)] * STEP))))
        for number, cost in sorted(ends.get(id(node), []), key=lambda item: (item[1] - scores[item[0]], item[0])):
            entry_words.append(number)
            entry_costs.append(min(255, round(cost * STEP)))
        begins.append(len(entry_words))
    return children, begins, node_units, look_aheads, entry_words, entry_costs


def main():
    parser = argparse.ArgumentParser()
    for name in ('data', 'out', 'scratch'):
        parser.add_argument(name, type=pathlib.Path)
    arguments = parser.parse_args()
    rows = (arguments.scratch / 'vocabulary.tsv').read_text(encoding='utf-8').splitlines()
    vocabulary = {row.split('\t')[0]: float(row.split('\t')[1]) for row in rows}
    counts = collect(arguments.data, arguments.scratch, vocabulary)
    entries = list(entries_of(vocabulary, counts))
    data = binary.lexicon(units.UNITS, list(vocabulary), *tree(entries, list(vocabulary.values())))
    (arguments.out / 'lexicon.bin').write_bytes(data)
    manifest.refresh(arguments.out)
    unread = len(vocabulary) - len({number for number, _, _ in entries})
    print(f'{len(vocabulary)} words, {unread} without a reading; {len(entries)} readings; {len(data)} bytes')


if __name__ == '__main__':
    main()
