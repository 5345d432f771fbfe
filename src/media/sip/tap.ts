// One call that is placed to be screened: its signalling, its audio and its session, from the INVITE to the CANCEL.
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { limits } from '../../protocol/limits.js';
import type { Carrier } from '../../session/carrier.js';
import type { SessionMachine } from '../../session/machine.js';
import type { Sessions } from '../../session/sessions.js';
import type { Client } from '../../shares/client.js';
import type { Booking } from '../../shares/share.js';
import { Call, type CallPurpose, type CallSide, callLimits } from '../call.js';
import type { LiveCalls } from '../live-calls.js';
import type { FinishCause } from '../screening-data.js';
import { Caller, type SipEnd } from './caller.js';
import type { Login } from './digest.js';
import { MediaPort } from './media-port.js';
import { allowedMethods } from './replies.js';
import type { RemoteAudio } from './sdp.js';
import { hostPort, type Peer, type Transport } from './transport.js';
import type { TrunkAddresses } from './trunk-addresses.js';

export interface Trunk {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly transport: 'udp' | 'tcp';
  /** Host in From and To; if empty, that of the trunk. */
  readonly domain: string;
  /** User name for the login; empty if the trunk wants none. */
  readonly user: string;
  readonly passwordFile: string;
}

export interface TapSettings {
  readonly address: string;
  readonly publicAddress: string;
  readonly rtpPort: number;
  readonly rtpPorts: number;
}

export interface TapParts {
  readonly uuid: string;
  readonly appkey: string;
  readonly to: string;
  readonly from: string;
  readonly maxMs: number;
  readonly trunk: Trunk;
  readonly settings: TapSettings;
  readonly transport: Transport;
  readonly addresses: Pick<TrunkAddresses, 'of'>;
  readonly sessions: Sessions;
  readonly seat: Booking;
  readonly client: Client;
  readonly calls: LiveCalls;
  readonly nowMs: () => number;
  readonly log: Logger;
  /** The purpose, which asks for what the signalling said when it tells a verdict. */
  readonly purposeOf: (facts: SipFacts) => CallPurpose;
  readonly onPackets: (fate: PacketFate, count: number) => void;
  /** The call no longer counts as one under way. */
  readonly onOver: () => void;
  /** Called when its last transaction is over. */
  readonly onGone: () => void;
}

export type PacketFate = 'taken' | 'late' | 'foreign' | 'flooded' | 'unknown';
export type TapState = 'calling' | 'ringing' | 'earlyMedia' | 'answered' | 'over';

/** The facts of the signalling so far. */
export interface SipFacts {
  /** The newest status, 0 before any. */
  readonly status: number;
  readonly reason: string | undefined;
  readonly q850: number | undefined;
  /** The final response, or what stands for it. */
  readonly end: SipEnd | undefined;
  /** A telephone rang: 180 came. */
  readonly hasRung: boolean;
  readonly isAnswered: boolean;
  readonly firstRtpMs: number | undefined;
}

/** The most audio that is held while the session cannot take it. */
const heldMs = limits.stream.queuedAudioMs;
const bytesPerMs = 16;

export class Tap implements CallSide, SipFacts {
  readonly #parts: TapParts;
  readonly #call: Call;
  readonly #purpose: CallPurpose;
  #port: MediaPort | undefined;
  #caller: Caller | undefined;
  #machine: SessionMachine | undefined;
  #state: TapState = 'calling';
  #hasSeat = true;
  #isStopped = false;
  #isPaused = false;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  status = 0;
  reason: string | undefined;
  q850: number | undefined;
  end: SipEnd | undefined;
  hasRung = false;
  isAnswered = false;

