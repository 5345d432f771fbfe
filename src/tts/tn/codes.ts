// Numbers that name something: identity cards, plates, trains and flights, network addresses, versions and codes.
import { codeWord } from '../../text/itn/codes.js';
import { fixedOne, shortBreak } from '../pieces.js';
import type { Reader } from './reader.js';
import { before, type Rule, rule } from './rule.js';
import { isMeasured } from './units.js';

const alone = '(?<![\\d.A-Za-z])';
const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
const named =
  /(?:单号|[机户帐账编][号码]|订单|运单|取件码|提货码|兑换码|邀请码|口令|身份证号?|学号|车号|航班|车次|账户|帐号|银行卡|会员|流水号|合同号|凭证号|QQ|qq|ID|微信号?|尾数|案号|桌号|门禁|端口|转接|分机|座机|传真|固话|总机|\*{2})(?:是|为|叫|：|:)?$/;

function inGroups(figures: string, sizes: readonly number[], reader: Reader): string {
  const said: string[] = [];
  let at = 0;
  for (const size of sizes) {
    said.push(reader.code(figures.slice(at, at + size)));
    at += size;
  }
  return said.filter((each) => each !== '').join(shortBreak);
}

/** Reads in groups of four, as card and order numbers are dictated; the last group may have five digits. */
function codeInFours(figures: string, reader: Reader): string {
  if (reader.mode === 3 || figures.length <= 6) return reader.code(figures);
  const sizes: number[] = [];
  for (let rest = figures.length; rest > 0; rest -= sizes.at(-1) as number)
    sizes.push(rest === 5 ? 5 : Math.min(4, rest));
  return inGroups(figures, sizes, reader);
}

function mixed(text: string, reader: Reader): string {
  return text.replace(/\d+|[^\dA-Za-z]+/g, (part) => (/\d/.test(part) ? reader.code(part) : '')).toUpperCase();
}

/** A word that ends in 号, such as 会员号 and 批号; not 信号, 几号 and the like. */
const numbered =
  /(?<![挂信称口等冒问逗句括分引符记暗外绰年国字大小中几零一二三四五六七八九十两这那老商])(?<=[\u4e00-\u9fffA-Za-z])号(?:是|为)?$/;

