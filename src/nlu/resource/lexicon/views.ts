// Lexicons as the interface shows them.
import { z } from 'zod';
import type { ClassRow, EntryRow, LexiconRow } from './table.js';

const named = (id: string, description: string) => ({ id, description });
export const lexiconType = z.enum(['STANDARD', 'DYNAMIC', 'SIMPLE']);

export const ClassView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name, unique in the lexicon.'),
    description: z.string().describe('A description.'),
    matchValue: z.string().describe('The value of matchVar that selects it; empty: the default class.'),
  })
  .meta(named('NluDynamicClass', 'A class of a dynamic lexicon.'));

export const LexiconView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name, unique in the tenant.'),
    description: z.string().describe('A description.'),
    representWord: z.string().describe('The word that represents all of its words.'),
    type: lexiconType.describe('The kind of lexicon.'),
    matchVar: z.string().describe('The variable whose value selects the class of a DYNAMIC lexicon; empty otherwise.'),
    dynamicClasses: z.array(ClassView).optional().describe('The classes of a DYNAMIC lexicon.'),
  })
  .meta(named('NluLexicon', 'A lexicon without its words.'));

export const EntryView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    content: z.string().describe('The standard word and its synonyms, with tabs between them.'),
    wordList: z.string().describe('The same, as lists spell it.'),
    dynamicClass: ClassView.optional().describe('Its class, in a dynamic lexicon.'),
  })
  .meta(named('NluWord', 'An entry of a lexicon.'));

export const classView = ({ id, name, description, match_value }: ClassRow): z.output<typeof ClassView> => ({
  ...{ id, name, description, matchValue: match_value },
});

export const lexiconView = (row: LexiconRow, classes?: readonly ClassRow[]): z.output<typeof LexiconView> => ({
  ...{ id: row.id, name: row.name, description: row.description, representWord: row.represent_word },
  ...{ type: row.type, matchVar: row.match_var },
  ...(classes !== undefined && { dynamicClasses: classes.map(classView) }),
});

export const entryView = ({ id, content }: EntryRow, of?: ClassRow): z.output<typeof EntryView> => ({
  ...{ id, content, wordList: content },
  ...(of !== undefined && { dynamicClass: classView(of) }),
});
