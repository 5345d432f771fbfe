// Writes the document of a robot: a walk over everything that it reaches. Every order in it comes from the robot, from
// names or from creation, so that a robot made from a document gives the same document again. The walk advances only
// when the next step is requested.

import type { Steps } from '../../protocol/steps.js';
import type { SnapshotQueries } from '../publish/snapshot-queries.js';
import type { QuestionView } from '../resource/question/schemas.js';
import type { Questions } from '../resource/question/service.js';
import type { ResponseView } from '../resource/response/schemas.js';
import type { OpeningView } from '../resource/robot/schemas.js';
import { documentFormat, type MenuItem } from './document.js';
import {
  intentDraft,
  Keys,
  type MeetAnswer,
  type OpenMenu,
  processorDraft,
  questionDraft,
  responseDraft,
  unusual,
} from './drafts.js';
import type { ImportParts } from './read.js';
import { sceneDraft } from './scene-draft.js';
import { lexiconOf, type StoredLexicon, tagGroupOf } from './shared.js';

export interface ExportParts extends ImportParts {
  readonly queries: SnapshotQueries;
  readonly questions: Questions;
}

interface WrittenDir {
  readonly path: readonly string[];
  readonly description: string;
  /** Pairs by id. A directory that only menus reach has only the pairs that the menus name. */
  readonly pairs: Map<number, { readonly question: { readonly text: string } }>;
}

type Owner =
  | { readonly kind: 'pair'; readonly id: number; readonly dirId: number }
  | { readonly kind: 'intent'; readonly id: number }
  | { readonly kind: 'taskQuestion'; readonly id: number };

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);
const pathText = (path: readonly string[]): string => path.join('\0');

export class DocumentWriter {
  readonly #parts: ExportParts;
  readonly #tenantId: string;
  readonly #dirs = new Map<number, WrittenDir>();
  readonly #intents = new Map<number, { readonly name: string; readonly draft: object }>();
  readonly #taskQuestions = new Map<number, object>();
  readonly #questionKeys = new Keys();
  readonly #sceneKeys = new Keys();
  readonly #lexicons = new Set<number>();
  readonly #tagGroups = new Set<string>();
  readonly #menus: OpenMenu[] = [];

  constructor(parts: ExportParts, tenantId: string) {
    this.#parts = parts;
    this.#tenantId = tenantId;
  }

