// The state of one turn while it runs: what was heard, said, filled and hit so far. The flows work on it.

import { limits } from '../../protocol/limits.js';
import { chanceOf } from '../chance.js';
import type { Entity } from '../entities/entity.js';
import type { QuestionHit, Reading, Scope } from '../matching/hit.js';
import { TurnEffort } from '../notation/effort.js';
import type { SkillRecord } from '../package/records.js';
import type { RobotContents } from './contents.js';
import { Replies } from './replies.js';
import type { LoadedRobot } from './robot.js';
import { type Conversation, conversationOf, type IntentPlace, newConversation, type Slots } from './state.js';
import type { ContextView, SkillView, SlotView, Trace, TurnInput, TurnRequest, WebAnswer, WebCall } from './turn.js';
import { TurnVariables } from './variables.js';

/** Thrown if the turn needs the answer to a web call before it can go on. */
export class NeedsWebAnswer extends Error {
  override readonly name = 'NeedsWebAnswer';
  constructor(readonly call: WebCall) {
    super('the turn waits for the answer to a web call');
  }
}

/** Thrown if the flow passes too many nodes: the robot has a loop that no input ends. */
export class EndlessFlow extends Error {
  override readonly name = 'EndlessFlow';
}

const mostNodes = 100;

export class ConversationTurn {
  readonly robot: LoadedRobot;
  readonly input: TurnInput;
  readonly conversation: Conversation;
  readonly variables: TurnVariables;
  readonly replies: Replies;
  /** The work that the turn may still do. */
  effort = new TurnEffort(limits.dialog.turn);
  /** The slots that this turn filled. */
  readonly filled: SlotView[] = [];
  readonly nodeNames: string[] = [];
  readonly steps: string[] = [];
  readonly warnings: string[] = [];
  /** The skill in which the turn began. */
  enterSkill: SkillRecord | undefined;
  /** The skill of the question that was hit. */
  hitSkill: SkillRecord | undefined;
  qa: ContextView['qa'];
  intent: IntentPlace | undefined;
  readonly #answers: readonly WebAnswer[];
  #answersUsed = 0;
  #nodes = 0;
  #reading: Reading | undefined;
  readonly #tracedHits = new Map<string, { readonly scope: Scope; readonly hit: QuestionHit }>();
  #words: string;

  constructor(robot: LoadedRobot, { state, input, answers }: TurnRequest) {
    this.robot = robot;
    this.input = input;
    this.conversation = state === undefined ? newConversation() : conversationOf(state);
    this.#answers = answers;
    this.#words = input.text?.trim() ?? '';
    const { conversation } = this;
    const effort = () => this.effort;
    this.variables = new TurnVariables({
      ...{ input, globals: conversation.globals, taskSlots: () => this.taskSlots(), effort },
    });
    this.replies = new Replies({
      ...{ contents: robot.contents, variables: this.variables, tagFilter: input.tagFilter, effort },
      chance: chanceOf(input.seed),
    });
  }

  get contents(): RobotContents {
    return this.robot.contents;
  }

  /** The caller's words, or the part of them that is being examined; empty for silence. */
  get text(): string {
    return this.#words;
  }

  /** Makes the turn examine a part of the words as if the caller had said nothing else. */
  lookAt(part: string): void {
    this.#words = part;
    this.release();
  }

