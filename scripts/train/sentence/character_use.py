"""The frequency of characters in Mandarin: a table for the matcher, from the text of the language model.

    python -m sentence.character_use SCRATCH_DIR/train.txt ../../src/understanding/matching/tables/common-characters.ts

SCRATCH_DIR is the one of lm.build_lm. Classes of half a nat, the most frequent first; characters in the order of their
frequency.
"""

import collections
import math
import pathlib
import sys

STEP = 0.5
LEAST = 3  # counts
WIDTH = 110

text, out = map(pathlib.Path, sys.argv[1:])
counts = collections.Counter(sign for sign in text.read_text(encoding='utf-8') if '\u4e00' <= sign <= '\u9fff')
total = sum(counts.values())
classes = collections.defaultdict(list)
for sign, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
    if count >= LEAST:
        classes[round(-math.log(count / total) / STEP)].append(sign)
first, last = min(classes), max(classes)
table = '|'.join(''.join(classes[each]) for each in range(first, last + 1))
lines = [table[at : at + WIDTH] for at in range(0, len(table), WIDTH)]
out.write_text(
    '// Written by scripts/train/sentence/character_use.py: characters by how common they are, a class for each half of a nat, parted by |.\n'
    f'/** The class of the first part, in halves of a nat below certainty. */\nexport const firstClass = {first};\n'
    'export const commonCharacters =\n  ' + ' +\n  '.join(f"'{line}'" for line in lines) + ';\n',
    encoding='utf-8',
)
print(len(table), 'characters,', last - first + 1, 'classes')
