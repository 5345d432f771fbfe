// One turn on its way: what it has heard, said, filled and hit so far. The flows work on it.

import { chanceOf } from '../chance.js';
import type { Entity } from '../entities/entity.js';
import type { QuestionHit, Reading, Scope } from '../matching/hit.js';
import type { SkillRecord } from '../package/records.js';
import type { RobotContents } from './contents.js';
import { Replies } from './replies.js';
import type { LoadedRobot } from './robot.js';
import { type Conversation, conversationOf, type IntentPlace, newConversation, type Slots } from './state.js';
import type { ContextView, SkillView, SlotView, Trace, TurnInput, TurnRequest, WebAnswer, WebCall } from './turn.js';
import { TurnVariables } from './variables.js';

/** The turn needs the answer to a web call before it can go on. */
export class NeedsWebAnswer extends Error {
  override readonly name = 'NeedsWebAnswer';
  constructor(readonly call: WebCall) {
    super('the turn waits for the answer to a web call');
  }
}

/** The flow went through too many nodes: the robot has a loop that no input ends. */
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
  /** The slots that this turn filled. */
  readonly filled: SlotView[] = [];
  readonly nodeNames: string[] = [];
  readonly steps: string[] = [];
  readonly warnings: string[] = [];
  /** The skill that the turn began in. */
  enterSkill: SkillRecord | undefined;
  /** The skill that holds the question that was hit. */
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
    this.variables = new TurnVariables({ input, globals: conversation.globals, taskSlots: () => this.taskSlots() });
    this.replies = new Replies({
      ...{ contents: robot.contents, variables: this.variables, tagFilter: input.tagFilter },
      chance: chanceOf(input.seed),
    });
  }

  get contents(): RobotContents {
    return this.robot.contents;
  }

  /** The words of the caller, or the part of them that is looked at; empty: silence. */
  get text(): string {
    return this.#words;
  }

  /** Looks at a part of the words as if the caller had said nothing else. */
  lookAt(part: string): void {
    this.#words = part;
    this.release();
  }

  /** Lets go of what was read, for the turns to come. */
  release(): void {
    if (this.#reading !== undefined) this.robot.matcher.release(this.#reading);
    this.#reading = undefined;
  }

  /** The slots of the task skill that waits, or of the one that is kept. */
  taskSlots(): Slots {
    const { at, kept } = this.conversation;
    return (at ?? kept?.place)?.slots ?? {};
  }

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

  /** Finds of these lexicons in the words of the caller, without overlaps; those of `wanted` have the first say. */
  entities(lexicons: readonly string[], wanted: readonly string[] = []): readonly Entity[] {
    if (this.text === '' || lexicons.length === 0) return [];
    const { finder } = this.robot;
    const given = { moment: this.input.moment, variables: this.variables.look };
    return finder.settle(finder.find(this.text, lexicons, given), wanted);
  }

  /** The entities of a lexicon that the words of the caller nearly sound like. */
  entitiesNearly(lexicon: string): readonly Entity[] {
    if (this.text === '') return [];
    const { finder } = this.robot;
    return finder.settle(
      finder.findNearly(this.text, lexicon, { moment: this.input.moment, variables: this.variables.look }),
    );
  }

  /** The answer to the next web call of the turn. @throws NeedsWebAnswer when there is none yet */
  webAnswer(call: WebCall): WebAnswer {
    const answer = this.#answers[this.#answersUsed];
    if (answer === undefined) throw new NeedsWebAnswer(call);
    this.#answersUsed += 1;
    return answer;
  }

  /** @throws EndlessFlow */
  passNode(name: string): void {
    this.#nodes += 1;
    if (this.#nodes > mostNodes) throw new EndlessFlow(`the flow passed ${mostNodes} nodes in one turn`);
    this.nodeNames.push(name);
  }

  /** Makes the question that was hit known to conditions and answers. */
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

  /** The task skill is left, and its slots with it. */
  leave(): void {
    this.conversation.at = null;
    this.conversation.kept = null;
  }

  note(step: string): void {
    this.steps.push(step);
  }
}

export const skillView = ({ id, type, name }: SkillRecord): SkillView => ({ id, type, name });
