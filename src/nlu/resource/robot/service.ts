// Robots (specification 3, section 2.3): skills with settings of their own, an opening, a fallback, sensitive words,
// test sets.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import type { Lexicons } from '../lexicon/service.js';
import { refuseFixed } from '../patch.js';
import type { References } from '../references.js';
import type { ResponseDraft, ResponseIds, ResponseView } from '../response/schemas.js';
import type { Responses } from '../response/service.js';
import { thresholdRow, thresholdView } from '../thresholds.js';
import { ulid } from '../ulid.js';
import type { OpeningDraft, OpeningIds, OpeningView, RobotDraft, RobotView } from './schemas.js';
import type { RobotRow, RobotTable } from './table.js';

export interface RobotServiceParts {
  readonly table: RobotTable;
  readonly references: References;
  readonly changes: Changes;
  readonly responses: Responses;
  readonly lexicons: Pick<Lexicons, 'bound'>;
  readonly hasSkill: (tenantId: string, id: number) => boolean;
  /** Returns true if a scene has an unconditional entry; undefined if there is no such scene. */
  readonly entryOf: (tenantId: string, sceneId: number) => boolean | undefined;
  /** True if the dialog service serves a version of the robot. */
  readonly isOnline: (tenantId: string, robotId: string) => boolean;
  /** ms UTC */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

const changeable = [
  ...(['name', 'description', 'forgetTurns', 'sessionTimeout', 'returnType', 'severalQuestions'] as const),
  ...(['threshold', 'directThreshold', 'recommendThreshold', 'topN'] as const),
];
type RobotChange = { readonly [K in (typeof changeable)[number]]?: RobotDraft[K] | undefined };

export const invalid = (message: string): ServiceError => new ServiceError('INVALID_ARGUMENT', message);

export class Robots {
  readonly #parts: RobotServiceParts;

  constructor(parts: RobotServiceParts) {
    this.#parts = parts;
  }

  all(tenantId: string, detail: boolean): RobotView[] {
    return this.#parts.table.all(tenantId).map((row) => this.#viewOf(row, detail));
  }

  view(tenantId: string, id: string, detail: boolean): RobotView {
    return this.#viewOf(this.row(tenantId, id), detail);
  }

  create(tenantId: string, draft: RobotDraft): string {
    const { table, changes, now, random } = this.#parts;
    return changes.save(tenantId, () => {
      refuseMore(table.count(tenantId), limits.nlu.perTenant.robots, 'robots in a tenant');
      const created_at = now();
      const id = `r-${ulid(created_at, random)}`;
      table.add({
        ...{ id, tenant_id: tenantId, name: draft.name, description: draft.description },
        ...{ forget_turns: draft.forgetTurns, session_timeout_s: draft.sessionTimeout, return_type: draft.returnType },
        several_questions: draft.severalQuestions ? 1 : 0,
        ...thresholdRow(draft),
        ...{ opening_response_id: null, opening_scene_id: null, fallback_response_id: null, created_at },
      });
      return id;
    });
  }