  constructor(parts: TapParts) {
    this.#parts = parts;
    this.#purpose = parts.purposeOf(this);
    this.#call = new Call({
      ...{ purpose: this.#purpose, side: this, noMediaMs: limits.sip.noMediaMs, calls: parts.calls },
      ...{ place: `sip ${parts.appkey}`, newName: () => parts.uuid, log: parts.log },
    });
    this.#call.describe({ id: parts.uuid, extraInfo: '' });
  }

  get state(): TapState {
    return this.#state;
  }

  get callId(): string {
    return `${this.#parts.uuid}@tonegate`;
  }

  get firstRtpMs(): number | undefined {
    return this.#port?.firstPacketMs;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Places the call. It never throws: a failure becomes the end of the call. */
  async dial(): Promise<void> {
    this.#timer = setTimeout(() => this.#timeout(), this.#parts.maxMs);
    try {
      await this.#dial();
    } catch (fault) {
      this.#parts.log.warn({ call: this.#parts.uuid, reason: (fault as Error).message }, 'a call could not be placed');
      this.#ended({ status: 503, reason: 'the trunk cannot be reached', isLocal: true });
    }
    if (this.#caller === undefined) this.#parts.onGone();
  }

  /** The application wants no more of it. */
  cancel(): void {
    this.#call.end('end');
    this.#hangUp();
  }

  /** The gateway stops. Resolves when the trunk knows that the call is over, or a moment later. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#call.abandon();
    this.#release();
    await this.#caller?.part();
  }

  get caller(): Caller | undefined {
    return this.#caller;
  }

  audio = () => ({ coding: 'pcm_s16le', sampleRateHz: 8_000 }) as const;

  /** Nobody listens on this connection: verdicts are kept and posted. */
  tell(): void {}

  over(_cause: FinishCause | undefined): void {
    this.#finish();
  }

  failed(reason: string): void {
    this.#parts.log.warn({ call: this.#parts.uuid, reason }, 'the screening of a call failed');
    this.#finish();
  }

  async #dial(): Promise<void> {
    const { trunk, settings, transport, addresses, log, nowMs, to, from } = this.#parts;
    const login = await loginOf(trunk);
    const address = await addresses.of(trunk);
    const peer: Peer = { transport: trunk.transport, address, port: trunk.port };
    const line = await transport.line(peer);
    if (this.#isStopped || this.#call.isOver) return;
    const port = await MediaPort.open({
      ...{ address: settings.address, ports: { first: settings.rtpPort, count: settings.rtpPorts }, nowMs },
      onAudio: (samples) => this.#heard(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)),
    });
    if (this.#isStopped || this.#call.isOver) {
      port.close();
      return;
    }
    this.#port = port;
    const shown = settings.publicAddress || settings.address;
    this.#caller = new Caller({
      ...{ line, peer, login, to, from, log, callId: this.callId, allowed: allowedMethods },
      domain: trunk.domain || hostPort(trunk.host, trunk.port),
      media: { address: shown, port: port.port },
      contactHost: settings.publicAddress ? line.ownAddress.replace(/^.*:/, `${hostPart(shown)}:`) : line.ownAddress,
      events: {
        progress: (status, audio) => this.#progress(status, audio),
        changed: (audio) => this.#described(audio),
        answered: () => this.#answered(),
        ended: (end) => this.#ended(end),
        gone: () => this.#parts.onGone(),
      },
    });
    this.#caller.start();
  }

  #progress(status: number, audio: RemoteAudio | undefined): void {
    if (this.#call.isOver) return;
    this.status = status;
    if (status === 180) this.hasRung = true;
    if (this.#state === 'calling') this.#state = 'ringing';
    if (audio !== undefined) this.#described(audio);
    else if (status === 183) this.#listen(); // the trunk announces audio but not its address
  }

  #described({ at, codecs }: RemoteAudio): void {
    if (this.#call.isOver) return;
    const [codec] = codecs;
    if (at !== undefined && codec !== undefined) this.#port?.expect(at, codec as 0 | 8);
    this.#state = 'earlyMedia';
    this.#listen();
  }

  /** Begins to wait for audio. */
  #listen(): void {
    if (this.#machine !== undefined || !this.#hasSeat) return;
    const { sessions, seat, client } = this.#parts;
    this.#hasSeat = false; // the seat belongs to the session now
    const machine = sessions.open({
      ...{ carrier: this.#carrier(), protocol: this.#purpose.protocol, client, seat, route: 'sip.call' },
      limits: callLimits(limits.sip.noMediaMs),
    });
    this.#machine = machine;
    this.#call.begin(machine);
  }

  #carrier(): Carrier {
    const tap = this;
    return {
      get isOpen() {
        return tap.#machine !== undefined;
      },
      unsentBytes: 0,
      encode: () => undefined,
      said: (message) => this.#call.said(message),
      send: () => {},
      pause: () => {
        this.#isPaused = true;
      },
      resume: () => this.#resume(),
      end: () => this.#finish(),
      drop: () => this.#finish(),
    };
  }

  /** RTP cannot be paused: audio that comes meanwhile waits, up to a limit. */
  #heard(audio: Buffer): void {
    if (!this.#isPaused) {
      this.#call.audio(audio);
      return;
    }
    if (this.#waitingBytes > heldMs * bytesPerMs) return;
    this.#waiting.push(audio);
    this.#waitingBytes += audio.length;
  }

  #resume(): void {
    this.#isPaused = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const audio of waiting) this.#heard(audio);
  }

  #answered(): void {
    this.isAnswered = true;
    this.status = 200;
    if (!this.#call.isOver) this.#state = 'answered';
    this.#port?.jitter.flush();
    this.#call.answer();
  }

  #ended(end: SipEnd): void {
    this.end = end;
    this.status = end.status;
    this.reason = end.reason || undefined;
    this.q850 = end.q850;
    this.#port?.jitter.flush();
    this.#call.end('end');
  }

  #timeout(): void {
    this.#port?.jitter.flush();
    this.#call.end('timeout');
    this.#hangUp();
  }

  #hangUp(): void {
    this.#caller?.cancel();
  }

  /** The verdict is out. The signalling goes on until its last transaction is over. */
  #finish(): void {
    if (this.#state === 'over') return;
    this.#call.abandon();
    this.#hangUp();
    this.#release();
  }

  /** The port and the place go back at once. */
  #release(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    clearTimeout(this.#timer);
    this.#waiting = [];
    const { onPackets, sessions, seat, onOver } = this.#parts;
    if (this.#port !== undefined) {
      const { counts, jitter } = this.#port;
      for (const fate of ['foreign', 'flooded', 'unknown'] as const) onPackets(fate, counts[fate]);
      for (const fate of ['taken', 'late'] as const) onPackets(fate, jitter.counts[fate]);
      this.#port.close();
    }
    const machine = this.#machine;
    this.#machine = undefined;
    if (machine !== undefined) {
      queueMicrotask(() => {
        machine.gone(); // the session may be handling a message
        sessions.leave(machine);
      });
    } else if (this.#hasSeat) seat.release();
    this.#hasSeat = false;
    onOver();
  }
}

const hostPart = (address: string): string => (address.includes(':') ? `[${address}]` : address);

async function loginOf({ user, passwordFile, name }: Trunk): Promise<Login | undefined> {
  if (user === '') return undefined;
  const password = (await readFile(passwordFile, 'utf8')).replace(/\r?\n$/, '');
  if (password.length > limits.sip.passwordFileBytes) throw new Error(`the password file of trunk ${name} is too long`);
  return { user, password };
}
