// Questions (specification 3, sections 2.3 and 4.5). They belong to a pair, a task question or an intent, which creates
// and removes them within its own transaction.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { isPattern, parseQuestion, type Question } from '../../../understanding/notation/question.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { notation, refuseMore } from '../fields.js';
import type { Lexicons } from '../lexicon/service.js';
import { refuseFixed } from '../patch.js';
import type { References } from '../references.js';
import type { QuestionDraft, QuestionIds, QuestionView } from './schemas.js';
import type { ExtQuestionRow, QuestionOwnerKind, QuestionRow, QuestionTable } from './table.js';

export interface QuestionParts {
  readonly table: QuestionTable;
  readonly references: References;
  readonly changes: Changes;
  readonly lexicons: Pick<Lexicons, 'bound'>;
  /** Names of the slots of the intent that has the question. */
  readonly slotsOf: (questionId: number) => readonly string[];
}

/** The owner of a new question. Only an intent has slots that need no lexicon. */
export type QuestionOwner =
  | { readonly kind: Exclude<QuestionOwnerKind, 'intent'> }
  | { readonly kind: 'intent'; readonly slots: readonly string[] };

export class Questions {
  readonly #parts: QuestionParts;

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  /** Within the owner's transaction. `where`: the place of the question in the request, such as `question`. */
  create(tenantId: string, owner: QuestionOwner, draft: QuestionDraft, where: string): QuestionIds {
    const { table } = this.#parts;
    refuseMore(table.count(tenantId), limits.nlu.perTenant.questions, 'questions in a tenant');
    const key = draft.extended === undefined ? 'extQuestions' : 'extended';
    const exts = (draft[key] ?? []).map(({ text }, index) => ({
      ...{ text: text.normalize('NFC'), place: `${where}.${key}[${index}].text` },
    }));
    const text = draft.text.normalize('NFC');
    const all = [{ text, place: `${where}.text` }, ...exts];
    refuseRepeated(all);
    const lexicons = all.flatMap((each) => this.#check(tenantId, owner, each.text, each.place));
    const id = table.add(tenantId, owner.kind, text);
    const extQuestionIds = exts.map((each) => table.addExt(id, each.text));
    if (lexicons.length > 0) this.#parts.references.set({ kind: 'question', id }, 'lexicon', lexicons);
    return { id, extQuestionIds };
  }

  /** The ids of a question that its owner names. */
  ids(id: number): QuestionIds {
    return { id, extQuestionIds: this.#parts.table.exts(id).map((ext) => ext.id) };
  }

  /** The view of a question that its owner names. */
  viewOf(id: number): QuestionView {
    const { table } = this.#parts;
    return { id, text: table.text(id) ?? '', extQuestions: table.exts(id).map(extView) };
  }

  /** True for a standard question of the tenant. */
  exists(tenantId: string, id: number): boolean {
    return this.#parts.table.find(tenantId, id) !== undefined;
  }

  /** All texts of a question, the standard one first. */
  textsOf(id: number): string[] {
    const { text, extQuestions } = this.viewOf(id);
    return [text, ...extQuestions.map((ext) => ext.text)];
  }

  view(tenantId: string, id: number): QuestionView {
    return this.viewOf(this.#row(tenantId, id).id);
  }

  change(tenantId: string, id: number, body: { text?: string | undefined }): void {
    this.#parts.changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      refuseFixed(body, this.viewOf(id), ['text']);
      if (body.text === undefined) return;
      const text = body.text.normalize('NFC');
      this.#refuseTaken(row, text, 'standard');
      this.#check(tenantId, this.#ownerOf(row), text, 'text');
      this.#parts.table.change(id, text);
      this.#refer(tenantId, row);
    });
  }

  extQuestions(tenantId: string, id: number) {
    return this.#parts.table.exts(this.#row(tenantId, id).id).map(extView);
  }

  extQuestion(tenantId: string, id: number, extId: number) {
    return extView(this.#ext(this.#row(tenantId, id), extId));
  }

  addExt(tenantId: string, id: number, given: string): number {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      refuseMore(table.exts(id).length, limits.nlu.extQuestions, 'extended questions of a question');
      const text = given.normalize('NFC');
      this.#refuseTaken(row, text, undefined);
      this.#check(tenantId, this.#ownerOf(row), text, 'text');
      const extId = table.addExt(id, text);
      this.#refer(tenantId, row);
      return extId;
    });
  }

