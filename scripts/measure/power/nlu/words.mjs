// Operations on lexicons with their classes and entries.
import { lexiconNames, oneOf } from './drafts.mjs';
import { gone, nothing, pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */
/** @typedef {import('./model.mjs').Lexicon} Lexicon */
/** @typedef {import('./model.mjs').Model} Model */

const wrongNames = ['SYS.x', 'a{b', ' ', ''];
const nameOf = (/** @type {import('./picks.mjs').Random} */ random) =>
  oneOf(random, [...lexiconNames, ...lexiconNames, 'cafe\u0301', oneOf(random, wrongNames)]);

/** @param {Model} model @param {Lexicon} lexicon */
const isNamed = (model, { id }) => model.references().some((row) => row.endsWith(` names lexicon ${id}`));

/** @type {Record<string, Operation>} */
export const wordOperations = {
  createLexicon: (model, random) => {
    const sent = nameOf(random);
    const name = sent.normalize('NFC');
    const type = oneOf(random, ['STANDARD', 'STANDARD', 'SIMPLE', 'DYNAMIC', 'DYNAMIC']);
    const matchVar = oneOf(
      random,
      type === 'DYNAMIC' ? ['user.city', 'user.city', 'user.city', '', '1a'] : ['', '', '', 'user.city'],
    );
    const representWord = oneOf(random, ['', '代表']);
    const isRight = !wrongNames.includes(sent) && (matchVar === 'user.city') === (type === 'DYNAMIC');
    return {
      ...{ method: 'POST', path: '/lexicons', body: { name: sent, type, matchVar, representWord } },
      refusals: [...(isRight ? [] : [400]), ...(model.lexiconNamed(name) ? [409] : [])],
      find: ['/lexicons', unknownIn(model.lexicons, 'lexicons')],
      apply: ({ id }) => {
        const represent = representWord === '' && type !== 'SIMPLE' ? name : representWord;
        const parts = { classes: [], entries: [] };
        model.lexicons.push({ id, name, description: '', type, representWord: represent, matchVar, ...parts });
      },
    };
  },
  changeLexicon: (model, random) => {
    const { found, id, missing } = pick(random, model.lexicons);
    const sent = random(2) === 0 ? nameOf(random) : undefined;
    const name = sent?.normalize('NFC') ?? found?.name;
    const representWord = random(3) === 0 ? oneOf(random, ['代表', '一词']) : undefined;
    const description = random(3) === 0 ? oneOf(random, ['', '说明']) : undefined;
    const other = random(15) === 0 ? { type: 'OTHER' } : {};
    const isChanged = found && (name !== found.name || (representWord ?? found.representWord) !== found.representWord);
    return {
      ...{ method: 'PATCH', path: `/lexicons/${id}`, body: { name: sent, representWord, description, ...other } },
      refusals: [
        ...missing,
        ...('type' in other || (sent !== undefined && wrongNames.includes(sent)) ? [400] : []),
        ...(found && name !== found.name && model.lexiconNamed(name ?? '') ? [409] : []),
        ...(isChanged && isNamed(model, found) ? [403] : []),
      ],
      apply: () => {
        const changed = {
          name,
          ...(representWord && { representWord }),
          ...(description !== undefined && { description }),
        };
        Object.assign(/** @type {Lexicon} */ (found), changed);
      },
    };
  },
  removeLexicon: (model, random) => {
    const { found, id, missing } = pick(random, model.lexicons);
    return {
      ...{ method: 'DELETE', path: `/lexicons/${id}`, expected: gone({ id }) },
      refusals: [...missing, ...(found && isNamed(model, found) ? [403] : [])],
      apply: () => take(model.lexicons, found),
    };
  },
  createClass: (model, random) => {
    const dynamic = model.lexicons.filter(({ type }) => type === 'DYNAMIC');
    const { found, id, missing } = pick(random, random(8) === 0 ? model.lexicons : dynamic);
    const [name, matchValue] = [oneOf(random, ['c1', 'c2', 'c3', '']), oneOf(random, ['', 'v1', 'v2'])];
    const classes = found?.classes ?? [];
    const isTaken = classes.some((each) => each.name === name || each.matchValue === matchValue);
    return {
      ...{ method: 'POST', path: `/lexicons/${id}/dynamic_classes`, body: { name, matchValue } },
      refusals: [...missing, ...(name === '' || found?.type !== 'DYNAMIC' ? [400] : []), ...(isTaken ? [409] : [])],
      find: [`/lexicons/${id}/dynamic_classes`, unknownIn(classes, 'dynamicClasses')],
      apply: (created) => classes.push({ id: created.id, name, description: '', matchValue }),
    };
  },
  changeClass: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.lexicons.filter(({ classes }) => classes.length > 0),
    );
    const one = pick(random, found?.classes ?? []);
    const [name, matchValue] = [
      oneOf(random, ['c1', 'c2', 'c3']),
      random(2) === 0 ? oneOf(random, ['', 'v1', 'v2']) : undefined,
    ];
    const value = matchValue ?? one.found?.matchValue;
    const others = (found?.classes ?? []).filter((each) => each !== one.found);
    const isTaken = others.some((each) => each.name === name || each.matchValue === value);
    return {
      ...{ method: 'PATCH', path: `/lexicons/${id}/dynamic_classes/${one.id}`, body: { name, matchValue } },
      refusals: [...missing, ...one.missing, ...(isTaken ? [409] : [])],
      apply: () => Object.assign(one.found ?? {}, { name, matchValue: value }),
    };
  },
  removeClass: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.lexicons.filter(({ classes }) => classes.length > 0),
    );
    const one = pick(random, found?.classes ?? []);
    return {
      ...{
        method: 'DELETE',
        path: `/lexicons/${id}/dynamic_classes/${one.id}`,
        refusals: [...missing, ...one.missing],
      },
      apply: () => {
        const lexicon = /** @type {Lexicon} */ (found);
        take(lexicon.classes, one.found);
        lexicon.entries = lexicon.entries.filter(({ classId }) => classId !== one.id);
      },
    };
  },
  createEntry: (model, random) => {
    const { found, id, missing } = pick(random, model.lexicons);
    const one = pick(random, found?.classes ?? []);
    const dynamicClassId = found?.type === 'DYNAMIC' || random(20) === 0 ? one.id : undefined;
    const words = wordsDraft(random);
    const scope = (found?.entries ?? []).filter(({ classId }) => classId === (dynamicClassId ?? null));
    const classFaults = dynamicClassId === undefined ? [] : found?.type === 'DYNAMIC' ? one.missing : [400];
    return {
      ...{ method: 'POST', path: `/lexicons/${id}/words` },
      body: { [oneOf(random, ['content', 'wordList'])]: words.join('\t'), dynamicClassId },
      refusals: [...missing, ...classFaults, ...wordRefusals(found, words, scope)],
      find: [
        dynamicClassId === undefined
          ? `/lexicons/${id}/words`
          : `/lexicons/${id}/words?dynamicClassId=${dynamicClassId}`,
        unknownIn(scope, 'wordLists'),
      ],
      apply: (created) => void found?.entries.push({ id: created.id, classId: dynamicClassId ?? null, words }),
    };
  },
  changeEntry: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.lexicons.filter(({ entries }) => entries.length > 0),
    );
    const one = pick(random, found?.entries ?? []);
    const words = wordsDraft(random);
    const scope = (found?.entries ?? []).filter((each) => each !== one.found && each.classId === one.found?.classId);
    return {
      ...{ method: 'PATCH', path: `/lexicons/${id}/words/${one.id}`, body: { content: words.join('\t') } },
      refusals: [...missing, ...one.missing, ...wordRefusals(found, words, scope)],
      apply: () => Object.assign(one.found ?? {}, { words }),
    };
  },
  removeEntry: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.lexicons.filter(({ entries }) => entries.length > 0),
    );
    const one = pick(random, found?.entries ?? []);
    return {
      ...{ method: 'DELETE', path: `/lexicons/${id}/words/${one.id}`, refusals: [...missing, ...one.missing] },
      apply: () => take(found?.entries ?? [], one.found),
    };
  },
  viewLexicon: (model, random) => {
    const { found, id, missing } = pick(random, model.lexicons);
    const { classes, entries: _, ...view } = found ?? { classes: [], entries: [], type: '' };
    const expected = () => ({ ...view, ...(view.type === 'DYNAMIC' && { dynamicClasses: classes }) });
    return { method: 'GET', path: `/lexicons/${id}`, refusals: missing, expected, apply: nothing };
  },
};

/** @param {import('./picks.mjs').Random} random */
const wordsDraft = (random) =>
  Array.from({ length: 1 + (random(3) === 0 ? 0 : random(3)) }, () => (random(30) === 0 ? '' : `w${random(25)}`));

/** @param {Lexicon | undefined} lexicon @param {readonly string[]} words @param {readonly { words: string[] }[]} others */
function wordRefusals(lexicon, words, others) {
  const isWrong =
    words.includes('') || new Set(words).size < words.length || (lexicon?.type === 'SIMPLE' && words.length > 1);
  const isTaken = others.some((entry) => entry.words.some((word) => words.includes(word)));
  return [...(isWrong ? [400] : []), ...(isTaken ? [409] : [])];
}
