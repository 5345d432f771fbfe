// The contents of a robot package (docs/robot-packages.md): everything that a robot can reach, in sections of records.
// Ids are those of the published resources. An id in a record is the id of another record, unless its comment says
// otherwise.

export interface Thresholds {
  /** null: the default of the robot or of the model. */
  readonly threshold: number | null;
  readonly directThreshold: number | null;
  readonly recommendThreshold: number | null;
  readonly topN: number | null;
}

export interface RobotRecord extends Thresholds {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly forgetTurns: number;
  readonly sessionTimeoutS: number;
  readonly returnType: 'FIRST' | 'RANDOM';
  /**
   * true: several questions in one input are answered one after another. Absent in older packages, which means false.
   */
  readonly severalQuestions?: boolean;
  readonly openingResponseId: number | null;
  readonly openingSceneId: number | null;
  readonly fallbackResponseId: number | null;
}

export interface SensitiveGroupRecord {
  readonly id: number;
  readonly name: string;
  /** The name of a lexicon; a system lexicon has no record. */
  readonly lexicon: string;
  readonly responseId: number;
}

/** A skill, in the robot's order and with the robot's own values where it has some. */
export interface SkillRecord extends Thresholds {
  readonly id: number;
  readonly name: string;
  readonly type: 'QABASE' | 'INTENT' | 'SCENE';
  readonly dirId: number | null;
  readonly sceneId: number | null;
  /** The ids in their order. */
  readonly intentIds: readonly number[];
  readonly checkOtherSkill: boolean;
  readonly autoRecover: boolean;
  /** The words before and after an automatic RECOMMEND answer. */
  readonly recommendStart: string;
  readonly recommendEnd: string;
}

export interface DirRecord {
  readonly id: number;
  /** null: a domain, or a directory whose parent no skill of the robot reaches. */
  readonly parentId: number | null;
  readonly name: string;
}

/** A question-answer pair. Only enabled pairs are stored. */
export interface PairRecord {
  readonly id: number;
  readonly dirId: number;
  readonly questionId: number;
  readonly responseId: number;
  /** UTC, ms; null: no limit on that side. The pair is valid while effectAt ≤ now < invalidAt. */
  readonly effectAt: number | null;
  readonly invalidAt: number | null;
}

export interface SlotRecord {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The name of a lexicon, as in SensitiveGroupRecord. */
  readonly lexicon: string;
  readonly elicitResponseId: number;
  readonly confirmResponseId: number | null;
}

export interface IntentRecord {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly questionId: number;
  readonly responseId: number;
  readonly confirmResponseId: number | null;
  readonly retryResponseId: number | null;
  readonly failedResponseId: number | null;
  readonly processorId: number | null;
  readonly retryMaxTimes: number;
  readonly checkOtherSkill: boolean;
  readonly autoRecover: boolean;
  readonly repeatWhenRecover: boolean;
  readonly repeatWhenRetry: boolean;
  /** The slots in their order. */
  readonly slots: readonly SlotRecord[];
}

export interface SceneRecord {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly retryMaxTimes: number;
  readonly retryResponseId: number | null;
  readonly failedResponseId: number | null;
  readonly repeatWhenRetry: boolean;
}

export interface BranchRecord {
  readonly id: number;
  readonly name: string;
  readonly condition: string;
  readonly nextId: number | null;
  readonly nextSceneId: number | null;
}

export interface NodeRecord {
  readonly id: number;
  readonly sceneId: number;
  readonly name: string;
  readonly type: 'ENTRY' | 'UNDERSTAND' | 'DISPATCH' | 'PROCESS' | 'RESPONSE';
  readonly conditional: boolean;
  readonly nextId: number | null;
  readonly processorId: number | null;
  readonly responseId: number | null;
  /** The ids in their order. */
  readonly taskQuestionIds: readonly number[];
  /** The branches in their order. */
  readonly branches: readonly BranchRecord[];
}

export interface TaskQuestionRecord {
  readonly id: number;
  readonly label: string;
  readonly questionId: number;
}

export interface ProcessorRecord {
  readonly id: number;
  readonly type: 'SIMPLE' | 'WEBAPI';
  readonly content: unknown;
}

export interface AnswerRecord {
  readonly id: number;
  readonly type: 'TEXT' | 'TTS' | 'AUDIO' | 'VIDEO' | 'HTML' | 'RECOMMEND';
  /** For RECOMMEND, JSON text with start, menuIds (ids of questions) and end. */
  readonly content: string;
  readonly cmd: string;
  /** Tags as `group:tag`. */
  readonly tags: readonly string[];
}

export interface ResponseRecord {
  readonly id: number;
  readonly returnType: 'FIRST' | 'RANDOM';
  readonly answers: readonly AnswerRecord[];
}

