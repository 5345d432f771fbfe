// Words that identify the form of a question. The phrase table splits texts at them, however rare they are in dialogs.

export const canAsked = [
  '能不能',
  '可不可以',
  '可以不可以',
  '能否',
  '可否',
  '是否可以',
  '是不是可以',
  '是否能',
  '是不是能',
];
export const howWords = ['怎么', '如何', '怎样', '咋', '怎么样'];
export const howLong = ['多久', '多长时间'];
export const whyWords = ['为什么', '为啥', '为何'];
export const whereWords = ['哪里', '哪儿', '哪', '什么地方', '哪个地方'];
export const whenWords = ['什么时候', '啥时候', '几时', '何时', '什么时间'];
export const needAsked = ['要不要', '用不用', '需不需要', '需要不需要'];
export const haveAsked = ['有没有', '是否有'];
export const pronouns = ['我', '你', '您', '他', '她', '我们', '你们', '咱们', '他们', '您们', '自己'];
/** Words of questions that have no other form of question. */
export const askingWords = [
  ...['什么', '啥', '谁', '多少', '多少钱', '哪个', '哪些', '哪种', '怎么办', '咋办', '是不是', '会不会'],
  ...[...canAsked, ...howWords, ...howLong, ...whyWords, ...whereWords, ...whenWords, ...needAsked, ...haveAsked],
];

const others = [
  '是不是',
  '会不会',
  '怎么办',
  '咋办',
  '怎么回事',
  '多少钱',
  '请问',
  '帮我',
  '我想',
  '我要',
  '一下',
  '为什么',
  '才能',
];

export const formWords = [
  ...new Set([
    ...[...canAsked, ...howWords, ...howLong, ...whyWords, ...whereWords, ...whenWords, ...needAsked, ...haveAsked],
    ...others,
  ]),
];
