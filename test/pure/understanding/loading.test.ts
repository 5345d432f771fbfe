// Robots are loaded in slices, one after another, and turns of others go on between the slices.
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../../src/understanding/flow/robot.js';
import type { FromUnderstanding, ToUnderstanding } from '../../../src/understanding/messages.js';
import { type Loaded, serveUnderstanding } from '../../../src/understanding/serve.js';
import { callingRecords } from '../../helpers/nlu/calling-records.js';

const input = {
  ...{ text: undefined, userVars: {}, tagFilter: [], moment: { nowMs: 0, timeZone: 'Asia/Shanghai' }, seed: 1 },
  ...{ appKey: 'app', tenant: { id: 't', name: 't' } },
};
const order = { state: undefined, input, answers: [], wantsTrace: false };

/** A process whose time passes only here: each step takes 1 ms, and so does each look at the clock. */
function understanding({ stepsOf = {} as Readonly<Record<string, number>>, entries = 8 } = {}) {
  const robot = loadRobot(callingRecords);
  const [sent, begun, later]: [FromUnderstanding[], string[], (() => void)[]] = [[], [], []];
  let nowMs = 0;
  let exits = 0;
  const take = serveUnderstanding({
    send: (message) => void sent.push(message),
    exit: () => void exits++,
    clock: () => nowMs++,
    sliceMs: 4,
    later: (work) => void later.push(work),
    robots: { entries },
    fault: () => {},
    *load({ sha256 }) {
      begun.push(sha256);
      for (let step = 0; step < (stepsOf[sha256] ?? 0); step++) yield;
      if (sha256 === 'bad') throw new Error('the package is damaged');
      return { robot, facts: { sessionTimeoutS: 60 }, bytes: 1 } satisfies Loaded;
    },
  });
  let call = 0;
  const turn = (sha256: string) => take({ type: 'turn', call: ++call, robot: { sha256, path: '' }, order });
  const answers = () => sent.map((message) => ('call' in message ? message.call : 0));
  const slices = (most = Number.POSITIVE_INFINITY) => {
    let count = 0;
    for (; count < most; count++) {
      const work = later.shift();
      if (work === undefined) break;
      work();
    }
    return count;
  };
  return { take: take as (message: ToUnderstanding) => void, turn, sent, begun, slices, answers, exits: () => exits };
}

describe('a robot that is loaded', () => {
  it('takes many slices, and turns of a robot that is there are answered between them', () => {
    const { turn, slices, answers } = understanding({ stepsOf: { large: 100 } });
    turn('small');
    slices();
    turn('large');
    slices(3);
    expect(answers()).toEqual([1]);
    turn('small');
    expect(answers()).toEqual([1, 3]);
    expect(slices()).toBeGreaterThan(10);
    expect(answers()).toEqual([1, 3, 2]);
  });

  it('is loaded once for all turns that wait for it, which are answered in order', () => {
    const { turn, slices, answers, begun } = understanding({ stepsOf: { large: 20 } });
    for (let count = 0; count < 3; count++) turn('large');
    slices();
    turn('large');
    expect(answers()).toEqual([1, 2, 3, 4]);
    expect(begun).toEqual(['large']);
  });

  it('waits for the one that is loaded before it', () => {
    const { turn, slices, answers, begun } = understanding({ stepsOf: { large: 20 } });
    turn('large');
    turn('small');
    slices(2);
    expect(begun).toEqual(['large']);
    slices();
    expect(answers()).toEqual([1, 2]);
  });

  it('and cannot be fails those that wait for it and no others', () => {
    const { turn, slices, sent } = understanding();
    for (const sha256 of ['bad', 'small', 'bad']) turn(sha256);
    slices();
    expect(sent.map((each) => [each.type, 'cause' in each ? each.cause : ''])).toEqual([
      ['failed', 'package'],
      ['failed', 'package'],
      ['understood', ''],
    ]);
  });

  it('is kept while it is one of those that were used last', () => {
    const { turn, slices, begun } = understanding({ entries: 2 });
    for (const sha256 of ['a', 'b', 'a', 'c', 'a', 'b']) {
      turn(sha256);
      slices();
    }
    expect(begun).toEqual(['a', 'b', 'c', 'b']);
  });

  it('and is needed by nobody any more is loaded again when somebody asks', () => {
    const { turn, take, slices, begun } = understanding();
    turn('a');
    slices();
    take({ type: 'unload', sha256: 'a' });
    turn('a');
    slices();
    expect(begun).toEqual(['a', 'a']);
  });

  it('is answered for before the process stops', () => {
    const { turn, take, slices, answers, exits } = understanding({ stepsOf: { large: 20 } });
    turn('large');
    take({ type: 'stop' });
    expect(exits()).toBe(0);
    slices();
    expect([answers(), exits()]).toEqual([[1], 1]);
  });
});
