// Intents (specification 3, sections 2.3 and 4.11).
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import { refuseFixed } from '../patch.js';
import type { ProcessorDraft } from '../processor/schemas.js';
import type { Processors } from '../processor/service.js';
import type { ResponseDraft, ResponseIds } from '../response/schemas.js';
import type { IntentDraft, IntentIds, IntentView } from './schemas.js';
import type { SlotParts, Slots } from './slots.js';
import type { IntentRow } from './table.js';

export interface IntentParts extends SlotParts {
  readonly slots: Slots;
  readonly processors: Processors;
}

/** Responses that an intent may have or lack, and the columns that name them. */
const scriptColumns = {
  confirmResponse: 'confirm_response_id',
  retryResponse: 'retry_response_id',
  failedResponse: 'failed_response_id',
} as const;
export type Script = keyof typeof scriptColumns;
const scripts = Object.keys(scriptColumns) as Script[];

const changeable = [
  ...(['name', 'description', 'retryMaxTimes', 'checkOtherSkill', 'autoRecover', 'repeatWhenRecover'] as const),
  'repeatWhenRetry' as const,
];
type IntentChange = { readonly [K in (typeof changeable)[number]]?: IntentDraft[K] | undefined };

export class Intents {
  readonly #parts: IntentParts;

  constructor(parts: IntentParts) {
    this.#parts = parts;
  }

  list(tenantId: string, detail: boolean): IntentView[] {
    return this.#parts.table.all(tenantId).map((row) => this.#viewOf(row, detail));
  }

  view(tenantId: string, id: number, detail: boolean): IntentView {
    return this.#viewOf(this.#row(tenantId, id), detail);
  }

  exists(tenantId: string, id: number): boolean {
    return this.#parts.table.find(tenantId, id) !== undefined;
  }

  create(tenantId: string, draft: IntentDraft): IntentIds {
    const { table, changes, questions, responses, processors, slots } = this.#parts;
    return changes.save(tenantId, () => {
      refuseMore(table.count(tenantId), limits.nlu.perTenant.intents, 'intents in a tenant');
      this.#refuseTaken(tenantId, draft.name);
      const slotNames = draft.slots.map(({ name }) => name);
      const question = questions.create(tenantId, { kind: 'intent', slots: slotNames }, draft.question, 'question');
      const response = responses.create(tenantId, draft.response, 'response');
      const confirmKey = draft.confirmResponse === undefined ? 'confirmIntentResponse' : 'confirmResponse';
      const script = (key: 'confirmResponse' | 'confirmIntentResponse' | 'retryResponse' | 'failedResponse') => {
        const given = draft[key];
        return given && responses.create(tenantId, given, key);
      };
      const [confirm, retry, failed] = [script(confirmKey), script('retryResponse'), script('failedResponse')];
      const processor = draft.processor && processors.create(tenantId, draft.processor, 'processor');
      const id = table.add({
        tenant_id: tenantId,
        ...columnsOf(draft),
        ...{ question_id: question.id, response_id: response.id, confirm_response_id: confirm?.id ?? null },
        ...{ retry_response_id: retry?.id ?? null, failed_response_id: failed?.id ?? null },
        processor_id: processor ?? null,
      });
      const slotIds = draft.slots.map((slot, index) => slots.add(tenantId, id, slot, `slots[${index}].`));
      return {
        ...{ id, question, slots: slotIds, response },
        ...(confirm && { confirmResponse: confirm }),
        ...(retry && { retryResponse: retry }),
        ...(failed && { failedResponse: failed }),
        ...(processor !== undefined && { processor: { id: processor } }),
      };
    });
  }

