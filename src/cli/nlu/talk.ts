// `tonegate nlu talk`: holds a dialog with a robot on a terminal, line by line, and shows how the robot understood
// each.
import { isTimeZone } from '../../config/fields.js';
import type { SessionState, TurnDone, TurnInput, WebAnswer } from '../../understanding/flow/turn.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { shown } from '../terminal/shown.js';
import type { DialogParts } from './dialog-parts.js';
import { turnText } from './turn-text.js';
import { typedLines } from './typed-lines.js';

export interface TalkFlags {
  readonly now?: string;
  readonly seed?: string;
  readonly timeZone: string;
}

const help = `/vars               all variables and their values
/steps              the steps of the last turn
/tags GROUP:TAG …   answers of the next turns must have these tags; none: any answer
/user {"a": 1}      userVars of the next turns
/web 200 {"a": 1}   the answer to the next web call; without an answer, a call fails
/restart            start a new session
/quit               leave the program
A line that begins with // is sent to the robot with a single /.
`;

export async function talk(parts: DialogParts, path: string, flags: TalkFlags): Promise<void> {
  const conversation = new Conversation(parts.robot(path), flags, (text) => process.stdout.write(shown(text)));
  const isTerminal = process.stdin.isTTY === true;
  conversation.restart();
  for await (const line of typedLines(process.stdout)) {
    if (line.trim() === '/quit') break;
    if (!isTerminal) process.stdout.write(shown(`> ${line}\n`));
    conversation.take(line);
  }
}

class Conversation {
  readonly #robot: ReturnType<DialogParts['robot']>;
  readonly #print: (text: string) => void;
  readonly #now: () => number;
  readonly #timeZone: string;
  #seed: number;
  #state: SessionState | undefined;
  #last: TurnDone | undefined;
  #tags: readonly string[] = [];
  #userVars: Readonly<Record<string, unknown>> = {};
  #webAnswers: WebAnswer[] = [];

  constructor(robot: ReturnType<DialogParts['robot']>, flags: TalkFlags, print: (text: string) => void) {
    this.#robot = robot;
    this.#print = print;
    this.#seed = wholeOf(flags.seed ?? '1');
    if (!isTimeZone(flags.timeZone)) {
      const right = 'must be the name of a time zone, such as Asia/Shanghai';
      throw new CommandFailure(exitCodes.usage, `--time-zone: ${right}`);
    }
    this.#timeZone = flags.timeZone;
    const nowMs = flags.now === undefined ? undefined : instantOf(flags.now);
    this.#now = nowMs === undefined ? Date.now : () => nowMs;
  }

  restart(): void {
    this.#state = undefined;
    this.#turn(undefined);
  }

  take(line: string): void {
    const [, command = '', rest = ''] = /^\/([a-z]+)(?: (.*))?$/.exec(line.trim()) ?? [];
    if (!line.startsWith('/') || line.startsWith('//')) this.#turn(line.startsWith('//') ? line.slice(1) : line);
    else if (command === 'restart') this.restart();
    else if (command === 'vars') this.#print(`${JSON.stringify(this.#last?.context.vars ?? {}, undefined, 2)}\n`);
    else if (command === 'steps') this.#print((this.#last?.trace.steps ?? []).map((step) => `  ${step}\n`).join(''));
    else if (command === 'tags') this.#tags = rest.split(' ').filter((tag) => tag !== '');
    else if (command === 'user') this.#set(rest, (value) => (this.#userVars = value as Record<string, unknown>));
    else if (command === 'web') this.#web(rest);
    else this.#print(help);
  }

  #web(rest: string): void {
    const [, status, json = 'null'] = /^(\d{1,3})(?: (.*))?$/.exec(rest) ?? [];
    if (status === undefined) this.#print(help);
    else this.#set(json, (response) => this.#webAnswers.push({ status: Number(status), response }));
  }

  #set(json: string, take: (value: unknown) => void): void {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch (fault) {
      this.#print(`  ${(fault as Error).message}\n`);
      return;
    }
    take(value);
  }

  #turn(text: string | undefined): void {
    const input: TurnInput = {
      ...{ text, userVars: this.#userVars, tagFilter: this.#tags, seed: this.#seed++ },
      moment: { nowMs: this.#now(), timeZone: this.#timeZone },
      ...{ appKey: 'talk', tenant: { id: 'talk', name: 'talk' } },
    };
    const answers: WebAnswer[] = [];
    for (;;) {
      const outcome = this.#robot.run({ state: this.#state, input, answers });
      if (outcome.kind === 'done') {
        this.#state = outcome.state;
        this.#last = outcome;
        this.#print(turnText(outcome));
        return;
      }
      const { method, url, body } = outcome.call;
      const answer = this.#webAnswers.shift() ?? { status: 0, response: null };
      this.#print(`  web call: ${[method, url, body].filter((part) => part !== '').join(' ')} -> ${answer.status}\n`);
      answers.push(answer);
    }
  }
}

function wholeOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandFailure(exitCodes.usage, '--seed: must be a number');
}

function instantOf(text: string): number {
  const ms = Date.parse(text);
  if (Number.isFinite(ms)) return ms;
  throw new CommandFailure(exitCodes.usage, '--now: must be a time such as 2026-11-22T10:00:00+08:00');
}
