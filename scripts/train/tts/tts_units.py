"""The units of the voices: unit, tone and place of every token. The lists are those of
src/protocol/engine/synthesis.ts."""

from asr import units

SILENCE = '_'
CONSONANTS = 'B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH'.split()
VOWELS = 'AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW'.split()
NAMES = ['', SILENCE, *units.INITIALS, *units.FINALS, *CONSONANTS, *VOWELS]  # '' fills batches
INDEX = {name: at for at, name in enumerate(NAMES)}
TONES = 9  # 0 none, 1-5 tones, 6-8 stress 0, 1, 2 of an English syllable
UNSTRESSED = 6
FAR = 8  # places in a phrase from here on count as equal
MIN_PAUSE = 6  # frames of 10 ms; a shorter silence inside of a phrase is the closure of a stop
COLUMNS = ('unit', 'tone', 'word', 'before', 'after', 'length', 'syllable')


class Token:
    """One unit: `word` 1 starts a word, 2 ends one, 3 both, 0 inside; `syllable` counts through the sentence."""

    def __init__(self, unit, tone=0, word=0, syllable=-1, frames=0):
        self.unit, self.tone, self.word, self.syllable, self.frames = unit, tone, word, syllable, frames


def parts(syllable):
    """`zhong1` -> (['zh', 'ong'], 1); for English, `S T AA1 R` -> (['S', 'T', 'AA', 'R'], 7)."""
    if syllable[0].islower():
        return [unit.rstrip('12345') for unit in units.split(syllable)], int(syllable[-1])
    phones = syllable.split(' ')
    stress = next((int(phone[-1]) for phone in phones if phone[-1].isdigit()), 0)
    return [phone.rstrip('012') for phone in phones], UNSTRESSED + stress


def of_syllables(syllables, starts):
    """Syllables as spoken -> tokens, silence around them not included."""
    out = []
    for at, syllable in enumerate(syllables):
        ends = at + 1 == len(syllables) or starts[at + 1]
        word = (1 if starts[at] else 0) + (2 if ends else 0)
        names, tone = parts(syllable)
        out += [Token(name, tone, word, at) for name in names]
    return out


def of_alignment(row, spans):
    """A row of the cache and its [[unit, frames], ...] -> tokens with their frames."""
    spoken = iter(of_syllables(row[4], row[5]))
    out = []
    for at, (unit, frames) in enumerate(spans):
        if unit == SILENCE:
            if at in (0, len(spans) - 1) or frames >= MIN_PAUSE:
                out.append(Token(SILENCE, frames=frames))
            else:
                out[-1].frames += frames
            continue
        token = next(spoken)
        assert token.unit == unit, (row[0], token.unit, unit)
        token.frames = frames
        out.append(token)
    return out


def columns(tokens):
    """-> rows of COLUMNS: ids and places for the network. Phrases lie between silences."""
    out = [[INDEX[token.unit], token.tone, token.word, 0, 0, 0, token.syllable] for token in tokens]
    begin = 0
    for end in range(len(tokens) + 1):
        if end == len(tokens) or tokens[end].unit == SILENCE:
            count = len({token.syllable for token in tokens[begin:end]})
            if count:
                first = tokens[begin].syllable
                for at in range(begin, end):
                    place = tokens[at].syllable - first
                    out[at][3] = 1 + min(place, FAR - 1)
                    out[at][4] = 1 + min(count - 1 - place, FAR - 1)
                    out[at][5] = min(count, FAR)
            begin = end + 1
    return out
