// Random bodies for the parts that several kinds of resources have, right ones and wrong ones, with their expected
// outcome: the refusals that are due, by status, and the part as the model holds it. This module does not use the
// services of the gateway.

/** @typedef {import('../rounds.mjs').Random} Random */
/** @typedef {import('./model.mjs').Model} Model */
/** @template T @typedef {{ body: any, refusals: number[], made: (ids: any) => T }} Draft */
/** @typedef {{ id: number, text: string, exts: { id: number, text: string }[] }} Question */
/**
 * @typedef {{ id: number, type: string, content: string, cmd: string, tagIds: Set<number>, menuIds: Set<number> }}
 * Answer
 */
/** @typedef {{ id: number, returnType: string, answers: Answer[] }} Response */

/** @template T @param {Random} random @param {readonly T[]} values @returns {T} */
export const oneOf = (random, values) => /** @type {T} */ (values[random(values.length)]);

export const lexiconNames = ['城市', 'L1', 'L2', 'L3', 'caf\u00e9'];
export const slotNames = ['s1', 's2', 's3'];
export const noId = 999_999_999;

/** The lexicons that a text names, and the slots that its intent must define; undefined if its notation is wrong.
 * @param {string} text */
export function namesIn(text) {
  if (text.startsWith('RE:')) return text.includes('(?=') ? undefined : { lexicons: [], slots: [] };
  const slots = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, inside]) => String(inside));
  if (text === '' || /[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ''))) return undefined;
  const bound = slots.filter((slot) => slot.includes('@')).map((slot) => slot.slice(slot.indexOf('@') + 1));
  return { lexicons: bound.filter((name) => name !== 'SYS.city'), slots: slots.filter((slot) => !slot.includes('@')) };
}

/** @param {Random} random */
export function questionText(random) {
  const lexicon = oneOf(random, lexiconNames);
  switch (random(14)) {
    case 0:
      return `{@${lexicon}}在哪`;
    case 1:
      return `去{to@${lexicon}}${random(3)}`;
    case 2:
    case 3:
      return `要{${oneOf(random, slotNames)}}${random(3)}`;
    case 4:
      return '到{a@SYS.city}';
    case 5:
      return `RE:^问(?P<g>[0-9]+)${random(3)}$`;
    case 6:
      return oneOf(random, ['', '去{a', 'RE:(?=x)', 'caf\u00e9', 'cafe\u0301']);
    default:
      return `问${random(20)}`;
  }
}

/** The statuses with which a text is refused as the text of a question. @param {Model} model @param {string} text
 * @param {readonly string[]} slots that its owner defines */
export function textRefusals(model, text, slots) {
  const names = namesIn(text.normalize('NFC'));
  const isRight =
    names?.lexicons.every((name) => model.lexiconNamed(name)) && names.slots.every((name) => slots.includes(name));
  return isRight === true ? [] : [400];
}

/** @param {Model} model @param {Random} random @param {readonly string[]} slots @returns {Draft<Question>} */
export function questionDraft(model, random, slots) {
  const texts = Array.from({ length: 1 + random(3) }, () => questionText(random));
  const [text, ...exts] = texts.map((each) => each.normalize('NFC'));
  const key = oneOf(random, ['extQuestions', 'extended']);
  const [sent, ...sentExts] = texts;
  return {
    body: { text: sent, ...(exts.length > 0 && { [key]: sentExts.map((each) => ({ text: each })) }) },
    refusals: [
      ...(new Set([text, ...exts]).size < texts.length ? [409] : []),
      ...texts.flatMap((each) => textRefusals(model, each, slots)),
    ],
    made: ({ id, extQuestionIds }) => ({
      ...{ id, text: String(text) },
      exts: exts.map((each, at) => ({ id: extQuestionIds[at], text: each })),
    }),
  };
}