/** A question. Texts are as authors wrote them, with their slot notation. */
export interface QuestionRecord {
  readonly id: number;
  readonly text: string;
  /** The text without its notation, as menus show it. */
  readonly plain: string;
  /** Extended questions; none for a question that only menus name. */
  readonly ext: readonly { readonly id: number; readonly text: string }[];
}

export interface LexiconRecord {
  readonly id: number;
  readonly name: string;
  readonly type: 'STANDARD' | 'DYNAMIC' | 'SIMPLE';
  readonly representWord: string;
  readonly matchVar: string;
  readonly classes: readonly { readonly id: number; readonly name: string; readonly matchValue: string }[];
}

export interface EntryRecord {
  readonly lexiconId: number;
  /** null: the lexicon has no classes. */
  readonly classId: number | null;
  /** The standard word, then its synonyms, separated by tabs. */
  readonly content: string;
}

export interface ModelRecord {
  readonly id: number;
  readonly name: string;
  readonly type: 'BASE' | 'OPTIMIZED';
  /** The name of the system model that it is, or that it was made from. */
  readonly sysModel: string;
  readonly modelPath: string;
  /** The contents of an OPTIMIZED model's directory when the robot was published. */
  readonly trained?: TrainedRecord;
}

/** A trained head. Arrays are little-endian, in base64. */
export interface HeadRecord {
  readonly labels: number;
  readonly vectorShare: number;
  /** u32 */
  readonly firsts: string;
  /** u32 */
  readonly seconds: string;
  /** f32 */
  readonly rarities: string;
  /** i8 */
  readonly weights: string;
  /** f32 */
  readonly steps: string;
  /** f32 */
  readonly biases: string;
}

export interface TrainedRecord {
  readonly type: 'SMALL' | 'BIG';
  /** The fingerprint of the whole model. */
  readonly fingerprint: string;
  /**
   * The fingerprint of the word vectors that the model was trained with; empty: none. The model cannot be used with
   * other vectors.
   */
  readonly vectors: string;
  /** The standard questions, indexed by label. */
  readonly questions: readonly string[];
  /** true: the label after the last question stands for inputs to refuse. */
  readonly rejects: boolean;
  readonly head: HeadRecord;
  /** For BIG models: f32 weights, a row for each dimension of the adapted vectors. */
  readonly adapter: { readonly dims: number; readonly weights: string } | null;
}

/** The numbers that publishing learnt for the questions of a skill or a node (`matching/learn-scope.ts`). */
export interface MatchingRecord {
  readonly scope: `skill:${number}` | `node:${number}`;
  /** The fingerprint of the word vectors; empty: none. The record cannot be used with other vectors. */
  readonly vectors: string;
  /** The fingerprint of the texts that the numbers were learnt from. */
  readonly texts: string;
  readonly calibration: {
    readonly belonging: readonly number[];
    readonly meaning: readonly number[];
    readonly scale: readonly number[];
  };
  /** null: the scope has no head of its own, or the trained model serves it. */
  readonly head: (HeadRecord & { readonly questionIds: readonly number[] }) | null;
  /** The fingerprint of the trained model that serves the scope in place of a head of its own. */
  readonly trained?: string;
  /**
   * For a scope with many texts: their words as rows of the word vectors (u32, little-endian, base64), the most
   * frequent first. Absent in older packages; the words are then found when the robot is loaded.
   */
  readonly vocabulary?: string;
}

export interface SectionRecords {
  /** One record. */
  readonly robot: RobotRecord;
  /** One record, or none if the tenant had enabled no model. */
  readonly model: ModelRecord;
  readonly sensitiveGroups: SensitiveGroupRecord;
  readonly skills: SkillRecord;
  readonly dirs: DirRecord;
  readonly pairs: PairRecord;
  readonly intents: IntentRecord;
  readonly scenes: SceneRecord;
  readonly nodes: NodeRecord;
  readonly taskQuestions: TaskQuestionRecord;
  readonly processors: ProcessorRecord;
  readonly responses: ResponseRecord;
  readonly questions: QuestionRecord;
  readonly lexicons: LexiconRecord;
  readonly entries: EntryRecord;
  readonly matching: MatchingRecord;
}

export type SectionName = keyof SectionRecords;

/** The names of the sections in the order of a package. */
export const sectionNames = [
  ...(['robot', 'model', 'sensitiveGroups', 'skills', 'dirs', 'pairs', 'intents', 'scenes', 'nodes'] as const),
  ...(['taskQuestions', 'processors', 'responses', 'questions', 'lexicons', 'entries', 'matching'] as const),
] as const satisfies readonly SectionName[];

/** A record with the name of its section. */
export type PackageRecord = {
  [S in SectionName]: { readonly section: S; readonly record: SectionRecords[S] };
}[SectionName];
