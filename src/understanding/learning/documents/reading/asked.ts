// Reads what a question asks for, and the words by which its answer is found.

/** The kind of thing that is asked for; `other`: the question tells nothing about the answer. */
export type AskedKind =
  | 'time'
  | 'person'
  | 'place'
  | 'number'
  | 'duration'
  | 'money'
  | 'reason'
  | 'name'
  | 'list'
  | 'way'
  | 'allowed'
  | 'other';

export interface Asked {
  readonly question: string;
  readonly kind: AskedKind;
  /** The folded question without its question words. */
  readonly content: string;
  /** The noun that is counted or asked for: 人 in 多少人, 城市 in 哪个城市; may be empty. */
  readonly noun: string;
  /** A pattern of the units of the answer: 米 for 多高; may be empty. */
  readonly units: string;
}

/** Folds a text for comparison: half width, lower case, no punctuation or spaces. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{C}\p{S}]+/gu, '');

/** The first kind whose pattern matches counts. */
const kinds: readonly (readonly [AskedKind, RegExp])[] = [
  ['reason', /为什么|为何|为啥|什么原因|原因|何以|怎么会|缘故|缘由|怎么来|由来|来历|得名|\bwhy\b/],
  [
    'money',
    /多少钱|几[块元]钱?|(?:费用|价格|票价|售价|租金|押金|奖金|手续费|年费|门票|工资|成本).{0,4}(?:多少|几)|多少(?:费用|元|块)|什么价|怎么收费|贵不贵|\bhow much\b/,
  ],
  [
    'duration',
    /多久|多长时间|多少(?:天|年|小时|分钟|个月|时间|秒|周|日)|几(?:天|年(?!级)|个?小时|分钟|个月|秒|周)(?!前成立)|(?:时间|期限|保质期|有效期).{0,3}(?:多长|多少)|\bhow long\b/,
  ],
  [
    'time',
    /什么时候|何时|啥时候|哪[一]?[年天日月]|哪个(?:月|年|世纪|朝代|时期|季节|时间)|哪几天|几[月号日点]|星期几|周几|什么(?:时间|季节|时期|年代|朝代|日期)|何年|哪个年代|哪一?年|多会儿|\bwhen\b|\bwhat (?:time|year|date)\b/,
  ],
  ['person', /谁|哪[一]?[位名]|何人|什么人|哪些人|哪个(?:人|导演|作家|皇帝|学者|演员|歌手|专家)|哪几位|\bwho\b/],
  [
    'place',
    /哪里|哪儿|何处|何地|在哪|什么地方|哪个(?:国家|城市|省|市|县|地方|地区|区|镇|村|州|洲|岛|学校|大学|馆)|哪国|哪些(?:地方|国家|地区|城市)|什么(?:位置|地点)|哪座|位置|\bwhere\b/,
  ],
  ['list', /哪(?:几|些|两|三|四|五|六)|分(?:为|成).{0,3}(?:几|什么)|包括什么|包含什么|有什么(?!用|意义|影响|关系)/],
  [
    'number',
    /多少|几(?![乎率])|多[大高长宽重远深厚快热冷]|占比|比例|百分之几|人口数|面积.{0,3}是|\bhow many\b|\bhow (?:tall|far|old|big|large|high|deep)\b/,
  ],
  [
    'name',
    /叫什么|什么名|名字|名称|名叫|别名|又[名称叫]|怎么称呼|称为什么|被称作|被称为|笔名|昵称|全称|简称|原名|改名/,
  ],
  ['way', /怎么办|怎么做|怎么样|怎样|怎么|如何|咋|什么办法|什么方法|什么方式|步骤|流程|\bhow\b/],
  ['allowed', /能不能|可不可以|能否|可否|是否|是不是|可以.{0,20}吗|能.{0,20}吗|要不要|需不需要|有没有|会不会|吗$/],
];

const askingWords =
  /请问|请告诉我|我想(?:问|知道|了解)(?:一下)?|你知道|什么时候|啥时候|多长时间|什么时间|什么地方|什么原因|什么名字|什么样的?|为什么|为何|为啥|怎么办|怎么样|怎么|怎样|如何|多少钱|多少|多久|多会儿|何时|何地|何处|何人|哪(?:一|个|些|几|里|儿|年|位|种|家|座|所|部|次|名|项|支|款|两|三|国|方面)+|哪|谁|什么|啥|几(?=[个位名次年天种部座所月号点条项本块元分只头枚层岁])|有多(?=[大高长宽重远深])|多(?=[大高长宽重远深])|吗$|呢$|吧$|是什么$|是$|的$|\b(?:what|when|where|who|why|how|which|is|are|the|of|does|do|did|was|were|a|an|in|to|many|much|long)\b/g;
/** Words that are too frequent to find anything. */
const common = /分别|主要|具体|一共|总共|目前|现在|大概|大约|应该|可以|需要|是由|被|关于|以及|的|了|是/g;

const nounAfter = /(?:多少|几|哪[一个些种座所家部项支款]?|什么(?:样的)?)([^\s是的在有了被呢吗？?，。、]{1,4})/;

const unitsOf: readonly (readonly [RegExp, string])[] = [
  [/多[高深宽厚]|高度|海拔|身高|深度|厚度|宽度/, '米|厘米|毫米|尺|丈'],
  [/多长(?!时间)|长度|全长|体长/, '米|厘米|毫米|里|尺|小时|分钟|年|天'],
  [/多远|距离/, '里|米'],
  [/多重|重量|体重/, '斤|克|吨'],
  [/面积|占地|多大(?!年)/, '平方|顷|亩|米|里|岁|寸'],
  [/多大年[龄纪]|年龄|几岁|多少岁/, '岁|周岁'],
  [/温度|气温|多少度|几度/, '度|摄氏|℃'],
  [/人口/, '人|口'],
  [/百分之几|占比|比例|百分比/, '成|%'],
  [/多少钱|价格|票价|费用|多少(?:元|块|费)|票房|奖金|成本|本钱/, '元|圆|块|角|分|两'],
];

/** Analyses a question. */
export function askedOf(question: string): Asked {
  const plain = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{C}]+$/gu, '');
  const kind = kinds.find(([, form]) => form.test(plain))?.[0] ?? 'other';
  const said = plain.replace(askingWords, ' ');
  const content = folded(said.replace(common, ' '));
  const noun = nounAfter.exec(plain)?.[1] ?? '';
  const units = kind === 'time' ? '' : (unitsOf.find(([form]) => form.test(plain))?.[1] ?? '');
  return {
    ...{ question: plain, kind, units, content: content === '' ? folded(plain) : content },
    noun: /^(?:时候|时间|地方|原因|钱|名字)/.test(noun) ? '' : noun,
  };
}
