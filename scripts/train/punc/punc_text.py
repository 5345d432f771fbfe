"""Punctuated text for the punctuation model: characters, and after each of them no mark, a comma, a full stop or a
question mark.

    python -m punc.punc_text DATA_DIR/text CACHE_DIR

Writes CACHE_DIR/punc-train.tsv, punc-tuning.tsv and punc-held-out.tsv (set, dialog, text; held out also the text without
marks and with one character in ten replaced by a homophone). Texts are in spoken form: no digits, marks of three kinds.
Held out is every tenth dialog (its number ends in 0); for tuning, those that end in 51 or 52. No sentence written for the
test, nor a clause of one of 8 characters or more, is in the training or tuning text: texts with one are left out.
"""

import argparse
import collections
import itertools
import math
import pathlib
import random
import re

import pypinyin

from lm import lm_service
from lm import lm_text

NONE, COMMA, STOP, QUESTION = range(4)
MARKS = ['', '，', '。', '？']
CLASSES = {**dict.fromkeys('，,、；;：:', COMMA), **dict.fromkeys('。！!．.…', STOP), **dict.fromkeys('？?', QUESTION)}
MOST = 400  # characters of an utterance
HERE = pathlib.Path(__file__).parent
SERVICE_EACH = 6.0  # sentences of a pattern: this times the square root of its variety,
SERVICE_MOST = 150  # but not more than this
CALLS_EACH, CALLS_MOST = 3.0, 80  # the same for the patterns of the language model
LEAST_CALL = 6  # characters; shorter calls are fillers that the patterns have without marks
ASKS = re.compile('[吗呢哪谁]|(?<![过这前好等])几[点个天号位岁次]|什么|怎|多[少久长远大]|为何|为啥|是否|还是|如何|(.)[不没]\\1|有没|没有$')
INDIRECT = re.compile('[问查看说讲道解认意定]|清楚|告诉|记得|有什么')  # words whose object may be a question that asks nothing
LEAST_CLAUSE = 8  # characters; shorter clauses are words of any call
TEST_ONLY = ('punc_phrases.txt', 'punc_stock.txt', 'punc_stock_tuning.txt')


def split(text):
    """-> characters without marks, class of the mark after each of them. Of two marks, the one that closes more stays."""
    characters, classes = [], []
    for char in text:
        if char in CLASSES:
            if classes:
                classes[-1] = max(classes[-1], CLASSES[char])
        elif char.isalnum():
            characters.append(char.lower())
            classes.append(NONE)
    return characters, classes


def joined(characters, classes):
    return ''.join(char + MARKS[mark] for char, mark in zip(characters, classes, strict=True))


def said(text):
    """A text in spoken form, with marks of three kinds only; None without a mark at the end or with too many other
    signs."""
    text = lm_text.spoken(re.sub(r'[▁\s]', '', text)).replace('〇', '零')
    characters, classes = split(text)
    if not 2 <= len(characters) <= MOST or classes[-1] < STOP:
        return None
    chinese = sum('\u3400' <= char <= '\u9fff' for char in characters)
    return joined(characters, classes) if chinese >= 0.8 * len(characters) else None


def announcements():
    """Carrier announcements with their marks, from parts."""
    hello = ['', '您好，', '对不起，', '您好，对不起，', '尊敬的用户，您好，']
    called = ['您拨打的用户', '您拨叫的用户', '您所拨打的电话', '您呼叫的号码', '您拨打的号码', '对方', '用户']
    states = ['正忙', '正在通话中', '已关机', '暂时无人接听', '暂时无法接通', '不在服务区', '已停机', '是空号', '不存在',
              '因欠费已停机', '已设置呼叫转移', '不方便接听', '没有应答', '已暂停服务', '已开通来电提醒业务']  # fmt: skip
    endings = ['。', '，请稍后再拨。', '，请您稍后再拨。', '，请核对后再拨。', '，谢谢。', '，如需留言，请按一。',
               '，请在嘀声后留言。', '，我们将短信通知机主您的来电。', '，请不要挂机。', '，正在为您转接，请稍候。',
               '，语音留言请按一，人工服务请按二。', '。本次通话免费，谢谢，请挂机。', '，请查证后再拨。']  # fmt: skip
    return [''.join(parts) for parts in itertools.product(hello, called, states, endings)]


def service():
    """Stock sentences of calls with their marks, from the patterns of punc_service.txt."""
    speaker = lm_service.Speaker(lm_service.SEED)
    for weight, pattern in lm_service.patterns([HERE / 'punc_service.txt']):
        count = min(SERVICE_MOST, math.ceil(SERVICE_EACH * math.sqrt(lm_service.variety(pattern)))) * weight
        yield from dict.fromkeys(speaker.sentences(pattern, count))


