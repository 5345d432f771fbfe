// Responses and answers (specification 3, sections 2.3 and 4.7). They belong to a pair, an intent, a slot, a scene or a
// robot, which creates and removes them within its own transaction.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { parseRecommendation } from '../../../understanding/notation/entries.js';
import { parseTemplate } from '../../../understanding/notation/template.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { notation, refuseMore } from '../fields.js';
import { refuseFixed } from '../patch.js';
import type { References } from '../references.js';
import type { Tags } from '../tag/service.js';
import type { AnswerDraft, AnswerView, ResponseDraft, ResponseIds, ResponseView } from './schemas.js';
import type { AnswerRow, ResponseRow, ResponseTable } from './table.js';

export interface ResponseParts {
  readonly table: ResponseTable;
  readonly references: References;
  readonly changes: Changes;
  readonly tags: Pick<Tags, 'resolve' | 'namesOf'>;
  /** True for a standard question of the tenant. */
  readonly hasQuestion: (tenantId: string, questionId: number) => boolean;
}

type Changed<T> = { readonly [K in keyof T]?: T[K] | undefined };

export class Responses {
  readonly #parts: ResponseParts;

  constructor(parts: ResponseParts) {
    this.#parts = parts;
  }

  /** Within the owner's transaction. `where`: the place of the response in the request, such as `response`. */
  create(tenantId: string, draft: ResponseDraft, where = ''): ResponseIds {
    const id = this.#parts.table.add(tenantId, draft.returnType);
    const prefix = where === '' ? '' : `${where}.`;
    const answerIds = draft.answers.map((answer, index) =>
      this.#add(tenantId, id, answer, `${prefix}answers[${index}].`),
    );
    return { id, answerIds };
  }

  /** The ids of a response that its owner names. */
  ids(id: number): ResponseIds {
    return { id, answerIds: this.#parts.table.answers(id).map((answer) => answer.id) };
  }

  /** The view of a response that its owner names. */
  viewOf(id: number): ResponseView {
    const { table } = this.#parts;
    const returnType = table.byId(id)?.return_type ?? 'FIRST';
    return { id, returnType, answers: table.answers(id).map((row) => this.#viewOf(row)) };
  }

  /** Removes a response within the transaction of its owner, which no longer names it. Returns the removed ids. */
  remove(id: number): ResponseIds {
    const ids = this.ids(id);
    this.#parts.table.remove(id);
    return ids;
  }

  view(tenantId: string, id: number): ResponseView {
    return this.viewOf(this.#row(tenantId, id).id);
  }

  change(tenantId: string, id: number, body: { returnType?: ResponseRow['return_type'] | undefined }): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      refuseFixed(body, this.viewOf(id), ['returnType']);
      table.change(id, body.returnType ?? row.return_type);
    });
  }

  answers(tenantId: string, id: number): AnswerView[] {
    return this.view(tenantId, id).answers;
  }

  answer(tenantId: string, id: number, answerId: number): AnswerView {
    return this.#viewOf(this.#answer(tenantId, id, answerId));
  }

  addAnswer(tenantId: string, id: number, draft: AnswerDraft): number {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      this.#row(tenantId, id);
      refuseMore(table.answers(id).length, limits.nlu.answersPerResponse, 'answers of a response');
      return this.#add(tenantId, id, draft, '');
    });
  }

  changeAnswer(tenantId: string, id: number, answerId: number, body: Changed<AnswerDraft>): void {
    const { table, changes, tags, references } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#answer(tenantId, id, answerId);
      refuseFixed(body, this.#viewOf(row), ['content', 'cmd', 'tags']);
      const { content = row.content, cmd = row.cmd } = body;
      // the same content is no change: it may offer a question that was deleted since it was saved
      if (content !== row.content) this.#offer(answerId, this.#check(tenantId, { ...row, content }, ''));
      if (body.cmd !== undefined) checkTemplate(cmd, 'cmd');
      if (body.tags !== undefined) {
        references.set({ kind: 'answer', id: answerId }, 'tag', tags.resolve(tenantId, body.tags, 'tags'));
      }
      table.changeAnswer({ ...row, content, cmd });
    });
  }

  removeAnswer(tenantId: string, id: number, answerId: number): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      this.#answer(tenantId, id, answerId);
      if (table.answers(id).length === 1) {
        throw new ServiceError(
          'CONFLICT',
          `answer ${answerId} is the last one of response ${id}, which needs at least one answer`,
        );
      }
      table.removeAnswer(answerId);
    });
  }

  #add(tenantId: string, responseId: number, draft: AnswerDraft, prefix: string): number {
    const { table, tags, references } = this.#parts;
    const menuIds = this.#check(tenantId, draft, prefix);
    checkTemplate(draft.cmd, `${prefix}cmd`);
    const tagIds = tags.resolve(tenantId, draft.tags, `${prefix}tags`);
    const { type, content, cmd } = draft;
    const id = table.addAnswer({ response_id: responseId, type, content, cmd });
    if (tagIds.length > 0) references.set({ kind: 'answer', id }, 'tag', tagIds);
    if (menuIds.length > 0) this.#offer(id, menuIds);
    return id;
  }

  #offer(answerId: number, menuIds: readonly number[]): void {
    this.#parts.references.set({ kind: 'answer', id: answerId }, 'question', menuIds);
  }

  /** Ids of the questions that a RECOMMEND answer offers; none for other types. */
  #check(
    tenantId: string,
    { type, content }: Pick<AnswerDraft, 'type' | 'content'>,
    prefix: string,
  ): readonly number[] {
    const where = `${prefix}content`;
    if (type !== 'RECOMMEND') {
      checkTemplate(content, where);
      return [];
    }
    const { start, end, menuIds } = notation(where, content, () => parseRecommendation(content));
    for (const text of [start, end]) checkTemplate(text, where);
    const unknown = menuIds.findIndex((id) => !this.#parts.hasQuestion(tenantId, id));
    if (unknown < 0) return menuIds;
    const why = `there is no standard question ${menuIds[unknown]}`;
    throw new ServiceError('INVALID_ARGUMENT', `${where}: menuIds[${unknown}]: ${why}`);
  }

  #viewOf({ id, type, content, cmd }: AnswerRow): AnswerView {
    const { references, tags } = this.#parts;
    return { id, type, content, cmd, tags: tags.namesOf(references.of({ kind: 'answer', id }, 'tag')) };
  }

  #row(tenantId: string, id: number): ResponseRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('response', id);
    return row;
  }

  #answer(tenantId: string, id: number, answerId: number): AnswerRow {
    const row = this.#parts.table.answer(this.#row(tenantId, id).id, answerId);
    if (row === undefined) throw noSuch(`answer of response ${id}:`, answerId);
    return row;
  }
}

function checkTemplate(text: string, where: string): void {
  notation(where, text, () => parseTemplate(text));
}
