"""Units of the recogniser: initials and tonal finals, blank 0.

A syllable with a written y or w has no initial: `yan` is the final `ian`, `wo` is `uo`, `yu` is `v`.
The vowel of zi/ci/si is `ii`, that of zhi/chi/shi/ri is `iii`; `v` stands for u with two dots.
"""

import functools
import re

from pypinyin import Style, lazy_pinyin

INITIALS = 'b p m f d t n l g k h j q x zh ch sh r z c s'.split()
FINALS = (
    'a o e ai ei ao ou an en ang eng er i ii iii ia ie iao iu ian in iang ing iong io '
    'u ua uo uai ui uan un uang ueng ong v ve van vn'
).split()
TONES = '12345'
BLANK = '<blk>'
UNITS = [BLANK] + INITIALS + [final + tone for final in FINALS for tone in TONES]
UNIT_ID = {unit: index for index, unit in enumerate(UNITS)}

_WHOLE = {
    'yi': 'i', 'ya': 'ia', 'ye': 'ie', 'yao': 'iao', 'you': 'iu', 'yan': 'ian', 'yin': 'in', 'yang': 'iang',
    'ying': 'ing', 'yong': 'iong', 'yo': 'io', 'yu': 'v', 'yue': 've', 'yuan': 'van', 'yun': 'vn',
    'wu': 'u', 'wa': 'ua', 'wo': 'uo', 'wai': 'uai', 'wei': 'ui', 'wan': 'uan', 'wen': 'un', 'wang': 'uang',
    'weng': 'ueng',
}  # fmt: skip
_SYLLABLE = re.compile(r'^(zh|ch|sh|[bpmfdtnlgkhjqxrzcs])?([a-zv]+)([1-5])$')


@functools.lru_cache(maxsize=None)
def split(syllable):
    """`zhong1` -> ['zh', 'ong1']; None for syllables that the units cannot write (hm, ng, ê)."""
    syllable = syllable.replace('ü', 'v').replace('u:', 'v')
    body, tone = syllable[:-1], syllable[-1:]
    if body in _WHOLE:
        return [_WHOLE[body] + tone] if tone in TONES else None
    match = _SYLLABLE.match(syllable)
    if not match:
        return None
    initial, final, tone = match.groups()
    if initial in ('j', 'q', 'x') and final.startswith('u'):
        final = 'v' + final[1:]
    if final == 'i' and initial in ('z', 'c', 's'):
        final = 'ii'
    if final == 'i' and initial in ('zh', 'ch', 'sh', 'r'):
        final = 'iii'
    final = {'ue': 've', 'uen': 'un', 'uei': 'ui', 'iou': 'iu'}.get(final, final)
    if final not in FINALS:
        return None
    return ([initial] if initial else []) + [final + tone]


def syllables(text):
    """Citation readings of Chinese text, tone digits 1-5; None if a letter, digit or rare character is in it."""
    text = re.sub(r'[()（），。、！？：；·《》“”… ]', '', text).replace('嗯', '恩')
    out = lazy_pinyin(text, style=Style.TONE3, neutral_tone_with_five=True, v_to_u=False, errors=lambda _: ['?'])
    out = [item.replace('ü', 'v') for item in out]
    return out if all(split(item) for item in out) else None


def encode(syllable_list):
    return [UNIT_ID[unit] for syllable in syllable_list for unit in split(syllable)]


def decode(ids):
    """Unit ids without blanks -> (initial, final with tone) pairs; an initial without a final is dropped."""
    pairs, initial = [], ''
    for index in ids:
        unit = UNITS[index]
        if index <= len(INITIALS):
            initial = unit
        else:
            pairs.append((initial, unit))
            initial = ''
    return pairs


def key(syllable, tonal):
    parts = split(syllable)
    initial, final = (parts[0], parts[1]) if len(parts) == 2 else ('', parts[0])
    return initial + '|' + (final if tonal else final[:-1])