/** True if the text before `at` announces a code, so that its digits are read one by one. */
export function isCodeBefore(text: string, at: number): boolean {
  const said = before(text, at, 14)
    .replace(/[A-Z]{1,4}-?$/, '')
    .replace(/[（(【[：:]$/, '');
  return codeWord.test(said) || named.test(said) || numbered.test(said);
}

export const codeRules: readonly Rule[] = [
  rule(`${alone}(\\d{17})(\\d|[Xx])(?![\\dA-Za-z])`, ([, figures = '', last = ''], reader) => {
    if (reader.mode === 3) return undefined;
    const tail = /\d/.test(last) ? reader.code(last) : 'X';
    return inGroups(figures, [6, 4, 4, 3], reader) + tail;
  }),
  rule(`([${provinces}])([A-Z])[·. -]?([A-Z0-9]{5,6})(?![A-Za-z0-9])`, ([, province, letter, rest = ''], reader) =>
    /\d/.test(rest) ? `${province}${letter}${shortBreak}${mixed(rest, reader)}` : undefined,
  ),
  // groups with spaces between them, as on a bank card
  rule(`${alone}(\\d{3,6}(?: \\d{2,6}){2,})(?![\\d.])`, ([, written = ''], reader) =>
    written
      .split(' ')
      .map((group) => reader.code(group))
      .join(shortBreak),
  ),
  // the year of an official document: 〔2026〕15号
  rule('(?<=[〔（(［[])((?:19|20)\\d\\d)(?=[〕）)］\\]])', ([, years = ''], reader) => reader.digits(years)),
  // a network address
  rule(`${alone}(\\d{1,3}(?:\\.\\d{1,3}){3})(:\\d{1,5})?(?![\\d.])`, ([, address = '', port], reader) => {
    if (address.split('.').some((part) => Number(part) > 255)) return undefined;
    const said = address.split('.').map((part) => reader.digits(part));
    return said.join('点') + (port === undefined ? '' : `端口${reader.digits(port.slice(1))}`);
  }),
  // a version
  rule('(?<![\\d.])(?:[vV](?=\\d))?(\\d{1,4}(?:\\.\\d{1,6}){2,5})(?![\\d.])', ([found, version = ''], reader) => {
    const said = version.split('.').map((part) => (part.length > 2 ? reader.digits(part) : reader.cardinal(part)));
    return (/^[vV]/.test(found) ? 'V' : '') + said.join('点');
  }),
  rule(
    '(?<![A-Za-z\\d])[vV](\\d+(?:\\.\\d+)?)(?![\\d.A-Za-z])',
    ([, version = ''], reader) => `V${reader.cardinal(version)}`,
  ),
  // trains and flights
  rule(
    '(?<![A-Za-z\\d])([GDCZTKYLS])(\\d{1,4})(?=次|列车|号列车)',
    ([, letter, figures = ''], reader) => `${letter}${reader.code(figures)}`,
  ),
  rule(
    '(?<![A-Za-z\\d])([A-Z]{2}|[A-Z]\\d|\\d[A-Z])(\\d{3,4})(?![A-Za-z\\d])',
    ([, carrier = '', figures = ''], reader, text, at) =>
      /\d/.test(carrier) && !/航班|飞/.test(before(text, at) + text.slice(at + 5, at + 9))
        ? undefined
        : carrier.replace(/\d/, (digit) => reader.code(digit)) + reader.code(figures),
  ),
  rule(`${alone}(480|720|1080|1440|2160)(?=[Pp](?![A-Za-z]))`, ([, lines = ''], reader) => reader.digits(lines)),
  rule('(?<![A-Za-z\\d])(?!H2O)([A-Z])2([A-Z])(?![A-Za-z\\d])', ([, from, to]) => `${from} to ${to}`),
  rule(`${alone}(\\d{1,2})·(\\d{1,2})(?![\\d·])`, ([, month = '', day = ''], reader) => reader.digits(month + day)),
  rule('(?<=波音|空客)(\\d{3})(?!\\d)', ([, type = ''], reader) => reader.digits(type)),
  rule(`${alone}(\\d{3})(?=事件|大促|购物节|高校|大学|工程|工作制|晚会|消费者)`, ([, name = ''], reader) =>
    reader.digits(name),
  ),
  rule(`${alone}(\\d{3})(?=中学|医院)`, ([, name = ''], reader) => reader.code(name)),
  rule('(?<=单元|号楼|[栋幢座])(\\d{3,4})(?!\\d)', ([, room = ''], reader) => reader.code(room)),
  rule(`${alone}(\\d+)#(?=楼|栋|线|门|机)`, ([, figures = ''], reader) => `${reader.cardinal(figures)}号`),
  rule(
    `${alone}(\\d)[Vv](\\d)(?![\\dA-Za-z])`,
    ([, one = '', other = ''], reader) => `${reader.digits(one)}V${reader.digits(other)}`,
  ),
  // letters and figures in turn, with figures inside: A1B2C3
  rule(
    '(?<![A-Za-z\\d])(?=[A-Z\\d-]*\\d[A-Z-]+\\d)(?=[A-Z\\d-]*[A-Z])([A-Z\\d]+(?:-[A-Z\\d]+)*)(?![A-Za-z\\d])',
    ([, code = ''], reader) => mixed(code, reader),
  ),
  // figures next to letters: 5G, 4K, G20, H264, A4, COVID-19
  rule(
    '(?<=[A-Za-z][- ]?)(?<![A-Za-z]{3} )(\\d+(?:\\.\\d+)?)(?![\\d.]\\d)',
    ([found, figures = ''], reader, text, at) => {
      const end = at + found.length;
      if (isCodeBefore(text, at)) return reader.code(figures);
      const isShort = figures.length <= 2 || figures.includes('.') || /00$/.test(figures);
      if (isShort && !/^0\d/.test(figures)) return reader.cardinal(figures);
      if (figures.length > 4) return codeInFours(figures, reader);
      return isMeasured(text, end) && text[at - 1] === ' ' ? reader.cardinal(figures) : reader.digits(figures);
    },
  ),
  rule(`${alone}([1-9])(?=室\\d[厅卫])`, ([, figures = ''], reader) => reader.cardinal(figures).replace('二', '两')),
  rule(`${alone}(\\d+)(?=室|房间?|栋|幢|弄|单元|路公交|路车|国道|省道|航班)`, ([, figures = ''], reader) =>
    figures.length >= 3 ? reader.code(figures) : figures === '2' ? '二' : reader.cardinal(figures),
  ),
  rule(`${alone}(\\d+)(?!\\.\\d|-\\d)`, ([found, figures = ''], reader, text, at) =>
    isCodeBefore(text, at) && !isMeasured(text, at + found.length) ? codeInFours(figures, reader) : undefined,
  ),
];

/** Rules for numbers that no other rule matched. */
export const bareRules: readonly Rule[] = [
  // numbers joined by hyphens: 3-502, 12-3-401
  rule(`${alone}(\\d+(?:-\\d+)+)(?![\\d-])`, ([, found = ''], reader) => {
    const parts = found.split('-');
    const isLong = parts.some((part) => part.length > 4);
    const said = parts.map((part) => (part.length > 2 ? reader.code(part) : reader.bare(part)));
    return said.join(isLong ? shortBreak : '杠');
  }),
  rule('(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)', ([, figures = ''], reader) => {
    if (figures.length > 8 && /^\d+$/.test(figures) && reader.mode === 0) {
      return codeInFours(figures, reader).replaceAll('幺', fixedOne);
    }
    return reader.bare(figures);
  }),
];
