// Units after a number, and the things that a number counts.
import { quantity } from './rule.js';

/**
 * Names of units that are written in Latin letters or signs after a figure. Where a name is capital letters, the unit
 * is spelled.
 */
const unitNames: Readonly<Record<string, string>> = {
  ...{
    'km/h': '公里每小时',
    'm/s': '米每秒',
    'km^2': '平方公里',
    'm^2': '平方米',
    'cm^2': '平方厘米',
    'm^3': '立方米',
  },
  ...{ 'cm^3': '立方厘米', 'mm^2': '平方毫米', 'mg/L': '毫克每升', 'mmol/L': '毫摩尔每升', 'kg/m^3': '千克每立方米' },
  ...{ KM: '公里', KG: '公斤', CM: '厘米', MM: '毫米', ML: '毫升' },
  ...{ 'mm/s': '毫米每秒', 'g/L': '克每升', 'm^3/h': '立方米每小时' },
  ...{
    km: '公里',
    m: '米',
    dm: '分米',
    cm: '厘米',
    mm: '毫米',
    nm: '纳米',
    μm: '微米',
    um: '微米',
    kg: '公斤',
    g: '克',
  },
  ...{
    mg: '毫克',
    μg: '微克',
    ug: '微克',
    t: '吨',
    ml: '毫升',
    mL: '毫升',
    L: '升',
    l: '升',
    kWh: '千瓦时',
    kwh: '千瓦时',
  },
  ...{ kW: '千瓦', kw: '千瓦', MW: '兆瓦', W: '瓦', w: '万', V: '伏', kV: '千伏', A: '安', mA: '毫安', mAh: '毫安时' },
  ...{ Hz: '赫兹', kHz: '千赫兹', KHz: '千赫兹', MHz: '兆赫兹', GHz: '吉赫兹', dB: '分贝', h: '小时', min: '分钟' },
  ...{
    s: '秒',
    ms: '毫秒',
    Pa: '帕',
    kPa: '千帕',
    hPa: '百帕',
    MPa: '兆帕',
    px: '像素',
    rpm: '转每分钟',
    kcal: '千卡',
  },
  ...{
    mmHg: '毫米汞柱',
    cmH2O: '厘米水柱',
    lx: '勒克斯',
    IU: '国际单位',
    fps: '帧每秒',
    nt: '尼特',
    kVA: '千伏安',
    kW·h: '千瓦时',
  },
  ...{ kJ: '千焦', J: '焦', N: '牛', cal: '卡', mol: '摩尔', ohm: '欧姆', '°C': '摄氏度', '°F': '华氏度', '°': '度' },
  ...{
    Mbps: '兆每秒',
    Gbps: 'G每秒',
    kbps: 'K每秒',
    bps: '比特每秒',
    'MB/s': '兆每秒',
    MB: '兆',
    GB: 'GB',
    TB: 'TB',
    KB: 'KB',
  },
  ...{ kb: 'KB', mb: '兆', gb: 'GB', M: '兆', G: 'G', K: 'K', k: 'K', T: 'T', D: 'D', x: '倍', X: '倍' },
};

const escaped = Object.keys(unitNames)
  .sort((a, b) => b.length - a.length)
  .map((unit) => unit.replace(/[/^.]/g, '\\$&'));

/** A unit with the space that may precede it. */
export const latinUnit = `\\s?(?:${escaped.join('|')})(?![A-Za-z^]|(?<=[xX])\\d|/[A-Za-z]|[座区栋口级类股版景游企信旅认院校团])`;

/** The spoken name of a unit; '' if it is unknown. */
export function unitName(written: string): string {
  return unitNames[written.trim()] ?? '';
}

const moneyNames: Readonly<Record<string, string>> = {
  ...{ '¥': '元', $: '美元', US$: '美元', HK$: '港元', '€': '欧元', '£': '英镑', '₩': '韩元', '₹': '卢比', RMB: '元' },
  ...{ CNY: '元', USD: '美元', EUR: '欧元', HKD: '港元', GBP: '英镑', JPY: '日元' },
};

export const currency = '(?:US\\$|HK\\$|[¥$€£₩₹]|(?:RMB|CNY|USD|EUR|HKD|GBP|JPY)\\s?)';
export const currencyAfter = '\\s?(?:RMB|CNY|USD|EUR|HKD|GBP|JPY)(?![A-Za-z])';

/** The spoken name of a currency; '' if it is unknown. */
export function moneyName(written: string): string {
  return moneyNames[written.trim()] ?? '';
}

/**
 * Counted things before which 2 is 两 and the tone of 1 changes (两个, 一个). Before other words they are plain numbers (二楼,
 * 一号).
 */
const counted =
  '个|位|名(?!列)|条|种|次|张|把|台|本(?!科|月|周)|块|元|对|双|套|群|批|间|座|家|篇|首|部|只|件|份|颗|粒|片|天|年(?!级|代|月)|周(?!年)|人|倍|岁|分钟|' +
  '小时|秒|米|公里|千米|厘米|毫米|公斤|千克|斤|克|吨|升|毫升|亩|度|层|杯|瓶|碗|盒|箱|包|袋|辆|架|艘|匹|头|棵|根|支|枝|朵|场|遍|趟|口|句|字|' +
  '段|步|道|样|类|组|队|股|代|万|千|亿|百|星期|礼拜|刻|角|毛|分(?!之)|折|成|国|侧|端|者|地|市|省|平方|平米|立方|美元|欧元|英镑|港元|日元|户|' +
  '盘|卷|笔|单|餐|顿|项|点(?:建议|意见|要求|原因|钟)?|款|集|轮|打|副|幅|面|滴|堆|桶|盏|扇|幢|栋|节|束|页|晚|夜|胜|负|帧|兆|瓦|伏|摄氏度|华氏度|比特|像素|英里|英尺|英寸|海里|站(?!台)|室|厅|卫';

const countedPattern = new RegExp(`\\s?(?:几|多|余|来)?(?:${counted})`, 'uy');

/** True if a counted thing follows at `at`. */
export function countsThings(text: string, at: number): boolean {
  countedPattern.lastIndex = at;
  return countedPattern.test(text);
}

/** Words that make the number before them a quantity or a name, so that digitMode 1 need not read digits. */
const measured = new RegExp(
  `\\s?(?:${counted}|月|日|号(?!码)|楼|班|级|期|环|路|线|等|届|岁|后|前|余|多|几|以|左右|页|行|列|章|课|题|集|世纪|年代|维|型|角钱|强|大(?!概|约|多)|人次|%|‰)`,
  'uy',
);

export function isMeasured(text: string, at: number): boolean {
  measured.lastIndex = at;
  return measured.test(text);
}

/** Things of which so many come to one: 5公斤/件, 3人/组. */
export const eachOf =
  '[人次个天月年周斤公千平件台位份小吨度分米升日晚组户家间单张箱盒瓶袋包套班辆节课期桌克]|kg|km|h(?![A-Za-z])';

/** The two ends of a range, without signs. */
export const rangeOf = `(${quantity})\\s?[-~—～–]\\s?(${quantity})`;
