// The lint of a robot as a whole. It reads the records of the robot one by one, as a publish would write them.
import { parseRecommendation } from '../../understanding/notation/entries.js';
import { takesAnyWords } from '../../understanding/notation/system-lexicons.js';
import type {
  DirRecord,
  IntentRecord,
  NodeRecord,
  PackageRecord,
  PairRecord,
  QuestionRecord,
  RobotRecord,
  SkillRecord,
} from '../../understanding/package/records.js';
import type { Finding } from '../resource/findings.js';
import { nodePlace, sceneFindings } from '../resource/scene/check.js';
import { slotNames, VariableUse } from './variables.js';

type Menu = { readonly place: string; readonly menuIds: readonly number[] };

export class RobotLint {
  readonly #nowMs: number;
  readonly #variables = new VariableUse();
  readonly #skills: SkillRecord[] = [];
  readonly #dirs: DirRecord[] = [];
  readonly #pairs: PairRecord[] = [];
  readonly #intents: IntentRecord[] = [];
  /** The nodes of each scene. */
  readonly #scenes = new Map<number, NodeRecord[]>();
  readonly #taskQuestions = new Map<number, number>();
  readonly #menus: Menu[] = [];
  readonly #questions = new Map<number, QuestionRecord>();
  /** Names of lexicons without words, by id. */
  readonly #wordless = new Map<number, string>();
  #robot: RobotRecord | undefined;

  /** `nowMs`: ms UTC. */
  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  meet({ section, record }: PackageRecord): void {
    switch (section) {
      case 'robot':
        this.#robot = record;
        break;
      case 'skills':
        this.#skills.push(record);
        break;
      case 'dirs':
        this.#dirs.push(record);
        break;
      case 'pairs':
        this.#pairs.push(record);
        break;
      case 'intents':
        this.#intents.push(record);
        for (const { name } of record.slots) this.#variables.addSlot(name);
        break;
      case 'scenes':
        this.#scenes.set(record.id, []);
        break;
      case 'nodes':
        this.#meetNode(record);
        break;
      case 'taskQuestions':
        this.#taskQuestions.set(record.id, record.questionId);
        break;
      case 'processors':
        this.#variables.addProcessor(record);
        break;
      case 'responses':
        for (const { id, type, content } of record.answers) {
          if (type !== 'RECOMMEND') continue;
          const place = `response ${record.id}, answer ${id}`;
          this.#menus.push({ place, menuIds: parseRecommendation(content).menuIds });
        }
        break;
      case 'questions':
        this.#questions.set(record.id, record);
        for (const { text } of [record, ...record.ext]) this.#variables.addQuestion(text);
        break;
      case 'lexicons':
        this.#wordless.set(record.id, record.name);
        break;
      case 'entries':
        this.#wordless.delete(record.lexiconId);
        break;
      default: // the model and groups of sensitive words: their lexicons are records
    }
  }

  findings(): Finding[] {
    return [
      ...this.#skillFindings(),
      ...this.#openingFindings(),
      ...this.#pairFindings(),
      ...this.#intents.flatMap((intent) => this.#slotFindings(intent)),
      ...[...this.#scenes].flatMap(([id, nodes]) => sceneFindings(id, nodes)),
      ...this.#menus.flatMap((menu) => this.#menuFindings(menu)),
      ...this.#repeatedQuestions(),
      ...[...this.#wordless].map(([id, name]) =>
        warning('LEXICON_WITHOUT_WORDS', `lexicon ${id} ${JSON.stringify(name)}`, 'has no words; add at least one'),
      ),
      ...this.#variables.findings(),
    ];
  }

  #meetNode(node: NodeRecord): void {
    this.#scenes.get(node.sceneId)?.push(node);
    for (const { id, condition } of node.branches) {
      this.#variables.addCondition(condition, `${nodePlace(node.sceneId, node)}, branch ${id}`);
    }
  }