  changeExt(tenantId: string, id: number, extId: number, body: { text?: string | undefined }): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      const ext = this.#ext(row, extId);
      refuseFixed(body, extView(ext), ['text']);
      if (body.text === undefined) return;
      const text = body.text.normalize('NFC');
      this.#refuseTaken(row, text, extId);
      this.#check(tenantId, this.#ownerOf(row), text, 'text');
      table.changeExt(extId, text);
      this.#refer(tenantId, row);
    });
  }

  removeExt(tenantId: string, id: number, extId: number): void {
    this.#parts.changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      this.#parts.table.removeExt(this.#ext(row, extId).id);
      this.#refer(tenantId, row);
    });
  }

  #row(tenantId: string, id: number): QuestionRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('question', id);
    return row;
  }

  #ext(question: QuestionRow, id: number): ExtQuestionRow {
    const row = this.#parts.table.ext(question.id, id);
    if (row === undefined) throw noSuch(`extended question of question ${question.id}:`, id);
    return row;
  }

  #ownerOf({ id, owner_kind: kind }: QuestionRow): QuestionOwner {
    return kind === 'intent' ? { kind, slots: this.#parts.slotsOf(id) } : { kind };
  }

  /** Ids of the custom lexicons that a text names. Refuses a text that its owner does not allow. */
  #check(tenantId: string, owner: QuestionOwner, text: string, where: string): number[] {
    const question = notation(where, text, () => parseQuestion(text));
    if (question.kind === 'pattern') return [];
    return question.parts.flatMap((part) => {
      if (part.kind === 'text') return [];
      const place = `${where}: character ${[...text.slice(0, part.at)].length + 1}`;
      if (part.lexicon === undefined) {
        refuseUndefined(part.name ?? '', owner, place);
        return [];
      }
      const { id } = this.#parts.lexicons.bound(tenantId, part.lexicon, place);
      return id === undefined ? [] : [id];
    });
  }

  #refer(tenantId: string, row: QuestionRow): void {
    const owner = this.#ownerOf(row);
    const ids = this.textsOf(row.id)
      .filter((text) => !isPattern(text)) // has no references, and takes long to check
      .flatMap((text) => this.#check(tenantId, owner, text, 'text'));
    this.#parts.references.set({ kind: 'question', id: row.id }, 'lexicon', ids);
  }

  /**
   * Refuses a text that the question already has. `but`: the text to be replaced, the standard one or the extended one
   * with that id.
   */
  #refuseTaken({ id }: QuestionRow, text: string, but: 'standard' | number | undefined): void {
    const { extQuestions, text: standard } = this.viewOf(id);
    const others = extQuestions.filter((ext) => ext.id !== but).map((ext) => ext.text);
    if (!others.includes(text) && (but === 'standard' || standard !== text)) return;
    throw new ServiceError(
      'CONFLICT',
      `text: question ${id} already has this text; the texts of a question must differ`,
    );
  }
}

const extView = ({ id, text }: ExtQuestionRow) => ({ id, text });

/** Names of the slots that a question takes from its intent, each once. */
export const ownSlotsOf = (question: Question): string[] =>
  question.kind === 'pattern'
    ? []
    : question.parts.flatMap((part) =>
        part.kind === 'slot' && part.lexicon === undefined && part.name !== undefined ? [part.name] : [],
      );

function refuseUndefined(name: string, owner: QuestionOwner, place: string): void {
  if (owner.kind === 'intent' && owner.slots.includes(name)) return;
  const why =
    owner.kind === 'intent'
      ? `the intent has no slot ${name}; its slots: ${owner.slots.join(', ') || 'none'}`
      : `a slot without a lexicon belongs in the question of an intent; write {${name}@lexicon} here`;
  throw new ServiceError('INVALID_ARGUMENT', `${place}: ${why}`);
}

function refuseRepeated(texts: readonly { readonly text: string; readonly place: string }[]): void {
  const places = new Map<string, string>();
  for (const { text, place } of texts) {
    const before = places.get(text);
    if (before !== undefined) {
      throw new ServiceError('CONFLICT', `${place}: is the same as ${before}; the texts of a question must differ`);
    }
    places.set(text, place);
  }
}
