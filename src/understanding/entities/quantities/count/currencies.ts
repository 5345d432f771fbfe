// Names and signs of currencies, and the name of a hundredth of each.

const named: readonly (readonly [code: string, names: string])[] = [
  ['CNY', '人民币元 人民币 块钱 块 元整 元钱 元 rmb cny yuan'],
  ['USD', '美元 美金 美刀 刀 usd us dollars us dollar dollars dollar bucks'],
  ['HKD', '港币 港元 港纸 港圆 hkd'],
  ['TWD', '新台币 台币 新台元 twd'],
  ['MOP', '澳门元 澳门币 澳门圆 葡币 mop'],
  ['EUR', '欧元 欧 eur euros euro'],
  ['GBP', '英镑 镑 gbp pounds pound'],
  ['JPY', '日元 日圆 日币 jpy yen'],
  ['KRW', '韩元 韩币 韩圆 krw won'],
  ['KPW', '朝鲜元 朝鲜币'],
  ['THB', '泰铢 铢 thb baht'],
  ['VND', '越南盾 vnd'],
  ['IDR', '印尼盾 印尼卢比 印度尼西亚盾 idr'],
  ['INR', '印度卢比 卢比 inr rupees rupee'],
  ['PKR', '巴基斯坦卢比 pkr'],
  ['NPR', '尼泊尔卢比'],
  ['LKR', '斯里兰卡卢比'],
  ['RUB', '俄罗斯卢布 俄国卢布 俄卢布 卢布 rub'],
  ['BYN', '白俄罗斯卢布'],
  ['SGD', '新加坡元 新加坡币 新币 坡币 sgd'],
  ['MYR', '马来西亚林吉特 马来西亚令吉 林吉特 令吉 马币 马来币 myr'],
  ['PHP', '菲律宾比索 菲律宾披索 php'],
  ['AUD', '澳大利亚元 澳元 澳币 aud'],
  ['NZD', '新西兰元 新西兰币 纽元 nzd'],
  ['CAD', '加拿大元 加元 加币 cad'],
  ['CHF', '瑞士法郎 瑞郎 chf'],
  ['FRF', '法国法郎 法郎'],
  ['DEM', '德国马克 马克'],
  ['ITL', '意大利里拉'],
  ['TRY', '土耳其里拉 里拉'],
  ['SEK', '瑞典克朗'],
  ['NOK', '挪威克朗'],
  ['DKK', '丹麦克朗'],
  ['ISK', '冰岛克朗'],
  ['CZK', '捷克克朗'],
  ['PLN', '波兰兹罗提 兹罗提'],
  ['HUF', '匈牙利福林 福林'],
  ['UAH', '乌克兰格里夫纳 格里夫纳'],
  ['RON', '罗马尼亚列伊 列伊'],
  ['BGN', '保加利亚列弗 列弗'],
  ['ILS', '以色列新谢克尔 以色列谢克尔 新谢克尔 谢克尔'],
  ['AED', '阿联酋迪拉姆 迪拉姆'],
  ['SAR', '沙特里亚尔 沙特阿拉伯里亚尔'],
  ['IRR', '伊朗里亚尔'],
  ['QAR', '卡塔尔里亚尔'],
  ['OMR', '阿曼里亚尔'],
  ['KWD', '科威特第纳尔'],
  ['IQD', '伊拉克第纳尔'],
  ['JOD', '约旦第纳尔'],
  ['BHD', '巴林第纳尔'],
  ['RSD', '塞尔维亚第纳尔'],
  ['DZD', '阿尔及利亚第纳尔'],
  ['EGP', '埃及镑'],
  ['ZAR', '南非兰特 兰特'],
  ['NGN', '尼日利亚奈拉 奈拉'],
  ['KES', '肯尼亚先令'],
  ['BRL', '巴西雷亚尔 雷亚尔'],
  ['MXN', '墨西哥比索'],
  ['ARS', '阿根廷比索'],
  ['CLP', '智利比索'],
  ['COP', '哥伦比亚比索'],
  ['CUP', '古巴比索'],
  ['PEN', '秘鲁索尔 索尔'],
  ['KZT', '哈萨克斯坦坚戈 坚戈'],
  ['UZS', '乌兹别克斯坦苏姆 苏姆'],
  ['MNT', '蒙古图格里克 图格里克'],
  ['MMK', '缅甸元 缅币 缅元'],
  ['LAK', '老挝基普 基普'],
  ['KHR', '柬埔寨瑞尔 瑞尔'],
  ['BDT', '孟加拉塔卡 塔卡'],
  ['AFN', '阿富汗尼'],
  ['BTC', '比特币 btc'],
  ['ETH', '以太币 以太坊'],
];

