// Messages in the bytes of a connection: Content-Length says where each ends. Empty lines between them keep it alive.
import { limits } from '../../protocol/limits.js';
import { SipFault } from './message.js';

export class Framing {
  #bytes = Buffer.alloc(0);

  /** The messages that are complete with these bytes. Throws a SipFault, after which nothing more can be read. */
  push(data: Buffer): Buffer[] {
    this.#bytes = Buffer.concat([this.#bytes, data]);
    const whole: Buffer[] = [];
    for (;;) {
      let from = 0;
      while (this.#bytes[from] === 13 || this.#bytes[from] === 10) from++;
      if (from > 0) this.#bytes = this.#bytes.subarray(from);
      const headEnd = this.#bytes.indexOf('\r\n\r\n');
      const length = headEnd < 0 ? 0 : bodyBytes(this.#bytes.toString('latin1', 0, headEnd));
      const end = headEnd < 0 ? Number.POSITIVE_INFINITY : headEnd + 4 + length;
      if (
        Math.min(end, this.#bytes.length) > limits.sip.messageBytes ||
        (headEnd >= 0 && end > limits.sip.messageBytes)
      ) {
        throw new SipFault(`a message of more than ${limits.sip.messageBytes} bytes`);
      }
      if (end > this.#bytes.length) return whole;
      whole.push(this.#bytes.subarray(0, end));
      this.#bytes = Buffer.from(this.#bytes.subarray(end));
    }
  }
}

function bodyBytes(head: string): number {
  const stated = /\r\n(?:content-length|l)[ \t]*:[ \t]*(\d{1,10})[ \t]*(?=\r\n|$)/i.exec(head)?.[1];
  if (stated === undefined) throw new SipFault('content-length: required on a connection, and must be a number');
  return Number(stated);
}
