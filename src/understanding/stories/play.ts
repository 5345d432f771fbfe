// Plays a story turn by turn as the gateway would, with the web answers that the story gives.
import type { SessionState, TurnDone, TurnOutcome, TurnRequest, WebAnswer, WebCall } from '../flow/turn.js';
import { checkTurn, type Mismatch, type Names } from './check.js';
import type { ExpectedCall, Story, Turn } from './story.js';

export interface PlayedRobot extends Names {
  run(request: TurnRequest): TurnOutcome;
}

/** Plays a story up to the first turn that fails. An empty result means that the story holds. */
export function playStory(story: Story, robot: PlayedRobot): Mismatch[] {
  let state: SessionState | undefined;
  let { nowMs } = story;
  const begins: Turn = { line: story.line, text: undefined, passMs: 0, webCalls: [], expectations: [] };
  const turns = story.turns[0]?.text === undefined ? story.turns : [begins, ...story.turns];
  for (const [index, turn] of turns.entries()) {
    nowMs += turn.passMs;
    const played = playTurn(story, turn, { state, nowMs, seed: story.seed + index }, robot);
    if (played.mismatches.length > 0 || played.done === undefined) return played.mismatches;
    // the owner of a session stores the state as JSON, too
    state = JSON.parse(JSON.stringify(played.done.state)) as SessionState;
  }
  return [];
}

interface Position {
  readonly state: SessionState | undefined;
  readonly nowMs: number;
  readonly seed: number;
}

interface Played {
  readonly mismatches: Mismatch[];
  readonly done?: TurnDone;
}

function playTurn(story: Story, turn: Turn, { state, nowMs, seed }: Position, robot: PlayedRobot): Played {
  const { appKey, tenant, timeZone } = story;
  const input = {
    ...{ text: turn.text, appKey, tenant, seed, moment: { nowMs, timeZone } },
    userVars: turn.userVars ?? story.userVars ?? {},
    tagFilter: turn.tags ?? story.tags ?? [],
  };
  const answers: WebAnswer[] = [];
  for (;;) {
    const outcome = outcomeOf({ state, input, answers }, turn, robot);
    if ('mismatches' in outcome) return outcome;
    if (outcome.kind === 'done') {
      const mismatches = checkTurn(turn.expectations, outcome, robot);
      const next = turn.webCalls[answers.length];
      if (next !== undefined)
        mismatches.push({ line: next.line, expected: `a web call: ${callText(next)}`, came: 'none' });
      return { mismatches, done: outcome };
    }
    const expected = turn.webCalls[answers.length];
    const why = expected === undefined ? 'no web call' : callFault(expected, outcome.call);
    if (why !== undefined || expected === undefined) {
      const line = expected?.line ?? turn.line;
      return { mismatches: [{ line, expected: why ?? 'no web call', came: `a web call: ${callText(outcome.call)}` }] };
    }
    answers.push({ status: expected.status, response: expected.response });
  }
}

function outcomeOf(request: TurnRequest, turn: Turn, robot: PlayedRobot): TurnOutcome | Played {
  try {
    return robot.run(request);
  } catch (fault) {
    const came = `a fault: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`;
    return { mismatches: [{ line: turn.line, expected: 'a turn', came }] };
  }
}

const callText = ({ method, url, body }: Pick<WebCall, 'method' | 'url' | 'body'>): string =>
  [method, url, body].filter((part) => part !== '').join(' ');

function callFault(expected: ExpectedCall, call: WebCall): string | undefined {
  if (callText(expected) !== callText(call)) return `a web call: ${callText(expected)}`;
  const missing = expected.headers.find((header) => !call.headers.includes(header));
  return missing === undefined ? undefined : `a web call with the header ${missing}`;
}
