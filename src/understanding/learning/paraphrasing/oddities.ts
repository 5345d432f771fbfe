// Recognises texts that the rules produce but nobody says: a repeated word, a misplaced particle.

const doubled = [
  '一下',
  '吗',
  '请问',
  '怎么',
  '我想',
  '帮我',
  '什么',
  '可以',
  '能不能',
  '想问',
  '哪里',
  '多久',
  '知道',
  '告诉',
];
const twice = /([\u4e00-\u9fff]{2,})\1/u;
const odd =
  /(?:怎么|如何|怎样|咋).{0,10}一下|(?:知道|告诉我).+[呢啊]$|吗[呢啊吧]|[呢啊]吗|的的|要要|要需要|需要要|想想(?!想)要|我我|请请|能可以|可以能|请问请|怎么怎|[怎么何]是不是|了了|是是|在在|下下|请问.?我想(?:问|知道)|(?:想|要)帮我|你们们|我们们|要得|得要|给我给|一下了|一下.{0,10}的(?:方法|流程)|分期还?还款|另外要|还有要/u;

/** True if the text has an oddity that the question lacks. */
export function isOdd(text: string, question: string): boolean {
  if (odd.test(text) && !odd.test(question)) return true;
  if (twice.test(text) && !twice.test(question)) return true;
  return doubled.some((word) => countOf(text, word) > Math.max(1, countOf(question, word)));
}

const countOf = (text: string, word: string): number => text.split(word).length - 1;
