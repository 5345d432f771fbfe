// The slots of intents (specification 3, sections 2.3 and 4.11).
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { checkedName } from '../../../understanding/notation/names.js';
import { isPattern, parseQuestion } from '../../../understanding/notation/question.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { notation, refuseMore } from '../fields.js';
import type { Lexicons } from '../lexicon/service.js';
import { refuseOtherThan } from '../order.js';
import { refuseFixed } from '../patch.js';
import { ownSlotsOf, type Questions } from '../question/service.js';
import type { References } from '../references.js';
import type { ResponseDraft, ResponseIds } from '../response/schemas.js';
import type { Responses } from '../response/service.js';
import type { SlotDraft, SlotIds, SlotView } from './schemas.js';
import type { IntentRow, IntentTable, SlotRow } from './table.js';

export interface SlotParts {
  readonly table: IntentTable;
  readonly references: References;
  readonly changes: Changes;
  readonly lexicons: Pick<Lexicons, 'bound'>;
  readonly questions: Questions;
  readonly responses: Responses;
}

type SlotChange = { readonly [K in 'name' | 'description' | 'lexicon']?: string | undefined } & {
  readonly required?: boolean | undefined;
};

export class Slots {
  readonly #parts: SlotParts;

  constructor(parts: SlotParts) {
    this.#parts = parts;
  }

