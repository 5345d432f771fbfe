// Inputs of 1,000 characters for every path of a turn: the texts said before, and the long input.

const most = 1_000;
const filled = (/** @type {string} */ text) => text.repeat(Math.ceil(most / text.length)).slice(0, most);

/** @param {readonly string[]} known texts of the robot */
export const longInputs = (known) => [
  { name: 'one character again and again', before: [], text: filled('啊') },
  { name: 'questions of the robot, one after another', before: [], text: filled(known.slice(0, 60).join('，')) },
  { name: 'digits', before: [], text: filled('1380013800') },
  { name: 'spoken numbers', before: [], text: filled('一千三百五十二块三毛') },
  { name: 'dates and times', before: [], text: filled('下下周三上午九点半到月底前三个工作日，') },
  { name: 'names of places and people', before: [], text: filled('张伟住在江苏省苏州市姑苏区人民路一号，') },
  { name: 'letters', before: [], text: filled('abc DEF-123 ') },
  { name: 'half of a pattern', before: [], text: filled('预预预预') },
  { name: 'a date, while one is asked for', before: ['我要预约'], text: filled('后天还是大后天呢') },
  { name: 'anything, while anything is asked for', before: ['我要预约', '明天', '苏州'], text: filled('请快一点') },
  { name: 'spaces', before: [], text: filled(' ') },
];
