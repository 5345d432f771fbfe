// The bodies of the resource service and of the two legacy list interfaces (specification 1, section 2.3, 2.6,
// 4.2-4.4).
import { z } from 'zod';
import { limits } from '../limits.js';

const { resource } = limits;

const bytes = (most: number) =>
  z
    .string()
    .refine((text) => Buffer.byteLength(text) <= most, { message: `must have at most ${most} bytes` })
    // The database would store a lone surrogate as something else.
    .refine((text) => !/\p{Surrogate}/u.test(text), { message: 'must not hold half of a character' });
const line = (most: number) => bytes(most).regex(/^[^\p{Cc}]*$/u, 'must not hold control characters');

const name = line(resource.nameBytes).min(1).describe('unique among the shared resources, or among those of its user');
const lang = line(resource.langBytes).min(1).describe('recorded only, such as cn');
const desc = line(resource.descBytes).default('').describe('description');
const content = z.string().describe('BASE64');

/** Name of one of the developer's users. */
export const userIdText = bytes(resource.userIdBytes);
export const resourceId = z.string().min(1).max(resource.idBytes);

export const ResourceDraft = z.object({ name, lang, desc, content });
export type ResourceDraft = z.output<typeof ResourceDraft>;

/** Only the content is changed, so that the rest may be left out. */
export const ResourceChange = z.object({
  content,
  name: z.string().optional(),
  lang: z.string().optional(),
  desc: z.string().optional(),
});

/** `schema` reads a number out of the text of a query, or takes one of a body. */
const int = (schema: z.ZodNumber, least: number, most: number) => {
  const message = `must be in [${least}-${most}]`;
  return schema.int().min(least, message).max(most, message);
};

/** Page of a listing, in a query. */
export const pageQuery = {
  offset: int(z.coerce.number(), 0, Number.MAX_SAFE_INTEGER).default(0),
  limit: int(z.coerce.number(), 1, resource.pageMax).default(resource.pageDefault),
};
/** Page of a listing, in a body. */
export const pageFields = {
  skip: int(z.number(), 0, Number.MAX_SAFE_INTEGER).default(0),
  limit: int(z.number(), 1, resource.pageMax).default(resource.pageDefault),
};

const ver = z
  .string()
  .regex(/^[1-9]\d*$/)
  .describe('latest version');
const crc = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .describe('CRC-64/XZ of the content');

export const ListedFields = { id: z.string(), ver, name: z.string(), lang: z.string(), desc: z.string().optional() };
/** *Extension:* only of asr/olm, whose text is compiled after it was stored. */
const StateFields = {
  state: z.enum(['COMPILING', 'READY', 'FAILED']).optional().describe('extension, asr/olm only: of the latest version'),
  stateReason: z.string().optional().describe('extension: why it is FAILED'),
};
export const State = z.object(StateFields);
export type State = z.output<typeof State>;

export const Stored = z.strictObject({ id: z.string(), crc64: crc, ver });
export const Listed = z.strictObject({ ...ListedFields, ...StateFields });
export const Downloaded = z.strictObject({ ...ListedFields, ...StateFields, crc64: crc, path: z.string(), content });

/** *Extension*, with `check=true`: what the grammar says of a word list, line by line. */
export const Diagnostics = z
  .array(
    z.strictObject({
      line: z.int().describe('0: the list as a whole'),
      severity: z.enum(['fault', 'note']),
      wrong: z.string(),
      right: z.string(),
    }),
  )
  .optional();
