// A client on a real WebSocket: every message is checked against the schema of its interface and kept in order.
import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Handshake {
  readonly appkey: string;
  readonly token?: string;
  readonly tokenInQuery?: boolean;
}

/** The address with only the given parts: tests also need handshakes without a token, or with a wrong one. */
export function streamUrl(base: string, path: string, { appkey, token, tokenInQuery }: Handshake): string {
  const query = new URLSearchParams({ appkey });
  if (tokenInQuery === true && token !== undefined) query.set('access-token', token);
  return `${base.replace(/^http/, 'ws')}${path}?${query}`;
}

export function streamHeaders({ token, tokenInQuery }: Handshake): Record<string, string> {
  return token === undefined || tokenInQuery === true ? {} : { 'x-svc-access-token': token };
}

/** Resolves when the handshake is done. */
export async function openSocket(url: string, headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers });
  await once(socket, 'open');
  return socket;
}

export class StreamClient<Message extends { respType: string }> {
  readonly messages: Message[] = [];
  closed: { code: number; reason: string } | undefined;
  #read = 0;
  #wake: () => void = () => {};

  constructor(
    readonly socket: WebSocket,
    parse: (message: unknown) => Message,
    audioMessage?: (bytes: Buffer) => Message,
  ) {
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? audioMessage?.(data as Buffer) : parse(JSON.parse(String(data)));
      if (message === undefined) throw new Error('audio from an interface that sends none');
      this.messages.push(message);
      this.#wake();
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
      this.#wake();
    });
    socket.on('error', () => {}); // the close that follows reports it
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  start(config: object = { audioFormat: 'pcm_s16le_8k' }, rest: object = {}): void {
    this.send({ command: 'START', config, ...rest });
  }

  audio(...slices: readonly Uint8Array[]): void {
    for (const slice of slices) this.socket.send(slice);
  }

  end(cancel = false): void {
    this.send({ command: 'END', cancel });
  }

  /** The next message that has not been read yet. */
  async next(): Promise<Message> {
    for (;;) {
      const message = this.messages[this.#read];
      if (message) {
        this.#read++;
        return message;
      }
      if (this.closed)
        throw new Error(`closed (${this.closed.code} ${this.closed.reason}) while waiting for a message`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async expect<T extends Message['respType']>(respType: T): Promise<Extract<Message, { respType: T }>> {
    const message = await this.next();
    if (message.respType !== respType) throw new Error(`expected ${respType}, got ${JSON.stringify(message)}`);
    return message as Extract<Message, { respType: T }>;
  }

  /** Reads everything up to and including END. */
  async session(): Promise<Message[]> {
    const seen: Message[] = [];
    for (;;) {
      const message = await this.next();
      seen.push(message);
      if (message.respType === 'END' || message.respType === 'FATAL_ERROR') return seen;
    }
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    while (!this.closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.closed;
  }

  /** Checks that nothing more comes: it asks for a pong, which queues behind every sent message. */
  async quiet(): Promise<readonly Message[]> {
    this.socket.ping();
    await once(this.socket, 'pong');
    return this.messages.slice(this.#read);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.untilClosed();
  }
}
