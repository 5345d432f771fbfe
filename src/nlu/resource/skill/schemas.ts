// Skills as bodies send them and as views show them.
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { descriptionText, nameText, withinBytes } from '../fields.js';
import { idField } from '../nlu-route.js';
import { thresholdFields, thresholdViews } from '../thresholds.js';

const named = (id: string, description: string) => ({ id, description });

export const skillFields = {
  name: nameText.describe('Its name.'),
  description: descriptionText.describe('A description.'),
  dirId: idField('QABASE: the directory whose pairs, and those of the directories below it, are the skill.'),
  sceneId: idField('SCENE: the scene.'),
  ...thresholdFields,
  checkOtherSkill: z.boolean().describe('Other skills are tried when an utterance does not fit this one.'),
  autoRecover: z.boolean().describe('The skill goes on after a question-answering skill was asked in between.'),
  recommendStart: withinBytes(limits.nlu.answerBytes).describe('The text before questions that are offered.'),
  recommendEnd: withinBytes(limits.nlu.answerBytes).describe('The text after questions that are offered.'),
};
const skillType = z.enum(['QABASE', 'INTENT', 'SCENE']).describe('The kind of skill.');

export const SkillDraft = z
  .strictObject({
    ...skillFields,
    description: skillFields.description.default(''),
    type: z
      .enum(['QABASE', 'INTENT', 'SCENE', 'KG', 'CHAT'])
      .describe('The kind of skill. KG and CHAT are refused: they are not supported in version 10D.0.'),
    dirId: skillFields.dirId.optional(),
    intentIds: z
      .array(idField('An intent.'))
      .max(limits.nlu.intentsPerSkill)
      .optional()
      .describe('INTENT: the intents, the one that is tried first in front.'),
    sceneId: skillFields.sceneId.optional(),
    checkOtherSkill: skillFields.checkOtherSkill.default(true),
    autoRecover: skillFields.autoRecover.default(true),
    recommendStart: skillFields.recommendStart.default(''),
    recommendEnd: skillFields.recommendEnd.default(''),
  })
  .meta(named('NluSkillDraft', 'A skill that is about to be made.'));
export type SkillDraft = z.output<typeof SkillDraft>;

export const SkillView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name.'),
    description: z.string().describe('A description.'),
    type: skillType,
    dirId: z.int().optional().describe('The directory of a QABASE skill.'),
    intentIds: z.array(z.int()).optional().describe('The intents of an INTENT skill, in the order of priority.'),
    sceneId: z.int().optional().describe('The scene of a SCENE skill.'),
    ...thresholdViews,
    checkOtherSkill: skillFields.checkOtherSkill,
    autoRecover: skillFields.autoRecover,
    recommendStart: z.string().describe('The text before questions that are offered.'),
    recommendEnd: z.string().describe('The text after questions that are offered.'),
  })
  .meta(named('NluSkill', 'A skill.'));
export type SkillView = z.output<typeof SkillView>;

export const SkillIntentDraft = z
  .strictObject({ intentId: idField('The intent.') })
  .meta(named('NluSkillIntentDraft', 'An intent that joins a skill.'));
export const IntentOrder = z
  .strictObject({
    intents: z.array(idField('An intent.')).max(limits.nlu.intentsPerSkill).describe('All intents in the new order.'),
  })
  .meta(named('NluIntentOrder', 'The priority of the intents of a skill.'));
