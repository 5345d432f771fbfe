// Robots as bodies send them and as views show them.
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { descriptionText, nameText, withinBytes } from '../fields.js';
import { idField } from '../nlu-route.js';
import { ResponseDraft, ResponseIds, ResponseView, returnType } from '../response/schemas.js';
import { thresholdFields, thresholdViews } from '../thresholds.js';

const named = (id: string, description: string) => ({ id, description });
const { forgetTurns, sessionTimeoutS } = limits.nlu;
const within = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const error = `must be an integer from ${min} to ${max}`;
  return z.int(error).min(min, error).max(max, error);
};

const severalQuestions = z
  .boolean()
  .describe('Several questions in one input are answered one after another, where each of them is a direct hit.');

export const robotFields = {
  name: nameText.describe('Its name.'),
  description: descriptionText.describe('A description.'),
  forgetTurns: within(forgetTurns).describe('The number of turns after which a task skill that was left is forgotten.'),
  sessionTimeout: within(sessionTimeoutS).describe('The number of seconds without a turn after which a session ends.'),
  returnType,
  severalQuestions,
  ...thresholdFields,
};
export const RobotDraft = z
  .strictObject({
    ...robotFields,
    description: robotFields.description.default(''),
    forgetTurns: robotFields.forgetTurns.default(forgetTurns.default),
    sessionTimeout: robotFields.sessionTimeout.default(sessionTimeoutS.default),
    returnType: returnType.default('FIRST'),
    severalQuestions: severalQuestions.default(false),
  })
  .meta(named('NluRobotDraft', 'A robot that is about to be made.'));
export type RobotDraft = z.output<typeof RobotDraft>;

const script = (meaning: string) => z.union([ResponseView, ResponseIds]).describe(meaning);
const openingType = z.enum(['RESPONSE', 'SCENE']).describe('The way in which a session begins.');
export const OpeningView = z
  .strictObject({
    type: openingType,
    response: script('RESPONSE: the reply; ids only where detail is false.').optional(),
    sceneId: z.int().optional().describe('SCENE: the scene whose unconditional entry begins the session.'),
  })
  .meta(named('NluOpening', 'The opening of a robot.'));
export type OpeningView = z.output<typeof OpeningView>;
export const OpeningDraft = z
  .strictObject({
    type: openingType,
    response: ResponseDraft.optional().describe('RESPONSE: the reply.'),
    sceneId: idField('SCENE: the scene, which needs an unconditional entry.').optional(),
  })
  .meta(named('NluOpeningDraft', 'An opening that is about to be made.'));
export type OpeningDraft = z.output<typeof OpeningDraft>;
export const OpeningIds = z
  .strictObject({
    type: openingType,
    response: ResponseIds.optional().describe('The ids of the reply.'),
    sceneId: z.int().optional().describe('The scene.'),
  })
  .meta(named('NluOpeningIds', 'The ids of an opening.'));
export type OpeningIds = z.output<typeof OpeningIds>;

const robotId = z.string().describe('Its id.');
export const RobotView = z
  .strictObject({
    id: robotId,
    name: z.string().describe('Its name.'),
    description: z.string().describe('A description.'),
    forgetTurns: z.int().describe('The number of turns after which a task skill that was left is forgotten.'),
    sessionTimeout: z.int().describe('The number of seconds without a turn after which a session ends.'),
    returnType,
    severalQuestions,
    ...thresholdViews,
    opening: OpeningView.optional().describe('The opening with which a session begins; absent if none was set.'),
    fallbackResponse: script('The reply where nothing else is; absent if there is none.').optional(),
    skillIds: z.array(z.int()).describe('Its skills, the one that is asked first in front.'),
  })
  .meta(named('NluRobot', 'A robot.'));
export type RobotView = z.output<typeof RobotView>;

const flag = (meaning: string) =>
  z
    .union([z.boolean(), z.literal('')], { error: 'must be true or false, or empty: as the skill says' })
    .optional()
    .describe(`${meaning} Empty: as the skill says.`);