  change(tenantId: string, id: number, body: IntentChange): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      const view = this.#viewOf(row, true);
      refuseFixed(body, view, changeable, () => this.#viewOf(row, false));
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const changed = { ...view, ...given };
      if (changed.name !== row.name) this.#refuseTaken(tenantId, changed.name);
      table.change({ ...row, ...columnsOf(changed) });
    });
  }

  remove(tenantId: string, id: number): void {
    const { table, changes, references } = this.#parts;
    changes.save(tenantId, () => {
      const { name } = this.#row(tenantId, id);
      const [skill] = references.to('intent', id);
      if (skill !== undefined) {
        const advice = 'take the intent out of the skill first';
        throw new ServiceError('IN_USE', `intent ${JSON.stringify(name)} belongs to skill ${skill.id}; ${advice}`);
      }
      table.remove(id);
    });
  }

  addScript(tenantId: string, id: number, script: Script, draft: ResponseDraft): ResponseIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      if (row[scriptColumns[script]] !== null) throw alreadyHas(id, script);
      const ids = responses.create(tenantId, draft);
      table.change({ ...row, [scriptColumns[script]]: ids.id });
      return ids;
    });
  }

  removeScript(tenantId: string, id: number, script: Script): ResponseIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      const responseId = row[scriptColumns[script]];
      if (responseId === null) throw noSuch(`${script} of intent`, id);
      table.change({ ...row, [scriptColumns[script]]: null });
      return responses.remove(responseId);
    });
  }

  addProcessor(tenantId: string, id: number, draft: ProcessorDraft): number {
    const { table, changes, processors } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      if (row.processor_id !== null) throw alreadyHas(id, 'processor');
      const processorId = processors.create(tenantId, draft);
      table.change({ ...row, processor_id: processorId });
      return processorId;
    });
  }

  removeProcessor(tenantId: string, id: number): number {
    const { table, changes, processors } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      if (row.processor_id === null) throw noSuch('processor of intent', id);
      table.change({ ...row, processor_id: null });
      processors.remove(row.processor_id);
      return row.processor_id;
    });
  }

  #viewOf(row: IntentRow, detail: boolean): IntentView {
    const { questions, responses, processors, slots } = this.#parts;
    const script = (id: number) => (detail ? responses.viewOf(id) : responses.ids(id));
    const { extQuestions, ...question } = questions.viewOf(row.question_id);
    const processor = row.processor_id;
    const shown = scripts.flatMap((name) => {
      const id = row[scriptColumns[name]];
      return id === null ? [] : [[name, script(id)] as const];
    });
    const { confirmResponse, ...others } = Object.fromEntries(shown);
    return {
      ...{ id: row.id, name: row.name, description: row.description },
      question: detail ? { ...question, extQuestions, extended: extQuestions } : questions.ids(row.question_id),
      slots: slots.viewsOf(row.id, detail),
      ...(confirmResponse && { confirmIntentResponse: confirmResponse, confirmResponse }),
      ...(processor !== null && { processor: detail ? processors.viewOf(processor) : { id: processor } }),
      response: script(row.response_id),
      ...others,
      ...{ retryMaxTimes: row.retry_max_times, checkOtherSkill: row.check_other_skill === 1 },
      ...{ autoRecover: row.auto_recover === 1, repeatWhenRecover: row.repeat_when_recover === 1 },
      repeatWhenRetry: row.repeat_when_retry === 1,
    };
  }

  #row(tenantId: string, id: number): IntentRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('intent', id);
    return row;
  }

  #refuseTaken(tenantId: string, name: string): void {
    if (this.#parts.table.named(tenantId, name) === undefined) return;
    throw new ServiceError('CONFLICT', `name: there is already an intent ${JSON.stringify(name)}`);
  }
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

const columnsOf = (intent: Pick<IntentDraft, (typeof changeable)[number]>) => ({
  ...{ name: intent.name, description: intent.description, retry_max_times: intent.retryMaxTimes },
  ...{ check_other_skill: bit(intent.checkOtherSkill), auto_recover: bit(intent.autoRecover) },
  ...{ repeat_when_recover: bit(intent.repeatWhenRecover), repeat_when_retry: bit(intent.repeatWhenRetry) },
});

const alreadyHas = (id: number, what: string): ServiceError =>
  new ServiceError('CONFLICT', `intent ${id} already has a ${what}; change or delete that one`);
