// Checks a document as far as that is possible without the tenant.
import { z } from 'zod';
import { ServiceError } from '../../protocol/errors.js';
import { longListError } from '../../protocol/wire/check/long-lists.js';
import { describeIssues } from '../../protocol/wire/issues.js';
import { parseSimpleEntry, parseWordEntry } from '../../understanding/notation/entries.js';
import { parseCondition } from '../../understanding/notation/expression.js';
import { checkedLexiconName } from '../../understanding/notation/names.js';
import { parseQuestion } from '../../understanding/notation/question.js';
import { systemLexiconName } from '../../understanding/notation/system-lexicons.js';
import { parseTemplate } from '../../understanding/notation/template.js';
import { notation } from '../resource/fields.js';
import { checkedContent } from '../resource/processor/content.js';
import type { ProcessorDraft } from '../resource/processor/schemas.js';
import type { QuestionDraft } from '../resource/question/schemas.js';
import { ownSlotsOf } from '../resource/question/service.js';
import type { ResponseDraft } from '../resource/response/schemas.js';
import { checkShape } from '../resource/scene/rules.js';
import { type DocumentLexicon, type DocumentScene, RobotDocument } from './document.js';
import { linkFaults } from './links.js';
import { menuOf } from './menus.js';

/** Messages that begin with the place in the document; empty if there are none. */
export function documentFaults(value: unknown): string[] {
  const long = longListError(RobotDocument, value);
  const outcome = long === undefined ? RobotDocument.safeParse(value) : { success: false as const, error: long };
  if (!outcome.success) return outcome.error.issues.map((issue) => describeIssues(new z.ZodError([issue])));
  const links = [...linkFaults(outcome.data)].map(({ place, message }) => `${place}: ${message}`);
  return [...links, ...new DocumentCheck(outcome.data).messages()];
}

const invalid = (message: string): ServiceError => new ServiceError('INVALID_ARGUMENT', message);

class DocumentCheck {
  readonly #document: RobotDocument;
  readonly #lexicons: ReadonlySet<string>;
  readonly #tags: ReadonlySet<string>;
  readonly #messages: string[] = [];

  constructor(document: RobotDocument) {
    this.#document = document;
    this.#lexicons = new Set(document.lexicons.map(({ name }) => name));
    this.#tags = new Set(document.tagGroups.flatMap(({ name, tags }) => tags.map((tag) => `${name}:${tag.name}`)));
  }

  messages(): string[] {
    const { robot, dirs, intents, taskQuestions, scenes, skills, lexicons } = this.#document;
    this.#response(robot.opening?.response, 'robot.opening.response');
    this.#response(robot.fallbackResponse, 'robot.fallbackResponse');
    for (const [index, { lexicon, response }] of robot.sensitiveGroups.entries()) {
      const place = `robot.sensitiveGroups[${index}]`;
      this.#lexicon(lexicon, `${place}.lexicon`);
      this.#response(response, `${place}.response`);
    }
    for (const [index, { recommendStart, recommendEnd }] of skills.entries()) {
      this.#template(recommendStart, `skills[${index}].recommendStart`);
      this.#template(recommendEnd, `skills[${index}].recommendEnd`);
    }
    for (const [index, { pairs }] of dirs.entries()) {
      for (const [at, { question, response }] of pairs.entries()) {
        this.#question(question, `dirs[${index}].pairs[${at}].question`, undefined);
        this.#response(response, `dirs[${index}].pairs[${at}].response`);
      }
    }
    for (const [index, intent] of intents.entries()) this.#intent(intent, `intents[${index}]`);
    for (const [index, { question }] of taskQuestions.entries()) {
      this.#question(question, `taskQuestions[${index}].question`, undefined);
    }
    for (const [index, scene] of scenes.entries()) this.#scene(scene, `scenes[${index}]`);
    for (const [index, lexicon] of lexicons.entries()) this.#words(lexicon, `lexicons[${index}]`);
    return this.#messages;
  }

