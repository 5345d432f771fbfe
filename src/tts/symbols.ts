// Punctuation and signs: the strength of the boundary they make, their names when punctuation is spoken (puncMode), and
// the signs that are read as words.
import type { Boundary, SpokenLanguage } from '../protocol/engine/synthesis.js';

const boundaries: Readonly<Record<string, Boundary>> = {
  ...{ '，': 'clause', ',': 'clause', '；': 'clause', ';': 'clause', '：': 'clause', ':': 'clause', '—': 'clause' },
  ...{ '…': 'clause', '。': 'sentence', '！': 'sentence', '？': 'sentence', '!': 'sentence', '?': 'sentence' },
  ...{ '.': 'sentence', '、': 'phrase', '（': 'phrase', '）': 'phrase', '(': 'phrase', ')': 'phrase', '【': 'phrase' },
  ...{
    '】': 'phrase',
    '〔': 'phrase',
    '〕': 'phrase',
    '《': 'word',
    '》': 'word',
    '〈': 'word',
    '〉': 'word',
    '“': 'word',
  },
  ...{
    '”': 'word',
    '「': 'word',
    '」': 'word',
    '『': 'word',
    '』': 'word',
    '‘': 'word',
    '’': 'word',
    '"': 'word',
    '·': 'word',
  },
  ...{ ' ': 'word', '-': 'word', '/': 'word', '|': 'phrase', '~': 'word', _: 'word', '[': 'phrase', ']': 'phrase' },
  ...{
    '{': 'phrase',
    '}': 'phrase',
    '［': 'phrase',
    '］': 'phrase',
    '｛': 'phrase',
    '｝': 'phrase',
    "'": 'none',
    '`': 'none',
  },
  ...{ '\\': 'word', '^': 'none', '～': 'word' },
};

/** The boundary that a mark makes; undefined: it is no mark. */
export function boundaryOf(character: string): Boundary | undefined {
  return boundaries[character];
}

const chineseNames: Readonly<Record<string, string>> = {
  ...{ '，': '逗号', ',': '逗号', '。': '句号', '.': '句号', '？': '问号', '?': '问号', '！': '感叹号', '!': '感叹号' },
  ...{
    '；': '分号',
    ';': '分号',
    '：': '冒号',
    ':': '冒号',
    '、': '顿号',
    '…': '省略号',
    '—': '破折号',
    '“': '左引号',
  },
  ...{
    '”': '右引号',
    '「': '左引号',
    '」': '右引号',
    '『': '左引号',
    '』': '右引号',
    '‘': '左单引号',
    '’': '右单引号',
  },
  ...{ '"': '引号', "'": '单引号', '（': '左括号', '）': '右括号', '(': '左括号', ')': '右括号', '【': '左方括号' },
  ...{
    '】': '右方括号',
    '[': '左方括号',
    ']': '右方括号',
    '《': '左书名号',
    '》': '右书名号',
    '·': '间隔号',
    '-': '横杠',
  },
  ...{ '/': '斜杠', '\\': '反斜杠', _: '下划线', '~': '波浪号', '|': '竖线', '{': '左花括号', '}': '右花括号' },
};

const englishNames: Readonly<Record<string, string>> = {
  ...{ '，': 'comma', ',': 'comma', '。': 'period', '.': 'period', '？': 'question mark', '?': 'question mark' },
  ...{
    '！': 'exclamation mark',
    '!': 'exclamation mark',
    '；': 'semicolon',
    ';': 'semicolon',
    '：': 'colon',
    ':': 'colon',
  },
  ...{ '、': 'comma', '…': 'ellipsis', '—': 'dash', '-': 'dash', '“': 'open quote', '”': 'close quote', '"': 'quote' },
  ...{ '(': 'open parenthesis', ')': 'close parenthesis', '（': 'open parenthesis', '）': 'close parenthesis' },
  ...{ '/': 'slash', _: 'underscore', '\\': 'backslash', '~': 'tilde', '[': 'open bracket', ']': 'close bracket' },
};

/** The name of a mark when punctuation is spoken; undefined: it has none. */
export function markName(character: string, language: SpokenLanguage): string | undefined {
  return (language === 'cn' ? chineseNames : englishNames)[character];
}

const chineseSigns: Readonly<Record<string, string>> = {
  ...{
    '%': '百分号',
    '‰': '千分号',
    '@': ' at ',
    '#': '井号',
    '*': '星号',
    '&': ' and ',
    '+': '加',
    '=': '等于',
    '×': '乘',
  },
  ...{
    '÷': '除以',
    '±': '正负',
    '≥': '大于等于',
    '≤': '小于等于',
    '≠': '不等于',
    '≈': '约等于',
    '<': '小于',
    '>': '大于',
  },
  ...{
    '°': '度',
    '¥': '元',
    $: '美元',
    '€': '欧元',
    '£': '英镑',
    '√': '根号',
    '∞': '无穷大',
    '→': '到',
    '¢': '美分',
    '₩': '韩元',
  },
};

const englishSigns: Readonly<Record<string, string>> = {
  ...{ '%': 'percent', '@': 'at', '#': 'hash', '*': 'star', '&': 'and', '+': 'plus', '=': 'equals', '×': 'times' },
  ...{ '÷': 'divided by', '±': 'plus or minus', '≥': 'at least', '≤': 'at most', '≠': 'not equal to', '≈': 'about' },
  ...{ '<': 'less than', '>': 'greater than', '°': 'degrees', '¥': 'yuan', $: 'dollars', '€': 'euros', '£': 'pounds' },
  ...{ '√': 'root', '∞': 'infinity', '→': 'to', '¢': 'cents', '₩': 'won', '‰': 'per mille' },
};

/**
 * The word for a sign; '' for a row of the same sign (***, ===), which is decoration; undefined: the sign is no word.
 */
export function signWord(text: string, at: number, language: SpokenLanguage): string | undefined {
  const character = text.charAt(at);
  const word = (language === 'cn' ? chineseSigns : englishSigns)[character];
  if (word === undefined || text[at - 1] === character || text[at + 1] === character) {
    return character === '+' && /[A-Za-z]\+{1,2}$/.test(text.slice(0, at + 1))
      ? language === 'cn'
        ? '加'
        : 'plus'
      : word && '';
  }
  if (character === '&' && language === 'cn') {
    const isLatin = /[A-Za-z]\s?$/.test(text.slice(Math.max(0, at - 2), at));
    return isLatin ? ' and ' : '和';
  }
  return language === 'en' ? ` ${word} ` : word;
}