  /** @throws ServiceError ROBOT_NOT_FOUND */
  *document(robotId: string): Steps<object> {
    const { robots, skills, scenes } = this.#parts;
    const view = robots.view(this.#tenantId, robotId, true);
    const robot = this.#robot(view);
    const skillViews = view.skillIds.map((id) => skills.view(this.#tenantId, id));
    yield* this.#wholeDirs(skillViews.flatMap(({ dirId }) => dirId ?? []));
    for (const id of skillViews.flatMap(({ intentIds = [] }) => intentIds)) {
      this.#addIntent(id);
      yield undefined;
    }
    const reached = [view.opening?.sceneId, ...skillViews.map(({ sceneId }) => sceneId)];
    const sceneIds = new Set(reached.filter((id) => id !== undefined));
    for (const id of sceneIds) {
      this.#sceneKeys.add(id, scenes.view(this.#tenantId, id, false).name);
      for (const { branches = [] } of scenes.nodes.all(this.#tenantId, id, false)) {
        for (const { nextSceneId } of branches) if (nextSceneId !== 0) sceneIds.add(nextSceneId);
      }
      yield undefined;
    }
    const sceneDrafts: object[] = [];
    for (const id of sceneIds) {
      sceneDrafts.push(this.#scene(id));
      yield undefined;
    }
    yield* this.#menuQuestions();
    const skillKeys = new Keys();
    for (const { id, name } of skillViews) skillKeys.add(id, name);
    return {
      format: documentFormat,
      robot: { ...robot(skillKeys) },
      testSets: this.#testSets(robotId),
      skills: skillViews.map((skill) => this.#skill(skill, skillKeys)),
      dirs: this.#sortedDirs().map(([, { path, description, pairs }]) => ({
        ...{ path, ...unusual({ description }, { description: '' }) },
        pairs: inOrder(pairs),
      })),
      intents: [...this.#intents.values()].sort(byName).map(({ draft }) => draft),
      taskQuestions: [...this.#taskQuestions.values()],
      scenes: sceneDrafts,
      tagGroups: this.#sharedTagGroups(),
      lexicons: yield* this.#sharedLexicons(),
    };
  }

  readonly #response = (view: object): object => responseDraft(view as ResponseView, this.#meet);

  readonly #meet: MeetAnswer = (tags, menu) => {
    for (const tag of tags) this.#tagGroups.add(tag.slice(0, tag.indexOf(':')));
    if (menu !== undefined) this.#menus.push(menu);
  };

  #question(id: number): ReturnType<typeof questionDraft> {
    for (const lexicon of this.#parts.queries.named('question', id, 'lexicon')) this.#lexicons.add(lexicon);
    return questionDraft(this.#parts.questions.viewOf(id));
  }

  /** Reads the parts of the robot itself; the keys of its skills and its scene are known later. */
  #robot(view: ReturnType<ExportParts['robots']['view']>): (skillKeys: Keys) => object {
    const { robotSkills, sensitiveGroups, queries } = this.#parts;
    const { id, opening, fallbackResponse, skillIds: _, ...settings } = view;
    const openingDraft = opening?.response && this.#response(opening.response);
    const fallback = fallbackResponse && this.#response(fallbackResponse);
    const groups = sensitiveGroups.all(this.#tenantId, id, true).map((group) => {
      for (const lexicon of queries.named('sensitiveGroup', group.id, 'lexicon')) this.#lexicons.add(lexicon);
      return { name: group.name, lexicon: group.lexicon, response: this.#response(group.response) };
    });
    return (skillKeys) => ({
      ...settings,
      ...(opening !== undefined && { opening: this.#opening(opening, openingDraft) }),
      ...(fallback !== undefined && { fallbackResponse: fallback }),
      skills: robotSkills.all(this.#tenantId, id).map(({ skillId, ...own }) => ({
        ...{ skill: skillKeys.of(skillId), ...own },
      })),
      sensitiveGroups: groups,
    });
  }

  #opening({ type, sceneId }: OpeningView, response: object | undefined): object {
    return { type, ...(sceneId === undefined ? { response } : { scene: this.#sceneKeys.of(sceneId) }) };
  }

  #testSets(robotId: string): object[] {
    const { testSets } = this.#parts;
    const views = testSets.all(this.#tenantId, robotId).map(({ id }) => testSets.view(this.#tenantId, robotId, id));
    return views.sort(byName).map(({ name, description, cases }) => ({
      ...{ name, ...unusual({ description }, { description: '' }), cases },
    }));
  }

  #skill(view: ReturnType<ExportParts['skills']['view']>, keys: Keys): object {
    const { id, name, description, type, dirId, intentIds, sceneId, ...settings } = view;
    const usual = { checkOtherSkill: true, autoRecover: true, recommendStart: '', recommendEnd: '' };
    const intents = intentIds?.map((each) => this.#intents.get(each)?.name);
    return {
      ...{ key: keys.of(id), name, ...unusual({ description }, { description: '' }), type },
      ...(dirId !== undefined && { dir: this.#dirs.get(dirId)?.path }),
      ...(type === 'INTENT' && { intents }),
      ...(sceneId !== undefined && { scene: this.#sceneKeys.of(sceneId) }),
      ...unusual(settings, usual),
    };
  }

  *#wholeDirs(roots: readonly number[]): Steps<void> {
    const { queries } = this.#parts;
    const waiting = [...roots];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (this.#dirs.has(id)) continue;
      this.#dir(id);
      waiting.push(...queries.dirsIn(id));
      yield undefined;
    }
    for (const [id, { pairs }] of this.#sortedDirs()) {
      for (let page = queries.pairs(id, 0); page.length > 0; page = queries.pairs(id, page.at(-1)?.id ?? 0)) {
        for (const pair of page) {
          pairs.set(pair.id, this.#pair(pair));
          yield undefined;
        }
      }
    }
  }

  #dir(id: number): WrittenDir {
    const known = this.#dirs.get(id);
    if (known !== undefined) return known;
    const path: string[] = [];
    const description = this.#parts.queries.dir(id)?.description ?? '';
    for (let at: number | null = id; at !== null; ) {
      const row = this.#parts.queries.dir(at);
      if (row !== undefined) path.unshift(row.name);
      at = row?.parent_id ?? null;
    }
    const dir: WrittenDir = { path, description, pairs: new Map() };
    this.#dirs.set(id, dir);
    return dir;
  }

  #sortedDirs(): [number, WrittenDir][] {
    return [...this.#dirs].sort(([, a], [, b]) => (pathText(a.path) < pathText(b.path) ? -1 : 1));
  }

  #pair(row: ReturnType<SnapshotQueries['pairs']>[number]) {
    const time = (ms: number | null) => (ms === null ? undefined : new Date(ms).toISOString());
    const { enabled, effect_at, invalid_at } = row;
    return {
      question: this.#question(row.question_id),
      response: this.#response(this.#parts.responses.viewOf(row.response_id)),
      ...unusual(
        { enabled: enabled === 1, effectTime: time(effect_at), invalidTime: time(invalid_at) },
        { enabled: true },
      ),
    };
  }

  #addIntent(id: number): void {
    if (this.#intents.has(id)) return;
    const { intents, queries } = this.#parts;
    const view = intents.view(this.#tenantId, id, true);
    this.#question((view.question as QuestionView).id);
    for (const slot of view.slots) {
      for (const lexicon of queries.named('slot', slot.id, 'lexicon')) this.#lexicons.add(lexicon);
    }
    const draft = intentDraft(view, this.#meet);
    this.#intents.set(id, { name: view.name, draft });
  }

  #taskQuestion(id: number): string {
    const known = this.#questionKeys.of(id);
    if (known !== undefined) return known;
    const { label, question } = this.#parts.taskQuestions.view(this.#tenantId, id);
    const key = this.#questionKeys.add(id, label);
    this.#taskQuestions.set(id, { key, label, question: this.#question(question.id) });
    return key;
  }

  #scene(id: number): object {
    const { scenes } = this.#parts;
    return sceneDraft(scenes.view(this.#tenantId, id, true), scenes.nodes.all(this.#tenantId, id, true), {
      key: this.#sceneKeys.of(id) as string,
      sceneKey: (sceneId) => this.#sceneKeys.of(sceneId) as string,
      taskQuestion: (questionId) => this.#taskQuestion(questionId),
      response: this.#response,
      processor: processorDraft,
    });
  }

  /** Adds the questions that menus offer: they are part of the robot, and may have menus of their own. */
  *#menuQuestions(): Steps<void> {
    const owners = new Map<number, Owner | undefined>();
    for (const { menuIds } of this.#menus) {
      for (const id of menuIds) {
        if (owners.has(id)) continue;
        const owner = this.#ownerOf(id);
        owners.set(id, owner);
        if (owner?.kind === 'intent') this.#addIntent(owner.id);
        if (owner?.kind === 'taskQuestion') this.#taskQuestion(owner.id);
        yield undefined;
      }
    }
    for (const { menuIds, content } of this.#menus) {
      content.menu = menuIds.flatMap((id) => {
        const owner = owners.get(id);
        return owner === undefined ? [] : [this.#menuItem(owner)];
      });
      yield undefined;
    }
  }

  /** The owner of a question; undefined if the question is gone, and then the menu is shown without it. */
  #ownerOf(questionId: number): Owner | undefined {
    const { queries } = this.#parts;
    const pair = queries.pairOf(questionId);
    if (pair !== undefined) {
      const { pairs } = this.#dir(pair.dir_id);
      if (!pairs.has(pair.id)) pairs.set(pair.id, this.#pair(pair));
      return { kind: 'pair', id: pair.id, dirId: pair.dir_id };
    }
    const intent = queries.intentOf(questionId);
    if (intent !== undefined) return { kind: 'intent', id: intent.id };
    const taskQuestion = queries.taskQuestionOf(questionId);
    return taskQuestion && { kind: 'taskQuestion', id: taskQuestion.id };
  }

  #menuItem(owner: Owner): MenuItem {
    if (owner.kind === 'intent') return { intent: this.#intents.get(owner.id)?.name ?? '' };
    if (owner.kind === 'taskQuestion') return { taskQuestion: this.#taskQuestion(owner.id) };
    const { path, pairs } = this.#dir(owner.dirId);
    const text = pairs.get(owner.id)?.question.text ?? '';
    const same = [...pairs].filter(([, pair]) => pair.question.text === text).map(([id]) => id);
    const nth = same.sort((a, b) => a - b).indexOf(owner.id) + 1;
    return { dir: [...path], question: text, ...(nth > 1 && { nth }) };
  }

  #sharedTagGroups(): object[] {
    const { tags } = this.#parts;
    const groups = tags.groups(this.#tenantId).filter(({ name }) => this.#tagGroups.has(name));
    return groups.sort(byName).map(({ id }) => {
      const { description, tags: its, ...group } = tagGroupOf(tags, this.#tenantId, id);
      return {
        ...{ name: group.name, ...unusual({ description }, { description: '' }), exclusive: group.exclusive },
        tags: its.map((tag) => ({ name: tag.name, ...unusual({ description: tag.description }, { description: '' }) })),
      };
    });
  }

  *#sharedLexicons(): Steps<object[]> {
    const found: StoredLexicon[] = [];
    for (const id of this.#lexicons) {
      found.push(yield* lexiconOf(this.#parts.lexicons, this.#tenantId, id));
      yield undefined;
    }
    return found.sort(byName).map(({ name, description, type, representWord, matchVar, entries, classes }) => ({
      ...{ name, ...unusual({ description }, { description: '' }), type, representWord },
      ...unusual({ matchVar }, { matchVar: '' }),
      ...(type === 'DYNAMIC' ? { classes } : { entries }),
    }));
  }
}

const inOrder = <T>(byId: ReadonlyMap<number, T>): T[] => [...byId].sort(([a], [b]) => a - b).map(([, each]) => each);
