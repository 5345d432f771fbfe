// The records of a package by their ids, in the form that a conversation needs.

import type { Steps } from '../../protocol/steps.js';
import type { Scope } from '../matching/hit.js';
import { groupedBy } from '../matching/tables/grouped.js';
import {
  type Assignment,
  type Expression,
  parseAssignment,
  parseCondition,
  patternsIn,
} from '../notation/expression.js';
import type { PatternRoom } from '../notation/pattern.js';
import { parseTemplate, type Template } from '../notation/template.js';
import { PackageFault } from '../package/layout.js';
import type {
  BranchRecord,
  DirRecord,
  IntentRecord,
  NodeRecord,
  PackageRecord,
  PairRecord,
  ProcessorRecord,
  QuestionRecord,
  ResponseRecord,
  RobotRecord,
  SceneRecord,
  SectionName,
  SectionRecords,
  SensitiveGroupRecord,
  SkillRecord,
  TaskQuestionRecord,
} from '../package/records.js';
import { SlotNeighbours } from './slot-neighbours.js';

interface SimpleStep {
  readonly condition: Expression;
  readonly assignments: readonly Assignment[];
}

export type CompiledProcessor =
  | { readonly type: 'SIMPLE'; readonly steps: readonly SimpleStep[] }
  | {
      readonly type: 'WEBAPI';
      readonly method: string;
      readonly url: Template;
      readonly headers: readonly Template[];
      readonly body: Template;
      readonly result: string;
    };

export interface Branch extends Omit<BranchRecord, 'condition'> {
  readonly holds: Expression;
}

export interface Node extends Omit<NodeRecord, 'branches'> {
  readonly branches: readonly Branch[];
}

interface SimpleContent {
  readonly ops: readonly { readonly condition: string; readonly evals: readonly string[] }[];
}
interface WebContent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
  readonly result: string;
}

const byId = <T extends { readonly id: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]));

/** All records of a package, grouped by section. */
export class PackageRecords {
  readonly #of = new Map<SectionName, unknown[]>();

  add({ section, record }: PackageRecord): void {
    const list = this.#of.get(section);
    if (list === undefined) this.#of.set(section, [record]);
    else list.push(record);
  }

  of<S extends SectionName>(section: S): readonly SectionRecords[S][] {
    return (this.#of.get(section) ?? []) as readonly SectionRecords[S][];
  }
}

export class RobotContents {
  readonly robot: RobotRecord;
  /** The skills in the robot's order. */
  readonly skills: readonly SkillRecord[];
  readonly sensitiveGroups: readonly SensitiveGroupRecord[];
  readonly intents: ReadonlyMap<number, IntentRecord>;
  readonly scenes: ReadonlyMap<number, SceneRecord>;
  readonly nodes: ReadonlyMap<number, Node>;
  readonly questions: ReadonlyMap<number, QuestionRecord>;
  readonly responses: ReadonlyMap<number, ResponseRecord>;
  readonly dirs: ReadonlyMap<number, DirRecord>;
  /** Pairs keyed by question id. */
  readonly pairs: ReadonlyMap<number, PairRecord>;
  readonly taskQuestions: ReadonlyMap<number, TaskQuestionRecord>;
  readonly taskQuestionOf: ReadonlyMap<number, TaskQuestionRecord>;
  readonly intentOf: ReadonlyMap<number, IntentRecord>;
  readonly nodesOf: ReadonlyMap<number, readonly Node[]>;
  /**
   * The groups of questions that compete with each other: the entrances of each skill, and the questions of each node
   * that waits.
   */
  readonly scopes: ReadonlyMap<Scope, readonly number[]>;
  readonly #processors: ReadonlyMap<number, CompiledProcessor>;
  readonly #neighbours = new Map<number, SlotNeighbours>();
  readonly #skillById: ReadonlyMap<number, SkillRecord>;
  readonly #skillOfScene: ReadonlyMap<number, SkillRecord>;

  /** Made by `robotContents`. @throws PackageFault if the package holds no robot */
  constructor(records: PackageRecords, { nodes, processors }: Compiled) {
    const [robot] = records.of('robot');
    if (robot === undefined) throw new PackageFault('the package holds no robot');
    this.robot = robot;
    this.skills = records.of('skills');
    this.sensitiveGroups = records.of('sensitiveGroups');
    this.intents = byId(records.of('intents'));
    this.scenes = byId(records.of('scenes'));
    this.nodes = byId(nodes);
    this.questions = byId(records.of('questions'));
    this.responses = byId(records.of('responses'));
    this.dirs = byId(records.of('dirs'));
    this.pairs = new Map(records.of('pairs').map((pair) => [pair.questionId, pair]));
    this.taskQuestions = byId(records.of('taskQuestions'));
    this.taskQuestionOf = new Map([...this.taskQuestions.values()].map((each) => [each.questionId, each]));
    this.intentOf = new Map([...this.intents.values()].map((intent) => [intent.questionId, intent]));
    this.nodesOf = groupedBy(this.nodes.values(), (node) => node.sceneId);
    this.#processors = processors;
    this.#skillById = byId(this.skills);
    this.#skillOfScene = new Map(
      this.skills.flatMap((skill) => (skill.sceneId === null ? [] : [[skill.sceneId, skill]])),
    );
    this.scopes = new Map(this.#scopes());
  }

  processor(id: number): CompiledProcessor | undefined {
    return this.#processors.get(id);
  }

  skill(id: number): SkillRecord | undefined {
    return this.#skillById.get(id);
  }

