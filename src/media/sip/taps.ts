// The calls that applications place over the trunks of the settings: how many, how fast, and where their messages go.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { NetRules } from '../../net/address-policy.js';
import { type CauseRow, otherSituations, type StopKind } from '../../protocol/engine/ring.js';
import { ServiceError } from '../../protocol/errors.js';
import type { Sessions } from '../../session/sessions.js';
import type { Client } from '../../shares/client.js';
import { Rate } from '../../shares/rate.js';
import type { CallPurpose, Told } from '../call.js';
import { LiveCalls } from '../live-calls.js';
import { type ScreeningParts, screeningPurpose } from '../screening.js';
import { type ScreeningData, statusData } from '../screening-data.js';
import { headerOf, type SipMessage } from './message.js';
import { outcomeOf, type ResultRow } from './outcome.js';
import { replyToStranger } from './replies.js';
import { type PacketFate, type SipFacts, Tap, type TapSettings, type TapState, type Trunk } from './tap.js';
import { type Peer, Transport } from './transport.js';
import { TrunkAddresses } from './trunk-addresses.js';

export interface TapsSettings extends TapSettings {
  readonly port: number;
  readonly trunks: readonly Trunk[];
  readonly callsPerApplication: number;
  readonly callsPerS: number;
}

export interface TapsParts {
  readonly settings: TapsSettings;
  /** Rules for the addresses to which the names of trunks resolve. */
  readonly rules: NetRules;
  readonly sessions: Sessions;
  readonly screening: ScreeningParts;
  /** The rows of the causes that results may have, and their names, as the tables have them now. */
  readonly causes: () => readonly CauseRow[];
  readonly nameOf: (resultId: number) => string | undefined;
  readonly nowMs: () => number;
  readonly log: Logger;
  readonly onPackets: (fate: PacketFate, count: number) => void;
  readonly onEnded: (status: number) => void;
}

export interface Order {
  readonly to: string;
  readonly from: string;
  readonly gateway?: string | undefined;
  readonly property: string;
  readonly stopOn: readonly StopKind[];
  readonly maxMs: number;
  readonly silenceMs: number;
  readonly verdictUrl?: string | undefined;
}

export interface TapReport {
  readonly state: TapState;
  readonly status: number;
}

export class Taps {
  readonly #parts: TapsParts;
  readonly #transport: Transport;
  readonly #addresses: TrunkAddresses;
  readonly #calls = new LiveCalls();
  readonly #rate: Rate;
  readonly #underWay = new Map<string, number>();
  /** by Call-ID, until their last transaction is over */
  readonly #taps = new Map<string, { readonly tap: Tap; readonly appkey: string; readonly uuid: string }>();

