// Measure words, and which of them put a single digit before them in figures.

/** Exact units. A single digit before one is written in figures (5公里); elsewhere it stays as spoken (五个). */
const exact = [
  ...'公里 千米 英里 海里 厘米 毫米 微米 纳米 分米 平方公里 平方千米 平方厘米 平方英尺 平方米 立方厘米 立方米 平米 立方 米'.split(
    ' ',
  ),
  ...'英尺 英寸 公顷 亩 公斤 千克 毫克 微克 克拉 克 公吨 吨 斤 英镑 磅 盎司 毫升 升 加仑'.split(' '),
  ...'小时 分钟 秒钟 毫秒 秒 点钟 月份 年级 周岁 岁'.split(' '),
  ...'万元 亿元 元 美元 欧元 日元 港元 港币 美金 人民币 卢布 韩元 泰铢 块钱 毛钱 角钱 分钱'.split(' '),
  ...'摄氏度 华氏度 千伏 毫伏 伏特 伏 千瓦时 千瓦 兆瓦 瓦特 瓦 安培 毫安 赫兹 兆赫 千赫 欧姆 焦耳 牛顿 帕'.split(' '),
  ...'字节 比特 兆 像素 英亩 马力'.split(' '),
  ...'号 楼 折 倍 单元'.split(' '),
];
/**
 * Units that need a number of at least three. 一层 and 两层 also count meanings, and 五度 also counts times, so that 度 must
 * plainly be a degree.
 */
const fromThreePattern = /层|度(?=$|[，。的左以到至角水热])/y;
/** Parts of an address, as in 三栋二单元 but not in 三栋楼. */
const addressPattern = /[栋幢弄](?=[一二三四五六七八九十])/y;
const degreesBefore = /(?:零下|零上|[温热到达近])$/;

const byLength = (a: string, b: string): number => b.length - a.length;
const exactPattern = new RegExp(`(?:${exact.sort(byLength).join('|')})`, 'y');
const notUnits = /^(?:克服|克制|克隆|升级|升高|升起|升学|秒杀|米饭|米粉|号称|号召|号令|倍加|倍感|兆头)/;

/** True if an exact unit begins at `at` and puts the number `value`, which is below ten, in figures. */
export function exactUnitAt(text: string, at: number, value: number): boolean {
  if (notUnits.test(text.slice(at, at + 2))) return false;
  if (sticky(exactPattern, text, at)) return true;
  if (sticky(addressPattern, text, at)) return true;
  if (value < 3) return false;
  return sticky(fromThreePattern, text, at) || (text[at] === '度' && degreesBefore.test(text.slice(0, at - 1)));
}

const classifiers =
  '个位名只条件种次些样下起直定般共切边面旁会刻时阵份张把台本块对双套群批间座家篇首部股根颗粒片天年周人';

/** True for measure words. A digit before one is a spoken quantity rather than part of a code. */
export function isClassifier(character: string | undefined): boolean {
  return character !== undefined && character !== '' && classifiers.includes(character);
}

/** Tests a sticky pattern at `at`. */
export function sticky(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Runs a sticky pattern at `at`; undefined: no match. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
