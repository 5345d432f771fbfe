// The audio of one call: a UDP socket that is open as long as the call. RTP is taken from whom the SDP names, or from whom it
// really comes (symmetric RTP); once that is known, everybody else is dropped and counted.
import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { limits } from '../../protocol/limits.js';
import { Rate } from '../../shares/rate.js';
import { JitterBuffer } from './jitter.js';
import { readRtp, silentByte, writeRtp } from './rtp.js';
import type { MediaAddress } from './sdp.js';

export interface PortCounts {
  /** datagrams that came from a sender other than that of the call */
  foreign: number;
  /** packets over the limit per second of a call */
  flooded: number;
  /** packets that are not RTP, or of an unknown kind */
  unknown: number;
}

export interface MediaParts {
  readonly address: string;
  readonly ports: { readonly first: number; readonly count: number };
  readonly nowMs: () => number;
  readonly onAudio: (samples: Int16Array) => void;
}

const known: readonly number[] = [0, 8, 13, 101];
const packetMs = 20;
const { packetsPerS, openingPackets, keepAliveMs } = limits.sip;

export class MediaPort {
  readonly counts: PortCounts = { foreign: 0, flooded: 0, unknown: 0 };
  readonly jitter: JitterBuffer;
  readonly #socket: Socket;
  readonly #parts: MediaParts;
  readonly #rate: Rate;
  readonly #out = {
    sequence: randomBytes(2).readUInt16BE(),
    timestamp: randomBytes(4).readUInt32BE(),
    source: randomBytes(4).readUInt32BE(),
  };
  #remote: MediaAddress | undefined;
  #latched: { readonly key: string; readonly rank: number } | undefined;
  /** senders that were accepted under earlier descriptions */
  readonly #former = new Set<string>();
  #sent = 0;
  #sending: NodeJS.Timeout | undefined;
  #due: NodeJS.Timeout | undefined;
  #firstPacketMs: number | undefined;
  #codec: 0 | 8 = 8;
  #isClosed = false;

  private constructor(socket: Socket, parts: MediaParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#rate = new Rate({ perS: packetsPerS, burst: packetsPerS }, parts.nowMs);
    this.jitter = new JitterBuffer(parts.nowMs, parts.onAudio);
    socket.on('message', (bytes, { address, port }) => this.#receive(bytes, address, port));
    socket.on('error', () => {}); // an unreachable peer shows as missing audio
  }

  /** Throws where no port is free. */
  static async open(parts: MediaParts): Promise<MediaPort> {
    const { first, count } = parts.ports;
    const tries = first === 0 ? 1 : count;
    const from = Math.floor(Math.random() * tries); // so that calls do not queue for the same ports
    for (let at = 0; ; at++) {
      const socket = createSocket({ type: parts.address.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 256 * 1024 });
      try {
        socket.bind(first === 0 ? 0 : first + ((from + at) % tries), parts.address);
        await once(socket, 'listening');
        return new MediaPort(socket, parts);
      } catch (fault) {
        socket.close();
        if (at + 1 >= tries) throw fault;
      }
    }
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** The time of the first audio packet. */
  get firstPacketMs(): number | undefined {
    return this.#firstPacketMs;
  }

  /** Expects audio from this address from now on. Repeating the same address changes at most the codec. */
  expect(remote: MediaAddress, codec: 0 | 8): void {
    if (this.#isClosed) return;
    const isSame = this.#remote?.address === remote.address && this.#remote.port === remote.port;
    this.#remote = remote;
    this.#codec = codec;
    if (isSame) return;
    this.#former.delete(keyOf(remote.address, remote.port));
    if (this.#latched !== undefined && this.#latched.key !== keyOf(remote.address, remote.port)) {
      this.#former.add(this.#latched.key);
      this.#latched = undefined;
    }
    this.#sent = 0;
    clearTimeout(this.#sending);
    this.#send();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#sending);
    clearTimeout(this.#due);
    this.#socket.close();
  }

  #receive(bytes: Buffer, address: string, port: number): void {
    if (this.#isClosed) return;
    if (!this.#rate.take(address)) {
      this.counts.flooded++;
      return;
    }
    const packet = readRtp(bytes);
    if (packet === undefined || !known.includes(packet.payloadType)) {
      this.counts.unknown++;
      return;
    }
    if (!this.#isSender(address, port)) {
      this.counts.foreign++;
      return;
    }
    if (packet.payloadType === 0 || packet.payloadType === 8) this.#firstPacketMs ??= this.#parts.nowMs();
    this.jitter.push(packet);
    this.#await();
  }

  /**
   * Prefers the sender named in the SDP to one with the same address, and that one to any other. No sender is accepted
   * before an SDP.
   */
  #isSender(address: string, port: number): boolean {
    if (this.#remote === undefined) return false;
    const key = keyOf(address, port);
    if (this.#latched?.key === key) return true;
    if (this.#former.has(key)) return false;
    const isNamed = address === this.#remote.address;
    const rank = isNamed && port === this.#remote.port ? 2 : isNamed ? 1 : 0;
    if (this.#latched !== undefined && rank <= this.#latched.rank) return false;
    this.#latched = { key, rank };
    return true;
  }

  #await(): void {
    clearTimeout(this.#due);
    const { dueMs } = this.jitter;
    if (dueMs === Number.POSITIVE_INFINITY) return;
    this.#due = setTimeout(
      () => {
        this.jitter.tick();
        this.#await();
      },
      Math.max(1, dueMs - this.#parts.nowMs()),
    );
  }

  /**
   * Sends silence to the trunk: some trunks send nothing before they received something, and firewalls close unused
   * paths.
   */
  #send(): void {
    if (this.#isClosed || this.#remote === undefined) return;
    const payload = Buffer.alloc(packetMs * 8, silentByte[this.#codec]);
    const { address, port } = this.#remote;
    this.#socket.send(writeRtp({ ...this.#out, payloadType: this.#codec, payload }), port, address, () => {});
    this.#sent++;
    const pauseMs = this.#sent < openingPackets ? packetMs : keepAliveMs;
    this.#out.sequence++;
    this.#out.timestamp = (this.#out.timestamp + pauseMs * 8) >>> 0;
    this.#sending = setTimeout(() => this.#send(), pauseMs);
  }
}

const keyOf = (address: string, port: number): string => `${address} ${port}`;
