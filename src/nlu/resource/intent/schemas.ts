// Intents and slots as bodies send them and as views show them (specification 3, sections 2.3 and 4.11). Views have
// different names for some fields; bodies may use either name, and views show both.
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { ItsId } from '../envelopes.js';
import { descriptionText, nameText, retryMaxTimes } from '../fields.js';
import { ProcessorDraft, ProcessorView } from '../processor/schemas.js';
import { ExtQuestionView, QuestionDraft, QuestionIds, QuestionView } from '../question/schemas.js';
import { ResponseDraft, ResponseIds, ResponseView } from '../response/schemas.js';

const named = (id: string, description: string) => ({ id, description });
const { default: usual } = limits.nlu.retryMaxTimes;
const another = (key: string) => `Another spelling of ${key}.`;

export const slotFields = {
  name: z.string().describe('Its name, which is also the name of its variable.'),
  description: descriptionText.describe('A description.'),
  required: z.boolean().describe('The robot asks for it until it is filled.'),
  lexicon: z.string().describe('The name of the lexicon that it is bound to.'),
};

export const SlotDraft = z
  .strictObject({
    ...slotFields,
    required: slotFields.required.default(true),
    elicitResponse: ResponseDraft.optional().describe('The question by which the robot asks for it.'),
    elicitSlotResponse: ResponseDraft.optional().describe(another('elicitResponse')),
    confirmResponse: ResponseDraft.optional().describe('The question by which the robot confirms it.'),
    confirmSlotResponse: ResponseDraft.optional().describe(another('confirmResponse')),
  })
  .refine((draft) => (draft.elicitResponse ?? draft.elicitSlotResponse) !== undefined, {
    error: 'required (object)',
    path: ['elicitResponse'],
  })
  .refine(({ elicitResponse: a, elicitSlotResponse: b }) => a === undefined || b === undefined, {
    error: 'is another spelling of elicitResponse; send one of the two',
    path: ['elicitSlotResponse'],
  })
  .refine(({ confirmResponse: a, confirmSlotResponse: b }) => a === undefined || b === undefined, {
    error: 'is another spelling of confirmResponse; send one of the two',
    path: ['confirmSlotResponse'],
  })
  .meta(named('NluSlotDraft', 'A slot that is about to be made.'));
export type SlotDraft = z.output<typeof SlotDraft>;

export const intentFields = {
  name: nameText.describe('Its name, unique in the tenant.'),
  description: descriptionText.describe('A description.'),
  retryMaxTimes,
  checkOtherSkill: z.boolean().describe('Other skills are asked when the intent understands nothing.'),
  autoRecover: z.boolean().describe('The robot returns to the intent at once after another skill has answered.'),
  repeatWhenRecover: z.boolean().describe('It repeats its last question when it returns.'),
  repeatWhenRetry: z.boolean().describe('It repeats its last question after the retry response.'),
};

export const IntentDraft = z
  .strictObject({
    ...intentFields,
    description: intentFields.description.default(''),
    question: QuestionDraft,
    slots: z.array(SlotDraft).max(limits.nlu.slotsPerIntent).default([]).describe('Slots, the most urgent first.'),
    response: ResponseDraft,
    confirmResponse: ResponseDraft.optional().describe('The question by which the robot confirms the whole intent.'),
    confirmIntentResponse: ResponseDraft.optional().describe(another('confirmResponse')),
    retryResponse: ResponseDraft.optional().describe('The reply to what was not understood.'),
    failedResponse: ResponseDraft.optional().describe('The reply after too many retries.'),
    processor: ProcessorDraft.optional().describe('The processor that runs before the final reply.'),
    retryMaxTimes: intentFields.retryMaxTimes.default(usual),
    checkOtherSkill: intentFields.checkOtherSkill.default(true),
    autoRecover: intentFields.autoRecover.default(true),
    repeatWhenRecover: intentFields.repeatWhenRecover.default(false),
    repeatWhenRetry: intentFields.repeatWhenRetry.default(false),
  })
  .refine(({ confirmResponse: a, confirmIntentResponse: b }) => a === undefined || b === undefined, {
    error: 'is another spelling of confirmResponse; send one of the two',
    path: ['confirmIntentResponse'],
  })
  .meta(named('NluIntentDraft', 'An intent that is about to be made.'));
export type IntentDraft = z.output<typeof IntentDraft>;

const script = (meaning: string) => z.union([ResponseView, ResponseIds]).describe(meaning);

export const SlotView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name.'),
    description: z.string().describe('A description.'),
    required: slotFields.required,
    order: z.int().describe('Its priority: smaller is asked for first.'),
    lexicon: slotFields.lexicon,
    elicitSlotResponse: script('The question by which the robot asks for it; ids only where detail is false.'),
    elicitResponse: script('The same, as bodies spell it.'),
    confirmSlotResponse: script('The question by which the robot confirms it; absent if there is none.').optional(),
    confirmResponse: script('The same, as bodies spell it.').optional(),
  })
  .meta(named('NluSlot', 'A slot of an intent.'));
export type SlotView = z.output<typeof SlotView>;

const IntentQuestionView = QuestionView.extend({
  extended: z.array(ExtQuestionView).describe('extQuestions, as the view of an intent spells it.'),
}).meta(named('NluIntentQuestion', 'The entry question of an intent.'));

export const IntentView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    ...intentFields,
    name: z.string().describe('Its name.'),
    description: z.string().describe('A description.'),
    question: z
      .union([IntentQuestionView, QuestionIds])
      .describe('The entry question; ids only where detail is false.'),
    slots: z.array(SlotView).describe('Its slots, the most urgent first.'),
    confirmIntentResponse: script('The question that confirms the intent; absent if there is none.').optional(),
    confirmResponse: script('The same, as bodies spell it.').optional(),
    processor: z
      .union([ProcessorView, ItsId])
      .optional()
      .describe('The processor that runs before the final reply; absent if there is none.'),
    response: script('The final reply.'),
    retryResponse: script('The reply to what was not understood; absent if there is none.').optional(),
    failedResponse: script('The reply after too many retries; absent if there is none.').optional(),
  })
  .meta(named('NluIntent', 'An intent.'));
export type IntentView = z.output<typeof IntentView>;

export const SlotIds = z
  .strictObject({
    id: z.int().describe('The id of the slot.'),
    elicitResponse: ResponseIds,
    confirmResponse: ResponseIds.optional().describe('The ids of the question that confirms it.'),
  })
  .meta(named('NluSlotIds', 'The ids of a slot.'));
export type SlotIds = z.output<typeof SlotIds>;

export const IntentIds = z
  .strictObject({
    id: z.int().describe('The id of the intent.'),
    question: QuestionIds,
    slots: z.array(SlotIds).describe('The ids of its slots.'),
    response: ResponseIds,
    confirmResponse: ResponseIds.optional().describe('The ids of the question that confirms it.'),
    retryResponse: ResponseIds.optional().describe('The ids of the reply to what was not understood.'),
    failedResponse: ResponseIds.optional().describe('The ids of the reply after too many retries.'),
    processor: ItsId.optional().describe('Its processor.'),
  })
  .meta(named('NluIntentIds', 'The ids of an intent.'));
export type IntentIds = z.output<typeof IntentIds>;
