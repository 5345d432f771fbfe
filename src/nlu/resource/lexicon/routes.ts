// The routes of lexicons (specification 3, section 4.4).
import { z } from 'zod';
import { JsonText, type Route } from '../../../http/route.js';
import { limits } from '../../../protocol/limits.js';
import { systemLexicons } from '../../../understanding/notation/system-lexicons.js';
import type { Batches } from '../batches.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { descriptionText, nameText, withinBytes } from '../fields.js';
import { idField, idParam, nluBody, nluRoute } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import type { Lexicons } from './service.js';
import { ClassView, EntryView, LexiconView, lexiconType } from './views.js';

const fields = {
  name: nameText.describe('Its name, unique in the tenant. { } : @ and names that begin with SYS. are refused.'),
  description: descriptionText.describe('A description.'),
  representWord: withinBytes(limits.nlu.nameBytes)
    .transform((text) => text.normalize('NFC'))
    .describe('The word that represents all of its words; its name unless given. A SIMPLE lexicon may have none.'),
  matchVar: withinBytes(limits.nlu.nameBytes).describe(
    'The variable whose value selects a class, such as user.city: required for DYNAMIC, empty for the others.',
  ),
};
export const LexiconDraft = z
  .strictObject({
    ...fields,
    description: fields.description.default(''),
    type: lexiconType.default('STANDARD').describe('The kind of lexicon.'),
    representWord: fields.representWord.optional(),
    matchVar: fields.matchVar.default(''),
  })
  .meta({ id: 'NluLexiconDraft', description: 'A lexicon that is about to be made.' });
const lexiconPatch = patchBody(
  'NluLexiconPatch',
  'a lexicon',
  {
    name: fields.name.optional(),
    description: fields.description.optional(),
    representWord: fields.representWord.optional(),
    matchVar: fields.matchVar.optional(),
  },
  LexiconView.shape,
);

const classFields = {
  name: nameText.describe('Its name, unique in the lexicon.'),
  description: descriptionText.describe('A description.'),
  matchValue: withinBytes(limits.nlu.nameBytes).describe('The value of matchVar that selects it; empty: the default.'),
};
export const ClassDraft = z
  .strictObject({ ...classFields, description: classFields.description.default('') })
  .meta({ id: 'NluDynamicClassDraft', description: 'A class of a dynamic lexicon that is about to be made.' });
const classPatch = patchBody(
  'NluDynamicClassPatch',
  'a dynamic class',
  {
    name: classFields.name.optional(),
    description: classFields.description.optional(),
    matchValue: classFields.matchValue.optional(),
  },
  ClassView.shape,
);

export const entryWords = withinBytes(limits.nlu.entryBytes).describe(
  'The standard word, then its synonyms, with tabs between them; one word in a SIMPLE lexicon.',
);
const EntryDraft = z
  .strictObject({
    content: entryWords.optional(),
    wordList: entryWords.optional().describe('Another spelling of content.'),
    dynamicClassId: idField('The class; required in a dynamic lexicon.').optional(),
  })
  .refine(({ content, wordList }) => content !== undefined || wordList !== undefined, {
    error: 'required (string)',
    path: ['content'],
  })
  .refine(({ content, wordList }) => content === undefined || wordList === undefined || content === wordList, {
    error: 'is another spelling of content and must be equal to it',
    path: ['wordList'],
  })
  .meta({ id: 'NluWordDraft', description: 'An entry that is about to be made.' });
const entryPatch = patchBody(
  'NluWordPatch',
  'an entry',
  {
    content: entryWords.optional(),
    wordList: entryWords.optional().describe('Another spelling of content.'),
  },
  {
    ...EntryView.shape,
    dynamicClassId: z.unknown(),
  },
);

const wordsQuery = z.object({
  dynamic_class_name: z.string().optional().describe('The class; required for a dynamic lexicon, ignored for others.'),
  dynamicClassName: z.string().optional().describe('Another spelling of dynamic_class_name.'),
  dynamicClassId: idParam('The id of the class, in place of its name.').optional(),
});

const lexiconId = idParam('The lexicon.');
const dynamicId = idParam('The dynamic class.');
const wordId = idParam('The entry.');
const ofLexicon = { lexiconId: '{lexicon}' };
const ofDynamic = { lexiconId: '{dynamicLexicon}' };

