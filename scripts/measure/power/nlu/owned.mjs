// Operations on the questions, responses and processors that other resources own.
import { answerDraft, contentDraft, oneOf, processorDraft, questionText, tagDraft, textRefusals } from './drafts.mjs';
import { nothing, pick, take, unknownIn } from './picks.mjs';
import { questionView, responseView } from './views.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */

/** @type {Record<string, Operation>} */
export const ownedOperations = {
  viewQuestion: (model, random) => {
    const { found, id, missing } = pick(random, model.questions());
    return {
      method: 'GET',
      path: `/questions/${id}`,
      refusals: missing,
      expected: () => found && questionView(found),
      apply: nothing,
    };
  },
  changeQuestion: (model, random) => {
    const { found, id, missing } = pickQuestion(model, random);
    const sent = questionText(random);
    const text = sent.normalize('NFC');
    return {
      ...{ method: 'PATCH', path: `/questions/${id}`, body: { text: sent } },
      refusals: [
        ...missing,
        ...textRefusals(model, sent, found?.slots ?? []),
        ...(found?.question.exts.some((ext) => ext.text === text) ? [409] : []),
      ],
      apply: () => Object.assign(found?.question ?? {}, { text }),
    };
  },
  addExt: (model, random) => {
    const { found, id, missing } = pickQuestion(model, random);
    const sent = questionText(random);
    const text = sent.normalize('NFC');
    const exts = found?.question.exts ?? [];
    return {
      ...{ method: 'POST', path: `/questions/${id}/ext_questions`, body: { text: sent } },
      refusals: [
        ...missing,
        ...textRefusals(model, sent, found?.slots ?? []),
        ...(found?.question.text === text || exts.some((ext) => ext.text === text) ? [409] : []),
      ],
      find: [`/questions/${id}/ext_questions`, unknownIn(exts, 'extQuestions')],
      apply: (created) => exts.push({ id: created.id, text }),
    };
  },
  changeExt: (model, random) => {
    const { found, id, missing } = pickQuestion(model, random, true);
    const one = pick(random, found?.question.exts ?? []);
    const sent = questionText(random);
    const text = sent.normalize('NFC');
    const isTaken =
      found?.question.text === text || found?.question.exts.some((ext) => ext !== one.found && ext.text === text);
    return {
      ...{ method: 'PATCH', path: `/questions/${id}/ext_questions/${one.id}`, body: { text: sent } },
      refusals: [
        ...missing,
        ...one.missing,
        ...textRefusals(model, sent, found?.slots ?? []),
        ...(isTaken ? [409] : []),
      ],
      apply: () => Object.assign(one.found ?? {}, { text }),
    };
  },
  removeExt: (model, random) => {
    const { found, id, missing } = pickQuestion(model, random, true);
    const one = pick(random, found?.question.exts ?? []);
    return {
      ...{ method: 'DELETE', path: `/questions/${id}/ext_questions/${one.id}`, refusals: [...missing, ...one.missing] },
      apply: () => take(found?.question.exts ?? [], one.found),
    };
  },
  viewResponse: (model, random) => {
    const { found, id, missing } = pick(random, model.responses());
    return {
      method: 'GET',
      path: `/responses/${id}`,
      refusals: missing,
      expected: () => found && responseView(model, found),
      apply: nothing,
    };
  },
  changeResponse: (model, random) => {
    const { found, id, missing } = pick(random, model.responses());
    const returnType = oneOf(random, ['FIRST', 'RANDOM', 'LAST']);
    return {
      ...{ method: 'PATCH', path: `/responses/${id}`, body: { returnType } },
      refusals: [...missing, ...(returnType === 'LAST' ? [400] : [])],
      apply: () => Object.assign(found ?? {}, { returnType }),
    };
  },
  addAnswer: (model, random) => {
    const { found, id, missing } = pick(random, model.responses());
    const draft = answerDraft(model, random);
    return {
      ...{
        method: 'POST',
        path: `/responses/${id}/answers`,
        body: draft.body,
        refusals: [...missing, ...draft.refusals],
      },
      find: [`/responses/${id}/answers`, unknownIn(found?.answers ?? [], 'answers')],
      apply: (created) => void found?.answers.push(draft.made(created.id)),
    };
  },
  changeAnswer: (model, random) => {
    const { found, id, missing } = pick(random, model.responses());
    const one = pick(random, found?.answers ?? []);
    const content = random(2) === 0 ? contentDraft(model, random, one.found?.type ?? 'TEXT') : undefined;
    const tags = random(2) === 0 ? tagDraft(model, random) : undefined;
    const cmd = oneOf(random, ['', 'hangup', '{{ a', undefined, undefined, undefined]);
    return {
      ...{ method: 'PATCH', path: `/responses/${id}/answers/${one.id}` },
      body: { content: content?.content, cmd, tags: tags?.body },
      refusals: [
        ...[...missing, ...one.missing, ...(content?.refusals ?? []), ...(tags?.refusals ?? [])],
        ...(cmd === '{{ a' ? [400] : []),
      ],
      apply: () =>
        Object.assign(one.found ?? {}, {
          ...(content && { content: content.content, menuIds: content.menuIds }),
          ...(cmd !== undefined && { cmd }),
          ...(tags && { tagIds: tags.tagIds }),
        }),
    };
  },
  removeAnswer: (model, random) => {
    const { found, id, missing } = pick(random, model.responses());
    const one = pick(random, found?.answers ?? []);
    return {
      ...{ method: 'DELETE', path: `/responses/${id}/answers/${one.id}` },
      refusals: [...missing, ...one.missing, ...(found?.answers.length === 1 ? [409] : [])],
      apply: () => take(found?.answers ?? [], one.found),
    };
  },
  viewProcessor: (model, random) => {
    const { found, id, missing } = pick(random, model.processors());
    return { method: 'GET', path: `/processors/${id}`, refusals: missing, expected: () => found, apply: nothing };
  },
  changeProcessor: (model, random) => {
    const { found, id, missing } = pick(random, model.processors());
    const draft = processorDraft(random);
    const body = { type: 'SIMPLE', ...draft.body };
    return {
      ...{ method: 'PATCH', path: `/processors/${id}`, body, refusals: [...missing, ...draft.refusals] },
      apply: () => Object.assign(found ?? {}, draft.made(id)),
    };
  },
};

/** @param {import('./model.mjs').Model} model @param {import('./picks.mjs').Random} random */
function pickQuestion(model, random, hasExts = false) {
  const all = model.questionsWithSlots().map((each) => ({ ...each, id: each.question.id }));
  return pick(random, hasExts ? all.filter(({ question }) => question.exts.length > 0) : all);
}
