// Builds replies from responses. It picks one of the answers that the tags allow and fills in its variables.

import type { Effort } from '../notation/effort.js';
import { parseRecommendation } from '../notation/entries.js';
import { fillTemplate, parseTemplate } from '../notation/template.js';
import type { AnswerRecord, ResponseRecord } from '../package/records.js';
import type { RobotContents } from './contents.js';
import type { SaidReply } from './state.js';
import type { Reply } from './turn.js';
import type { TurnVariables } from './variables.js';

export interface ReplyParts {
  readonly contents: RobotContents;
  readonly variables: TurnVariables;
  /** Counts the work of the turn. */
  readonly effort: () => Effort;
  /** Tags as `group:tag`; an answer must have all of them. */
  readonly tagFilter: readonly string[];
  /** Returns a new random number from 0 to 1 on each call. */
  readonly chance: () => number;
}

interface MenuItem {
  readonly id: number;
  readonly text: string;
}

export class Replies {
  readonly #parts: ReplyParts;
  #said: SaidReply[] = [];

  constructor(parts: ReplyParts) {
    this.#parts = parts;
  }

  get said(): readonly SaidReply[] {
    return this.#said;
  }

  /** Says a response. Says nothing if it has no answer with the required tags. */
  say(responseId: number | null): readonly SaidReply[] {
    const response = responseId === null ? undefined : this.#parts.contents.responses.get(responseId);
    const answer = response && this.#chosen(response);
    if (response === undefined || answer === undefined) return [];
    const { id: answerId, type, cmd } = answer;
    const reply: Reply = {
      ...{ id: response.id, answerId, type, content: this.#content(answer) },
      ...(cmd === '' ? {} : { cmd: this.#filled(cmd) }),
    };
    return this.#add([{ responseId: response.id, reply }]);
  }

  /** Repeats replies in the same words. A reply that this turn's tags exclude is replaced by another answer. */
  sayAgain(script: readonly SaidReply[]): void {
    for (const said of script) {
      if (this.#mayRepeat(said.responseId, said.reply.answerId)) this.#add([said]);
      else this.say(said.responseId);
    }
  }

  /** Offers questions, because none was near enough to be answered. */
  offer(start: string, questionIds: readonly number[], end: string): readonly SaidReply[] {
    const content = this.#menu(this.#filled(start), questionIds, this.#filled(end));
    return this.#add([{ responseId: 0, reply: { id: 0, answerId: 0, type: 'RECOMMEND', content, cmd: '' } }]);
  }

  /** Discards all replies said so far. */
  clear(): void {
    this.#said = [];
  }

  #add(replies: readonly SaidReply[]): readonly SaidReply[] {
    this.#said.push(...replies);
    return replies;
  }

  #mayRepeat(responseId: number, answerId: number): boolean {
    const answer = this.#parts.contents.responses.get(responseId)?.answers.find(({ id }) => id === answerId);
    return answer === undefined || this.#fits(answer);
  }

  #chosen({ answers, returnType }: ResponseRecord): AnswerRecord | undefined {
    const left = answers.filter((answer) => this.#fits(answer));
    if (left.length === 0) return undefined;
    if (returnType === 'RANDOM') return left[Math.floor(this.#parts.chance() * left.length)];
    return left.reduce((first, answer) => (answer.id < first.id ? answer : first));
  }

  #fits({ tags }: AnswerRecord): boolean {
    return this.#parts.tagFilter.every((tag) => tags.includes(tag));
  }

  #content({ type, content }: AnswerRecord): string {
    if (type !== 'RECOMMEND') return this.#filled(content);
    const { start, menuIds, end } = parseRecommendation(content);
    return this.#menu(this.#filled(start), menuIds, this.#filled(end));
  }

  #menu(start: string, questionIds: readonly number[], end: string): string {
    const menu = questionIds.flatMap((id): MenuItem[] => {
      const question = this.#parts.contents.questions.get(id);
      return question === undefined ? [] : [{ id, text: question.plain }];
    });
    return JSON.stringify({ start, menu, end });
  }

  #filled(text: string): string {
    const { variables, effort } = this.#parts;
    return fillTemplate(parseTemplate(text), variables.look, effort());
  }
}
