// Clients that do random actions on a stream, the messages that the service may send them, and the order of these.
import fc from 'fast-check';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { addon, encodings } from '../../../src/native/index.js';
import { silence } from '../audio/tones.js';
import { timeFactor } from '../time-factor.js';

export type Action =
  | { does: 'text'; text: string }
  | { does: 'slice'; bytes: Uint8Array }
  | { does: 'fragments'; bytes: Uint8Array }
  | { does: 'ping' }
  /** waits for a further message of the service */
  | { does: 'hear' }
  | { does: 'pause'; ms?: number }
  /** stops reading for `ms` */
  | { does: 'stall'; ms: number }
  | { does: 'close'; how: 'close' | 'terminate' | 'raw' };

const packed = Buffer.from(new addon.Packer(encodings.svc_speex, 8_000, 8).pack(silence(100)));
const opus = Buffer.from(new addon.Packer(encodings.svc_opus, 8_000, 16_000).pack(silence(100)));
const start = (config: object) => JSON.stringify({ command: 'START', config });
const text = (value: string): Action => ({ does: 'text', text: value });

/** A random action. `configs` open a session, and `slices` are good audio for some of them. */
export function randomAction(configs: readonly object[], slices: readonly Uint8Array[]): fc.Arbitrary<Action> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...configs).map((config) => text(start(config))) },
    { weight: 2, arbitrary: fc.object().map((config) => text(start(config))) },
    { weight: 2, arbitrary: fc.jsonValue().map((value) => text(JSON.stringify(value) ?? 'null')) },
    { weight: 1, arbitrary: fc.string({ maxLength: 200 }).map(text) },
    { weight: 1, arbitrary: fc.constant(text(`{"a":${'['.repeat(5_000)}`)) },
    { weight: 4, arbitrary: fc.boolean().map((cancel) => text(JSON.stringify({ command: 'END', cancel }))) },
    { weight: 8, arbitrary: fc.constantFrom(...slices).map((bytes): Action => ({ does: 'slice', bytes })) },
    { weight: 3, arbitrary: fc.constantFrom(packed, opus).map((bytes): Action => ({ does: 'slice', bytes })) },
    { weight: 3, arbitrary: fc.uint8Array({ maxLength: 4_000 }).map((bytes): Action => ({ does: 'slice', bytes })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(packed, opus), fc.nat(), fc.nat(255))
        .map(([slice, at, value]): Action => ({ does: 'slice', bytes: changed(slice, at, value) })),
    },
    { weight: 1, arbitrary: fc.constantFrom(...slices).map((bytes): Action => ({ does: 'fragments', bytes })) },
    { weight: 1, arbitrary: fc.constant<Action>({ does: 'ping' }) },
    { weight: 2, arbitrary: fc.constant<Action>({ does: 'pause' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('close', 'terminate', 'raw').map((how): Action => ({ does: 'close', how })),
    },
  );
}

function changed(slice: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(slice);
  copy[at % copy.length] = value;
  return value % 3 === 0 ? copy.subarray(0, at % copy.length) : copy;
}

/** Does all actions as fast as the socket takes them, and returns the service's messages. */
export async function behave<Message>(
  url: string,
  headers: Record<string, string>,
  actions: readonly Action[],
  parse: (message: unknown) => Message,
  audioMessage?: () => Message,
): Promise<Message[]> {
  const socket = new WebSocket(url, { headers });
  const said: Message[] = [];
  socket.on('message', (data, isBinary) =>
    said.push(isBinary && audioMessage ? audioMessage() : parse(JSON.parse(String(data)))),
  );
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('unexpected-response', (_, response) => reject(new Error(`refused with ${response.statusCode}`)));
  });
  for (const each of actions) {
    if (socket.readyState !== WebSocket.OPEN) break;
    if (each.does === 'hear') await more(socket);
    else await perform(socket, each);
  }
  if (socket.readyState === WebSocket.OPEN) socket.close();
  await closed;
  return said;
}

/** Resolves at the next message, or after a while, since there may be none. */
function more(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(enough);
      socket.off('message', done).off('close', done);
      resolve();
    };
    const enough = setTimeout(done, 100 * timeFactor);
    socket.on('message', done).on('close', done);
  });
}

async function perform(socket: WebSocket, each: Exclude<Action, { does: 'hear' }>): Promise<void> {
  switch (each.does) {
    case 'text':
      socket.send(each.text);
      return;
    case 'slice':
      socket.send(each.bytes);
      return;
    case 'fragments':
      for (let at = 0; at < each.bytes.length; at += 500) {
        socket.send(each.bytes.subarray(at, at + 500), { binary: true, fin: at + 500 >= each.bytes.length });
      }
      return;
    case 'ping':
      socket.ping();
      return;
    case 'pause':
      await new Promise((resolve) => setTimeout(resolve, each.ms ?? 2));
      return;
    case 'stall':
      socket.pause();
      await new Promise((resolve) => setTimeout(resolve, each.ms));
      socket.resume();
      return;
    case 'close':
      if (each.how === 'close') socket.close();
      else if (each.how === 'terminate') socket.terminate();
      // a frame with reserved bits set: the protocol itself is broken
      else
        (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
          Buffer.from([0xf2, 0x80, 0, 0, 0, 0]),
        );
  }
}

/**
 * Checks the order: START opens, END closes, the rest lies between; an ERROR in a session is followed by END with
 * reason ERROR.
 */
export function checkOrder(said: readonly { respType: string; reason?: string }[]): void {
  let inSession = false;
  let failed = false;
  for (const message of said) {
    switch (message.respType) {
      case 'START':
        expect(inSession).toBe(false);
        inSession = true;
        break;
      case 'RESULT':
      case 'EVENT':
      case 'AUDIO':
        expect(inSession && !failed).toBe(true);
        break;
      case 'ERROR':
        failed = inSession;
        break;
      case 'END':
        expect(inSession).toBe(true);
        expect(message.reason === 'ERROR').toBe(failed);
        inSession = false;
        failed = false;
        break;
      case 'FATAL_ERROR':
        expect(message).toBe(said.at(-1));
        break;
    }
  }
}
