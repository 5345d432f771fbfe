// Task questions (specification 3, section 4.10): questions with a label, which scenes use.
import { ServiceError } from '../../../protocol/errors.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import type { Page } from '../page.js';
import { refuseFixed } from '../patch.js';
import type { QuestionDraft, QuestionIds, QuestionView } from '../question/schemas.js';
import type { Questions } from '../question/service.js';
import type { References } from '../references.js';
import type { TaskQuestionRow, TaskQuestionTable } from './table.js';

export interface TaskQuestionParts {
  readonly table: TaskQuestionTable;
  readonly references: References;
  readonly changes: Changes;
  readonly questions: Questions;
}

export interface TaskQuestionView {
  readonly id: number;
  readonly label: string;
  readonly question: QuestionView | QuestionIds;
}

interface MadeIds {
  readonly id: number;
  readonly question: QuestionIds;
}

export class TaskQuestions {
  readonly #parts: TaskQuestionParts;

  constructor(parts: TaskQuestionParts) {
    this.#parts = parts;
  }

  list(tenantId: string, label: string, page: Page, detail: boolean) {
    const { table } = this.#parts;
    const wanted = { tenantId, label: label.normalize('NFC') };
    const taskQuestions = table.page({ ...wanted, ...page }).map((row) => this.#viewOf(row, detail));
    return { total: table.count(wanted), ...page, taskQuestions };
  }

  view(tenantId: string, id: number): TaskQuestionView {
    return this.#viewOf(this.#row(tenantId, id), true);
  }

  create(tenantId: string, label: string, draft: QuestionDraft): MadeIds {
    const { table, changes, questions } = this.#parts;
    return changes.save(tenantId, () => {
      const question = questions.create(tenantId, { kind: 'taskQuestion' }, draft, 'question');
      return { id: table.add(tenantId, label, question.id), question };
    });
  }

  change(tenantId: string, id: number, body: { label?: string | undefined }): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      refuseFixed(body, this.#viewOf(row, true), ['label'], () => this.#viewOf(row, false));
      table.relabel(id, body.label ?? row.label);
    });
  }

  remove(tenantId: string, id: number): MadeIds {
    const { table, changes, questions, references } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      const [scene] = references.to('taskQuestion', id);
      if (scene !== undefined) {
        throw new ServiceError(
          'IN_USE',
          `task question ${id} is used by scene ${scene.id}; take it out of the scene first`,
        );
      }
      const question = questions.ids(row.question_id);
      table.remove(id);
      return { id, question };
    });
  }

  exists(tenantId: string, id: number): boolean {
    return this.#parts.table.find(tenantId, id) !== undefined;
  }

  /** Task questions that no scene uses; at most `most`. */
  unused(tenantId: string, most: number): readonly { readonly id: number; readonly label: string }[] {
    return this.#parts.table.unused(tenantId, most);
  }

  #viewOf({ id, label, question_id }: TaskQuestionRow, detail: boolean): TaskQuestionView {
    const { questions } = this.#parts;
    return { id, label, question: detail ? questions.viewOf(question_id) : questions.ids(question_id) };
  }

  #row(tenantId: string, id: number): TaskQuestionRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('task question', id);
    return row;
  }
}
