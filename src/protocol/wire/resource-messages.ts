// The bodies of the resource service and of the two legacy list interfaces (specification 1, sections 2.3, 2.6,
// 4.2-4.4).
import { z } from 'zod';
import { base64Pattern } from '../base64.js';
import { limits } from '../limits.js';
import { queryNumber } from './query-number.js';

const { resource } = limits;

/**
 * A pattern with ranges, because it appears in the API documents, and not every regular-expression dialect supports
 * \p{Cc}.
 */
const withoutControls = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const oneLine = new RegExp(withoutControls, 'u');

/** The schema, refusing line breaks and other control characters. */
export const onOneLine = (schema: z.ZodString): z.ZodString =>
  schema.regex(oneLine, 'must not hold control characters');

/** A text of at most `most` bytes in UTF-8. */
export const boundedText = (most: number) =>
  z
    .string()
    .refine((text) => Buffer.byteLength(text) <= most, { message: `must have at most ${most} bytes` })
    // The database would change a lone surrogate.
    .refine((text) => !/\p{Surrogate}/u.test(text), { message: 'must not hold half of a character' });
/** A text of at most `most` bytes in UTF-8, without control characters. */
export const boundedLine = (most: number) => onOneLine(boundedText(most));

const shownName = 'The name, which is unique among the shared resources, or among the resources of its user.';
const shownLang = 'The language, such as cn. It is stored but not used.';
const shownDesc = 'A description. It is stored but not used.';
const name = boundedLine(resource.nameBytes).min(1).describe(shownName);
const lang = boundedLine(resource.langBytes).min(1).describe(shownLang);
const desc = boundedLine(resource.descBytes).default('').describe(shownDesc);
export const content = z.string().meta({ pattern: base64Pattern, description: 'The content in BASE64.' });

/** The name of one of the developer's users. */
export const userIdText = boundedText(resource.userIdBytes);
export const resourceId = z.string().min(1).max(resource.idBytes).describe('The id of the resource.');

export const ResourceDraft = z
  .object({ name, lang, desc, content })
  .meta({ id: 'ResourceDraft', description: 'A resource to be stored.' });
export type ResourceDraft = z.output<typeof ResourceDraft>;

/** A field that may be left out, because only the content changes. */
const unchanged = z.string().optional().describe('This field is ignored, because only the content changes.');
export const ResourceChange = z
  .object({ content, name: unchanged, lang: unchanged, desc: unchanged })
  .meta({ id: 'ResourceChange', description: 'The new content of a resource.' });

const int = (least: number, most: number) => {
  const message = `must be in [${least}-${most}]`;
  return z.number().int().min(least, message).max(most, message);
};

const skipped = 'The number of resources to skip.';
const most = 'The maximum number of resources in the reply.';

/** The page that a query requests. */
export const pageQuery = {
  offset: queryNumber(0, Number.MAX_SAFE_INTEGER, 0).describe(skipped),
  limit: queryNumber(1, resource.pageMax, resource.pageDefault).describe(most),
};
/** The page of a listing, in a body. */
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
/** *Extension:* only for asr/olm, whose text is compiled after it was stored. */
const StateFields = {
  state: z
    .enum(['COMPILING', 'READY', 'FAILED'])
    .optional()
    .describe('The compilation state of the latest version of a small-corpus text (extension; only for asr/olm).'),
  stateReason: z.string().optional().describe('The reason of the state FAILED (extension).'),
};
export const State = z.object(StateFields);
export type State = z.output<typeof State>;

export const Stored = z
  .strictObject({ id, crc64: crc, ver })
  .meta({ id: 'StoredResource', description: 'The version of a resource that was stored.' });
const DeletedResource = z
  .strictObject({ id })
  .meta({ id: 'DeletedResource', description: 'The id of the resource that was deleted.' });
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
    path: z.string().describe('The path of this version: /{category}/{cu}/{type}/{id}/{ver}.'),
    content,
  })
  .meta({ id: 'Resource', description: 'A resource with its content.' });

/** *Extension*, with `check=true`: the findings of the grammar about a word list, line by line. */
const Diagnostic = z
  .strictObject({
    line: z.int().describe('The line number, from 1; 0: the list as a whole.'),
    severity: z.enum(['fault', 'note']).describe('A fault makes the list invalid; a note does not.'),
    wrong: z.string().describe('The problem with the line.'),
    right: z.string().describe('The correct form.'),
  })
  .meta({ id: 'Diagnostic', description: 'A finding of the word-list grammar about a line (extension).' });
export const Diagnostics = z
  .array(Diagnostic)
  .optional()
  .describe('The findings of the word-list grammar; only with check=true (extension).');
