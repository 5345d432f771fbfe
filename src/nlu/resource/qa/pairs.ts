// Question-answer pairs (specification 3, sections 2.3 and 4.9).
import { JsonText } from '../../../http/route.js';
import { ServiceError } from '../../../protocol/errors.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import type { Page } from '../page.js';
import { agreed, refuseFixed } from '../patch.js';
import type { Questions } from '../question/service.js';
import type { Responses } from '../response/service.js';
import type { Dirs } from './dirs.js';
import type { pagesAsJson } from './page-json.js';
import type { PairDraft, PairIds, PairView } from './schemas.js';
import { isUnfiltered, type PairRow, type QaTable } from './table.js';

export interface PairParts {
  readonly table: QaTable;
  readonly pageAsJson: ReturnType<typeof pagesAsJson>;
  readonly changes: Changes;
  readonly dirs: Dirs;
  readonly questions: Questions;
  readonly responses: Responses;
  /** ms UTC */
  readonly now: () => number;
}

export interface PairQuery extends Page {
  readonly detail: boolean;
  readonly enabled: 'all' | 'enabled' | 'disabled';
  readonly effective: 'all' | 'effective' | 'invalid';
}

type Times = Pick<PairDraft, 'effectTime' | 'invalidTime' | 'beginTime' | 'endTime'>;
export type PairChange = Times & { readonly enabled?: boolean | undefined };

const changeable = ['enabled', 'effectTime', 'invalidTime', 'beginTime', 'endTime'];

export class Pairs {
  readonly #parts: PairParts;

  constructor(parts: PairParts) {
    this.#parts = parts;
  }

  /** The reply as text. */
  async list(
    tenantId: string,
    dirId: number,
    { detail, enabled, effective, offset, limit }: PairQuery,
  ): Promise<JsonText> {
    const { table, dirs, now, pageAsJson } = this.#parts;
    const dir = dirs.row(tenantId, dirId);
    const filter = {
      dirId: dir.id,
      enabled: ({ all: null, enabled: 1, disabled: 0 } as const)[enabled],
      effective: ({ all: null, effective: 1, invalid: 0 } as const)[effective],
      now: now(),
    };
    const page = { offset, limit };
    const facts = JSON.stringify({ total: isUnfiltered(filter) ? dir.pairs : table.countPairs(filter), ...page });
    const qaPairs = await pageAsJson({ ...filter, ...page }, detail);
    return new JsonText(`${facts.slice(0, -1)},"qaPairs":${qaPairs}}`);
  }

  view(tenantId: string, dirId: number, id: number, detail: boolean): PairView {
    return this.#viewOf(this.#row(tenantId, dirId, id), detail);
  }

  create(tenantId: string, dirId: number, draft: PairDraft): PairIds {
    const { table, changes, dirs, questions, responses } = this.#parts;
    const { effect_at = null, invalid_at = null } = timesOf(draft);
    refuseEmptyTime(effect_at, invalid_at);
    return changes.save(tenantId, () => {
      dirs.row(tenantId, dirId);
      const question = questions.create(tenantId, { kind: 'pair' }, draft.question, 'question');
      const response = responses.create(tenantId, draft.response, 'response');
      const ids = { dir_id: dirId, question_id: question.id, response_id: response.id };
      const id = table.addPair({ ...ids, enabled: draft.enabled ? 1 : 0, effect_at, invalid_at });
      return { id, question, response };
    });
  }

  change(tenantId: string, dirId: number, id: number, body: PairChange): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, dirId, id);
      refuseFixed(body, this.#viewOf(row, true), changeable, () => this.#viewOf(row, false));
      const { effect_at = row.effect_at, invalid_at = row.invalid_at } = timesOf(body, row);
      refuseEmptyTime(effect_at, invalid_at);
      const enabled = body.enabled === undefined ? row.enabled : body.enabled ? 1 : 0;
      table.changePair({ ...row, enabled, effect_at, invalid_at });
    });
  }

  remove(tenantId: string, dirId: number, id: number): PairIds {
    const { table, changes, questions, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, dirId, id);
      const ids = { id, question: questions.ids(row.question_id), response: responses.ids(row.response_id) };
      table.removePair(id);
      return ids;
    });
  }

  #viewOf({ id, question_id, response_id, enabled, effect_at, invalid_at }: PairRow, detail: boolean): PairView {
    const { questions, responses } = this.#parts;
    const [effectTime, invalidTime] = [shownTime(effect_at), shownTime(invalid_at)];
    return {
      id,
      question: detail ? questions.viewOf(question_id) : questions.ids(question_id),
      response: detail ? responses.viewOf(response_id) : responses.ids(response_id),
      ...{ enabled: enabled === 1, effectTime, invalidTime, beginTime: effectTime, endTime: invalidTime },
    };
  }

  #row(tenantId: string, dirId: number, id: number): PairRow {
    const row = this.#parts.table.pair(this.#parts.dirs.row(tenantId, dirId).id, id);
    if (row === undefined) throw noSuch(`pair in directory ${dirId}:`, id);
    return row;
  }
}

const shownTime = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString());

/** The times that a body names. `row`: the pair, if it is there already. */
function timesOf({ effectTime, beginTime, invalidTime, endTime }: Times, row?: PairRow) {
  const effect_at = agreed({
    ...{ key: 'effectTime', given: effectTime, alias: 'beginTime', aliasGiven: beginTime },
    ...(row !== undefined && { present: row.effect_at }),
  });
  const invalid_at = agreed({
    ...{ key: 'invalidTime', given: invalidTime, alias: 'endTime', aliasGiven: endTime },
    ...(row !== undefined && { present: row.invalid_at }),
  });
  return { ...(effect_at !== undefined && { effect_at }), ...(invalid_at !== undefined && { invalid_at }) };
}

function refuseEmptyTime(effectAt: number | null, invalidAt: number | null): void {
  if (effectAt === null || invalidAt === null || effectAt < invalidAt) return;
  const [from, to] = [shownTime(effectAt), shownTime(invalidAt)];
  throw new ServiceError('INVALID_ARGUMENT', `invalidTime: ${to} must be later than effectTime, ${from}`);
}
