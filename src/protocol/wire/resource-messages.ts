// The bodies of the resource service and of the two legacy list interfaces (specification 1, section 2.3, 2.6,
// 4.2-4.4).
import { z } from 'zod';
import { base64Pattern } from '../base64.js';
import { limits } from '../limits.js';
import { queryNumber } from './query-number.js';

const { resource } = limits;

/** As ranges: the documents of the interface hold the pattern, and not every dialect of patterns knows \p{Cc}. */
const withoutControls = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const oneLine = new RegExp(withoutControls, 'u');

/** The schema without line breaks and other control characters. */
export const onOneLine = (schema: z.ZodString): z.ZodString =>
  schema.regex(oneLine, 'must not hold control characters');

export const boundedText = (most: number) =>
  z
    .string()
    .refine((text) => Buffer.byteLength(text) <= most, { message: `must have at most ${most} bytes` })
    // The database would store a lone surrogate as something else.
    .refine((text) => !/\p{Surrogate}/u.test(text), { message: 'must not hold half of a character' });
export const boundedLine = (most: number) => onOneLine(boundedText(most));

const shownName = 'The name; unique among the shared resources, or among those of its user.';
const shownLang = 'The language, such as cn. It is only recorded.';
const shownDesc = 'A description. It is only recorded.';
const name = boundedLine(resource.nameBytes).min(1).describe(shownName);
const lang = boundedLine(resource.langBytes).min(1).describe(shownLang);
const desc = boundedLine(resource.descBytes).default('').describe(shownDesc);
export const content = z.string().meta({ pattern: base64Pattern, description: 'The content in BASE64.' });

/** Name of one of the developer's users. */
export const userIdText = boundedText(resource.userIdBytes);
export const resourceId = z.string().min(1).max(resource.idBytes).describe('The id of the resource.');

export const ResourceDraft = z
  .object({ name, lang, desc, content })
  .meta({ id: 'ResourceDraft', description: 'A resource that is about to be stored.' });
export type ResourceDraft = z.output<typeof ResourceDraft>;

/** Only the content is changed, so that the rest may be left out. */
const unchanged = z.string().optional().describe('Ignored: only the content is changed.');
export const ResourceChange = z
  .object({ content, name: unchanged, lang: unchanged, desc: unchanged })
  .meta({ id: 'ResourceChange', description: 'The new content of a resource.' });

const int = (least: number, most: number) => {
  const message = `must be in [${least}-${most}]`;
  return z.number().int().min(least, message).max(most, message);
};

const skipped = 'How many resources to pass over.';
const most = 'How many resources the reply may hold.';

/** The page that a query asks for. */
export const pageQuery = {
  offset: queryNumber(0, Number.MAX_SAFE_INTEGER, 0).describe(skipped),
  limit: queryNumber(1, resource.pageMax, resource.pageDefault).describe(most),
};
/** Page of a listing, in a body. */
export const pageFields = {
  skip: int(0, Number.MAX_SAFE_INTEGER).default(0).describe(skipped),
  limit: int(1, resource.pageMax).default(resource.pageDefault).describe(most),
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
/** *Extension:* only of asr/olm, whose text is compiled after it was stored. */
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

/** *Extension*, with `check=true`: what the grammar says of a word list, line by line. */
const Diagnostic = z
  .strictObject({
    line: z.int().describe('The number of the line, from 1; 0 is the list as a whole.'),
    severity: z.enum(['fault', 'note']).describe('A fault makes the list invalid; a note does not.'),
    wrong: z.string().describe('What is wrong with the line.'),
    right: z.string().describe('What would be right.'),
  })
  .meta({ id: 'Diagnostic', description: 'What the grammar of word lists says of a line (extension).' });
export const Diagnostics = z.array(Diagnostic).optional().describe('Only with check=true (extension).');