  /** Runs a check, and turns a refusal into a message. */
  #try(check: () => unknown): void {
    try {
      check();
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
      this.#messages.push(fault.message);
    }
  }

  #template(text: string, place: string): void {
    this.#try(() => notation(place, text, () => parseTemplate(text)));
  }

  #lexicon(name: string, place: string): void {
    if (systemLexiconName(name) !== undefined || this.#lexicons.has(name.normalize('NFC'))) return;
    this.#messages.push(`${place}: there is no lexicon ${JSON.stringify(name)} in the document`);
  }

  #intent(intent: RobotDocument['intents'][number], place: string): void {
    const { question, slots, processor, response, confirmResponse, retryResponse, failedResponse } = intent;
    this.#question(
      question,
      `${place}.question`,
      slots.map(({ name }) => name),
    );
    const scripts = { response, confirmResponse, retryResponse, failedResponse };
    for (const [key, draft] of Object.entries(scripts)) this.#response(draft, `${place}.${key}`);
    this.#response(intent.confirmIntentResponse, `${place}.confirmIntentResponse`);
    this.#processor(processor, `${place}.processor`);
    for (const [index, slot] of slots.entries()) {
      const at = `${place}.slots[${index}]`;
      this.#lexicon(slot.lexicon, `${at}.lexicon`);
      for (const key of ['elicitResponse', 'elicitSlotResponse', 'confirmResponse', 'confirmSlotResponse'] as const) {
        this.#response(slot[key], `${at}.${key}`);
      }
    }
  }

  /** `slots`: slots of the intent; undefined if the question belongs to no intent. */
  #question(draft: QuestionDraft, place: string, slots: readonly string[] | undefined): void {
    const key = draft.extended === undefined ? 'extQuestions' : 'extended';
    const exts = (draft[key] ?? []).map(({ text }, index) => ({ text, at: `${place}.${key}[${index}].text` }));
    const places = new Map<string, string>();
    for (const { text, at } of [{ text: draft.text, at: `${place}.text` }, ...exts]) {
      this.#try(() => {
        const before = places.get(text);
        if (before !== undefined) throw invalid(`${at}: repeats ${before}`);
        places.set(text, at);
        const question = notation(at, text, () => parseQuestion(text));
        const unknown = ownSlotsOf(question).find((name) => slots?.includes(name) !== true);
        if (unknown !== undefined) {
          throw invalid(`${at}: ${slots === undefined ? 'only an intent has' : 'the intent lacks'} a slot ${unknown}`);
        }
        if (question.kind === 'pattern') return;
        for (const part of question.parts) {
          if (part.kind === 'slot' && part.lexicon !== undefined) this.#lexicon(part.lexicon, at);
        }
      });
    }
  }

  #response(draft: ResponseDraft | undefined, place: string): void {
    for (const [index, { type, content, cmd, tags }] of (draft?.answers ?? []).entries()) {
      const at = `${place}.answers[${index}]`;
      this.#template(cmd, `${at}.cmd`);
      if (type !== 'RECOMMEND') this.#template(content, `${at}.content`);
      else this.#try(() => menuOf(content, `${at}.content`));
      for (const [which, tag] of tags.entries()) {
        if (this.#tags.has(tag.normalize('NFC'))) continue;
        this.#messages.push(`${at}.tags[${which}]: there is no tag ${JSON.stringify(tag)} in the document`);
      }
    }
  }

  #processor(draft: ProcessorDraft | undefined, place: string): void {
    if (draft === undefined) return;
    this.#try(() => checkedContent(draft.type, draft.content, `${place}.content`));
  }

  #scene({ nodes, retryResponse, failedResponse }: DocumentScene, place: string): void {
    this.#response(retryResponse, `${place}.retryResponse`);
    this.#response(failedResponse, `${place}.failedResponse`);
    for (const [index, node] of nodes.entries()) {
      const at = `${place}.nodes[${index}]`;
      const { taskQuestions, ...shape } = node;
      const taskQuestionIds = taskQuestions?.map((_, which) => which);
      this.#try(() => checkShape({ ...shape, taskQuestionIds }, `${at}.`, true));
      this.#response(node.response, `${at}.response`);
      this.#processor(node.processor, `${at}.processor`);
      for (const [which, { condition }] of (node.branches ?? []).entries()) {
        const branch = `${at}.branches[${which}].condition`;
        this.#try(() => notation(branch, condition, () => parseCondition(condition)));
      }
    }
  }

  #words({ name, type, entries, classes }: DocumentLexicon, place: string): void {
    this.#try(() => notation(`${place}.name`, name, () => checkedLexiconName(name)));
    const lists = [
      { words: entries, at: `${place}.entries` },
      ...classes.map((each, index) => ({ words: each.entries, at: `${place}.classes[${index}].entries` })),
    ];
    const parse = type === 'SIMPLE' ? parseSimpleEntry : parseWordEntry;
    for (const { words, at } of lists) {
      for (const [index, content] of words.entries()) {
        this.#try(() => notation(`${at}[${index}]`, content, () => parse(content)));
      }
    }
  }
}
