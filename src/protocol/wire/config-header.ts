// X-Svc-Config of the binary mode: `key=value,key=value`, required even when it is empty (specification 2, 4.1).
import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../errors.js';

const shownCharacters = 64;

export function parseConfigHeader(header: string | string[] | undefined): Record<string, string> {
  if (header === undefined) {
    throw new ServiceError('INVALID_ARGUMENT', 'X-Svc-Config: required with application/octet-stream; may be empty');
  }
  const text = asUtf8(Array.isArray(header) ? header.join(',') : header);
  const pairs: Record<string, string> = Object.create(null);
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    if (equals < 1) {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `X-Svc-Config: ${JSON.stringify(part.trim().slice(0, shownCharacters))} is not key=value`,
      );
    }
    const key = part.slice(0, equals).trim();
    if (key in pairs) {
      throw new ServiceError('INVALID_ARGUMENT', `X-Svc-Config: ${key.slice(0, shownCharacters)} is given twice`);
    }
    pairs[key] = part.slice(equals + 1).trim();
  }
  return { ...pairs };
}

/** Decodes UTF-8, which clients write, from a header that Node read as Latin-1. */
function asUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}
