// The bodies of the resource service and of the two legacy list interfaces (specification 1, section 2.3, 2.6,
// 4.2-4.4).
import { z } from 'zod';
import { base64Pattern } from '../base64.js';
import { limits } from '../limits.js';

const { resource } = limits;

/** A pattern of ranges: documents of the interface contain it, and not every dialect of patterns knows \p{Cc}. */
const withoutControls = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const oneLine = new RegExp(withoutControls, 'u');

/** The schema with a check against line breaks and other control characters. */
export const onOneLine = (schema: z.ZodString): z.ZodString =>
  schema.regex(oneLine, 'must not hold control characters');

export const boundedText = (most: number) =>
  z
    .string()
    .refine((text) => Buffer.byteLength(text) <= most, { message: `must have at most ${most} bytes` })
    // The database would replace a lone surrogate by something else.
    .refine((text) => !/\p{Surrogate}/u.test(text), { message: 'must not hold half of a character' });
export const boundedLine = (most: number) => onOneLine(boundedText(most));

const shownName = 'The name; unique among the shared resources, or among those of its user.';
const shownLang = 'The language, such as cn. It is only recorded.';
const shownDesc = 'A description. It is only recorded.';
const name = boundedLine(resource.nameBytes).min(1).describe(shownName);
const lang = boundedLine(resource.langBytes).min(1).describe(shownLang);
const desc = boundedLine(resource.descBytes).default('').describe(shownDesc);
export const content = z.string().meta({ pattern: base64Pattern, description: 'The content in BASE64.' });

/** Name of one user of the developer. */
export const userIdText = boundedText(resource.userIdBytes);
export const resourceId = z.string().min(1).max(resource.idBytes).describe('The id of the resource.');

export const ResourceDraft = z
  .object({ name, lang, desc, content })
  .meta({ id: 'ResourceDraft', description: 'A resource that is about to be stored.' });
export type ResourceDraft = z.output<typeof ResourceDraft>;

/** Fields that a change ignores: only the content is changed. */
const unchanged = z.string().optional().describe('Ignored: only the content is changed.');
export const ResourceChange = z
  .object({ content, name: unchanged, lang: unchanged, desc: unchanged })
  .meta({ id: 'ResourceChange', description: 'The new content of a resource.' });

/** An integer in a range. `schema` parses the text of a query, or takes a number of a body. */
const int = (schema: z.ZodNumber, least: number, most: number) => {
  const message = `must be in [${least}-${most}]`;
  return schema.int().min(least, message).max(most, message);
};

const skipped = 'How many resources to pass over.';
const most = 'How many resources the reply may hold.';

/** The page fields of a query. */
export const pageQuery = {
  offset: int(z.coerce.number(), 0, Number.MAX_SAFE_INTEGER).default(0).describe(skipped),
  limit: int(z.coerce.number(), 1, resource.pageMax).default(resource.pageDefault).describe(most),
};
/** The page fields of a body. */
export const pageFields = {
  skip: int(z.number(), 0, Number.MAX_SAFE_INTEGER).default(0).describe(skipped),
  limit: int(z.number(), 1, resource.pageMax).default(resource.pageDefault).describe(most),
};

const ver = z
  .string()
  .regex(/^[1-9][0-9]*$/)
  .describe('The number of the latest version, from 1.');
const crc = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .describe('The CRC-64/XZ of the content, in hexadecimal digits.');

const id = z.string().describe('The id of the resource.');
export const ListedFields = {
  id,
  ver,
  name: z.string().describe(shownName),
  lang: z.string().describe(shownLang),
  desc: z.string().optional().describe(shownDesc),
};
/** *Extension*, only for asr/olm: its text is compiled after it was stored. */
const StateFields = {
  state: z
    .enum(['COMPILING', 'READY', 'FAILED'])
    .optional()
    .describe('How far the latest version of a small-corpus text is compiled (extension; only of asr/olm).'),
  stateReason: z.string().optional().describe('Why the state is FAILED (extension).'),
};
export const State = z.object(StateFields);
export type State = z.output<typeof State>;

export const Stored = z
  .strictObject({ id, crc64: crc, ver })
  .meta({ id: 'StoredResource', description: 'A version that was stored.' });
const DeletedResource = z.strictObject({ id }).meta({ id: 'DeletedResource', description: 'What was deleted.' });
export const Deleted = z
  .strictObject({ deleted: DeletedResource })
  .meta({ id: 'Deleted', description: 'The resource that was deleted.' });
export const Listed = z
  .strictObject({ ...ListedFields, ...StateFields })
  .meta({ id: 'ListedResource', description: 'A resource without its content.' });
export const Downloaded = z
  .strictObject({
    ...ListedFields,
    ...StateFields,
    crc64: crc,
    path: z.string().describe('The place of this version: /{category}/{cu}/{type}/{id}/{ver}.'),
    content,
  })
  .meta({ id: 'Resource', description: 'A resource with its content.' });

/** *Extension*, for `check=true`: the findings of the grammar in a word list, line by line. */
const Diagnostic = z
  .strictObject({
    line: z.int().describe('The number of the line, from 1; 0 is the list as a whole.'),
    severity: z.enum(['fault', 'note']).describe('A fault makes the list invalid; a note does not.'),
    wrong: z.string().describe('What is wrong with the line.'),
    right: z.string().describe('What would be right.'),
  })
  .meta({ id: 'Diagnostic', description: 'What the grammar of word lists says of a line (extension).' });
export const Diagnostics = z.array(Diagnostic).optional().describe('Only with check=true (extension).');
