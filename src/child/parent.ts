// The side of a child that stays: the pipe to the gateway that started it (lasting.ts). Without a gateway there is no work: its
// death closes the pipe and ends the child.
import { Socket } from 'node:net';
import { FrameReader, FrameWriter, type SliceMessage } from './frames.js';
import { childPipe, type Ping, type Pong } from './lasting.js';

export interface Parent<To extends { readonly type: string }, From extends { readonly type: string }> {
  send(message: From): void;
  /** Receives messages from now on. Pings are answered here. */
  receive(take: (message: To | SliceMessage) => void): void;
  /** Ends the process once everything has been sent. */
  exit(): void;
}

export function parent<To extends { readonly type: string }, From extends { readonly type: string }>(
  frameBytes: number,
): Parent<To, From> {
  const pipe = new Socket({ fd: childPipe, readable: true, writable: true });
  const writer = new FrameWriter<From | Pong>(pipe, frameBytes);
  pipe.on('close', () => process.exit(0));
  pipe.on('end', () => process.exit(0));
  pipe.on('error', () => process.exit(0));
  process.stderr.on('error', () => {}); // whoever read it may have gone
  // A Ctrl-C reaches the whole process group; the gateway decides when a child stops.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  return {
    send: (message) => writer.send(message),
    receive: (take) => {
      const reader = new FrameReader<To | Ping>((message) => {
        if (isPing(message)) writer.send(pongTo(message));
        else take(message);
      }, frameBytes);
      pipe.on('data', (chunk: Buffer) => reader.push(chunk));
    },
    exit: () => writer.end(() => process.exit(0)),
  };
}

const isPing = (message: { readonly type: string }): message is Ping => message.type === 'ping';

const pongTo = ({ sequence }: Ping): Pong => ({
  ...{ type: 'pong', sequence, rssBytes: process.memoryUsage.rss() },
  activeMs: performance.eventLoopUtilization().active,
});
