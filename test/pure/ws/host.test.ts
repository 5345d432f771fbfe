// The host's services to every streaming capability, with a small protocol of the test's own in place of an engine:
// backpressure both ways, dead peers, and protocols that take no audio.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ServiceError } from '../../../src/protocol/errors.js';
import type { SessionOut, StreamLimits, StreamProtocol, StreamSession } from '../../../src/session/protocol.js';
import { createStreamHost, type StreamHost } from '../../../src/ws/host.js';

const identity = { appkey: 'test', developerId: 1, tenantId: 'own' };
const checks = {
  secret: () => null,
  appkey: () => identity,
  ownerOf: () => undefined,
  token: () => identity,
  tenant: () => null,
  admin: () => false,
};

/** Generous: a loaded or emulated machine is slow, not wrong. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 15_000 });

let server: Server | undefined;
let host: StreamHost | undefined;
afterEach(async () => {
  host?.stop();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

interface Scene {
  readonly url: string;
  /** of the session that was opened last */
  readonly out: () => SessionOut;
  readonly slices: number[];
  readonly closed: () => number;
}

async function scene(
  behaviour: Partial<StreamProtocol & StreamSession> = {},
  limits: Partial<StreamLimits> = {},
): Promise<Scene> {
  const slices: number[] = [];
  let out: SessionOut | undefined;
  let closed = 0;
  const session: StreamSession = {
    command: () => 'going-on',
    push: (slice) => slices.push(slice.length) > 0,
    close: () => closed++,
    ...behaviour,
  };
  const protocol: StreamProtocol = {
    commands: ['CANCEL'],
    takesAudio: true,
    start: (_message, _traceToken, sessionOut) => {
      out = sessionOut;
      return { session };
    },
    ...behaviour,
  };
  host = createStreamHost({
    routes: [{ id: 'test', path: '/test/:what', summary: 'test', auth: 'token', open: () => protocol }],
    checks,
    realm: 'test',
    log: pino({ level: 'silent' }),
    newTraceToken: () => 'trace',
    limits,
  });
  server = createServer();
  server.on('upgrade', (request, socket, head) => host?.upgrade(request, socket, head, false));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/test/x?appkey=test&access-token=t`;
  return {
    url,
    slices,
    closed: () => closed,
    out: () => {
      if (!out) throw new Error('no session');
      return out;
    },
  };
}

async function client(url: string): Promise<{ socket: WebSocket; said: { respType?: string; part?: number }[] }> {
  const socket = new WebSocket(url);
  const said: { respType?: string; part?: number }[] = [];
  socket.on('message', (data, isBinary) => said.push(isBinary ? {} : JSON.parse(String(data))));
  socket.on('error', () => {});
  await once(socket, 'open');
  socket.send('{"command":"START"}');
  await waitFor(() => expect(said).toHaveLength(1));
  return { socket, said };
}

describe('a client that does not read', () => {
  const filler = 'x'.repeat(64 * 1024);
  /** The kernel takes a good deal before anything waits in the process. */
  const flood = (out: SessionOut, parts: number, droppable: boolean) => {
    for (let part = 0; part < parts; part++)
      out.send({ respType: 'RESULT', part, filler } as { respType: string }, droppable);
  };

  it('loses interim results, and only those, once the soft limit is reached', async () => {
    const { url, out } = await scene();
    const { socket, said } = await client(url);
    socket.pause();
    flood(out(), 100, true);
    out().send({ respType: 'RESULT', part: 1_000 } as { respType: string }, false);
    socket.resume();
    await waitFor(() => expect(said.at(-1)?.part).toBe(1_000));
    const parts = said.slice(1, -1).map(({ part }) => part ?? Number.NaN);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.length).toBeLessThan(100);
    expect(parts).toEqual(parts.map((_, index) => index)); // the first ones came, in order
    socket.terminate();
  });

  it('is disconnected at the hard limit, and its session is closed', async () => {
    const { url, out, closed } = await scene();
    const { socket } = await client(url);
    const gone = once(socket, 'close');
    socket.pause();
    flood(out(), 200, false);
    await waitFor(() => expect(closed()).toBe(1));
    expect(host?.connections).toBe(0);
    socket.resume();
    await gone;
  });

  it('is disconnected when nothing moves for the stall limit', async () => {
    const { url, out, closed } = await scene({}, { pingMs: 20, stalledMs: 100, hardBufferedBytes: 100 * 1024 * 1024 });
    const { socket } = await client(url);
    socket.pause();
    flood(out(), 300, false);
    await waitFor(() => expect(closed()).toBe(1));
    socket.terminate();
  });
});

it('a peer that answers no pings is disconnected', async () => {
  const { url, closed } = await scene({}, { pingMs: 200 });
  const socket = new WebSocket(url, { autoPong: false });
  socket.on('error', () => {});
  await once(socket, 'open');
  socket.send('{"command":"START"}');
  await once(socket, 'close');
  await waitFor(() => expect(closed()).toBe(1));
});

it('a peer that answers pings stays, however long it says nothing', async () => {
  const { url, closed } = await scene({}, { pingMs: 1_000 }); // longer than a busy machine stands still
  const { socket } = await client(url);
  let pings = 0;
  socket.on('ping', () => pings++);
  await waitFor(() => expect(pings).toBeGreaterThan(2));
  expect(closed()).toBe(0);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.terminate();
});

describe('a session whose queue is full', () => {
  it('is not read on until there is room, and the wait does not count against the client', async () => {
    const full = { now: true };
    const { url, out, slices } = await scene(
      {
        push: (slice) => {
          slices.push(slice.length);
          return !full.now;
        },
      },
      { nextSliceMs: 1_000 },
    );
    const { socket, said } = await client(url);
    const slice = Buffer.alloc(64 * 1024);
    socket.send(slice);
    await waitFor(() => expect(slices).toHaveLength(1));
    for (let count = 0; count < 500; count++) socket.send(slice);
    await new Promise((resolve) => setTimeout(resolve, 2_500)); // more than twice the limit for the next slice
    expect(slices.length).toBeLessThan(100);
    expect(socket.bufferedAmount).toBeGreaterThan(0);
    full.now = false;
    out().room();
    await waitFor(() => expect(slices).toHaveLength(501));
    await waitFor(() => expect(said.at(-1)).toMatchObject({ respType: 'FATAL_ERROR' })); // now the client is late
  });
});

describe('a protocol that takes no audio', () => {
  it('answers a binary frame with ERROR and END, and sends audio itself', async () => {
    const { url, out, closed } = await scene({ takesAudio: false });
    const { socket, said } = await client(url);
    out().sendAudio(Buffer.from([1, 2, 3]));
    socket.send(Buffer.alloc(10));
    await waitFor(() => expect(said).toHaveLength(4));
    expect(said.map(({ respType }) => respType)).toEqual(['START', undefined, 'ERROR', 'END']);
    expect(closed()).toBe(1);
    socket.terminate();
  });

  it('answers one without a session with ERROR too', async () => {
    const { url } = await scene({ takesAudio: false });
    const socket = new WebSocket(url);
    const said: { respType?: string }[] = [];
    socket.on('message', (data) => said.push(JSON.parse(String(data))));
    await once(socket, 'open');
    socket.send(Buffer.alloc(10));
    socket.send('{"command":"START"}');
    await waitFor(() => expect(said.map(({ respType }) => respType)).toEqual(['ERROR', 'START']));
    socket.terminate();
  });

  it('is told when a client does not read its audio, and when it has read on', async () => {
    let rooms = 0;
    const { url, out } = await scene({ takesAudio: false, room: () => rooms++ });
    const { socket, said } = await client(url);
    socket.pause();
    const slice = Buffer.alloc(64 * 1024);
    expect(out().hasRoom()).toBe(true);
    let sent = 1;
    while (out().sendAudio(slice)) sent++;
    expect(out().hasRoom()).toBe(false);
    expect(rooms).toBe(0);
    socket.resume();
    await waitFor(() => expect(rooms).toBe(1));
    expect(out().hasRoom()).toBe(true);
    await waitFor(() => expect(said).toHaveLength(1 + sent)); // nothing was lost
    socket.terminate();
  });

  it('ends a session at once when its command cancels it, and knows no more of it', async () => {
    const { url, out } = await scene({ takesAudio: false, command: () => 'cancelled' });
    const { socket, said } = await client(url);
    socket.send('{"command":"CANCEL"}');
    await waitFor(() => expect(said).toHaveLength(2));
    expect(said[1]).toMatchObject({ respType: 'END', reason: 'CANCEL' });
    out().sendAudio(Buffer.alloc(1));
    socket.send('{"command":"CANCEL"}'); // the client ended it itself: nothing can have crossed
    await waitFor(() => expect(said.map(({ respType }) => respType)).toEqual(['START', 'END', 'ERROR']));
    socket.terminate();
  });

  it('ignores repeated commands, and one of the others, that crossed with the end of a session', async () => {
    const { url, out } = await scene({ takesAudio: false, commands: ['GET_AUDIO', 'CANCEL'], repeated: ['GET_AUDIO'] });
    const { socket, said } = await client(url);
    out().ended('NORMAL');
    for (const command of ['GET_AUDIO', 'GET_AUDIO', 'CANCEL', 'CANCEL', 'START', 'GET_AUDIO']) {
      socket.send(JSON.stringify({ command }));
    }
    const words = ['START', 'END', 'ERROR', 'START'];
    await waitFor(() => expect(said.map(({ respType }) => respType)).toEqual(words));
    socket.terminate();
  });

  it('has no limit for the next slice', async () => {
    const { url } = await scene({ takesAudio: false }, { nextSliceMs: 1 });
    const { socket, said } = await client(url);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(said).toHaveLength(1);
    socket.terminate();
  });
});

describe('a fault of the protocol', () => {
  it('in START is an ERROR that tells the client nothing of the inside', async () => {
    const { url } = await scene({
      start: () => {
        throw new TypeError('secret detail');
      },
    });
    const socket = new WebSocket(url);
    await once(socket, 'open');
    socket.send('{"command":"START"}');
    const [data] = await once(socket, 'message');
    expect(JSON.parse(String(data))).toMatchObject({ respType: 'ERROR', errCode: 50_000 });
    expect(String(data)).not.toContain('secret');
    socket.terminate();
  });

  it('of the fatal sort ends the connection', async () => {
    const { url, closed } = await scene({
      command: () => {
        throw new ServiceError('STOPPING');
      },
    });
    const { socket, said } = await client(url);
    socket.send('{"command":"CANCEL"}');
    const [code] = await once(socket, 'close');
    expect(code).toBe(1001);
    expect(said.at(-1)).toMatchObject({ respType: 'FATAL_ERROR' });
    expect(closed()).toBe(1);
  });

  it('after the session has ended is ignored: a late word belongs to no session', async () => {
    const { url, out } = await scene();
    const { socket, said } = await client(url);
    const first = out();
    first.ended('NORMAL');
    first.ended('NORMAL');
    first.send({ respType: 'RESULT' }, false);
    first.failed(new ServiceError('INTERNAL'));
    first.room();
    socket.ping();
    await once(socket, 'pong');
    expect(said.map(({ respType }) => respType)).toEqual(['START', 'END']);
    socket.terminate();
  });
});

describe('a START that must look something up first', () => {
  type Words = Readonly<Record<string, unknown>>;
  /** A protocol whose START waits for the test; what its sessions hear is written down. */
  async function waiting() {
    const heard: string[] = [];
    const starts: { grant(): void; refuse(fault: unknown): void; out: SessionOut }[] = [];
    const start = (_: Words, __: string, out: SessionOut) =>
      new Promise<{ session: StreamSession }>((resolve, reject) => {
        const session: StreamSession = {
          command: (command) => {
            heard.push(command);
            return 'ending';
          },
          push: (slice) => heard.push(`${slice.length} bytes`) > 0,
          close: () => heard.push('closed'),
        };
        starts.push({ grant: () => resolve({ session }), refuse: reject, out });
      });
    const { url } = await scene({ start });
    const socket = new WebSocket(url);
    const said: { respType: string; reason?: string }[] = [];
    socket.on('message', (data) => said.push(JSON.parse(String(data))));
    socket.on('error', () => {});
    await once(socket, 'open');
    const nth = async (number: number) => {
      await waitFor(() => expect(starts).toHaveLength(number));
      return starts[number - 1] as (typeof starts)[number];
    };
    const words = () => said.map(({ respType, reason }) => [respType, ...(reason ? [reason] : [])].join(' '));
    return { socket, heard, nth, words };
  }
  const sendAll = (socket: WebSocket, ...messages: (string | number)[]) => {
    for (const each of messages) {
      socket.send(typeof each === 'number' ? Buffer.alloc(each) : JSON.stringify({ command: each }));
    }
  };

  it('keeps audio and commands that arrive meanwhile in their order', async () => {
    const { socket, heard, nth, words } = await waiting();
    sendAll(socket, 'START', 1, 2, 'CANCEL', 'START', 3);
    const first = await nth(1);
    expect(host?.sessions).toBe(1);
    expect([heard, words()]).toEqual([[], []]);
    first.grant();
    await waitFor(() => expect(heard).toEqual(['1 bytes', '2 bytes', 'CANCEL']));
    first.out.ended('CANCEL');
    (await nth(2)).grant();
    await waitFor(() => expect(heard.at(-1)).toBe('3 bytes'));
    expect(words()).toEqual(['START', 'END CANCEL', 'START']);
    socket.terminate();
  });

  it('that is refused is an ERROR; what was sent meanwhile is then as if there were no session', async () => {
    const { socket, heard, nth, words } = await waiting();
    sendAll(socket, 'START', 1, 'CANCEL', 'START');
    (await nth(1)).refuse(new ServiceError('OVERLOADED'));
    (await nth(2)).grant();
    await waitFor(() => expect(words()).toEqual(['ERROR', 'ERROR', 'START'])); // the second: CANCEL without a session
    expect(heard).toEqual([]);
    socket.terminate();
  });

  it('does not read on meanwhile, and reads all of it afterwards', async () => {
    const { socket, heard, nth } = await waiting();
    sendAll(socket, 'START');
    const first = await nth(1);
    const slice = 64 * 1024;
    for (let count = 0; count < 200; count++) sendAll(socket, slice);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(socket.bufferedAmount).toBeGreaterThan(0);
    first.grant();
    await waitFor(() => expect(heard).toHaveLength(200));
    socket.terminate();
  });

  it('whose client has gone closes the session that it gets', async () => {
    const { socket, heard, nth } = await waiting();
    sendAll(socket, 'START');
    const first = await nth(1);
    socket.terminate();
    first.grant();
    await waitFor(() => expect(heard).toEqual(['closed']));
    await waitFor(() => expect(host?.connections).toBe(0));
  });

  it('when the service stops: FATAL_ERROR, and the session that comes late is closed', async () => {
    const { socket, heard, nth, words } = await waiting();
    sendAll(socket, 'START', 1);
    const first = await nth(1);
    host?.close();
    expect(host?.sessions).toBe(1); // a service that drains waits for it
    host?.stop();
    await once(socket, 'close');
    expect(words()).toEqual(['FATAL_ERROR']);
    first.grant();
    await waitFor(() => expect(heard).toEqual(['closed']));
  });

  it('that is refused while the service drains ends the connection', async () => {
    const { socket, nth, words } = await waiting();
    sendAll(socket, 'START');
    const first = await nth(1);
    host?.close();
    first.refuse(new ServiceError('OVERLOADED'));
    await once(socket, 'close');
    expect(words()).toEqual(['ERROR', 'FATAL_ERROR']);
  });
});