/** Adds the names from Unicode's data that the list above lacks, such as 阿尔巴尼亚列克. */
function withNamesOfUnicode(codes: Map<string, string>): Map<string, string> {
  const names = new Intl.DisplayNames('zh-Hans', { type: 'currency' });
  for (const code of Intl.supportedValuesOf('currency')) {
    const name = names.of(code);
    // old and special currencies have remarks in brackets or digits in their names
    if (name && /^\p{Script=Han}{3,}$/u.test(name) && !codes.has(name)) codes.set(name, code);
  }
  return codes;
}

const codes = withNamesOfUnicode(
  new Map(named.flatMap(([code, names]) => names.split(' ').map((name): [string, string] => [name, code]))),
);
codes.delete('us');

const byFirst = new Map<string, string[]>();
for (const name of [...codes.keys()].sort((a, b) => b.length - a.length)) {
  const first = name.charAt(0);
  byFirst.set(first, [...(byFirst.get(first) ?? []), name]);
}

export interface CurrencySaid {
  readonly end: number;
  readonly code: string;
  readonly name: string;
}

/** The longest currency name that begins at `at`; undefined: there is none. */
export function currencyAt(text: string, at: number): CurrencySaid | undefined {
  const name = byFirst.get(text[at] ?? '')?.find((each) => text.startsWith(each, at));
  if (name === undefined) return undefined;
  const end = at + name.length;
  if (/[a-z]/.test(name) && /[a-z]/.test(text[end] ?? '')) return undefined;
  return { end, code: codes.get(name) as string, name };
}

const signs: readonly (readonly [sign: string, code: string])[] = [
  ...([
    ['us$', 'USD'],
    ['hk$', 'HKD'],
    ['nt$', 'TWD'],
    ['a$', 'AUD'],
    ['c$', 'CAD'],
    ['s$', 'SGD'],
  ] as const),
  ...([
    ['r$', 'BRL'],
    ['rmb', 'CNY'],
    ['cny', 'CNY'],
    ['usd', 'USD'],
    ['eur', 'EUR'],
    ['hkd', 'HKD'],
    ['gbp', 'GBP'],
  ] as const),
  ...([
    ['$', 'USD'],
    ['¥', 'CNY'],
    ['€', 'EUR'],
    ['£', 'GBP'],
    ['₩', 'KRW'],
    ['₽', 'RUB'],
    ['₹', 'INR'],
    ['฿', 'THB'],
  ] as const),
];

const han = /^[\u4e00-\u9fff]/;

/** The currency sign or name before a number: $20, ¥35.5, 人民币三千, 新台币五百; undefined: there is none. */
export function signAt(text: string, at: number): { end: number; code: string } | undefined {
  const found = signs.find(([sign]) => text.startsWith(sign, at));
  if (found) return { end: at + found[0].length, code: found[1] };
  // 九三亿日元零点七亿美元: a name after a number belongs to that number
  const isBehind = /[\d一二三四五六七八九十百千万亿点多个几]/.test(text[at - 1] ?? '');
  const named = !isBehind && han.test(text[at] ?? '') ? currencyAt(text, at) : undefined;
  return named && named.name.length > 1 && !/^[元块刀]/.test(named.name) ? named : undefined;
}

/** All characters that a sign or a name before a number may begin with, for a character class. */
export const signBegins = [
  ...new Set(
    [...signs.map(([sign]) => sign), ...codes.keys()]
      .map((name) => name.charAt(0))
      .filter((each) => !/[a-z元块刀]/.test(each)),
  ),
].join('');
