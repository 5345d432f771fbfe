"""Sentences of customer service and outbound calls, from the patterns in lm_service/: the words of agents, machines and
callees.

    python -m lm.lm_service [--show 40]    # some of the sentences

A pattern is a line: [a|b|] is one of these, {slot} a word of slots.txt or a number, date or name made here; a number in
front multiplies its frequency. The patterns are not quoted from anywhere. A pattern is for training, for tuning or
held out as a whole, by a hash of its text, so held-out text shares words with the training text, but no sentences.
"""

import argparse
import hashlib
import math
import pathlib
import random
import re

from lm import lm_text
from asr import segment

FOLDER = pathlib.Path(__file__).parent / 'lm_service'
SEED = 20261121
HELD_OUT_OF = 20  # one of this many patterns is held out and one is for tuning
# held out: phrases that are whole in no text, in sentences of no pattern
NAMES = ['点名没听到{name}的声音', '把{name}和{name}分到一组', '{callname}的报告写得特别详细', '这张奖状颁发给{name}']
NUMBERS = ['爬到山顶已经{clock}了', '这箱苹果卖{amount}', '他的生日在{date}', '准确率达到{percent}', '纸条上写着{phone}', '房间密码改成{tail}']
PLACES = ['他老家在{fullcity}', '{address}发生了一起火灾', '昨天从{city}飞到了{city}']
EACH = 14.0  # sentences of a pattern: this times the square root of its variety,
MOST = 900  # but not more than this
PARTED = 0.25  # share of sentences that are said in pieces, with pauses at their commas
HELD_OUT_EACH = 8  # different sentences of a held-out pattern
TWO = re.compile('二(?=[百千万]|个|天|年|周|小时|分钟|块|元|点|次|位|件|台|套|箱|吨|笔|份|晚|期)')


def share_out(words, evenly):
    return words, [1.0 if evenly else 1 / math.sqrt(rank) for rank in range(1, len(words) + 1)]


def slots():
    """name -> (words, weights)."""
    out = {}
    for line in (FOLDER / 'slots.txt').read_text(encoding='utf-8').splitlines():
        match = re.match(r'(\w+) ([=~]) (.+)', line)
        if match:
            out[match[1]] = share_out(match[3].split(), match[2] == '~')
    return out


def patterns(paths=None):
    """(weight, pattern) of every file; without `paths`, of those of lm_service/."""
    for path in paths or sorted(FOLDER.glob('[0-9]*.txt')):
        for line in path.read_text(encoding='utf-8').splitlines():
            if line and not line.startswith('#'):
                weight, text = re.fullmatch(r'(?:(\d+) )?(.+)', line).groups()
                yield int(weight or 1), text


def words():
    """Candidates for the words of the model: the project's own ones, and those of the slots."""
    listed = (FOLDER / 'words.txt').read_text(encoding='utf-8').splitlines()
    own = {word for line in listed if not line.startswith('#') for word in line.split()}
    named = {word for some, _ in slots().values() for word in some}
    return {word for word in own | named if re.fullmatch(f'[\u4e00-\u9fff]{{2,{segment.LONGEST}}}', word)}


def part_of(pattern):
    place = int(hashlib.sha256(f'second split: {pattern}'.encode()).hexdigest(), 16) % HELD_OUT_OF
    return {0: 'held-out', 1: 'tuning'}.get(place, 'train')


def said(number):
    return lm_text.integer(str(number))


def with_two(text):
    """Writes 两 where people say it: before measures, and before hundreds at the beginning."""
    return TWO.sub(lambda match: '两' if match.start() == 0 else match[0], text)