export const robotSkillFields = {
  ...thresholdFields,
  checkOtherSkill: flag('Other skills are tried when an utterance does not fit this one.'),
  autoRecover: flag('The skill goes on after a question-answering skill was asked in between.'),
};
export const RobotSkillDraft = z
  .strictObject({ skillId: idField('The skill.'), ...robotSkillFields })
  .meta(named('NluRobotSkillDraft', 'A skill that a robot is about to have.'));
export type RobotSkillDraft = z.output<typeof RobotSkillDraft>;
const shownFlag = (meaning: string) => z.boolean().optional().describe(`${meaning} Absent: as the skill says.`);
export const RobotSkillView = z
  .strictObject({
    skillId: z.int().describe('The skill.'),
    ...thresholdViews,
    checkOtherSkill: shownFlag('Other skills are tried when an utterance does not fit this one.'),
    autoRecover: shownFlag('The skill goes on after a question-answering skill was asked in between.'),
  })
  .meta(named('NluRobotSkill', 'A skill of a robot, with the settings that differ from those of the skill.'));
export type RobotSkillView = z.output<typeof RobotSkillView>;
export const SkillOrder = z
  .strictObject({
    skills: z.array(idField('A skill.')).max(limits.nlu.skillsPerRobot).describe('All skills in the new order.'),
  })
  .meta(named('NluSkillOrder', 'The priority of the skills of a robot.'));

export const groupFields = {
  name: nameText.describe('Its name, unique in the robot.'),
  lexicon: z.string().describe('The name of a SIMPLE or STANDARD lexicon with its words.'),
};
export const GroupDraft = z
  .strictObject({ ...groupFields, response: ResponseDraft.describe('The reply to an utterance with such a word.') })
  .meta(named('NluSensitiveGroupDraft', 'A group of sensitive words that is about to be made.'));
export type GroupDraft = z.output<typeof GroupDraft>;
export const GroupView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name.'),
    lexicon: z.string().describe('The lexicon with its words.'),
    response: script('The reply to an utterance with such a word; ids only where detail is false.'),
  })
  .meta(named('NluSensitiveGroup', 'A group of sensitive words of a robot.'));
export type GroupView = z.output<typeof GroupView>;
export const GroupIds = z
  .strictObject({
    id: z.int().describe('The id of the group.'),
    response: ResponseIds,
  })
  .meta(named('NluSensitiveGroupIds', 'The ids of a group of sensitive words.'));
export type GroupIds = z.output<typeof GroupIds>;

const TestCase = z
  .strictObject({
    text: withinBytes(limits.nlu.questionBytes)
      .refine((text) => text.trim() !== '', { error: 'must not be empty' })
      .describe('The utterance.'),
    expected: withinBytes(limits.nlu.questionBytes).describe('The standard question that it hits; empty: none.'),
  })
  .meta(named('NluTestCase', 'An utterance and what the robot must make of it.'));
export const testSetFields = {
  name: nameText.describe('Its name, unique in the robot.'),
  description: descriptionText.describe('A description.'),
  cases: z.array(TestCase).max(limits.nlu.testCases).describe('The cases.'),
};
export const TestSetDraft = z
  .strictObject({
    ...testSetFields,
    description: testSetFields.description.default(''),
    cases: testSetFields.cases.default([]),
  })
  .meta(named('NluTestSetDraft', 'A test set that is about to be made.'));
export type TestSetDraft = z.output<typeof TestSetDraft>;
const listed = {
  id: z.int().describe('Its id.'),
  name: z.string().describe('Its name.'),
  description: z.string().describe('A description.'),
};
export const TestSetListed = z
  .strictObject({ ...listed, caseCount: z.int().describe('The number of its cases.') })
  .meta(named('NluTestSetListed', 'A test set without its cases.'));
export type TestSetListed = z.output<typeof TestSetListed>;
export const TestSetView = z
  .strictObject({ ...listed, cases: testSetFields.cases })
  .meta(named('NluTestSet', 'A test set of a robot.'));
export type TestSetView = z.output<typeof TestSetView>;