/** Tags as an answer names them. @param {Model} model @param {Random} random */
export function tagDraft(model, random) {
  const tags = model.tagGroups.flatMap((group) => group.tags.map((tag) => ({ group, tag })));
  const chosen = tags.length === 0 ? [] : Array.from({ length: random(3) }, () => oneOf(random, tags));
  const body = chosen.map(({ group, tag }) => `${group.name}:${tag.name}`);
  if (random(12) === 0) body.push(oneOf(random, ['colour', 'no:such']));
  const isExclusive = chosen.some(({ group, tag }) =>
    chosen.some((other) => group.exclusive && other.group === group && other.tag !== tag),
  );
  return {
    body,
    refusals: isExclusive || body.length > chosen.length ? [400] : [],
    tagIds: new Set(chosen.map(({ tag }) => tag.id)),
  };
}

/** Content of an answer. @param {Model} model @param {Random} random @param {string} type */
export function contentDraft(model, random, type) {
  if (type !== 'RECOMMEND') {
    const content = oneOf(random, ['好的。', '您好，{{ user.name }}。', '', '再见{{ slots.s1.value }}', '{{ a', '行']);
    return { content, refusals: content === '{{ a' ? [400] : [], menuIds: new Set() };
  }
  const questions = model.questions();
  const menuIds = Array.from({ length: random(3) }, () =>
    questions.length === 0 || random(10) === 0 ? noId : oneOf(random, questions).id,
  );
  const isRight = menuIds.length > 0 && !menuIds.includes(noId) && new Set(menuIds).size === menuIds.length;
  return {
    content: JSON.stringify({ start: '您想问：', menuIds }),
    refusals: isRight ? [] : [400],
    menuIds: new Set(menuIds),
  };
}

/** @param {Model} model @param {Random} random @returns {Draft<Answer>} */
export function answerDraft(model, random) {
  const type = oneOf(random, ['TEXT', 'TEXT', 'HTML', 'RECOMMEND']);
  const { content, refusals, menuIds } = contentDraft(model, random, type);
  const tags = tagDraft(model, random);
  const cmd = oneOf(random, ['', 'hangup', '{{ user.cmd }}']);
  return {
    body: { type, content, cmd, tags: tags.body },
    refusals: [...refusals, ...tags.refusals],
    made: (id) => ({ id, type, content, cmd, tagIds: tags.tagIds, menuIds }),
  };
}

/** @param {Model} model @param {Random} random @returns {Draft<Response>} */
export function responseDraft(model, random) {
  const answers = Array.from({ length: random(20) === 0 ? 0 : 1 + random(2) }, () => answerDraft(model, random));
  const returnType = oneOf(random, ['FIRST', 'RANDOM']);
  return {
    body: { answers: answers.map(({ body }) => body), returnType },
    refusals: [...(answers.length === 0 ? [400] : []), ...answers.flatMap(({ refusals }) => refusals)],
    made: ({ id, answerIds }) => ({ id, returnType, answers: answers.map((answer, at) => answer.made(answerIds[at])) }),
  };
}

/** The name of a response in replies. @param {Response} response */
export const responseIds = ({ id, answers }) => ({ id, answerIds: answers.map((answer) => answer.id) });

const processors = [
  { content: { ops: [{ condition: 'user.level > 2', evals: ['global.vip = true'] }] } },
  { type: 'SIMPLE', content: { ops: [{ condition: '', evals: ['a = 1', 'b = "x"'] }] } },
  {
    type: 'WEBAPI',
    content: { method: 'GET', url: 'http://a.test/{{ user.id }}', headers: ['A: b'], body: '', result: 'r' },
  },
];
const wrongProcessors = [
  { content: { ops: [] } },
  { content: { ops: [{ condition: 'a ==', evals: [] }] } },
  { type: 'WEBAPI', content: { url: 'ftp://a.test', result: 'r' } },
  { type: 'FAAS', content: { code: 'return 1' } },
];

/** @param {Random} random @returns {Draft<{ id: number, type: string, content: object }>} */
export function processorDraft(random) {
  if (random(6) === 0)
    return { body: oneOf(random, wrongProcessors), refusals: [400], made: () => ({ id: 0, type: '', content: {} }) };
  const body = oneOf(random, processors);
  return { body, refusals: [], made: (id) => ({ id, type: body.type ?? 'SIMPLE', content: body.content }) };
}
