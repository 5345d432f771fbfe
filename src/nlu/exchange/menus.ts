// The menus of RECOMMEND answers. A document refers to the questions of a menu by their owners, and some are made after
// the answer that offers them. Until all exist, such an answer offers a placeholder question.
import { ServiceError } from '../../protocol/errors.js';
import type { Steps } from '../../protocol/steps.js';
import { validate } from '../../protocol/wire/issues.js';
import type { ResponseDraft, ResponseIds } from '../resource/response/schemas.js';
import type { Responses } from '../resource/response/service.js';
import type { TaskQuestions } from '../resource/task-question/service.js';
import { MenuContent, type MenuItem } from './document.js';
import { pathKey } from './links.js';
import { within } from './place.js';

interface Waiting {
  readonly place: string;
  readonly responseId: number;
  readonly answerId: number;
  readonly content: string;
}

export interface MenuParts {
  readonly responses: Responses;
  readonly taskQuestions: TaskQuestions;
}

export class Menus {
  readonly #parts: MenuParts;
  readonly #tenantId: string;
  readonly #waiting: Waiting[] = [];
  readonly #questions = new Map<string, number[]>();
  #standIn: { readonly id: number; readonly questionId: number } | undefined;

  constructor(parts: MenuParts, tenantId: string) {
    this.#parts = parts;
    this.#tenantId = tenantId;
  }

  /** Adds a question to which menus of the document may refer. */
  add(owner: MenuItem, questionId: number): void {
    const name = nameOf(owner);
    const same = this.#questions.get(name);
    if (same === undefined) this.#questions.set(name, [questionId]);
    else same.push(questionId);
  }

  /** The draft with the placeholder in its menus. `place`: the place of the response, for refusals. */
  standingIn(place: string, draft: ResponseDraft): ResponseDraft {
    if (!draft.answers.some(({ type }) => type === 'RECOMMEND')) return draft;
    const prefix = place === '' ? '' : `${place}.`;
    const answers = draft.answers.map((answer, index) => {
      if (answer.type !== 'RECOMMEND') return answer;
      const { start, end } = menuOf(answer.content, `${prefix}answers[${index}].content`);
      return { ...answer, content: JSON.stringify({ start, menuIds: [this.#standInId()], end }) };
    });
    return { ...draft, answers };
  }

  /** Remembers the menus of a response that was made with the placeholder. `place`: its place in the document. */
  settle(place: string, draft: ResponseDraft, { id: responseId, answerIds }: ResponseIds): void {
    for (const [index, { type, content }] of draft.answers.entries()) {
      if (type !== 'RECOMMEND') continue;
      const answerId = answerIds[index] as number;
      this.#waiting.push({ place: `${place}.answers[${index}].content`, responseId, answerId, content });
    }
  }

  /** Fills the menus once every question of the document exists. */
  *fill(): Steps<void> {
    const { responses, taskQuestions } = this.#parts;
    for (const { place, responseId, answerId, content } of this.#waiting) {
      const { start, menu, end } = menuOf(content, place);
      const menuIds = menu.map((item, index) => this.#idOf(item, `${place}.menu[${index}]`));
      // A menu without questions keeps the placeholder, which is deleted afterwards, as if all its questions had been
      // deleted.
      if (menuIds.length === 0) continue;
      const filled = JSON.stringify({ start, menuIds, end });
      within(place, () => responses.changeAnswer(this.#tenantId, responseId, answerId, { content: filled }));
      yield undefined;
    }
    if (this.#standIn !== undefined) taskQuestions.remove(this.#tenantId, this.#standIn.id);
  }

  #idOf(item: MenuItem, place: string): number {
    const nth = 'dir' in item ? (item.nth ?? 1) : 1;
    const id = this.#questions.get(nameOf(item))?.[nth - 1];
    if (id !== undefined) return id;
    throw new ServiceError('INVALID_ARGUMENT', `${place}: there is no such question in the document`);
  }

  #standInId(): number {
    if (this.#standIn === undefined) {
      const { id, question } = this.#parts.taskQuestions.create(this.#tenantId, 'menu', { text: 'menu' });
      this.#standIn = { id, questionId: question.id };
    }
    return this.#standIn.questionId;
  }
}

function nameOf(item: MenuItem): string {
  if ('intent' in item) return `intent ${item.intent}`;
  if ('taskQuestion' in item) return `task question ${item.taskQuestion}`;
  return `pair ${pathKey(item.dir)} ${item.question.normalize('NFC')}`;
}

/** The menu that the content of a RECOMMEND answer of a document holds. */
export function menuOf(content: string, place: string) {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (fault) {
    const why = 'a RECOMMEND answer in a document must be an object with start, menu and end';
    throw new ServiceError('INVALID_ARGUMENT', `${place}: ${why}`, { cause: fault });
  }
  return validate(MenuContent, value, place);
}
