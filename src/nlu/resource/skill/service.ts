// Skills (specification 3, section 2.3): a directory of pairs, intents or a scene, and the settings for matching them.
// Robots have skills.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { parseTemplate } from '../../../understanding/notation/template.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { notation, refuseMore } from '../fields.js';
import { refuseOtherThan } from '../order.js';
import { refuseFixed } from '../patch.js';
import type { References } from '../references.js';
import { thresholdRow, thresholdView } from '../thresholds.js';
import type { SkillDraft, SkillView } from './schemas.js';
import type { SkillRow, SkillTable, SkillType } from './table.js';

export interface SkillParts {
  readonly table: SkillTable;
  readonly references: References;
  readonly changes: Changes;
  readonly hasDir: (tenantId: string, id: number) => boolean;
  readonly hasIntent: (tenantId: string, id: number) => boolean;
  readonly hasScene: (tenantId: string, id: number) => boolean;
}

type Changed = { readonly [K in keyof SkillDraft]?: SkillDraft[K] | undefined };
const changeable = [
  ...['name', 'description', 'dirId', 'sceneId', 'threshold', 'directThreshold', 'recommendThreshold', 'topN'],
  ...['checkOtherSkill', 'autoRecover', 'recommendStart', 'recommendEnd'],
];

export class Skills {
  readonly #parts: SkillParts;

  constructor(parts: SkillParts) {
    this.#parts = parts;
  }

  all(tenantId: string): SkillView[] {
    return this.#parts.table.all(tenantId).map((row) => this.#viewOf(row));
  }

  view(tenantId: string, id: number): SkillView {
    return this.#viewOf(this.#row(tenantId, id));
  }

  exists(tenantId: string, id: number): boolean {
    return this.#parts.table.find(tenantId, id) !== undefined;
  }

  create(tenantId: string, draft: SkillDraft): number {
    const { table, changes } = this.#parts;
    const type = supported(draft.type);
    checkTexts(draft);
    return changes.save(tenantId, () => {
      refuseMore(table.count(tenantId), limits.nlu.perTenant.skills, 'skills in a tenant');
      const target = this.#target(tenantId, type, draft);
      const intentIds = type === 'INTENT' ? (draft.intentIds ?? []) : [];
      this.#checkIntents(tenantId, intentIds);
      const id = table.add({
        ...{ tenant_id: tenantId, name: draft.name, description: draft.description, type },
        ...target,
        ...thresholdRow(draft),
        ...{ check_other_skill: draft.checkOtherSkill ? 1 : 0, auto_recover: draft.autoRecover ? 1 : 0 },
        ...{ recommend_start: draft.recommendStart, recommend_end: draft.recommendEnd },
      });
      table.putIntents(id, intentIds);
      this.#refer(id, target, intentIds);
      return id;
    });
  }

