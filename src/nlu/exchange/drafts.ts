// Converts views of stored parts into the drafts of a document: without ids, and without default values.
import { limits } from '../../protocol/limits.js';
import { parseRecommendation } from '../../understanding/notation/entries.js';
import type { IntentView, SlotView } from '../resource/intent/schemas.js';
import type { ProcessorView } from '../resource/processor/schemas.js';
import type { QuestionView } from '../resource/question/schemas.js';
import type { AnswerView, ResponseView } from '../resource/response/schemas.js';
import type { MenuItem } from './document.js';

/** A menu of a document whose questions are still referred to by ids. */
export interface OpenMenu {
  readonly menuIds: readonly number[];
  readonly content: { readonly start: string; menu: MenuItem[]; readonly end: string };
}
/** Called for every answer with its tags and its menu. */
export type MeetAnswer = (tags: readonly string[], menu: OpenMenu | undefined) => void;

/** Views that were requested with their details. */
const detailed = <T>(view: object): T => view as T;

type Fields = Readonly<Record<string, unknown>>;
/** The fields of `value` that differ from the defaults. */
export const unusual = (value: Fields, usual: Fields): Fields =>
  Object.fromEntries(Object.entries(value).filter(([key, each]) => each !== undefined && each !== usual[key]));

export const questionDraft = ({ text, extQuestions }: QuestionView) => ({
  text,
  ...(extQuestions.length > 0 && { extQuestions: extQuestions.map((ext) => ({ text: ext.text })) }),
});

export function responseDraft({ returnType, answers }: ResponseView, meet: MeetAnswer): object {
  return {
    ...unusual({ returnType }, { returnType: 'FIRST' }),
    answers: answers.map((each) => answerDraft(each, meet)),
  };
}

function answerDraft({ type, content, cmd, tags }: AnswerView, meet: MeetAnswer): object {
  const menu = type === 'RECOMMEND' ? openMenu(content) : undefined;
  const names = [...tags].sort();
  meet(names, menu);
  return {
    ...{ type, content: menu?.content ?? content, ...unusual({ cmd }, { cmd: '' }) },
    ...(names.length > 0 && { tags: names }),
  };
}

function openMenu(text: string): OpenMenu {
  const { start, menuIds, end } = parseRecommendation(text);
  return { menuIds, content: { start, menu: [], end } };
}

export const processorDraft = ({ type, content }: ProcessorView) => ({ type, content });

const usualIntent = {
  ...{
    description: '',
    retryMaxTimes: limits.nlu.retryMaxTimes.default,
    checkOtherSkill: true,
    autoRecover: true,
    repeatWhenRecover: false,
  },
  repeatWhenRetry: false,
};

export function intentDraft(intent: IntentView, meet: MeetAnswer): object {
  const { name, description, retryMaxTimes, checkOtherSkill, autoRecover, repeatWhenRecover, repeatWhenRetry } = intent;
  const settings = { description, retryMaxTimes, checkOtherSkill, autoRecover, repeatWhenRecover, repeatWhenRetry };
  const response = (view: object | undefined) => view && responseDraft(detailed<ResponseView>(view), meet);
  const processor = intent.processor && processorDraft(detailed<ProcessorView>(intent.processor));
  return {
    ...{ name, ...unusual(settings, usualIntent), question: questionDraft(detailed<QuestionView>(intent.question)) },
    ...(intent.slots.length > 0 && { slots: intent.slots.map((slot) => slotDraft(slot, meet)) }),
    ...unusual(
      {
        ...{ response: response(intent.response), confirmResponse: response(intent.confirmResponse) },
        ...{
          retryResponse: response(intent.retryResponse),
          failedResponse: response(intent.failedResponse),
          processor,
        },
      },
      {},
    ),
  };
}

function slotDraft(
  { name, description, required, lexicon, elicitResponse, confirmResponse }: SlotView,
  meet: MeetAnswer,
) {
  const response = (view: object | undefined) => view && responseDraft(detailed<ResponseView>(view), meet);
  return {
    ...{ name, description, ...unusual({ required }, { required: true }), lexicon },
    ...unusual({ elicitResponse: response(elicitResponse), confirmResponse: response(confirmResponse) }, {}),
  };
}

/** Makes unique keys of names that may be repeated: the first is the name itself, the second is followed by ` #2`. */
export class Keys {
  readonly #keys = new Map<number, string>();
  readonly #taken = new Set<string>();

  of(id: number): string | undefined {
    return this.#keys.get(id);
  }

  add(id: number, name: string): string {
    let key = name;
    for (let nth = 2; this.#taken.has(key); nth++) key = `${name} #${nth}`;
    this.#taken.add(key);
    this.#keys.set(id, key);
    return key;
  }
}
