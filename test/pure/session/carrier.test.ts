// Sessions over a carrier that is no WebSocket: frames on plain TCP, as a switch would send them. A first frame names the
// call and opens its session, audio follows, a last frame ends it; only results have a way back.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import type { Carrier, ServerMessage } from '../../../src/session/carrier.js';
import { SessionMachine } from '../../../src/session/machine.js';
import type { SessionOut, StreamLimits, StreamProtocol, StreamSession } from '../../../src/session/protocol.js';

const frameKind = { end: 0, call: 1, audio: 2 } as const;
const headerBytes = 5;
const longestFrameBytes = 200_000;

function frame(kind: keyof typeof frameKind, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(frameKind[kind], 0);
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}

class TcpCarrier implements Carrier {
  ended: string | undefined;

  constructor(readonly socket: Socket) {}

  get isOpen(): boolean {
    return this.socket.writable;
  }

  get unsentBytes(): number {
    return this.socket.writableLength;
  }

  encode({ respType, ...fields }: ServerMessage): string | undefined {
    return respType === 'RESULT' ? `${JSON.stringify(fields.part)}\n` : undefined;
  }

  send(data: string | Uint8Array, written?: () => void): void {
    this.socket.write(data, written);
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  end(error: ServiceError): void {
    this.ended = error.code;
    this.socket.resume();
    this.socket.end();
  }

  drop(): void {
    this.socket.destroy();
  }
}

/** Brings the frames of a connection to its machine. */
function carry(socket: Socket, machine: SessionMachine): void {
  let kept = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    while (kept.length >= headerBytes) {
      const end = headerBytes + kept.readUInt32BE(1);
      if (end > longestFrameBytes) return machine.tooLong();
      if (kept.length < end) return;
      const payload = kept.subarray(headerBytes, end);
      if (kept[0] === frameKind.call) machine.command({ command: 'START', recordId: String(payload) });
      else if (kept[0] === frameKind.audio) machine.audio(payload);
      else machine.command({ command: 'END' });
      kept = kept.subarray(end);
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => machine.gone());
}

let server: Server | undefined;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await new Promise((resolve) => server?.close(resolve));
});

const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 15_000 });

