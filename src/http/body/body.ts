// The body that a route takes, and how its bytes become the handler's value.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { finished, type Steps } from '../../protocol/steps.js';
import { check } from '../../protocol/wire/check/nulls.js';
import { type JsonBounds, parseJsonInSteps } from '../../protocol/wire/json.js';
import type { BodyRule, JsonOrOctets } from '../route.js';
import { parseAroundBase64 } from './cut-base64.js';
import { inTurns, type TurnOptions } from './in-turns.js';
import { slabs } from './slabs.js';

export type BodyKind = 'json' | 'octets' | 'stream';

const mediaTypes = {
  json: 'application/json',
  octets: 'application/octet-stream',
  stream: 'application/octet-stream',
} as const;

export const maxBodyBytes = (rule: BodyRule<unknown> | undefined): number =>
  Math.max(rule?.json?.maxBytes ?? 0, rule?.octets?.maxBytes ?? 0, rule?.stream?.maxBytes ?? 0);

/** Checks only the headers, before a byte of the body is read. */
export function acceptBody(
  rule: BodyRule<unknown>,
  headers: IncomingHttpHeaders,
): { kind: BodyKind; maxBytes: number } {
  const isAbsent = rule.json?.mayBeEmpty === true && headers['content-type'] === undefined;
  const kind = isAbsent ? 'json' : kindOf(headers['content-type'], rule);
  const limit = kind === undefined ? undefined : rule[kind]?.maxBytes;
  if (kind === undefined || limit === undefined) {
    const wanted = (['json', 'octets', 'stream'] as const).filter((each) => rule[each] !== undefined);
    const names = wanted.map((each) => mediaTypes[each]).join(' or ');
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Content-Type: must be ${names}`);
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding: must be absent; send the body uncompressed');
  }
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return { kind, maxBytes: limit };
}

/** Reads the body. A large one is read in pieces, with other work in between. */
export async function readBody(
  rule: BodyRule<unknown>,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  turns: TurnOptions = {},
): Promise<unknown> {
  const { kind, maxBytes } = acceptBody(rule, headers);
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  if (kind === 'octets') return { kind, octets: bytes } satisfies JsonOrOctets<never>;
  const json = rule.json === undefined ? undefined : await readJson(rule.json, bytes, turns);
  return rule.octets === undefined ? json : { kind, json };
}

type JsonRule = NonNullable<BodyRule<unknown>['json']>;

async function readJson(rule: JsonRule, bytes: Buffer, turns: TurnOptions): Promise<unknown> {
  const { schema, mayBeEmpty, nullIsUnset, base64 } = rule;
  const isEmpty = mayBeEmpty === true && bytes.length === 0;
  const isLarge = bytes.length >= limits.shares.largeBodyBytes;
  const bounds = boundsOf(bytes);
  const all = <T>(steps: Steps<T>) => (isLarge ? inTurns(steps, turns) : finished(steps));
  let value: unknown;
  try {
    const around = isLarge && base64 !== undefined ? await parseAroundBase64(bytes, base64, bounds) : undefined;
    value = around ?? (isEmpty ? {} : await all(parseJsonInSteps(bytes, bounds)));
  } finally {
    slabs.give(bytes); // all of it was copied, or it is no longer needed
  }
  return await all(check(schema, value, nullIsUnset === true));
}

function boundsOf(bytes: Uint8Array): JsonBounds {
  const { jsonDepth: depth, jsonContainers, jsonMembers, jsonKeys: keys, jsonBodyBytes } = limits.http;
  const times = Math.max(1, Math.ceil(bytes.length / jsonBodyBytes));
  return { depth, containers: jsonContainers * times, members: jsonMembers * times, keys };
}

const takesNone = 'this path takes no body: leave the body out, or send {}';

export const tooLarge = (limit: number): ServiceError =>
  new ServiceError(
    'BODY_TOO_LARGE',
    limit === limits.http.emptyBodyBytes ? takesNone : `the body is larger than ${limit} bytes`,
  );

/** Refuses the body of a path that takes none, except an empty object: some clients send one with each request. */
export function refuseContent(bytes: Buffer | undefined): void {
  if (bytes === undefined || /^\s*(?:\{\s*\}\s*)?$/.test(bytes.toString('latin1'))) return;
  throw new ServiceError('INVALID_ARGUMENT', takesNone);
}

function kindOf(contentType: string | undefined, rule: BodyRule<unknown>): BodyKind | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === mediaTypes.json) return 'json';
  if (type !== mediaTypes.octets) return undefined;
  return rule.stream === undefined ? 'octets' : 'stream';
}