  /** Releases the reading of the words, so that later turns can reuse its memory. */
  release(): void {
    if (this.#reading !== undefined) this.robot.matcher.release(this.#reading);
    this.#reading = undefined;
  }

  /** Ends a flow that cannot go on: nothing of it is said, and the task skill is left. The fallback script may follow. */
  giveUp(why: string): void {
    this.warnings.push(why);
    this.replies.clear();
    this.leave();
    this.effort = new TurnEffort(limits.dialog.turn);
  }

  /** The slots of the waiting task skill, or of the kept one. */
  taskSlots(): Slots {
    const { at, kept } = this.conversation;
    return (at ?? kept?.place)?.slots ?? {};
  }

  /** The best valid questions of a scope for the current words; none for silence. */
  hits(scope: Scope, count: number): readonly QuestionHit[] {
    if (this.text === '') return [];
    this.#reading ??= this.robot.matcher.read({
      ...{ text: this.text, moment: this.input.moment, variables: this.variables.look },
    });
    const { nowMs } = this.input.moment;
    const hits = this.robot.matcher.hits(this.#reading, scope, count, (questionId) => {
      const pair = this.contents.pairs.get(questionId);
      if (pair === undefined) return true;
      return (pair.effectAt ?? nowMs) <= nowMs && nowMs < (pair.invalidAt ?? Number.POSITIVE_INFINITY);
    });
    for (const hit of hits) this.#tracedHits.set(`${scope} ${hit.questionId}`, { scope, hit });
    return hits;
  }

  /** All questions that were considered, best first. */
  tracedHits(): Trace['hits'] {
    const found = [...this.#tracedHits.values()].sort((a, b) => b.hit.score - a.hit.score);
    return found.map(({ scope, hit: { questionId, extId, kind, score } }) => {
      const question = this.contents.questions.get(questionId);
      const text = question?.ext.find(({ id }) => id === extId)?.text ?? question?.text ?? '';
      return { text, skill: this.contents.skillOf(scope)?.name ?? '', kind, score };
    });
  }

  /** Entities of these lexicons in the caller's words, without overlaps. The `wanted` lexicons have precedence. */
  entities(lexicons: readonly string[], wanted: readonly string[] = []): readonly Entity[] {
    if (this.text === '' || lexicons.length === 0) return [];
    const { finder } = this.robot;
    const given = { moment: this.input.moment, variables: this.variables.look };
    return finder.settle(finder.find(this.text, lexicons, given), wanted);
  }

  /** Entities of a lexicon that sound similar to the caller's words. */
  entitiesNearly(lexicon: string): readonly Entity[] {
    if (this.text === '') return [];
    const { finder } = this.robot;
    return finder.settle(
      finder.findNearly(this.text, lexicon, { moment: this.input.moment, variables: this.variables.look }),
    );
  }

  /** The answer to the turn's next web call. @throws NeedsWebAnswer if there is none yet */
  webAnswer(call: WebCall): WebAnswer {
    const answer = this.#answers[this.#answersUsed];
    if (answer === undefined) throw new NeedsWebAnswer(call);
    this.#answersUsed += 1;
    return answer;
  }

  /** Counts a node and records its name. @throws EndlessFlow */
  passNode(name: string): void {
    this.#nodes += 1;
    if (this.#nodes > mostNodes) throw new EndlessFlow(`the flow passed ${mostNodes} nodes in one turn`);
    this.nodeNames.push(name);
  }

  /** Exposes the question that was hit to conditions and answers. */
  setHitQuestion({ questionId, extId, score }: QuestionHit): void {
    const question = this.contents.questions.get(questionId);
    const ext = question?.ext.find(({ id }) => id === extId);
    const label = this.contents.taskQuestionOf.get(questionId)?.label;
    this.variables.set('hitQuestion', {
      ...{ id: questionId, ...(label === undefined ? {} : { label }), text: question?.text ?? '', score },
      ...(ext === undefined ? {} : { ext: { id: ext.id, text: ext.text } }),
    });
  }

  fill(slots: Slots, { name, dict, value, normValue }: SlotView): void {
    slots[name] = { value, normValue };
    this.filled.push({ name, dict, value, normValue });
  }

  /** Leaves the task skill and drops its slots. */
  leave(): void {
    this.conversation.at = null;
    this.conversation.kept = null;
  }

  note(step: string): void {
    this.steps.push(step);
  }
}

export const skillView = ({ id, type, name }: SkillRecord): SkillView => ({ id, type, name });