class Speaker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.slots = slots()
        self.made = {name[5:]: getattr(self, name) for name in dir(self) if name.startswith('make_')}

    def word(self, slot):
        if slot in self.made:
            return self.made[slot]()
        if match := re.fullmatch(r'digits(\d+)', slot):
            return self.digits(int(match[1]))
        words, weights = self.slots[slot]
        return self.random.choices(words, weights)[0]

    def digits(self, count):
        one = self.random.choice('一幺')
        return ''.join(self.random.choice(lm_text.DIGITS) for _ in range(count)).replace('一', one)

    def make_digit(self):
        return self.random.choice(lm_text.DIGITS[1:])

    def make_tail(self):
        return self.digits(4)

    def make_code(self):
        return self.digits(self.random.choice([4, 4, 6, 6, 6, 8]))

    def make_phone(self):
        one = self.random.choice('一幺幺')
        start = self.random.choice('三三五七八八九')
        return one + start + self.digits(9).translate({ord('一'): one, ord('幺'): one})

    def make_idno(self):
        return self.digits(18)

    def make_plate(self):
        return self.word('plateletter') + self.digits(5)

    def make_name(self):
        kind = self.random.random()
        if kind < 0.35:
            given = self.word('two')
        elif kind < 0.8:
            given = self.word('given')
        else:
            given = self.word('two') + self.word('two')
        return self.word('surname') + given

    def make_callname(self):
        return self.word('surname') + self.word('title')

    def make_amount(self):
        pick, kind = self.random.choice, self.random.random()
        unit = pick(['元', '元', '块', '块钱'])
        if kind < 0.25:
            return with_two(said(pick([5, 8, 10, 15, 18, 19, 20, 25, 28, 29, 30, 36, 38, 39, 49, 50, 58, 59, 60, 68, 69, 79,
                                       80, 88, 89, 98, 99])) + unit)  # fmt: skip
        if kind < 0.5:
            return with_two(said(pick([100, 120, 128, 129, 150, 158, 168, 188, 198, 199, 200, 258, 268, 280, 298, 299, 300,
                                       350, 398, 399, 400, 450, 500, 580, 600, 680, 699, 800, 880, 899, 999])) + unit)  # fmt: skip
        if kind < 0.62:
            return with_two(said(self.random.randint(1, 99) * 100) + unit)
        if kind < 0.72:
            tail = ['', '五', '三', '八', '块', '元', '块钱']
            return with_two(said(self.random.randint(1, 9)) + pick(['千', '万']) + pick(tail))
        if kind < 0.82:
            return with_two(said(self.random.randint(1, 50)) + '万' + pick(['', '块', '元', '块钱', '左右']))
        if kind < 0.9:
            whole, unit = said(self.random.randint(1, 400)), pick(['块', '元'])
            dimes, cents = self.make_digit(), self.make_digit()
            return with_two(whole + unit + pick([dimes, dimes + '毛', dimes + '角', dimes + '角' + cents + '分']))
        if kind < 0.95:
            return said(self.random.randint(1, 999)) + '点' + self.digits(2).replace('幺', '一') + '元'
        return with_two(said(self.random.randint(1, 20000)) + unit)

    def make_percent(self):
        usual = [*range(11), 12, 15, 18, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100, self.random.randint(1, 99)]
        whole = '百分之' + said(self.random.choice(usual))
        if self.random.random() < 0.4:
            whole += '点' + self.digits(self.random.choice([1, 1, 2])).replace('幺', '一')
        return whole

    def make_count(self):
        top = self.random.choice([10, 10, 30, 100, 200, 1000])
        return with_two(said(self.random.randint(1, top)) + '个')[:-1]

    def make_age(self):
        return said(self.random.choice([self.random.randint(1, 18), self.random.randint(18, 90)]))

    def make_period(self):
        number = self.word('amountof')
        units = '天 天 个月 个月 年 小时 个小时 分钟 分钟 周 个星期 个工作日 个多月 天左右 来天'
        return number + self.random.choice((units if number != '半' else '天 年 小时 个小时 个月 个多小时').split())

    def make_date(self):
        month, day = self.random.randint(1, 12), self.random.randint(1, 31)
        year = self.make_year() if self.random.random() < 0.12 else ''
        return year + said(month) + '月' + said(day) + self.random.choice('号号日')

    def make_year(self):
        year = self.random.choice([self.random.randint(2015, 2027), self.random.randint(1950, 2014)])
        return lm_text.spelled(str(year) if self.random.random() < 0.8 else str(year)[2:]) + '年'

    def make_clock(self):
        hour = with_two(said(self.random.randint(1, 12)) + '点')
        minute = self.random.choice(['', '', '', '', '半', '半', '钟', '整', '一刻', '多', '左右', '十分', '二十', '二十分',
                                     '四十', '四十五', '五十', '零五分', '三十分', '十五分', '五十分'])  # fmt: skip
        return hour + minute

    def make_floor(self):
        pick, spelled = self.random.choice, lm_text.spelled
        block = said(self.random.randint(1, 30)) + pick(['号楼', '号楼', '栋', '幢', '座'])
        entrance = said(self.random.randint(1, 5)) + '单元' if self.random.random() < 0.6 else ''
        flat = spelled(f'{self.random.randint(1, 30)}0{self.random.randint(1, 8)}')
        level = said(self.random.randint(1, 30)) + '楼'
        return block + entrance + pick([flat, flat + '室', level, flat + '房'])

    def make_address(self):
        chance = self.random.random
        where = self.random.choice([self.word('fullcity'), self.word('city') + '市', self.word('city'), '', ''])
        where += self.word('district') if chance() < 0.8 else ''
        where += self.word('road') + said(self.random.randint(1, 300)) + '号' if chance() < 0.7 else ''
        if chance() < 0.7 or not where:
            where += self.word('community') + (self.make_floor() if chance() < 0.7 else '')
        return where

    def sentences(self, pattern, count):
        """`count` sentences; the alternatives of each place are gone through evenly."""
        places = re.split(r'(\[[^]]*\])', pattern)
        decks = [each[1:-1].split('|') if each.startswith('[') else [each] for each in places]
        orders = [[] for _ in decks]
        for _ in range(count):
            parts = []
            for deck, order in zip(decks, orders, strict=True):
                if not order:
                    order.extend(self.random.sample(deck, len(deck)))
                parts.append(order.pop())
            yield re.sub(r'\{(\w+)\}', lambda match: self.word(match[1]), ''.join(parts))


