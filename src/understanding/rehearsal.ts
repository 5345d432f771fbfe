// A warm-up for a new process. It finds entities and questions in texts of all kinds, step by step, so that these
// functions are compiled to machine code before the first long input. Uncompiled, they take five times as long.

import type { Steps } from '../protocol/steps.js';
import { questionsOf } from './flow/questions.js';
import type { LoadedRobot } from './flow/robot.js';
import type { TurnInput } from './flow/turn.js';
import { systemLexicons } from './notation/system-lexicons.js';

const texts = [
  '我想问一下上个月二十五号到这个月三号的账单是多少钱，一共一千三百五十二块三毛吗',
  '下下周三上午九点半或者月底前三个工作日，两个半小时以后都可以，明年第一季度也行',
  '我叫李建国，住在江苏省苏州市姑苏区人民路一百二十号三单元，在苏州市第一人民医院上班',
  '我的电话是幺三八零零幺三八零零零，也可以打13800138000，尾号是八八六六',
  '坐G102次高铁或者MU5101航班，订单号是AB-2031/7，邮箱是abc DEF',
  '不需要不需要，嗯，那个，就是说我现在在家，我我想取消，看看能不能退百分之三十五',
];
const rounds = 20;
const lexicons = [
  ...systemLexicons.map(({ name }) => name).filter((name) => !name.includes('{')),
  ...['SYS.any_1_5', 'SYS.any_2_200'],
];

const input = (text: string): TurnInput => ({
  ...{ text, userVars: {}, tagFilter: [], moment: { nowMs: 0, timeZone: 'Asia/Shanghai' }, seed: 1, appKey: '' },
  tenant: { id: '', name: '' },
});

/** Warms up the functions of a robot; the results are dropped. */
export function* rehearsal(robot: LoadedRobot): Steps<void> {
  for (let round = 0; round < rounds; round++) {
    for (const [at, text] of texts.entries()) {
      const { moment } = input(text);
      robot.finder.settle(robot.finder.find(text, lexicons, { moment, variables: () => null }));
      yield;
      // questions are searched less often, because that time depends on the robot's size
      if (round % texts.length === at) questionsOf(robot, input(text), 1);
      yield;
    }
  }
}