  list(tenantId: string, intentId: number, detail: boolean): SlotView[] {
    return this.viewsOf(this.#intent(tenantId, intentId).id, detail);
  }

  view(tenantId: string, intentId: number, id: number, detail: boolean): SlotView {
    return this.#viewOf(this.#row(tenantId, intentId, id), detail);
  }

  /** The views of the slots of an existing intent. */
  viewsOf(intentId: number, detail: boolean): SlotView[] {
    return this.#parts.table.slots(intentId).map((row) => this.#viewOf(row, detail));
  }

  /** The ids of the slots of an existing intent. */
  idsOf(intentId: number): SlotIds[] {
    return this.#parts.table.slots(intentId).map(({ id, elicit_response_id, confirm_response_id }) => ({
      ...{ id, elicitResponse: this.#parts.responses.ids(elicit_response_id) },
      ...(confirm_response_id !== null && { confirmResponse: this.#parts.responses.ids(confirm_response_id) }),
    }));
  }

  create(tenantId: string, intentId: number, draft: SlotDraft): SlotIds {
    return this.#parts.changes.save(tenantId, () => {
      this.#intent(tenantId, intentId);
      return this.add(tenantId, intentId, draft, '');
    });
  }

  /** Adds a slot. Within a transaction. `prefix`: the place of the slot in the request, such as `slots[0].`. */
  add(tenantId: string, intentId: number, draft: SlotDraft, prefix: string): SlotIds {
    const { table, references, lexicons, responses } = this.#parts;
    const slots = table.slots(intentId);
    refuseMore(slots.length, limits.nlu.slotsPerIntent, 'slots of an intent');
    const name = nameOf(draft.name, `${prefix}name`);
    refuseTaken(slots, name, `${prefix}name`);
    const lexicon = lexicons.bound(tenantId, draft.lexicon, `${prefix}lexicon`);
    const elicitKey = draft.elicitResponse === undefined ? 'elicitSlotResponse' : 'elicitResponse';
    const confirmKey = draft.confirmResponse === undefined ? 'confirmSlotResponse' : 'confirmResponse';
    const elicit = responses.create(tenantId, draft[elicitKey] as ResponseDraft, `${prefix}${elicitKey}`);
    const confirming = draft[confirmKey];
    const confirm = confirming && responses.create(tenantId, confirming, `${prefix}${confirmKey}`);
    const id = table.addSlot({
      intent_id: intentId,
      ...{ name, description: draft.description, required: draft.required ? 1 : 0, lexicon: lexicon.name },
      position: Math.max(0, ...slots.map((slot) => slot.position)) + 1,
      elicit_response_id: elicit.id,
      confirm_response_id: confirm?.id ?? null,
    });
    if (lexicon.id !== undefined) references.set({ kind: 'slot', id }, 'lexicon', [lexicon.id]);
    return { id, elicitResponse: elicit, ...(confirm !== undefined && { confirmResponse: confirm }) };
  }

  change(tenantId: string, intentId: number, id: number, body: SlotChange): void {
    const { table, changes, lexicons, references } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, intentId, id);
      refuseFixed(body, this.#viewOf(row, true), ['name', 'description', 'required', 'lexicon'], () =>
        this.#viewOf(row, false),
      );
      const name = body.name === undefined ? row.name : nameOf(body.name, 'name');
      if (name !== row.name) {
        const others = table.slots(intentId).filter((slot) => slot.id !== id);
        refuseTaken(others, name, 'name');
        this.#refuseAsked(tenantId, intentId, row, 'renamed');
      }
      const { description = row.description, required = row.required === 1 } = body;
      const changed = { ...row, name, description, required: required ? (1 as const) : (0 as const) };
      if (body.lexicon === undefined) {
        table.changeSlot(changed);
        return;
      }
      const lexicon = lexicons.bound(tenantId, body.lexicon, 'lexicon');
      table.changeSlot({ ...changed, lexicon: lexicon.name });
      references.set({ kind: 'slot', id }, 'lexicon', lexicon.id === undefined ? [] : [lexicon.id]);
    });
  }

  /** Sets the order. `ids`: all slots of the intent, the most urgent first. */
  reorder(tenantId: string, intentId: number, ids: readonly number[]): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      this.#intent(tenantId, intentId);
      const slots = new Map(table.slots(intentId).map((slot) => [slot.id, slot]));
      refuseOtherThan(ids, [...slots.keys()], 'slots', `slots of intent ${intentId}`);
      const wanted = ids.flatMap((id) => slots.get(id) ?? []);
      const positions = [...slots.values()].map((slot) => slot.position).sort((a, b) => a - b);
      for (const [at, slot] of wanted.entries()) table.changeSlot({ ...slot, position: positions[at] as number });
    });
  }

  remove(tenantId: string, intentId: number, id: number): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, intentId, id);
      this.#refuseAsked(tenantId, intentId, row, 'deleted');
      table.removeSlot(id);
    });
  }

  addConfirmation(tenantId: string, intentId: number, id: number, draft: ResponseDraft): ResponseIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, intentId, id);
      if (row.confirm_response_id !== null) {
        throw new ServiceError('CONFLICT', `slot ${id} already has a confirm response; change or delete that one`);
      }
      const ids = responses.create(tenantId, draft);
      table.changeSlot({ ...row, confirm_response_id: ids.id });
      return ids;
    });
  }

  removeConfirmation(tenantId: string, intentId: number, id: number): ResponseIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, intentId, id);
      if (row.confirm_response_id === null) throw noSuch('confirm response of slot', id);
      table.changeSlot({ ...row, confirm_response_id: null });
      return responses.remove(row.confirm_response_id);
    });
  }

  #viewOf(row: SlotRow, detail: boolean): SlotView {
    const { responses } = this.#parts;
    const script = (id: number) => (detail ? responses.viewOf(id) : responses.ids(id));
    const { id, name, description, position: order, lexicon } = row;
    const elicit = script(row.elicit_response_id);
    const confirm = row.confirm_response_id === null ? undefined : script(row.confirm_response_id);
    return {
      ...{ id, name, description, required: row.required === 1, order, lexicon },
      ...{ elicitSlotResponse: elicit, elicitResponse: elicit },
      ...(confirm !== undefined && { confirmSlotResponse: confirm, confirmResponse: confirm }),
    };
  }

  #intent(tenantId: string, id: number): IntentRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('intent', id);
    return row;
  }

  #row(tenantId: string, intentId: number, id: number): SlotRow {
    const row = this.#parts.table.slot(this.#intent(tenantId, intentId).id, id);
    if (row === undefined) throw noSuch(`slot of intent ${intentId}:`, id);
    return row;
  }

  /** Refuses a slot that the questions of its intent name: such a slot keeps its name and stays. */
  #refuseAsked(tenantId: string, intentId: number, { name }: SlotRow, what: string): void {
    const { question_id } = this.#intent(tenantId, intentId);
    const text = this.#parts.questions
      .textsOf(question_id)
      .find((each) => !isPattern(each) && ownSlotsOf(parseQuestion(each)).includes(name));
    if (text === undefined) return;
    const advice = `question ${question_id} of the intent uses it: ${JSON.stringify(text)}`;
    throw new ServiceError('IN_USE', `slot ${name} cannot be ${what}: ${advice}`);
  }
}

const nameOf = (text: string, where: string): string => notation(where, text, () => checkedName(text, 0));

function refuseTaken(slots: readonly SlotRow[], name: string, where: string): void {
  if (!slots.some((slot) => slot.name === name)) return;
  throw new ServiceError('CONFLICT', `${where}: the intent already has a slot ${name}`);
}
