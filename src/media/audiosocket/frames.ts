// The frames of Asterisk's AudioSocket: a kind (1 byte), the length of the payload (2 bytes, big-endian), the payload. They come
// as a stream of bytes that is cut anywhere.
import { ServiceError } from '../../protocol/errors.js';

const frameKinds = { hangup: 0x00, uuid: 0x01, dtmf: 0x03, error: 0xff } as const;

/** The rate of each kind of audio, in Hz: 16-bit samples, little-endian, mono. */
const audioRatesHz: Readonly<Record<number, number>> = {
  16: 8_000,
  17: 12_000,
  18: 16_000,
  19: 24_000,
  20: 32_000,
  21: 44_100,
  22: 48_000,
  23: 96_000,
  24: 192_000,
};

export type Frame =
  | { readonly kind: 'hangup' }
  | { readonly kind: 'uuid'; readonly uuid: string }
  | { readonly kind: 'key' }
  | { readonly kind: 'audio'; readonly sampleRateHz: number; readonly samples: Buffer }
  /** The switch has failed; `code` is its own. */
  | { readonly kind: 'error'; readonly code: number | undefined };

const headBytes = 3;
const uuidBytes = 16;

export const hangupFrame: Uint8Array = Uint8Array.of(frameKinds.hangup, 0, 0);

export class FrameReader {
  /** The frame that is arriving: room for its head, or for all of it once its length is known. */
  #frame = Buffer.alloc(headBytes);
  #filled = 0;

  /** The frames that are complete with these bytes. Throws INVALID_ARGUMENT at the first that cannot be; nothing follows it. */
  *push(bytes: Buffer): Generator<Frame, void, undefined> {
    for (let from = 0; from < bytes.length; ) {
      const taken = bytes.copy(this.#frame, this.#filled, from);
      this.#filled += taken;
      from += taken;
      if (this.#filled < this.#frame.length) return;
      if (this.#frame.length === headBytes && this.#grow()) continue;
      const frame = this.#frame;
      this.#frame = Buffer.alloc(headBytes);
      this.#filled = 0;
      yield frameOf(frame.readUInt8(0), frame.subarray(headBytes));
    }
  }

  /** Bytes of a frame that is not complete. */
  get restBytes(): number {
    return this.#filled;
  }

  /** Makes room for the payload, of 64 KiB at most. False: there is none. */
  #grow(): boolean {
    const length = this.#frame.readUInt16BE(1);
    checkHead(this.#frame.readUInt8(0), length);
    if (length === 0) return false;
    this.#frame = Buffer.concat([this.#frame], headBytes + length);
    return true;
  }
}

/** Refuses a head that cannot become a frame, before its payload has come. */
function checkHead(kind: number, length: number): void {
  const isKnown = (Object.values(frameKinds) as number[]).includes(kind) || audioRatesHz[kind] !== undefined;
  if (!isKnown) {
    throw wrong(`kind 0x${hex(kind)}: must be 0x00, 0x01, 0x03, 0x10 to 0x16 or 0xff`);
  }
  if (kind === frameKinds.uuid && length !== uuidBytes) {
    throw wrong(`UUID: ${length} bytes, must be ${uuidBytes} (binary, not text)`);
  }
}

function frameOf(kind: number, payload: Buffer): Frame {
  const sampleRateHz = audioRatesHz[kind];
  if (sampleRateHz !== undefined) return { kind: 'audio', sampleRateHz, samples: payload };
  switch (kind) {
    case frameKinds.hangup:
      return { kind: 'hangup' };
    case frameKinds.uuid:
      return { kind: 'uuid', uuid: uuidText(payload) };
    case frameKinds.dtmf:
      return { kind: 'key' };
    default:
      return { kind: 'error', code: payload[0] };
  }
}

const uuidText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

const wrong = (message: string): ServiceError => new ServiceError('INVALID_ARGUMENT', message);
