// Carries out one turn: it asks the understanding process, makes the web calls that it requests, and asks again with
// the answers. If the process dies, the turn is tried once more, and no web call is made twice.
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { type TurnOwner, UnderstandingLost } from '../../understanding/client.js';
import type { TurnInput, WebAnswer, WebCall } from '../../understanding/flow/turn.js';
import type { RobotFile, Understood, UnderstoodTurn } from '../../understanding/messages.js';
import type { Understands } from './ports.js';

export interface TurnParts {
  readonly understanding: Understands;
  readonly callWeb: (call: WebCall) => Promise<WebAnswer>;
  /** Called after each web call with all answers of the turn so far. */
  readonly keepAnswers: (answers: readonly WebAnswer[]) => Promise<void>;
  readonly wantsTrace: boolean;
  readonly owner: TurnOwner;
}

export interface TurnOf {
  readonly robot: RobotFile;
  /** State of the session as JSON; undefined at its beginning. */
  readonly state: string | undefined;
  readonly input: TurnInput;
  /** Answers that an interrupted turn had already received. */
  readonly answers: readonly WebAnswer[];
}

export interface TurnResult {
  readonly turn: UnderstoodTurn;
  readonly webCalls: number;
}

const givenUp: WebAnswer = { status: 0, response: null };

/** @throws ServiceError DIALOG_UNAVAILABLE, RESOURCE_TOO_LARGE, and those of the understanding process */
export async function carryOut(
  parts: TurnParts,
  { robot, state, input, answers: before }: TurnOf,
): Promise<TurnResult> {
  const { understanding, callWeb, keepAnswers, wantsTrace, owner } = parts;
  const { callsPerTurn, turnBytes } = limits.dialog.web;
  const answers = [...before];
  let bytes = 0;
  let wasLost = false;
  for (;;) {
    let outcome: Understood;
    try {
      outcome = await understanding.turn(robot, { state, input, answers, wantsTrace }, owner);
    } catch (fault) {
      if (!(fault instanceof UnderstandingLost)) throw fault;
      if (wasLost) throw new ServiceError('DIALOG_UNAVAILABLE', undefined, { cause: fault });
      wasLost = true;
      continue;
    }
    if (outcome.kind === 'done') {
      refuseLarge(outcome.state);
      return { turn: outcome, webCalls: answers.length };
    }
    const isAllowed = answers.length < callsPerTurn && bytes < turnBytes;
    const answer = isAllowed ? await callWeb(outcome.call) : givenUp;
    bytes += sizeOf(answer);
    answers.push(answer);
    await keepAnswers(answers);
  }
}

const sizeOf = ({ response }: WebAnswer): number => (response === null ? 0 : JSON.stringify(response).length);

function refuseLarge(state: string): void {
  const { stateBytes } = limits.dialog;
  if (state.length <= stateBytes && Buffer.byteLength(state) <= stateBytes) return;
  const advice = 'make its variables smaller';
  throw new ServiceError('RESOURCE_TOO_LARGE', `the session would have more than ${stateBytes} bytes; ${advice}`);
}
