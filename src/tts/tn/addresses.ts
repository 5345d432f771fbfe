// Web and mail addresses, read sign by sign.
import { lookUp } from '../english/lexicon.js';
import type { Reader } from './reader.js';
import { type Rule, rule } from './rule.js';

const signs: Readonly<Record<string, string>> = {
  ...{
    '.': '点',
    '@': ' at ',
    '/': '斜杠',
    ':': '冒号',
    '-': '杠',
    _: '下划线',
    '?': '问号',
    '=': '等于',
    '&': ' and ',
  },
  ...{ '#': '井号', '%': '百分号', '+': '加', '~': '波浪号' },
};

const englishSigns: Readonly<Record<string, string>> = {
  ...{
    '.': ' dot ',
    '@': ' at ',
    '/': ' slash ',
    ':': ' colon ',
    '-': ' dash ',
    _: ' underscore ',
    '?': ' question mark ',
  },
  ...{ '=': ' equals ', '&': ' and ', '#': ' hash ', '%': ' percent ', '+': ' plus ', '~': ' tilde ' },
};

const spelled = /^(?:www|http|https|ftp|cn|html?|php|js|api|id|uk|us|hk|tv|io|qq|jpg|png|pdf|gov|edu|xml|url)$/;
const topLevel = 'com|cn|net|org|gov|edu|io|cc|tv|me|info|vip|top|xyz|app|dev|uk|us|hk|jp|de|fr|ai';

/** Reads an address. Words in it are read; short names and words without a vowel are spelled. */
function say(address: string, digits: (figures: string) => string, names: Readonly<Record<string, string>>): string {
  return address.replace(/[A-Za-z]+|\d+|./gu, (part) => {
    if (/^[A-Za-z]/.test(part)) {
      const word = part.toLowerCase();
      const isShort = word.length === 1 || (word.length < 4 && lookUp(word) === undefined);
      return isShort || spelled.test(word) || !/[aeiouy]/.test(word) ? word.toUpperCase() : ` ${word} `;
    }
    return /^\d/.test(part) ? digits(part) : (names[part] ?? '');
  });
}

const mail = '([A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+)';
const link = '((?:https?|ftp)://[A-Za-z0-9][A-Za-z0-9._~:/?#@&=%+-]*[A-Za-z0-9/])';
const site = `((?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+(?:${topLevel})(?![A-Za-z0-9])(?::\\d+)?(?:/[A-Za-z0-9._~/?#@&=%+-]*[A-Za-z0-9/])?)`;

function addressRules(names: Readonly<Record<string, string>>, digits?: (figures: string) => string): Rule[] {
  const read = ([, address = '']: RegExpExecArray, reader: Reader): string =>
    say(address, digits ?? ((figures) => reader.digits(figures)), names);
  return [mail, link, site].map((pattern) => rule(`(?<![A-Za-z0-9@._-])${pattern}`, read));
}

export const chineseAddressRules = addressRules(signs);

export const englishAddressRules = (digits: (figures: string) => string): Rule[] => addressRules(englishSigns, digits);
