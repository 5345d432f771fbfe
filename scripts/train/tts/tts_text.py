"""Chinese text -> syllables as they are spoken, with word boundaries, for the recordings that train a voice.

The product's own front end is src/tts; this one covers only read sentences and words.
"""

import functools
import re

from asr import units
from pypinyin import Style, lazy_pinyin

try:
    import jieba

    jieba.setLogLevel(60)
except ImportError:  # without jieba, words have one character
    jieba = None


def words(text):
    return [word for word in jieba.cut(text, HMM=False) if word.strip()] if jieba else list(text)


def sandhi(syllables, starts, text):
    """Tones as spoken. `starts`: index of the first syllable of each word; third tones change inside a word from its
    end, then across words where the later word is short."""
    out = list(syllables)
    ends = [*starts[1:], len(out)]
    for at, char in enumerate(text):
        following = out[at + 1][-1] if at + 1 < len(out) else ''
        alone = at + 1 in ends
        if char == '不' and following == '4':
            out[at] = 'bu2'
        if char == '一' and out[at] == 'yi1' and following and text[at + 1] not in '一二三四五六七八九十零月':
            before = text[at - 1] if at else ''
            if before not in '第零一二三四五六七八九十' and not (alone and before):
                out[at] = 'yi2' if following == '4' else 'yi4'
    spoken = list(out)
    for start, end in zip(starts, ends, strict=True):
        for at in range(end - 2, start - 1, -1):
            if out[at][-1] == '3' and out[at + 1][-1] == '3':
                spoken[at] = out[at][:-1] + '2'
    for start in starts[1:]:
        if spoken[start][-1] == '3' and spoken[start - 1][-1] == '3':
            spoken[start - 1] = spoken[start - 1][:-1] + '2'
    return spoken


@functools.lru_cache(maxsize=None)
def _read(text):
    out = lazy_pinyin(text, style=Style.TONE3, neutral_tone_with_five=True, v_to_u=False, errors=lambda _: ['?'])
    return tuple(item.replace('ü', 'v') for item in out)


def spoken(text):
    """-> (syllables, whether each one starts a word), or None if a reading is missing."""
    text = re.sub(r'[^\u4e00-\u9fff]', '', text).replace('嗯', '恩')
    if not text:
        return None
    read = list(_read(text))
    if len(read) != len(text) or not all(units.split(item) for item in read):
        return None
    starts, at = [], 0
    for word in words(text):
        starts.append(at)
        at += len(word)
    begins = [index in set(starts) for index in range(len(text))]
    return sandhi(read, starts, text), begins