  change(tenantId: string, id: string, body: RobotChange): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.row(tenantId, id);
      refuseFixed(body, this.#viewOf(row, true), changeable, () => this.#viewOf(row, false));
      table.change({
        ...row,
        ...{ name: body.name ?? row.name, description: body.description ?? row.description },
        forget_turns: body.forgetTurns ?? row.forget_turns,
        session_timeout_s: body.sessionTimeout ?? row.session_timeout_s,
        return_type: body.returnType ?? row.return_type,
        several_questions: body.severalQuestions === undefined ? row.several_questions : body.severalQuestions ? 1 : 0,
        ...thresholdRow(body, row),
      });
    });
  }

  remove(tenantId: string, id: string): void {
    const { table, changes, isOnline } = this.#parts;
    changes.save(tenantId, () => {
      const { seq } = this.row(tenantId, id);
      if (isOnline(tenantId, id)) throw new ServiceError('IN_USE', `robot ${id} is online; take it offline first`);
      table.remove(seq);
    });
  }

  opening(tenantId: string, id: string, detail: boolean): OpeningView {
    const opening = this.#openingOf(this.row(tenantId, id), detail);
    if (opening === undefined) throw noSuch('opening of robot', id);
    return opening;
  }

  setOpening(tenantId: string, id: string, draft: OpeningDraft): OpeningIds {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.row(tenantId, id);
      if (this.#openingOf(row, false) !== undefined) {
        throw new ServiceError('CONFLICT', `robot ${id} already has an opening; delete that one first`);
      }
      const made = this.#makeOpening(tenantId, draft);
      const { response, sceneId } = made;
      table.change({ ...row, opening_response_id: response?.id ?? null, opening_scene_id: sceneId ?? null });
      this.#referToScene(row, sceneId);
      return made;
    });
  }

  removeOpening(tenantId: string, id: string): OpeningIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.row(tenantId, id);
      const ids = this.#openingOf(row, false) as OpeningIds | undefined;
      if (ids === undefined) throw noSuch('opening of robot', id);
      table.change({ ...row, opening_response_id: null, opening_scene_id: null });
      this.#referToScene(row, undefined);
      if (row.opening_response_id !== null) responses.remove(row.opening_response_id);
      return ids;
    });
  }

  fallback(tenantId: string, id: string): ResponseView {
    const { fallback_response_id } = this.row(tenantId, id);
    if (fallback_response_id === null) throw noSuch('fallback response of robot', id);
    return this.#parts.responses.viewOf(fallback_response_id);
  }

  setFallback(tenantId: string, id: string, draft: ResponseDraft): ResponseIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.row(tenantId, id);
      if (row.fallback_response_id !== null) {
        const why = `robot ${id} already has a fallback response`;
        throw new ServiceError('CONFLICT', `${why}: change response ${row.fallback_response_id} or delete it first`);
      }
      const ids = responses.create(tenantId, draft);
      table.change({ ...row, fallback_response_id: ids.id });
      return ids;
    });
  }

  removeFallback(tenantId: string, id: string): ResponseIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.row(tenantId, id);
      if (row.fallback_response_id === null) throw noSuch('fallback response of robot', id);
      table.change({ ...row, fallback_response_id: null });
      return responses.remove(row.fallback_response_id);
    });
  }

  /** The row of a robot, for its parts. Throws code 29 if there is none. */
  row(tenantId: string, id: string): RobotRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw new ServiceError('ROBOT_NOT_FOUND', `there is no robot ${id}`);
    return row;
  }

  #makeOpening(tenantId: string, { type, response, sceneId }: OpeningDraft): OpeningIds {
    if (type === 'RESPONSE') {
      if (sceneId !== undefined)
        throw invalid('sceneId: not possible for an opening of type RESPONSE, which has a response instead');
      if (response === undefined) throw invalid('response: required for an opening of type RESPONSE');
      return { type, response: this.#parts.responses.create(tenantId, response, 'response') };
    }
    if (response !== undefined)
      throw invalid('response: not possible for an opening of type SCENE, which has a sceneId instead');
    if (sceneId === undefined) throw invalid('sceneId: required for an opening of type SCENE');
    const hasEntry = this.#parts.entryOf(tenantId, sceneId);
    if (hasEntry === undefined) throw invalid(`sceneId: there is no scene ${sceneId}`);
    if (!hasEntry) throw invalid(`sceneId: scene ${sceneId} has no unconditional entry, which an opening needs`);
    return { type, sceneId };
  }

  #referToScene({ seq }: RobotRow, sceneId: number | undefined): void {
    this.#parts.references.set({ kind: 'robot', id: seq }, 'scene', sceneId === undefined ? [] : [sceneId]);
  }

  #openingOf({ opening_response_id, opening_scene_id }: RobotRow, detail: boolean): OpeningView | undefined {
    const { responses } = this.#parts;
    if (opening_scene_id !== null) return { type: 'SCENE', sceneId: opening_scene_id };
    if (opening_response_id === null) return undefined;
    const response = detail ? responses.viewOf(opening_response_id) : responses.ids(opening_response_id);
    return { type: 'RESPONSE', response };
  }

  #viewOf(row: RobotRow, detail: boolean): RobotView {
    const { table, responses } = this.#parts;
    const opening = this.#openingOf(row, detail);
    const fallback = row.fallback_response_id;
    return {
      ...{ id: row.id, name: row.name, description: row.description, forgetTurns: row.forget_turns },
      ...{ sessionTimeout: row.session_timeout_s, returnType: row.return_type },
      severalQuestions: row.several_questions === 1,
      ...thresholdView(row),
      ...(opening !== undefined && { opening }),
      ...(fallback !== null && { fallbackResponse: detail ? responses.viewOf(fallback) : responses.ids(fallback) }),
      skillIds: table.skills(row.seq).map(({ skill_id }) => skill_id),
    };
  }
}
