// The times of a fork: how long audio waits for the text, how long a call may last by the wall clock, and that no timer outlives it.
// A small protocol of the test's own stands in place of an engine, and a socket that only remembers.
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fork, type ForkParts, type ForkPurpose } from '../../../../src/media/fork/fork.js';
import { LiveCalls } from '../../../../src/media/live-calls.js';
import { limits } from '../../../../src/protocol/limits.js';
import { SessionMachine } from '../../../../src/session/machine.js';
import type { SessionOut } from '../../../../src/session/protocol.js';
import type { Socket } from '../../../../src/ws/carrier.js';

const log = pino({ level: 'silent' });
const maxMs = 10_000;
const query: ForkParts['query'] = {
  ...({ format: 'l16', rate: 8_000, channels: 1, channel: 'left' } as const),
  ...{ noMediaMs: 5_000, silenceMs: 15_000 },
};
const frame = Buffer.alloc(640);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function scene(calls = new LiveCalls()) {
  const steps: string[] = [];
  let out: SessionOut | undefined;
  let state = 1;
  const socket = {
    OPEN: 1,
    get readyState() {
      return state;
    },
    bufferedAmount: 0,
    isPaused: false,
    protocol: '',
    send: (text: string) => steps.push(text),
    pause: () => {},
    resume: () => {},
    close: (code: number, reason: string) => {
      state = 2;
      steps.push(`close ${code} ${reason}`);
    },
  } as unknown as Socket;
  const purpose: ForkPurpose = {
    protocol: {
      commands: ['ANSWERED', 'END'],
      takesAudio: true,
      start: (_, __, sessionOut) => {
        out = sessionOut;
        steps.push('START');
        const session = {
          command: (command: string) => {
            steps.push(command);
            return command === 'END' ? ('ending' as const) : ('going-on' as const);
          },
          push: (slice: Uint8Array) => steps.push(`slice ${slice.length}`) > 0,
          close: () => steps.push('closed'),
        };
        return { session };
      },
    },
    start: () => ({ command: 'START' }),
    dataOf: ({ respType }, { asked }) =>
      respType === 'END' ? { data: { asked }, finishCause: asked ?? 'match' } : undefined,
    withoutMedia: (_, cause) => ({ cause }),
    ...{ answered: 'tones', hangsUp: false, tells: true, maxMs },
  };
  const fork = new Fork({ purpose, query, calls, place: 'here', newName: () => 'ours', log });
  const carrier = fork.carrier(socket);
  const sessions = new SessionMachine({
    ...{ carrier, protocol: purpose.protocol, limits: { ...limits.stream, ...fork.limits }, log },
    ...{ newTraceToken: () => 'trace', nowMs: () => 0, onError: () => {} },
  });
  const listener = fork.listener(carrier, sessions);
  const gone = () => {
    sessions.gone();
    listener.gone();
  };
  return { steps, listener, gone, ended: () => out?.ended('NORMAL') };
}

it('audio waits two seconds for the text, and no longer', () => {
  const { steps, listener, gone } = scene();
  listener.audio(frame);
  vi.advanceTimersByTime(limits.fork.holdMs - 1);
  expect(steps).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(steps).toEqual(['START', 'slice 640']);
  gone();
});

it('audio that is more than can wait is not kept for the text', () => {
  const { steps, listener, gone } = scene();
  for (let bytes = 0; bytes <= limits.fork.heldBytes; bytes += 64_000) listener.audio(Buffer.alloc(64_000));
  expect(steps[0]).toBe('START');
  gone();
});

it('an answer stands behind the audio that came before it', () => {
  const { steps, listener, gone } = scene();
  listener.audio(frame);
  listener.text(Buffer.from('{"event":"answered"}'));
  listener.text(Buffer.from('{"event":"answered"}'));
  listener.audio(frame);
  expect(steps).toEqual(['START', 'slice 640', 'ANSWERED', 'slice 640']);
  gone();
});

it('audio that comes too slowly is no way to keep a call for ever: the wall clock ends it', () => {
  const { steps, listener, gone, ended } = scene();
  listener.text(Buffer.from('{}'));
  listener.audio(frame);
  for (let atMs = 0; atMs < maxMs + limits.fork.lateMs; atMs += 1_000) {
    expect(steps).not.toContain('END');
    vi.advanceTimersByTime(1_000);
    listener.audio(frame);
  }
  expect(steps).toContain('END');
  ended();
  expect(steps.slice(-2)).toEqual(['{"type":"json","data":{"asked":"timeout"}}', 'close 1000 timeout']);
  gone();
});

it('bytes that drip are no audio', () => {
  const { steps, listener, gone, ended } = scene();
  listener.text(Buffer.from('{}'));
  listener.audio(frame);
  for (let atMs = 0; atMs < query.noMediaMs; atMs += 1_000) {
    expect(steps).not.toContain('END');
    vi.advanceTimersByTime(1_000);
    listener.audio(Buffer.alloc(1));
  }
  ended();
  expect(steps.slice(-2)).toEqual(['{"type":"json","data":{"asked":"noMedia"}}', 'close 1000 noMedia']);
  gone();
});

it('no timer and no name outlives a call, however it ends', () => {
  const ways: ((of: ReturnType<typeof scene>) => void)[] = [
    () => {},
    ({ listener }) => listener.audio(frame),
    ({ listener }) => listener.text(Buffer.from('{"uuid":"same"}')),
    ({ listener }) => {
      listener.text(Buffer.from('{"uuid":"same"}'));
      listener.audio(frame);
    },
    ({ listener }) => listener.text(Buffer.from('{"event":"stop"}')),
    ({ listener }) => listener.text(Buffer.from('{"sampleRate":48000}')),
    ({ listener, ended }) => {
      listener.text(Buffer.from('{"uuid":"same"}'));
      listener.audio(frame);
      listener.text(Buffer.from('{"event":"stop"}'));
      ended();
    },
    () => vi.advanceTimersByTime(query.noMediaMs),
  ];
  const calls = new LiveCalls();
  for (const way of ways) {
    const one = scene(calls);
    way(one);
    one.gone();
    one.gone();
    expect(vi.getTimerCount()).toBe(0);
    expect(one.steps.join()).not.toContain('under way');
  }
});