def calls(part='train'):
    """Sentences of the language model's patterns of one part. Their commas are written there; a full stop or a question mark
    is put after those for which the mark is certain; others are left out."""
    speaker = lm_service.Speaker(lm_service.SEED)
    for weight, pattern in lm_service.patterns():
        if lm_service.part_of(pattern) != part or re.search('{(bye|um|phone|idno)}', pattern):
            continue  # these are words of several clauses, and digits in groups, without commas or with many
        pattern = re.sub('{hello}，?', '[您好|你好]，', pattern)
        count = min(CALLS_MOST, math.ceil(CALLS_EACH * math.sqrt(lm_service.variety(pattern)))) * weight
        for text in dict.fromkeys(speaker.sentences(pattern, count)):
            *_, last = (text := text.strip('，')).split('，')
            asks = bool(ASKS.search(last))
            if len(text) >= LEAST_CALL and (not asks or text.endswith('吗') or not INDIRECT.search(last)):
                yield text + MARKS[QUESTION if asks else STOP]


def test_clauses():
    """-> sentences written for the test, without marks, and their clauses of LEAST_CLAUSE characters or more."""
    whole, clauses = set(), set()
    for name in TEST_ONLY:
        for line in (HERE.parents[1] / 'measure/eval/classifiers' / name).read_text(encoding='utf-8').splitlines():
            parts = [''.join(split(part)[0]) for part in re.split('[，。？]|\\[.+?]', line)]
            whole.add(''.join(parts))
            clauses.update(part for part in parts if len(part) >= LEAST_CLAUSE)
    return whole, clauses


def is_apart(text, whole, clauses):
    characters = ''.join(split(text)[0])
    return characters not in whole and not any(clause in characters for clause in clauses)


class Homophones:
    """Draws other characters with the same syllable in any tone; frequent ones more often."""

    def __init__(self, counts):
        groups = collections.defaultdict(list)
        self.syllable = {}
        for char, count in counts.items():
            if '\u3400' <= char <= '\u9fff':
                self.syllable[char] = pypinyin.lazy_pinyin(char)[0]
                groups[self.syllable[char]].append((char, math.sqrt(count)))
        self.groups = {key: tuple(zip(*found, strict=True)) for key, found in groups.items()}

    def mishear(self, characters, rng, share):
        return [
            rng.choices(*self.groups[self.syllable[char]])[0] if char in self.syllable and rng.random() < share else char
            for char in characters
        ]


def sources(folder, simplified):
    """Yields set, dialog (with the number that decides what is held out), text."""
    for name in ('crosswoz', 'kdconv'):
        for row in lm_text.table(folder / f'{name}-utt.tsv'):
            yield name, f'{row.get("domain", "")}{row["split"]}-{row["dialog"]}', row['text']
    for at, row in enumerate(lm_text.table(folder / 'cpp-polyphone.tsv')):
        yield 'cpp', f'cpp-{at}', row['sentence']
    for at, line in enumerate((folder / 'moztw-traditional-sentences.txt').read_text(encoding='utf-8').splitlines()):
        if re.search('[。？！]$', line):
            yield 'moztw', f'moztw-{at}', simplified(line)
    for line in (HERE / 'punc_phrases.txt').read_text(encoding='utf-8').splitlines():
        yield 'phrases', 'phrases-1', line
    for line in service():
        yield 'service', 'service-1', line
    for line in calls():
        yield 'calls', 'calls-1', line
    for line in announcements():
        yield 'announcements', 'announcements-1', line


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('text', type=pathlib.Path)
    parser.add_argument('cache', type=pathlib.Path)
    args = parser.parse_args()
    import opencc

    args.cache.mkdir(parents=True, exist_ok=True)
    rows = {'train': [], 'tuning': [], 'held-out': []}
    written, left_out = test_clauses(), collections.Counter()
    for name, dialog, text in sources(args.text, opencc.OpenCC('t2s').convert):
        text = said(text)
        if text is None:
            continue
        number = int(re.sub(r'\D', '', dialog.rsplit('-', 1)[1]) or 0)
        part = 'held-out' if number % 10 == 0 else 'tuning' if number % 100 in (51, 52) else 'train'
        if part != 'held-out' and not is_apart(text, *written):
            left_out[name] += 1
            continue
        rows[part].append(f'{name}\t{dialog}\t{text}\n')
    print('left out, for a clause of the test:', dict(left_out))
    counts = collections.Counter(char for line in rows['train'] for char in split(line.split('\t')[2].strip())[0])
    homophones, rng = Homophones(counts), random.Random(3)
    for at, line in enumerate(rows['held-out']):
        heard = homophones.mishear(split(line.split('\t')[2].strip())[0], rng, 0.1)
        rows['held-out'][at] = line.rstrip('\n') + '\t' + ''.join(heard) + '\n'
    for part, lines in rows.items():
        (args.cache / f'punc-{part}.tsv').write_text(''.join(lines), encoding='utf-8')
        print(part, len(lines), 'utterances,', sum(len(line.split('\t')[2]) for line in lines), 'characters and marks')


if __name__ == '__main__':
    main()