  #skillFindings(): Finding[] {
    const robot = `robot ${this.#robot?.id}`;
    if (this.#skills.length === 0) return [error('ROBOT_WITHOUT_SKILLS', robot, 'has no skills; add at least one')];
    const filled = new Set(this.#livePairs().map(({ dirId }) => dirId));
    return this.#skills.flatMap((skill) => {
      const lacking = this.#lackingIn(skill, filled);
      if (lacking === undefined) return [];
      const place = `skill ${skill.id} ${JSON.stringify(skill.name)}`;
      return [warning('EMPTY_SKILL', place, `has no ${lacking}, so it never answers; add them or remove the skill`)];
    });
  }

  /**
   * The missing part of a skill, as a clause; undefined if it is complete. `filled`: directories whose pairs are or
   * become effective.
   */
  #lackingIn({ type, dirId, intentIds, sceneId }: SkillRecord, filled: ReadonlySet<number>): string | undefined {
    switch (type) {
      case 'QABASE':
        return this.#below(dirId).some((id) => filled.has(id)) ? undefined : 'pairs that are or become effective';
      case 'INTENT':
        return intentIds.length > 0 ? undefined : 'intents';
      case 'SCENE':
        return this.#scenes.get(sceneId ?? 0)?.length ? undefined : 'nodes in its scene';
    }
  }

  #openingFindings(): Finding[] {
    const sceneId = this.#robot?.openingSceneId ?? null;
    if (sceneId === null) return [];
    const nodes = this.#scenes.get(sceneId) ?? [];
    if (nodes.some(({ type, conditional }) => type === 'ENTRY' && !conditional)) return [];
    const message = `the opening is scene ${sceneId}, which has no unconditional entry; add one or change the opening`;
    return [error('OPENING_WITHOUT_ENTRY', `robot ${this.#robot?.id}`, message)];
  }

  /** Ids of a directory and of all directories below it. */
  #below(dirId: number | null): number[] {
    const found = new Set(dirId === null ? [] : [dirId]);
    for (const id of found) {
      for (const child of this.#dirs) if (child.parentId === id) found.add(child.id); // the loop also visits added ids
    }
    return [...found];
  }

  #isOver = ({ invalidAt }: PairRecord): boolean => invalidAt !== null && invalidAt <= this.#nowMs;

  #livePairs = (): PairRecord[] => this.#pairs.filter((pair) => !this.#isOver(pair));

  #pairFindings(): Finding[] {
    return this.#pairs.filter(this.#isOver).map(({ id, dirId }) => {
      const message = 'is enabled but has expired: its invalidTime has passed; change it or disable the pair';
      return warning('PAIR_NEVER_EFFECTIVE', `directory ${dirId}, pair ${id}`, message);
    });
  }

  /**
   * Findings about slots. A required slot is asked for, and a value of a lexicon is found in any input. An optional
   * slot that takes any words is filled only by a question of the intent that contains it.
   */
  #slotFindings({ id, name, questionId, slots }: IntentRecord): Finding[] {
    const texts = textsOf(this.#questions.get(questionId)).map(({ text }) => text);
    const optional = slots.filter(
      (slot) =>
        !slot.required && takesAnyWords(slot.lexicon) && !texts.some((text) => slotNames(text).includes(slot.name)),
    );
    return optional.map((slot) => {
      const message =
        `nothing fills slot ${slot.name}: ${slot.lexicon} takes any words only while the robot asks for the slot; ` +
        'it is not required, and no question of the intent contains it';
      return warning('SLOT_NEVER_FILLED', `intent ${id} ${JSON.stringify(name)}, slot ${slot.id}`, message);
    });
  }

  #menuFindings({ place, menuIds }: Menu): Finding[] {
    const answered = new Set([
      ...this.#livePairs().map(({ questionId }) => questionId),
      ...this.#intents.map(({ questionId }) => questionId),
      ...this.#taskQuestions.values(),
    ]);
    return menuIds.flatMap((id, index) => {
      if (answered.has(id)) return [];
      const where = `menuIds[${index}]:`;
      if (!this.#questions.has(id)) {
        return [warning('UNKNOWN_MENU_ID', place, `${where} there is no question ${id}; it is left out of the menu`)];
      }
      const message = `${where} question ${id} is offered, but the robot never answers it: its pair is disabled or has expired`;
      return [warning('MENU_QUESTION_UNANSWERED', place, message)];
    });
  }

  /** Texts that two skills would both match. Task questions compete only in conditional entries. */
  #repeatedQuestions(): Finding[] {
    const asked = [
      ...this.#livePairs().map(({ id, dirId, questionId }) => ({
        place: `directory ${dirId}, pair ${id}`,
        questionId,
      })),
      ...this.#intents.map(({ id, questionId }) => ({ place: `intent ${id}`, questionId })),
      ...[...this.#scenes.values()].flat().flatMap((node) =>
        node.type !== 'ENTRY'
          ? []
          : node.taskQuestionIds.map((id) => ({
              ...{ place: nodePlace(node.sceneId, node), questionId: this.#taskQuestions.get(id) ?? 0 },
            })),
      ),
    ];
    const places = new Map<string, string>();
    return asked.flatMap(({ place, questionId }) =>
      textsOf(this.#questions.get(questionId)).flatMap(({ text }) => {
        const before = places.get(text);
        places.set(text, before ?? place);
        if (before === undefined || before === place) return [];
        return [warning('REPEATED_QUESTION', place, `${JSON.stringify(text)} also occurs in ${before}; keep only one`)];
      }),
    );
  }
}

const textsOf = (question: QuestionRecord | undefined): readonly { readonly text: string }[] =>
  question === undefined ? [] : [question, ...question.ext];

const finding =
  (severity: Finding['severity']) =>
  (code: string, place: string, message: string): Finding => ({ severity, code, place, message });
const error = finding('ERROR');
export const warning = finding('WARNING');
