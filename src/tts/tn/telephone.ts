// Telephone numbers, read in groups with 幺 for 1.
import { fixedOne } from '../pieces.js';
import { before, type Rule, rule } from './rule.js';

const dash = '[- ]?';
const alone = '(?<![\\d.A-Za-z])';
const closed = '(?![\\d]|[.,]\\d)';
const calls = /(?:打|拨|致电|电话|热线|客服|服务号|呼叫|短号|号码|来电|转接|联系)(?:是|为|：|:)?$/;
/** Well-known five-digit service numbers. */
const services = /^(?:100(?:10|86|99|50)|123(?:06|15|18|20|28|33|36|48|55|66|69|77|78|88|93)|1258[03]|11185|11888)$/;
const callAfter = /^(?:查号|挂号平台|热线|电话|客服|短信|平台|服务|投诉|报警|急救|火警)/;
const counted = /^\s*(?:[元块个人名位条次万亿%年月天米吨克公千辆台套户件本张份]|[A-Za-z])/;

function groups(said: readonly (string | undefined)[]): string {
  return said.filter((each) => each !== undefined && each !== '').join('|');
}

export const telephoneRules: readonly Rule[] = [
  rule(`${alone}(?:\\+?(86)${dash})?(1[3-9]\\d)(${dash})(\\d{4})${dash}(\\d{4})${closed}`, (found, reader, text) => {
    const [, country, head = '', mark, middle = '', tail = ''] = found;
    const after = text.slice(found.index + found[0].length);
    if (mark === '' && /^\s*(?:元|块|美元)/.test(after)) return undefined;
    if (reader.mode === 3 && mark === '') return reader.cardinal(head + middle + tail);
    const prefix = country === undefined ? undefined : `加${reader.code(country)}`;
    return groups([prefix, reader.code(head), reader.code(middle), reader.code(tail)]);
  }),
  rule(
    `${alone}(?:\\+86${dash})?[(（]?(0(?:10|2\\d|[3-9]\\d{2}))[)）]?${dash}(\\d{3,4})[- ]?(\\d{4})(?:(?:-|转)(\\d{1,6}))?${closed}`,
    ([, area = '', head = '', tail = '', extension], reader) =>
      groups([
        reader.code(area),
        reader.code(head),
        reader.code(tail),
        extension === undefined ? undefined : `转${reader.code(extension)}`,
      ]),
  ),
  // numbers abroad: +1-650-253-0000
  rule(`\\+(\\d{1,3})((?:[- ]\\d{2,5}){2,4})${closed}`, ([, country = '', rest = ''], reader) =>
    groups([`加${reader.code(country)}`, ...rest.split(/[- ]/).map((group) => reader.code(group))]),
  ),
  rule(`${alone}([48]00)[- ]?(\\d{3})[- ]?(\\d{4})${closed}`, ([, head = '', middle = '', tail = ''], reader) =>
    groups([reader.code(head), reader.code(middle), reader.code(tail)]),
  ),
  rule(`${alone}([48]00)[- ](\\d{4})[- ]?(\\d{3})${closed}`, ([, head = '', middle = '', tail = ''], reader) =>
    groups([reader.code(head), reader.code(middle), reader.code(tail)]),
  ),
  rule(`${alone}(1\\d{2}|1[0-2]\\d{3}|9[56]\\d{3,4})${closed}`, ([found, figures = ''], reader, text, at) => {
    const after = text.slice(at + found.length, at + found.length + 6);
    if (counted.test(after)) return undefined;
    const isCalled = calls.test(before(text, at)) || callAfter.test(after);
    return isCalled || services.test(figures) ? reader.code(figures) : undefined;
  }),
  // telephone keys: 请按1, 按#号键
  rule('(?<=[按拨])(\\d|[*#])(号?键)?', ([found, key = '', word = ''], reader, text, at) => {
    if (/[\d.]/.test(text[at + found.length] ?? '')) return undefined;
    if (key === '*') return `星号${word === '' ? '' : '键'}`;
    if (key === '#') return `井号${word === '' ? '' : '键'}`;
    return reader.digits(key).replace('幺', fixedOne) + word;
  }),
];
