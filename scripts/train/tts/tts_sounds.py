"""The input of espeak-ng for the phones of the product, and the mapping of its sounds to units."""

from tts import tts_units

VOWELS = {
    'AA': 'A:', 'AE': 'a', 'AH': 'V', 'AO': 'O:', 'AW': 'aU', 'AY': 'aI', 'EH': 'E', 'ER': '3:', 'EY': 'eI', 'IH': 'I',
    'IY': 'i:', 'OW': 'oU', 'OY': 'OI', 'UH': 'U', 'UW': 'u:',
}  # fmt: skip
UNSTRESSED = {'AH': '@', 'ER': '3', 'IY': 'i'}
BEFORE_R = {'AA': 'A@', 'AO': 'O@', 'EH': 'e@', 'IH': 'i@3', 'UH': 'U@', 'OW': 'o@'}  # one sound for two phones
SHARE_BEFORE_R = 0.6  # share of the vowel in the time of such a sound
CONSONANTS = {
    'B': 'b', 'CH': 'tS', 'D': 'd', 'DH': 'D', 'F': 'f', 'G': 'g', 'HH': 'h', 'JH': 'dZ', 'K': 'k', 'L': 'l', 'M': 'm',
    'N': 'n', 'NG': 'N', 'P': 'p', 'R': 'r', 'S': 's', 'SH': 'S', 'T': 't', 'TH': 'T', 'V': 'v', 'W': 'w', 'Y': 'j',
    'Z': 'z', 'ZH': 'Z',
}  # fmt: skip
WEAK = set(
    'a an the and but or of to in on at by for from with as is am are was were be been it its he she we you i they '
    'them him her us me my your his our their this that than if so can could will would shall should must may do does '
    "did has have had not i'm it's we're you're".split()
)  # without an accent of their own inside of a sentence, even if the single word has stress
JOINTS = {'none': '', 'word': ' ', 'phrase': ' _: ', 'clause': ']], [[', 'sentence': ']]. [['}
LINKS = (';', 'r-', '?', 'w-', 'j-')  # sounds that espeak-ng puts between two others belong to the first


def english_text(words):
    """-> (input of espeak-ng, its sounds: [(name, [units])])."""
    told, sounds = '[[', []
    for word in words:
        weak = word['word'].lower() in WEAK and len(words) > 1
        for syllable in word['syllables']:
            at = 0
            while at < len(syllable):
                phone, after = syllable[at], syllable[at + 1 : at + 2]
                name, stress = phone.rstrip('012'), phone[-1]
                mark = '' if weak or stress not in '12' else "'" if stress == '1' else ','
                if name in BEFORE_R and after == ['R']:
                    sounds.append((BEFORE_R[name], [name, 'R']))
                    at += 1
                elif stress == '0' and name in UNSTRESSED:
                    sounds.append((UNSTRESSED[name], [name]))
                else:
                    sounds.append((VOWELS.get(name) or CONSONANTS[name], [name]))
                told += mark + sounds[-1][0] + '|'
                at += 1
        told += JOINTS[word['boundary']]
    return told.removesuffix('[[').replace('|]]', ']]'), sounds


def of_english(marks, sounds):
    """-> [[unit, start in s], ...] with silences, or None if espeak-ng said something else."""
    out, at = [], 0
    for number, (name, start) in enumerate(marks):
        if name in LINKS:
            continue
        if name.startswith('_'):
            out.append([tts_units.SILENCE, start])
            continue
        if name == 'r' and 0 < at < len(sounds) and sounds[at][0] != 'r' and len(sounds[at - 1][1]) == 2:
            out[-1][1] = start  # the R of its own before a vowel
            continue
        if at == len(sounds) or is_vowel(name) != is_vowel(sounds[at][0]):
            return None
        own = sounds[at][1]
        end = marks[number + 1][1] if number + 1 < len(marks) else start
        out += [[unit, start + step * SHARE_BEFORE_R * (end - start)] for step, unit in enumerate(own)]
        at += 1
    return out if at == len(sounds) else None


def is_vowel(name):
    return name[0] in 'A@a03EeIiOoUuV'


def of_pinyin(marks, syllables):
    """The same as of_english for Mandarin: the first sound of a syllable is its initial, if it has one; `_|` ends
    it."""
    out, at, inside, closed = [], 0, 0, None
    for name, start in marks:
        if name == '_|':
            at, inside, closed = at + 1, 0, start
        elif name.startswith('_'):
            out.append([tts_units.SILENCE, start])
            closed = None
        elif at == len(syllables):
            return None
        else:
            own = tts_units.parts(syllables[at])[0]
            if inside < len(own):
                out.append([own[inside], closed if inside == 0 and closed is not None else start])
            inside += 1
    wanted = [unit for syllable in syllables for unit in tts_units.parts(syllable)[0]]
    return out if [unit for unit, _ in out if unit != tts_units.SILENCE] == wanted else None