export function lexiconRoutes(lexicons: Lexicons, batches: Pick<Batches, 'remove'>): Route[] {
  return [
    nluRoute({
      id: 'nlu.sysLexicons.list',
      method: 'GET',
      path: '/sys_lexicons',
      summary: 'List the system lexicons',
      reply: z.strictObject({
        sysLexicons: z
          .array(
            z.strictObject({
              name: z.string().describe('Its name, which begins with SYS.'),
              description: z.string().describe('The words that it recognises.'),
              representWord: z.string().describe('A word that represents all of its words.'),
            }),
          )
          .describe('The system lexicons.'),
      }),
      handle: () => ({ sysLexicons: [...systemLexicons] }),
    }),
    nluRoute({
      id: 'nlu.lexicons.list',
      method: 'GET',
      path: '/lexicons',
      summary: 'List the lexicons of the tenant',
      reply: z.strictObject({ lexicons: z.array(LexiconView).describe('The lexicons, without their words.') }),
      handle: ({ tenantId }) => ({ lexicons: lexicons.all(tenantId) }),
    }),
    nluRoute({
      id: 'nlu.lexicons.create',
      method: 'POST',
      path: '/lexicons',
      summary: 'Create a lexicon',
      body: nluBody(LexiconDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { body: { name: '{unique}' } },
      invalid: { body: { name: 'SYS.city' } },
      handle: ({ tenantId, body }) => created({ id: lexicons.create(tenantId, body) }),
    }),
    nluRoute({
      id: 'nlu.lexicons.view',
      method: 'GET',
      path: '/lexicons/:lexiconId',
      summary: 'View a lexicon without its words',
      params: { lexiconId },
      reply: LexiconView,
      example: { params: ofLexicon },
      invalid: { params: { lexiconId: 'first' } },
      handle: ({ tenantId, params }) => lexicons.view(tenantId, params.lexiconId),
    }),
    nluRoute({
      id: 'nlu.lexicons.change',
      method: 'PATCH',
      path: '/lexicons/:lexiconId',
      summary: 'Change a lexicon',
      params: { lexiconId },
      body: lexiconPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT', 'REFERENCED'],
      example: { params: ofLexicon, body: { description: 'Cities we deliver to.' } },
      invalid: { params: ofLexicon, body: { type: 'SIMPLE' } },
      handle: ({ tenantId, params, body }) => {
        lexicons.change(tenantId, params.lexiconId, body);
        return updated(params.lexiconId);
      },
    }),
    nluRoute({
      id: 'nlu.lexicons.remove',
      method: 'DELETE',
      path: '/lexicons/:lexiconId',
      summary: 'Delete a lexicon that nothing names',
      params: { lexiconId },
      storage: 'frees',
      writesInPieces: true,
      reply: DeletedId,
      errors: ['REFERENCED'],
      example: { params: ofLexicon },
      invalid: { params: { lexiconId: '0' } },
      handle: async ({ tenantId, params }) => {
        const weight = lexicons.weight(params.lexiconId);
        await batches.remove(tenantId, weight, (batch) => lexicons.hide(tenantId, params.lexiconId, batch));
        return removed({ id: params.lexiconId });
      },
    }),
    ...classRoutes(lexicons),
    ...entryRoutes(lexicons),
  ];
}

function classRoutes(lexicons: Lexicons): Route[] {
  const ofClass = { ...ofDynamic, dynamicId: '{dynamicClass}' };
  return [
    nluRoute({
      id: 'nlu.dynamicClasses.list',
      method: 'GET',
      path: '/lexicons/:lexiconId/dynamic_classes',
      summary: 'List the classes of a dynamic lexicon',
      params: { lexiconId },
      reply: z.strictObject({ dynamicClasses: z.array(ClassView).describe('The classes.') }),
      example: { params: ofDynamic },
      invalid: { params: { lexiconId: 'first' } },
      handle: ({ tenantId, params }) => ({ dynamicClasses: lexicons.classes(tenantId, params.lexiconId) }),
    }),
    nluRoute({
      id: 'nlu.dynamicClasses.create',
      method: 'POST',
      path: '/lexicons/:lexiconId/dynamic_classes',
      summary: 'Create a class of a dynamic lexicon',
      params: { lexiconId },
      body: nluBody(ClassDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT'],
      example: { params: ofDynamic, body: { name: '{unique}', matchValue: '{unique}' } },
      invalid: { params: ofLexicon, body: { name: 'Suzhou', matchValue: 'Suzhou' } },
      handle: ({ tenantId, params, body }) => created({ id: lexicons.createClass(tenantId, params.lexiconId, body) }),
    }),
    nluRoute({
      id: 'nlu.dynamicClasses.view',
      method: 'GET',
      path: '/lexicons/:lexiconId/dynamic_classes/:dynamicId',
      summary: 'View a class of a dynamic lexicon',
      params: { lexiconId, dynamicId },
      reply: ClassView,
      example: { params: ofClass },
      invalid: { params: { ...ofDynamic, dynamicId: 'first' } },
      handle: ({ tenantId, params }) => lexicons.class(tenantId, params.lexiconId, params.dynamicId),
    }),
    nluRoute({
      id: 'nlu.dynamicClasses.change',
      method: 'PATCH',
      path: '/lexicons/:lexiconId/dynamic_classes/:dynamicId',
      summary: 'Change a class of a dynamic lexicon',
      params: { lexiconId, dynamicId },
      body: classPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT'],
      example: { params: ofClass, body: { description: 'Districts of Suzhou.' } },
      invalid: { params: ofClass, body: { name: '' } },
      handle: ({ tenantId, params, body }) => {
        lexicons.changeClass(tenantId, params.lexiconId, params.dynamicId, body);
        return updated(params.dynamicId);
      },
    }),
    nluRoute({
      id: 'nlu.dynamicClasses.remove',
      method: 'DELETE',
      path: '/lexicons/:lexiconId/dynamic_classes/:dynamicId',
      summary: 'Delete a class of a dynamic lexicon and its entries',
      params: { lexiconId, dynamicId },
      storage: 'frees',
      reply: DeletedId,
      example: { params: ofClass },
      invalid: { params: { ...ofDynamic, dynamicId: '-1' } },
      handle: ({ tenantId, params }) => {
        lexicons.removeClass(tenantId, params.lexiconId, params.dynamicId);
        return removed({ id: params.dynamicId });
      },
    }),
  ];
}

function entryRoutes(lexicons: Lexicons): Route[] {
  const ofWord = { ...ofLexicon, wordId: '{word}' };
  return [
    nluRoute({
      id: 'nlu.words.list',
      method: 'GET',
      path: '/lexicons/:lexiconId/words',
      summary: 'List the entries of a lexicon, or of one class of a dynamic one',
      params: { lexiconId },
      query: wordsQuery,
      reply: z.strictObject({
        wordLists: z.array(EntryView).describe('The entries.'),
        dynamicClass: ClassView.optional().describe('The class that was named, in a dynamic lexicon.'),
      }),
      example: { params: ofLexicon },
      invalid: { params: ofDynamic, status: 404 },
      handle: async ({ tenantId, params, query, signal }) => {
        const { dynamic_class_name, dynamicClassName, dynamicClassId: classId } = query;
        const named = { className: dynamic_class_name ?? dynamicClassName, classId };
        return new JsonText(await lexicons.entriesAsJson(tenantId, params.lexiconId, named, signal));
      },
    }),
    nluRoute({
      id: 'nlu.words.create',
      method: 'POST',
      path: '/lexicons/:lexiconId/words',
      summary: 'Create an entry of a lexicon',
      params: { lexiconId },
      body: nluBody(EntryDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofLexicon, body: { content: '{unique}' } },
      invalid: { params: ofLexicon, body: { content: '' } },
      handle: ({ tenantId, params, body: { content, wordList, dynamicClassId } }) =>
        created({
          id: lexicons.createEntry(tenantId, params.lexiconId, content ?? wordList ?? '', dynamicClassId),
        }),
    }),
    nluRoute({
      id: 'nlu.words.view',
      method: 'GET',
      path: '/lexicons/:lexiconId/words/:wordId',
      summary: 'View an entry of a lexicon',
      params: { lexiconId, wordId },
      reply: EntryView,
      example: { params: ofWord },
      invalid: { params: { ...ofLexicon, wordId: 'first' } },
      handle: ({ tenantId, params }) => lexicons.entry(tenantId, params.lexiconId, params.wordId),
    }),
    nluRoute({
      id: 'nlu.words.change',
      method: 'PATCH',
      path: '/lexicons/:lexiconId/words/:wordId',
      summary: 'Change the words of an entry',
      params: { lexiconId, wordId },
      body: entryPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT'],
      example: { params: ofWord, body: { content: '{unique}' } },
      invalid: { params: ofWord, body: { content: '苏州\t苏州' } },
      handle: ({ tenantId, params, body }) => {
        lexicons.changeEntry(tenantId, params.lexiconId, params.wordId, body);
        return updated(params.wordId);
      },
    }),
    nluRoute({
      id: 'nlu.words.remove',
      method: 'DELETE',
      path: '/lexicons/:lexiconId/words/:wordId',
      summary: 'Delete an entry of a lexicon',
      params: { lexiconId, wordId },
      storage: 'frees',
      reply: DeletedId,
      example: { params: ofWord },
      invalid: { params: { ...ofLexicon, wordId: '1.5' } },
      handle: ({ tenantId, params }) => {
        lexicons.removeEntry(tenantId, params.lexiconId, params.wordId);
        return removed({ id: params.wordId });
      },
    }),
  ];
}
