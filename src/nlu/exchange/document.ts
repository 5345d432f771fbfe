// A robot as one document without ids: its parts are referred to by names, and by keys where names may be repeated. The
// document consists of the same drafts that the routes of the kinds take.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';
import { nameText, withinBytes } from '../resource/fields.js';
import { IntentDraft } from '../resource/intent/schemas.js';
import { ClassDraft, entryWords, LexiconDraft } from '../resource/lexicon/routes.js';
import { ProcessorDraft } from '../resource/processor/schemas.js';
import { dirDescription, dirName, PairDraft } from '../resource/qa/schemas.js';
import { ResponseDraft } from '../resource/response/schemas.js';
import {
  RobotDraft,
  robotSkillFields,
  GroupDraft as SensitiveGroupDraft,
  TestSetDraft,
} from '../resource/robot/schemas.js';
import { branchFields, NodeDraft, SceneDraft } from '../resource/scene/schemas.js';
import { SkillDraft } from '../resource/skill/schemas.js';
import { TagDraft, GroupDraft as TagGroupDraft } from '../resource/tag/routes.js';
import { TaskQuestionDraft } from '../resource/task-question/routes.js';

export const documentFormat = 'tonegate-robot/1';

const named = (id: string, description: string) => ({ id, description });
const { nlu } = limits;

/** A name, or a name followed by ` #2`. */
const keyText = withinBytes(nlu.nameBytes + 16).refine((text) => text !== '', { error: 'must not be empty' });
const itsKey = (what: string) => keyText.describe(`The key by which this document names the ${what}.`);
const dirPath = z
  .array(dirName)
  .min(1)
  .max(nlu.dirDepth)
  .describe('The names of the directories from the domain to this one.');

/** The content of a RECOMMEND answer in a document. */
const MenuItem = z.union(
  [
    z.strictObject({ dir: dirPath, question: z.string(), nth: z.int().min(2).optional() }),
    z.strictObject({ intent: nameText }),
    z.strictObject({ taskQuestion: z.string() }),
  ],
  { error: 'must be {"dir": […], "question": …}, {"intent": …} or {"taskQuestion": …}' },
);
export type MenuItem = z.output<typeof MenuItem>;
export const MenuContent = z.strictObject({
  start: z.string().default(''),
  menu: z.array(MenuItem),
  end: z.string().default(''),
});

const { dirId: _dirId, intentIds: _intentIds, sceneId: _sceneId, ...skillShape } = SkillDraft.shape;
const DocumentSkill = z
  .strictObject({
    key: itsKey('skill'),
    ...skillShape,
    dir: dirPath.optional().describe('QABASE: the directory.'),
    intents: z.array(nameText).max(nlu.intentsPerSkill).optional().describe('INTENT: the names of its intents.'),
    scene: keyText.optional().describe('SCENE: the key of the scene.'),
  })
  .meta(named('NluDocumentSkill', 'A skill in a document.'));

const DocumentDir = z
  .strictObject({
    path: dirPath,
    description: dirDescription.default(''),
    pairs: z.array(PairDraft).max(nlu.perTenant.questions).default([]).describe('Its pairs.'),
  })
  .meta(named('NluDocumentDir', 'A directory of pairs in a document. Those above it are made if they are not there.'));

const DocumentTaskQuestion = TaskQuestionDraft.extend({ key: itsKey('task question') }).meta(
  named('NluDocumentTaskQuestion', 'A task question in a document.'),
);

const next = keyText.optional().describe('The key of the node that follows; absent: none.');
const DocumentBranch = z
  .strictObject({
    name: branchFields.name.default(''),
    condition: branchFields.condition.default(''),
    next,
    nextScene: keyText.optional().describe('The key of the other scene whose unconditional entry follows.'),
  })
  .meta(named('NluDocumentBranch', 'A branch of a DISPATCH node in a document.'));
export type DocumentBranch = z.output<typeof DocumentBranch>;
const DocumentNode = z
  .strictObject({
    key: itsKey('node'),
    name: NodeDraft.shape.name,
    type: NodeDraft.shape.type,
    conditional: NodeDraft.shape.conditional,
    taskQuestions: z
      .array(keyText)
      .max(nlu.questionsPerNode)
      .optional()
      .describe('ENTRY and UNDERSTAND: the keys of the task questions.'),
    branches: z.array(DocumentBranch).max(nlu.branchesPerNode).optional().describe('DISPATCH: its branches.'),
    processor: ProcessorDraft.optional().describe('PROCESS: the processor.'),
    response: ResponseDraft.optional().describe('RESPONSE: the reply.'),
    next,
  })
  .meta(named('NluDocumentNode', 'A node in a document.'));
export type DocumentNode = z.output<typeof DocumentNode>;
const DocumentScene = SceneDraft.extend({
  key: itsKey('scene'),
  nodes: z.array(DocumentNode).max(nlu.nodesPerScene).default([]).describe('Its nodes.'),
}).meta(named('NluDocumentScene', 'A scene with its nodes in a document.'));
export type DocumentScene = z.output<typeof DocumentScene>;

