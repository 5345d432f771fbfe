// A process that has just started does long work once beforehand. Nothing may come of it.
import { expect, it } from 'vitest';
import { loadRobot } from '../../../src/understanding/flow/robot.js';
import { runTurn } from '../../../src/understanding/flow/run.js';
import { rehearsal } from '../../../src/understanding/rehearsal.js';
import { callingRecords } from '../../helpers/nlu/calling-records.js';

const moment = { nowMs: Date.UTC(2026, 10, 25), timeZone: 'Asia/Shanghai' };
const tenant = { id: 't', name: 't' };
const input = (text: string | undefined) => ({
  ...{ text, userVars: {}, tagFilter: [], moment, seed: 1, appKey: 'app', tenant },
});

it('a robot answers after the rehearsal as it did before, and turns have their place between its steps', () => {
  const robot = loadRobot(callingRecords);
  const said = () =>
    [undefined, '下周三上午九点半', ''].map((text) => runTurn(robot, { ...turnOf(text), answers: [] }));
  const turnOf = (text: string | undefined) => ({ state: undefined, input: input(text) });
  const before = said();
  const steps = rehearsal(robot);
  let count = 0;
  while (steps.next().done !== true) {
    if (count++ % 50 === 0) expect(said()).toEqual(before);
  }
  expect(count).toBeGreaterThan(100);
  expect(said()).toEqual(before);
});