  change(tenantId: string, id: number, body: Changed): void {
    const { table, changes } = this.#parts;
    checkTexts(body);
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      refuseFixed(body, this.#viewOf(row), changeable);
      const dirId = body.dirId ?? row.dir_id ?? undefined;
      const sceneId = body.sceneId ?? row.scene_id ?? undefined;
      const target = this.#target(tenantId, row.type, { dirId, sceneId });
      const { checkOtherSkill = row.check_other_skill === 1, autoRecover = row.auto_recover === 1 } = body;
      table.change({
        ...row,
        ...{ name: body.name ?? row.name, description: body.description ?? row.description },
        ...target,
        ...thresholdRow(body, row),
        ...{ check_other_skill: checkOtherSkill ? 1 : 0, auto_recover: autoRecover ? 1 : 0 },
        recommend_start: body.recommendStart ?? row.recommend_start,
        recommend_end: body.recommendEnd ?? row.recommend_end,
      });
      this.#refer(id, target, table.intents(id));
    });
  }

  remove(tenantId: string, id: number): void {
    const { table, changes, references } = this.#parts;
    changes.save(tenantId, () => {
      this.#row(tenantId, id);
      if (references.to('skill', id).length > 0) {
        throw new ServiceError('IN_USE', `skill ${id} belongs to a robot; take it from the robot first`);
      }
      table.remove(id);
    });
  }

  /** Adds an intent after those that the skill has. */
  addIntent(tenantId: string, id: number, intentId: number): void {
    this.#changeIntents(tenantId, id, (intentIds) => {
      refuseMore(intentIds.length, limits.nlu.intentsPerSkill, 'intents in a skill');
      if (!this.#parts.hasIntent(tenantId, intentId)) throw unknown('intentId', 'intent', intentId);
      if (intentIds.includes(intentId)) {
        throw new ServiceError('CONFLICT', `intentId: intent ${intentId} is already in skill ${id}`);
      }
      return [...intentIds, intentId];
    });
  }

  removeIntent(tenantId: string, id: number, intentId: number): void {
    this.#changeIntents(tenantId, id, (intentIds) => {
      if (!intentIds.includes(intentId)) throw noSuch(`intent in skill ${id}:`, intentId);
      return intentIds.filter((each) => each !== intentId);
    });
  }

  orderIntents(tenantId: string, id: number, order: readonly number[]): void {
    this.#changeIntents(tenantId, id, (intentIds) => {
      refuseOtherThan(order, intentIds, 'intents', `intents of skill ${id}`);
      return order;
    });
  }

  #changeIntents(tenantId: string, id: number, change: (intentIds: readonly number[]) => readonly number[]): void {
    const { table, changes, references } = this.#parts;
    changes.save(tenantId, () => {
      const { type } = this.#row(tenantId, id);
      if (type !== 'INTENT') throw invalid(`a ${type} skill has no intents; only an INTENT skill has them`);
      const intentIds = change(table.intents(id));
      table.putIntents(id, intentIds);
      references.set({ kind: 'skill', id }, 'intent', intentIds);
    });
  }

  #viewOf(row: SkillRow): SkillView {
    const { id, name, description, type, dir_id, scene_id } = row;
    return {
      ...{ id, name, description, type },
      ...(dir_id !== null && { dirId: dir_id }),
      ...(type === 'INTENT' && { intentIds: this.#parts.table.intents(id) }),
      ...(scene_id !== null && { sceneId: scene_id }),
      ...thresholdView(row),
      ...{ checkOtherSkill: row.check_other_skill === 1, autoRecover: row.auto_recover === 1 },
      ...{ recommendStart: row.recommend_start, recommendEnd: row.recommend_end },
    };
  }

  #row(tenantId: string, id: number): SkillRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('skill', id);
    return row;
  }

  /** The target of a skill of this type. Refuses fields of other types. */
  #target(tenantId: string, type: SkillType, body: Pick<Changed, 'dirId' | 'sceneId' | 'intentIds'>): Target {
    const field = fieldOf[type];
    for (const [owner, key] of Object.entries(fieldOf)) {
      if (key !== field && body[key] !== undefined)
        throw invalid(`${key}: only ${owner} skills have it; this skill is ${type}`);
    }
    const { dirId, sceneId } = body;
    switch (type) {
      case 'QABASE':
        if (dirId === undefined) throw invalid('dirId: required for a QABASE skill');
        if (!this.#parts.hasDir(tenantId, dirId)) throw unknown('dirId', 'directory', dirId);
        return { dir_id: dirId, scene_id: null };
      case 'SCENE':
        if (sceneId === undefined) throw invalid('sceneId: required for a SCENE skill');
        if (!this.#parts.hasScene(tenantId, sceneId)) throw unknown('sceneId', 'scene', sceneId);
        return { dir_id: null, scene_id: sceneId };
      case 'INTENT':
        return { dir_id: null, scene_id: null };
    }
  }

  #checkIntents(tenantId: string, intentIds: readonly number[]): void {
    for (const [index, id] of intentIds.entries()) {
      if (!this.#parts.hasIntent(tenantId, id)) throw unknown(`intentIds[${index}]`, 'intent', id);
      if (intentIds.indexOf(id) === index) continue;
      throw new ServiceError('CONFLICT', `intentIds[${index}]: intent ${id} is already in the list`);
    }
  }

  #refer(id: number, { dir_id, scene_id }: Target, intentIds: readonly number[]): void {
    const { references } = this.#parts;
    const skill = { kind: 'skill', id } as const;
    references.set(skill, 'dir', dir_id === null ? [] : [dir_id]);
    references.set(skill, 'scene', scene_id === null ? [] : [scene_id]);
    references.set(skill, 'intent', intentIds);
  }
}

type Target = Pick<SkillRow, 'dir_id' | 'scene_id'>;
const fieldOf = { QABASE: 'dirId', INTENT: 'intentIds', SCENE: 'sceneId' } as const satisfies Record<SkillType, string>;

const invalid = (message: string): ServiceError => new ServiceError('INVALID_ARGUMENT', message);
const unknown = (where: string, what: string, id: number): ServiceError =>
  invalid(`${where}: there is no ${what} ${id}`);

function supported(type: SkillDraft['type']): SkillType {
  if (type !== 'KG' && type !== 'CHAT') return type;
  const advice = 'use QABASE, INTENT or SCENE';
  throw new ServiceError('NOT_SUPPORTED', `type: ${type} skills are not supported in version 10D.0; ${advice}`);
}

function checkTexts({ recommendStart = '', recommendEnd = '' }: Changed): void {
  notation('recommendStart', recommendStart, () => parseTemplate(recommendStart));
  notation('recommendEnd', recommendEnd, () => parseTemplate(recommendEnd));
}
