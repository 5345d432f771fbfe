// One keep-alive HTTP/1.1 connection that asks one request at a time and costs little CPU time, so that a benchmark
// loads the gateway and not its own client. Replies must have a Content-Length or no body, as those of the gateway do.
import { once } from 'node:events';
import { connect } from 'node:net';

/** The gateway ends a connection after 5 s. */
const mostIdleMs = 3_000;
const headEnd = Buffer.from('\r\n\r\n');

/** @typedef {{ status: number, etag: string, body: Buffer, ms: number }} Reply */

export class KeepAlive {
  /** @type {Buffer[]} */
  #parts = [];
  #bytes = 0;
  /** length of the whole reply; 0 until its head has come */
  #wanted = 0;
  #sentAtMs = 0;
  /** @type {{ resolve(reply: Reply): void, reject(fault: Error): void } | undefined} */
  #asking;

  /** @param {string} base */
  static async open(base) {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname).setNoDelay(true);
    await once(socket, 'connect');
    return new KeepAlive(socket, hostname);
  }

  /** @param {import('node:net').Socket} socket @param {string} host */
  constructor(socket, host) {
    this.socket = socket;
    this.host = host;
    socket.on('data', (part) => this.#arrived(part));
    socket.on('error', (fault) => this.#asking?.reject(fault));
    socket.on('close', () => this.#asking?.reject(new Error('the connection ended within a request')));
  }

  /** @param {string} method @param {string} path @param {Record<string, string>} [headers] @param {string} [body]
   * @returns {Promise<Reply>} */
  ask(method, path, headers = {}, body = undefined) {
    let head = `${method} ${path} HTTP/1.1\r\nHost: ${this.host}\r\n`;
    for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
    if (body !== undefined) {
      head += `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    }
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) throw new Error('the connection has ended');
      this.#asking = { resolve, reject };
      this.#sentAtMs = performance.now();
      this.socket.write(`${head}\r\n${body ?? ''}`);
    });
  }

  /** True if the gateway has ended the connection or soon will, because it was idle for a while. */
  get isOver() {
    return this.socket.destroyed || performance.now() - this.#sentAtMs > mostIdleMs;
  }

  close() {
    this.socket.destroy();
  }

  /** @param {Buffer} part */
  #arrived(part) {
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#wanted > 0 && this.#bytes < this.#wanted) return;
    const ms = performance.now() - this.#sentAtMs;
    const whole = this.#parts.length === 1 ? part : Buffer.concat(this.#parts);
    this.#parts = [whole];
    const end = whole.indexOf(headEnd);
    if (end < 0) return;
    const head = whole.toString('latin1', 0, end);
    const from = end + headEnd.length;
    this.#wanted = from + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (whole.length < this.#wanted) return;
    const reply = {
      status: Number(head.slice(9, 12)),
      etag: /\r\netag: (\S+)/i.exec(head)?.[1] ?? '',
      body: whole.subarray(from),
      ms,
    };
    this.#parts = [];
    this.#bytes = 0;
    this.#wanted = 0;
    this.#asking?.resolve(reply);
  }
}