const DocumentTagGroup = TagGroupDraft.extend({
  tags: z.array(TagDraft).max(nlu.perTenant.tagsPerGroup).default([]).describe('Its tags.'),
}).meta(named('NluDocumentTagGroup', 'A group of tags in a document.'));
export type DocumentTagGroup = z.output<typeof DocumentTagGroup>;

const entries = z.array(entryWords).max(nlu.perTenant.entries).default([]).describe('Its entries.');
const DocumentLexicon = LexiconDraft.extend({
  entries,
  classes: z
    .array(ClassDraft.extend({ entries }).meta(named('NluDocumentClass', 'A class of a lexicon in a document.')))
    .default([])
    .describe('The classes of a DYNAMIC lexicon.'),
}).meta(named('NluDocumentLexicon', 'A lexicon with its words in a document.'));
export type DocumentLexicon = z.output<typeof DocumentLexicon>;

const DocumentOpening = z
  .strictObject({
    type: z.enum(['RESPONSE', 'SCENE']).describe('The way in which a session begins.'),
    response: ResponseDraft.optional().describe('RESPONSE: the reply.'),
    scene: keyText.optional().describe('SCENE: the key of the scene.'),
  })
  .meta(named('NluDocumentOpening', 'The opening of a robot in a document.'));
const DocumentRobot = RobotDraft.extend({
  opening: DocumentOpening.optional().describe('The opening with which a session begins.'),
  fallbackResponse: ResponseDraft.optional().describe('The reply where nothing else is.'),
  skills: z
    .array(
      z
        .strictObject({ skill: keyText.describe('The key of the skill.'), ...robotSkillFields })
        .meta(named('NluDocumentRobotSkill', 'A skill of a robot, with settings of the robot, in a document.')),
    )
    .max(nlu.skillsPerRobot)
    .default([])
    .describe('Its skills, the one that is asked first in front.'),
  sensitiveGroups: z
    .array(SensitiveGroupDraft)
    .max(nlu.sensitiveGroupsPerRobot)
    .default([])
    .describe('Its groups of sensitive words.'),
}).meta(named('NluDocumentRobot', 'The robot itself in a document.'));

const section = <S extends z.ZodType>(schema: S, most: number, meaning: string) =>
  z.array(schema).max(most).default([]).describe(meaning);

export const RobotDocument = z
  .strictObject({
    format: z.literal(documentFormat).describe('The form of the document.'),
    robot: DocumentRobot,
    testSets: section(TestSetDraft, nlu.testSetsPerRobot, 'Its test sets.'),
    skills: section(DocumentSkill, nlu.skillsPerRobot, 'Its skills.'),
    dirs: section(DocumentDir, nlu.perTenant.dirs, 'Directories with their pairs.'),
    intents: section(IntentDraft, nlu.perTenant.intents, 'Intents.'),
    taskQuestions: section(DocumentTaskQuestion, nlu.perTenant.questions, 'Task questions.'),
    scenes: section(DocumentScene, nlu.perTenant.scenes, 'Scenes.'),
    tagGroups: section(DocumentTagGroup, nlu.perTenant.tagGroups, 'Groups of tags.'),
    lexicons: section(DocumentLexicon, nlu.perTenant.lexicons, 'Custom lexicons.'),
  })
  .meta(named('NluRobotDocument', 'A robot with all that it reaches, without ids.'));
export type RobotDocument = z.output<typeof RobotDocument>;

const sumOf = <T>(list: readonly T[], weight: (each: T) => number): number =>
  list.reduce((sum, each) => sum + weight(each), 0);

/** Approximate number of objects that a document makes; only its long lists are counted. */
export function weightOf({
  dirs,
  intents,
  taskQuestions,
  scenes,
  tagGroups,
  lexicons,
  ...rest
}: RobotDocument): number {
  const exts = ({ extQuestions, extended }: RobotDocument['taskQuestions'][number]['question']) =>
    1 + (extQuestions ?? extended ?? []).length;
  return (
    sumOf(dirs, ({ pairs }) => 1 + sumOf(pairs, ({ question, response }) => exts(question) + response.answers.length)) +
    sumOf(intents, ({ question, slots }) => 5 + exts(question) + 2 * slots.length) +
    sumOf(taskQuestions, ({ question }) => exts(question)) +
    sumOf(scenes, ({ nodes }) => 1 + 2 * nodes.length) +
    sumOf(tagGroups, ({ tags }) => 1 + tags.length) +
    sumOf(lexicons, ({ entries: own, classes }) => 1 + own.length + sumOf(classes, (each) => 1 + each.entries.length)) +
    rest.skills.length +
    rest.robot.sensitiveGroups.length
  );
}