async function scene(behaviour: Partial<StreamSession> = {}, changes: Partial<StreamLimits> = {}) {
  const heard: string[] = [];
  const errors: string[] = [];
  const outs: SessionOut[] = [];
  const session: StreamSession = {
    command: (command) => {
      heard.push(command);
      return 'ending';
    },
    push: (slice) => heard.push(`${slice.length} bytes`) > 0,
    close: () => heard.push('closed'),
    ...behaviour,
  };
  const protocol: StreamProtocol = {
    commands: ['END'],
    takesAudio: true,
    start: ({ recordId }, _, out) => {
      heard.push(`call ${recordId}`);
      outs.push(out);
      return { session };
    },
  };
  const carriers: TcpCarrier[] = [];
  const machines: SessionMachine[] = [];
  server = createServer((socket) => {
    const carrier = new TcpCarrier(socket);
    const machine = new SessionMachine({
      carrier,
      protocol,
      limits: { ...limits.stream, ...changes },
      log: pino({ level: 'silent' }),
      newTraceToken: () => `trace ${outs.length}`,
      nowMs: () => performance.now(),
      onError: ({ code }) => errors.push(code),
    });
    carry(socket, machine);
    open.push(socket);
    carriers.push(carrier);
    machines.push(machine);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(client);
  let said = '';
  client.on('data', (chunk) => {
    said += chunk;
  });
  client.on('error', () => {});
  await once(client, 'connect');
  await waitFor(() => expect(machines).toHaveLength(1));
  const [machine, carrier] = [machines[0] as SessionMachine, carriers[0] as TcpCarrier];
  return { client, machine, carrier, heard, errors, outs, said: () => said };
}

it('a command that is no text opens and ends a session, and the carrier says only what it has a form for', async () => {
  const { client, machine, heard, outs, said } = await scene();
  client.write(Buffer.concat([frame('call', Buffer.from('a')), frame('audio', Buffer.alloc(640)), frame('end')]));
  await waitFor(() => expect(heard).toEqual(['call a', '640 bytes', 'END']));
  expect(machine.hasSession).toBe(true);
  outs[0]?.send({ respType: 'RESULT', part: 7 } as { respType: string }, false);
  outs[0]?.ended('NORMAL');
  expect(machine.hasSession).toBe(false);
  await waitFor(() => expect(said()).toBe('7\n'));
});

it('what follows an END waits for the end of its session, and then opens the next one', async () => {
  const { client, heard, outs } = await scene();
  const calls = [
    frame('call', Buffer.from('a')),
    frame('end'),
    frame('call', Buffer.from('b')),
    frame('audio', Buffer.alloc(1)),
  ];
  client.write(Buffer.concat(calls));
  await waitFor(() => expect(heard).toEqual(['call a', 'END']));
  outs[0]?.ended('NORMAL');
  await waitFor(() => expect(heard).toEqual(['call a', 'END', 'call b', '1 bytes']));
});

it('a full queue pauses the carrier, and room resumes it', async () => {
  let isFull = true;
  const { client, carrier, heard, outs } = await scene({ push: () => !isFull });
  client.write(Buffer.concat([frame('call'), frame('audio', Buffer.alloc(10))]));
  await waitFor(() => expect(carrier.socket.isPaused()).toBe(true));
  expect(heard).toEqual(['call ']);
  isFull = false;
  outs[0]?.room();
  expect(carrier.socket.isPaused()).toBe(false);
});

it('audio with no session that keeps arriving is fatal: the carrier is ended with the reason', async () => {
  const { client, machine, carrier, errors } = await scene({}, { strayAudioMs: 50 });
  const sending = setInterval(() => client.write(frame('audio', Buffer.alloc(320))), 10);
  await waitFor(() => expect(carrier.ended).toBe('STRAY_AUDIO'));
  clearInterval(sending);
  expect([machine.isClosed, errors]).toEqual([true, ['STRAY_AUDIO']]);
});

it('no audio within a session is fatal, and so is a frame beyond the limit', async () => {
  const late = await scene({}, { nextSliceMs: 50 });
  late.client.write(frame('call'));
  await waitFor(() => expect(late.carrier.ended).toBe('NEXT_SLICE_TIMEOUT'));
  expect(late.heard).toEqual(['call ', 'closed']);
  server?.close();
  const long = await scene();
  long.client.write(frame('call'));
  long.client.write(frame('audio', Buffer.alloc(longestFrameBytes + 1)));
  await waitFor(() => expect(long.carrier.ended).toBe('BODY_TOO_LARGE'));
  expect(long.heard).toEqual(['call ', 'closed']);
});

it('a client that does not read is dropped at the hard limit, and its session is closed', async () => {
  const { client, machine, heard, outs } = await scene();
  client.write(frame('call'));
  await waitFor(() => expect(outs).toHaveLength(1));
  client.pause();
  for (let part = 0; part < 200; part++) {
    outs[0]?.send({ respType: 'RESULT', part: 'x'.repeat(64 * 1024) } as { respType: string }, false);
  }
  await waitFor(() => expect(heard).toEqual(['call ', 'closed']));
  expect(machine.isClosed).toBe(true);
});

it('a client that hangs up closes its session, and a late word goes nowhere', async () => {
  const { client, heard, outs, said } = await scene();
  client.write(frame('call'));
  await waitFor(() => expect(outs).toHaveLength(1));
  client.destroy();
  await waitFor(() => expect(heard).toEqual(['call ', 'closed']));
  outs[0]?.send({ respType: 'RESULT', part: 1 } as { respType: string }, false);
  outs[0]?.failed(new ServiceError('INTERNAL'));
  expect(said()).toBe('');
});

it('a service that stops lets a call end, and then ends the carrier', async () => {
  const { client, machine, carrier, outs, said } = await scene();
  client.write(frame('call'));
  await waitFor(() => expect(outs).toHaveLength(1));
  machine.close();
  expect(machine.hasSession).toBe(true);
  outs[0]?.send({ respType: 'RESULT', part: 1 } as { respType: string }, false);
  outs[0]?.ended('NORMAL');
  expect([machine.hasSession, carrier.ended]).toEqual([false, 'STOPPING']);
  await waitFor(() => expect(said()).toBe('1\n'));
});
