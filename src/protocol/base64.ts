// BASE64 as RFC 4648 section 4 has it: Node's own decoder takes anything and says nothing.
import { ServiceError } from './errors.js';

const outside = /[^A-Za-z0-9+/]/;
const lineBreaks = /[\r\n]/g;

/** The texts that decodeBase64 takes, as a pattern for documents. */
export const base64Pattern =
  '^[\\r\\n]*(([A-Za-z0-9+/][\\r\\n]*){4})*(([A-Za-z0-9+/][\\r\\n]*){2}=[\\r\\n]*=|([A-Za-z0-9+/][\\r\\n]*){3}=)?[\\r\\n]*$';

/** `text` decoded, or INVALID_ARGUMENT that names `key` and the place. Line breaks (MIME, the base64 tool) are fine. */
export function decodeBase64(text: string, key: string): Buffer {
  const compact = text.includes('\n') || text.includes('\r') ? text.replace(lineBreaks, '') : text;
  const bytes = Buffer.from(compact, 'base64');
  // a third of the time that a search for other characters takes
  if (bytes.toString('base64') === compact) return bytes;
  const end = compact.endsWith('==') ? compact.length - 2 : compact.endsWith('=') ? compact.length - 1 : compact.length;
  const fault = compact.slice(0, end).search(outside);
  if (fault >= 0) {
    const code = compact.codePointAt(fault) ?? 0;
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `${key}: not BASE64 at position ${fault}: U+${code.toString(16).toUpperCase().padStart(4, '0')} is not in its alphabet`,
    );
  }
  if (compact.length % 4 !== 0) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `${key}: not BASE64: ${compact.length} characters are not a multiple of 4 (cut short at position ${compact.length}?)`,
    );
  }
  return bytes; // bits beyond the last byte are not zero
}

/** BASE64 of a body that was decoded where it arrived, before the body was parsed. */
export class DecodedBase64 {
  readonly #bytes: Buffer; // nobody who walks through a body walks through its bytes
  readonly #release: (() => void) | undefined;

  constructor(
    bytes: Buffer,
    /** how many it had, in BASE64 */
    readonly characters: number,
    /** gives its memory back */
    release?: () => void,
  ) {
    this.#bytes = bytes;
    this.#release = release;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Nobody reads the bytes any more, and others may be written there. Where that is not sure, this is not called. */
  release(): void {
    this.#release?.();
  }
}