  constructor(parts: TapsParts) {
    this.#parts = parts;
    const { address, port, callsPerS, trunks } = parts.settings;
    const { rules, nowMs, log } = parts;
    this.#addresses = new TrunkAddresses({ trunks, rules, ownAddress: address, nowMs, log });
    this.#rate = new Rate({ perS: callsPerS, burst: callsPerS }, parts.nowMs);
    this.#transport = new Transport({
      ...{ address, port, log: parts.log },
      onMessage: (message, from, back) => this.#receive(message, from, back),
      onUnreadable: () => parts.onPackets('unknown', 1),
    });
  }

  /** Opens the SIP socket if a trunk uses UDP. It never throws: the next call tries again. */
  async listen(): Promise<void> {
    const { settings, log } = this.#parts;
    const { trunks, address, port } = settings;
    if (!trunks.some(({ transport }) => transport === 'udp')) return;
    try {
      await this.#transport.listen();
    } catch (fault) {
      const reason = (fault as Error).message;
      log.warn(
        { address, port, reason },
        'the SIP socket could not be opened: check media.sip.address and media.sip.port',
      );
    }
  }

  /** Calls that are not over. */
  get underWay(): number {
    let count = 0;
    for (const each of this.#underWay.values()) count += each;
    return count;
  }

  /** Calls whose last transaction is not over. */
  get remembered(): number {
    return this.#taps.size;
  }

  /** The name of the call. Throws INVALID_ARGUMENT, OVERLOADED, STOPPING and what is wrong with the property. */
  place(order: Order, client: Client & { readonly appkey: string }): string {
    const { settings, sessions, screening, nowMs, log, onPackets } = this.#parts;
    const { trunks, callsPerApplication, callsPerS } = settings;
    const trunk = trunks.find(({ name }) => order.gateway === undefined || name === order.gateway);
    if (trunk === undefined) {
      const names = trunks.map(({ name }) => name).join(', ');
      throw new ServiceError(
        'INVALID_ARGUMENT',
        names === ''
          ? 'gateway: no trunk is configured; set media.sip.trunks'
          : `gateway: must be one of the configured trunks: ${names}`,
      );
    }
    const { appkey } = client;
    const underWay = this.#underWay.get(appkey) ?? 0;
    if (underWay >= callsPerApplication) {
      const text = `this application has ${underWay} calls in progress, which is the limit; wait for verdicts, or cancel some`;
      throw new ServiceError('OVERLOADED', text);
    }
    const { property, stopOn, silenceMs, maxMs, verdictUrl } = order;
    const asked = { property, appkey, stopOn, silenceMs, maxMs, verdictUrl, answered: 'stop' } as const;
    const purpose = screeningPurpose(screening, asked);
    if (!this.#rate.take(appkey)) {
      const text = `this application places more than ${callsPerS} calls a second; place the next one later`;
      throw new ServiceError('OVERLOADED', text);
    }
    const seat = sessions.take(client, true);
    const uuid = randomUUID();
    this.#underWay.set(appkey, underWay + 1);
    const tap = new Tap({
      ...{ uuid, appkey, trunk, settings, sessions, seat, client, nowMs, log, onPackets },
      ...{ to: order.to, from: order.from, maxMs, calls: this.#calls },
      ...{ transport: this.#transport, addresses: this.#addresses },
      purposeOf: (facts) => this.#purpose(purpose, facts),
      onOver: () => this.#over(appkey, tap.status),
      onGone: () => this.#taps.delete(tap.callId),
    });
    this.#taps.set(tap.callId, { tap, appkey, uuid });
    void tap.dial();
    return uuid;
  }

  find(appkey: string, uuid: string): TapReport | undefined {
    const tap = this.#of(appkey, uuid);
    return tap && { state: tap.state, status: tap.status };
  }

  /** False if there is no such call, or it is over already. */
  cancel(appkey: string, uuid: string): boolean {
    const tap = this.#of(appkey, uuid);
    if (tap === undefined || tap.state === 'over') return false;
    tap.cancel();
    return true;
  }

  /** Cancels the calls that ring. */
  async stop(): Promise<void> {
    await Promise.all([...this.#taps.values()].map(({ tap }) => tap.stop()));
    this.#transport.stop();
  }

  #of(appkey: string, uuid: string): Tap | undefined {
    const known = this.#taps.get(`${uuid}@tonegate`);
    return known?.appkey === appkey ? known.tap : undefined;
  }

  #over(appkey: string, status: number): void {
    const left = (this.#underWay.get(appkey) ?? 1) - 1;
    if (left <= 0) this.#underWay.delete(appkey);
    else this.#underWay.set(appkey, left);
    this.#parts.onEnded(status);
  }

  #receive(message: SipMessage, from: Peer, back: (bytes: Buffer) => void): void {
    const caller = this.#taps.get(headerOf(message.headers, 'call-id') ?? '')?.tap.caller;
    if (caller !== undefined) {
      caller.receive(message, back);
      return;
    }
    // An address that is no trunk gets no answer: a forged sender would be sent what it did not ask for.
    if (message.kind === 'response' || message.method === 'ACK') return;
    void this.#addresses.has(from.address).then((isTrunk) => isTrunk && back(replyToStranger(message)));
  }

  /** The screening of a call, with what the signalling says of it. */
  #purpose(screening: CallPurpose, facts: SipFacts): CallPurpose {
    const { causes, nameOf, screening: parts } = this.#parts;
    const told = (data: ScreeningData): ScreeningData => ({
      ...data,
      sip: {
        status: facts.status,
        ...(facts.reason !== undefined && { reason: facts.reason }),
        ...(facts.q850 !== undefined && { q850: facts.q850 }),
        ...(facts.firstRtpMs !== undefined && {
          sinceRtpMs: Math.round(this.#parts.nowMs() - facts.firstRtpMs),
        }),
      },
    });
    const fromStatus = (uuid: string, finishCause: ScreeningData['finishCause'], row: ResultRow) => {
      const call = { uuid, finishCause, causeOf: parts.causeOf };
      return told(statusData(row, call));
    };
    return {
      ...screening,
      dataOf: (message, call): Told | undefined => {
        const said = screening.dataOf(message, call);
        if (said === undefined) return undefined;
        const data = said.data as ScreeningData;
        const isEmpty = data.final && (data.kind === 'other' || data.kind === 'silence');
        if (isEmpty && facts.end !== undefined) {
          const row = outcomeOf(facts.end, causes(), nameOf);
          if (row.resultId !== 0) return { ...said, data: fromStatus(call.uuid, data.finishCause, row) };
        }
        return { ...said, data: told(data) };
      },
      withoutMedia: (call, cause) => {
        const { end, hasRung, isAnswered } = facts;
        if (end !== undefined) return fromStatus(call.uuid, cause, outcomeOf(end, causes(), nameOf));
        if (isAnswered) return fromStatus(call.uuid, cause, otherSituations);
        if (cause === 'timeout' && hasRung) {
          const row = outcomeOf({ status: 408, reason: '' }, [], nameOf);
          return fromStatus(call.uuid, cause, row);
        }
        return told(screening.withoutMedia(call, cause) as ScreeningData);
      },
    };
  }
}