def variety(pattern):
    """Rough number of the sentences that a pattern stands for."""
    ways = math.prod(each.count('|') + 1 for each in re.findall(r'\[[^]]*\]', pattern))
    return ways * 4 ** len(re.findall(r'\{', re.sub(r'\[[^]]*\]', '', pattern)))


def texts():
    """-> sentences by part: train, tuning, held-out; commas parted or joined."""
    out = {'train': [], 'tuning': [], 'held-out': []}
    speaker = Speaker(SEED)
    for weight, pattern in patterns():
        part = part_of(pattern)
        if part != 'train':
            found = dict.fromkeys(speaker.sentences(pattern, 4 * HELD_OUT_EACH))
            out[part] += [text.strip('，') for text in list(found)[:HELD_OUT_EACH]]
            continue
        count = min(MOST, math.ceil(EACH * math.sqrt(variety(pattern)))) * weight
        for text in speaker.sentences(pattern, count):
            if speaker.random.random() < PARTED:
                out[part] += [piece for piece in text.split('，') if piece]
            else:
                out[part].append(text.strip('，'))
    return out


def held_out_slots(count=200):
    """Names, numbers and places, by the set's name."""
    speaker = Speaker(SEED + 1)
    sets = {'names': NAMES, 'numbers': NUMBERS, 'places': PLACES}
    return {
        name: [next(speaker.sentences(frames[at % len(frames)], 1)) for at in range(count)] for name, frames in sets.items()
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--show', type=int, default=40)
    arguments = parser.parse_args()
    found = texts()
    for part, lines in found.items():
        print(part, len(lines), 'sentences,', sum(map(len, lines)), 'characters')
    print('\n'.join(random.sample(found['train'], arguments.show)))


if __name__ == '__main__':
    main()
