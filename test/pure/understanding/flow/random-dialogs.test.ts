// What holds in every conversation, whatever the robot and the caller: rules of specification 3, sections 3.3 and 3.4.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadedRobot, loadRobot } from '../../../../src/understanding/flow/robot.js';
import { runTurn } from '../../../../src/understanding/flow/run.js';
import type { SessionState, TurnDone, TurnRequest, WebAnswer } from '../../../../src/understanding/flow/turn.js';
import type { PackageRecord } from '../../../../src/understanding/package/records.js';
import { inputs, robots } from './random-robots.js';

const moment = { nowMs: Date.UTC(2026, 10, 22, 2), timeZone: 'Asia/Shanghai' };
const said = fc.record({
  text: inputs,
  tagFilter: fc.constantFrom<readonly string[]>([], [], [], ['channel:a']),
  webStatus: fc.constantFrom(200, 0),
});

interface Played {
  readonly turns: readonly TurnDone[];
  readonly robot: LoadedRobot;
}

/** Each turn is carried out twice, from its JSON: the outcomes are the same, and the request is left alone. */
function turnOf(
  robot: LoadedRobot,
  input: TurnRequest['input'],
  state: SessionState | undefined,
  status: number,
): TurnDone {
  const answers: WebAnswer[] = [];
  for (;;) {
    const request: TurnRequest = { state, input, answers };
    const before = JSON.stringify(request);
    const outcome = runTurn(robot, request);
    expect(JSON.stringify(runTurn(robot, JSON.parse(before) as TurnRequest))).toBe(JSON.stringify(outcome));
    expect(JSON.stringify(request)).toBe(before);
    if (outcome.kind === 'done') return outcome;
    expect(answers.length).toBeLessThan(200);
    answers.push({ status, response: null });
  }
}

function play(
  records: readonly PackageRecord[],
  inputsOfCall: readonly { text: string; tagFilter: readonly string[]; webStatus: number }[],
): Played {
  const robot = loadRobot(records);
  const shared = { userVars: {}, moment, seed: 7, appKey: 'a', tenant: { id: 't', name: '' } };
  const turns = [turnOf(robot, { ...shared, text: undefined, tagFilter: [] }, undefined, 200)];
  for (const { text, tagFilter, webStatus } of inputsOfCall) {
    const state = JSON.parse(JSON.stringify((turns.at(-1) as TurnDone).state)) as SessionState;
    turns.push(turnOf(robot, { ...shared, text, tagFilter }, state, webStatus));
  }
  return { robot, turns };
}

/** Printed by a test that fails; RANDOM_DIALOGS_SEED brings the same dialogs back. */
const seed = Number(process.env.RANDOM_DIALOGS_SEED ?? Date.now() % 1_000_000);
const dialogs = fc
  .sample(fc.tuple(robots, fc.array(said, { minLength: 1, maxLength: 10 })), { numRuns: 150, seed })
  .map(([records, calls]) => play(records, calls));

function forEveryDialog(holds: (played: Played) => void): void {
  for (const [at, dialog] of dialogs.entries()) {
    try {
      holds(dialog);
    } catch (fault) {
      throw new Error(`dialog ${at} of RANDOM_DIALOGS_SEED=${seed}`, { cause: fault });
    }
  }
}

describe('in every conversation', () => {
  it('a turn begins in the skill that waited, and no question-answering skill ever waits', () => {
    forEveryDialog(({ turns }) => {
      for (const [at, { context }] of turns.entries()) {
        expect(context.waitSkill?.type).not.toBe('QABASE');
        if (at > 0) expect(context.enterSkill).toEqual(turns[at - 1]?.context.waitSkill);
        else if (context.enterSkill === undefined) expect(context.waitSkill).toBeUndefined();
      }
    });
  });

  it('a start names no skill that was hit, and no intent, but for one that its scene cannot reach', () => {
    forEveryDialog(({ turns: [start] }) => {
      expect(start?.context.skill).toBeUndefined();
      expect(start?.context.qa).toBeUndefined();
      expect(start?.slots).toEqual([]);
    });
  });

  it('a turn with no reply at all has no fallback that it could give', () => {
    forEveryDialog(({ turns, robot: { contents } }) => {
      const fallback = contents.responses.get(contents.robot.fallbackResponseId ?? 0);
      for (const { responses } of turns.slice(1)) {
        const isAlways = fallback?.answers.some(({ tags }) => tags.includes('channel:a')) === true;
        if (isAlways) expect(responses.length).toBeGreaterThan(0);
      }
    });
  });

  it('a reply is an answer of its response, with the tags that were wanted', () => {
    forEveryDialog(({ turns, robot: { contents } }) => {
      for (const { responses } of turns) {
        for (const { id, answerId, type, cmd } of responses) {
          if (id === 0) expect({ answerId, type, cmd }).toEqual({ answerId: 0, type: 'RECOMMEND', cmd: '' });
          else expect(contents.responses.get(id)?.answers.map((answer) => answer.id)).toContain(answerId);
        }
      }
    });
  });

  it('the slots that a turn filled are among the variables, or belong to a skill that was left', () => {
    forEveryDialog(({ turns }) => {
      for (const { slots, context, trace } of turns) {
        const held = context.vars.slots as Readonly<Record<string, unknown>>;
        for (const { name } of slots) {
          const tookOver = trace.steps.some((step) => step.endsWith('takes over')); // perhaps back to where it began
          // by its end, by a jump of its scene, or by an answer of another one
          const { enterSkill, waitSkill, skill } = context;
          const hasJumped = enterSkill !== undefined && enterSkill.id !== waitSkill?.id;
          const isLeft = tookOver || waitSkill === undefined || waitSkill.id !== skill?.id || hasJumped;
          expect(name in held || isLeft).toBe(true);
        }
      }
    });
  });
});