  /**
   * The skill of a scene. A scene that only a branch or the opening leads to gets a skill of its own, with default
   * settings.
   */
  skillOfScene(scene: SceneRecord): SkillRecord {
    return this.#skillOfScene.get(scene.id) ?? unboundSkill(scene);
  }

  /** The skill that a scope's questions belong to. */
  skillOf(scope: Scope): SkillRecord | undefined {
    const [kind, id] = scope.split(':');
    if (kind === 'skill') return this.skill(Number(id));
    const scene = this.scenes.get(this.nodes.get(Number(id))?.sceneId ?? 0);
    return scene && this.skillOfScene(scene);
  }

  /** The unconditional entry of a scene. */
  entryOf(sceneId: number): Node | undefined {
    return this.nodesOf.get(sceneId)?.find((node) => node.type === 'ENTRY' && !node.conditional);
  }

  /** The neighbours of an intent's slots in its questions; read when they are first needed. */
  neighboursOf(intent: IntentRecord): SlotNeighbours {
    let known = this.#neighbours.get(intent.id);
    if (known === undefined) {
      const question = this.questions.get(intent.questionId);
      known = new SlotNeighbours(question === undefined ? [] : [question, ...question.ext].map(({ text }) => text));
      this.#neighbours.set(intent.id, known);
    }
    return known;
  }

  /** The lexicon that this question's intent assigns to a slot. */
  readonly slotLexicon = (questionId: number, name: string): string | undefined =>
    this.intentOf.get(questionId)?.slots.find((slot) => slot.name === name)?.lexicon;

  *#scopes(): Generator<[Scope, readonly number[]]> {
    const below = this.#dirsBelow();
    const pairsOf = groupedBy(this.pairs.values(), (pair) => pair.dirId);
    for (const skill of this.skills) yield [`skill:${skill.id}`, this.#entrances(skill, below, pairsOf)];
    for (const node of this.nodes.values()) {
      if (node.type === 'UNDERSTAND') yield [`node:${node.id}`, this.#questionsOf(node)];
    }
  }

  #entrances(
    skill: SkillRecord,
    below: ReadonlyMap<number | null, readonly DirRecord[]>,
    pairsOf: ReadonlyMap<number, readonly PairRecord[]>,
  ): readonly number[] {
    switch (skill.type) {
      case 'QABASE': {
        const questions: number[] = [];
        const waiting = skill.dirId === null ? [] : [skill.dirId];
        for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
          for (const pair of pairsOf.get(dir) ?? []) questions.push(pair.questionId);
          for (const child of below.get(dir) ?? []) waiting.push(child.id);
        }
        return questions;
      }
      case 'INTENT':
        return skill.intentIds.flatMap((id) => this.intents.get(id)?.questionId ?? []);
      case 'SCENE':
        return (this.nodesOf.get(skill.sceneId ?? 0) ?? [])
          .filter((node) => node.type === 'ENTRY' && node.conditional)
          .flatMap((node) => this.#questionsOf(node));
    }
  }

  #questionsOf(node: Node): readonly number[] {
    return node.taskQuestionIds.flatMap((id) => this.taskQuestions.get(id)?.questionId ?? []);
  }

  #dirsBelow(): ReadonlyMap<number | null, readonly DirRecord[]> {
    return groupedBy(this.dirs.values(), (dir) => dir.parentId);
  }
}

const unboundSkill = (scene: SceneRecord): SkillRecord => ({
  ...{ id: scene.id, name: scene.name, type: 'SCENE', dirId: null, sceneId: scene.id, intentIds: [] },
  ...{ threshold: null, directThreshold: null, recommendThreshold: null, topN: null },
  ...{ checkOtherSkill: true, autoRecover: true, recommendStart: '', recommendEnd: '' },
});

interface Compiled {
  readonly nodes: readonly Node[];
  readonly processors: ReadonlyMap<number, CompiledProcessor>;
}

/** Reads the records of a package, step by step. @throws PackageFault if it holds no robot, RobotTooLarge */
export function* robotContents(records: PackageRecords, room: PatternRoom): Steps<RobotContents> {
  const nodes: Node[] = [];
  const processors = new Map<number, CompiledProcessor>();
  for (const node of records.of('nodes')) nodes.push(yield* compiledNode(node, room));
  for (const each of records.of('processors')) processors.set(each.id, yield* compiledProcessor(each, room));
  return new RobotContents(records, { nodes, processors });
}

function* compiledNode({ branches, ...node }: NodeRecord, room: PatternRoom): Steps<Node> {
  const compiled: Branch[] = [];
  for (const { condition, ...branch } of branches) {
    compiled.push({ ...branch, holds: withRoom(room, parseCondition(condition)) });
    yield;
  }
  return { ...node, branches: compiled };
}

function* compiledProcessor({ type, content }: ProcessorRecord, room: PatternRoom): Steps<CompiledProcessor> {
  if (type === 'SIMPLE') {
    const steps: SimpleStep[] = [];
    for (const { condition, evals } of (content as SimpleContent).ops) {
      steps.push({ condition: withRoom(room, parseCondition(condition)), assignments: evals.map(parseAssignment) });
      for (const { value } of steps.at(-1)?.assignments ?? []) withRoom(room, value);
      yield;
    }
    return { type, steps };
  }
  const { method, url, headers, body, result } = content as WebContent;
  return {
    ...{ type, method, url: parseTemplate(url), headers: headers.map(parseTemplate), body: parseTemplate(body) },
    result,
  };
}

/** The expression, whose regular expressions take their room. */
function withRoom(room: PatternRoom, expression: Expression): Expression {
  for (const { source } of patternsIn(expression)) room.take(source);
  return expression;
}
