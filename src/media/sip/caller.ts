// The signalling of one call that is placed to be heard before anybody answers: INVITE, early dialogs, PRACK, CANCEL, and ACK
// and BYE where an answer crosses them (RFC 3261 sections 9, 12, 13 and 17; RFC 3262; RFC 3311). Nothing is ever answered.
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { limits } from '../../protocol/limits.js';
import { type Challenge, challengeOf, digestAnswer, type Login } from './digest.js';
import {
  branchOf,
  headerOf,
  listOf,
  parted,
  readAddress,
  readParams,
  SipFault,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  sequenceOf,
  tagOf,
  wholeNumber,
  writeMessage,
} from './message.js';
import { badRequest, checkMethod, replyTo, warning } from './replies.js';
import { Requests, repeated } from './requests.js';
import { offeredCodecs, type RemoteAudio, readSdp, sdpOf, writeSdp } from './sdp.js';
import type { Line, Peer } from './transport.js';

/** The end of the signalling, as far as the verdict needs it. */
export interface SipEnd {
  readonly status: number;
  readonly reason: string;
  /** The cause of the header Reason (RFC 3326), if it has one. */
  readonly q850?: number;
  /** The status is ours: the trunk said nothing, or could not be reached. */
  readonly isLocal?: boolean;
}

export interface CallerEvents {
  /** A 1xx other than 100; `audio` where it describes some. */
  progress(status: number, audio: RemoteAudio | undefined): void;
  /** A trunk changes the audio by UPDATE. */
  changed(audio: RemoteAudio): void;
  /** Called when somebody has answered; the call is ended at once. */
  answered(): void;
  /** Called once when the call was refused or has failed, but not after `answered`. */
  ended(end: SipEnd): void;
  /** Called when nothing more can follow. */
  gone(): void;
}

export interface CallerParts {
  readonly line: Line;
  readonly peer: Peer;
  readonly login: Login | undefined;
  /** Host in From and To. */
  readonly domain: string;
  readonly to: string;
  readonly from: string;
  readonly media: { readonly address: string; readonly port: number };
  readonly callId: string;
  readonly contactHost: string;
  readonly events: CallerEvents;
  readonly log: Logger;
  readonly allowed: string;
}

interface Dialog {
  readonly remoteTag: string;
  target: string;
  readonly routes: readonly string[];
  sequence: number;
  /** The CSeq of the trunk's newest request. */
  remoteSequence: number;
  rseq: number | undefined;
  /** The newest description of our side: another one has a higher version (RFC 3264, section 8). */
  described: { readonly version: number; readonly codecs: string };
  ack: Buffer | undefined;
}

interface Invite {
  readonly branch: string;
  readonly sequence: number;
  readonly headers: readonly (readonly [string, string])[];
}

const newBranch = (): string => `z9hG4bK${randomBytes(12).toString('hex')}`;
const { transactionMs, firstReplyMs, challenges: mostChallenges, earlyDialogs, t2Ms, partingMs } = limits.sip;
/** An INVITE is sent again with pauses that go on doubling. */
const inviteMostMs = 16 * t2Ms;

export class Caller {
  readonly #parts: CallerParts;
  readonly #requests = new Requests();
  readonly #dialogs = new Map<string, Dialog>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #tag = randomBytes(8).toString('hex');
  readonly #session = randomBytes(4).readUInt32BE();
  readonly #uri: string;
  /** replies to requests of the trunk, by branch, for requests that are repeated */
  readonly #replies = new Map<string, Buffer>();
  #invite: Invite;
  #sequence = 0;
  #stopSending: () => void = () => {};
  #state: 'trying' | 'proceeding' | 'final' = 'trying';
  #isCancelled = false;
  #isTold = false;
  #challenges = 0;
  #nonces = new Map<string, number>();
  #ack: Buffer | undefined;
  #isGone = false;
  #onFinal: () => void = () => {};

  constructor(parts: CallerParts) {
    this.#parts = parts;
    const { to, domain, peer } = parts;
    this.#uri = `sip:${userOf(to)}@${domain}${peer.transport === 'tcp' ? ';transport=tcp' : ''}`;
    this.#invite = this.#newInvite([]);
  }

  /** True once a final response has come: nothing can be cancelled any more. */
  get isFinal(): boolean {
    return this.#state === 'final';
  }

  start(): void {
    this.#sendInvite();
    this.#after(firstReplyMs, () => {
      if (this.#state !== 'trying' || this.#isCancelled) return;
      this.#isCancelled = true; // cancelled as soon as possible
      this.#stopSending();
      this.#end({ status: 408, reason: 'no reply from the trunk', isLocal: true });
      this.#expire();
    });
  }

  /** The call is no longer wanted. May be called again. */
  cancel(): void {
    if (this.#isCancelled || this.#state === 'final') return;
    this.#isCancelled = true;
    this.#isTold = true;
    this.#expire();
    if (this.#state === 'proceeding') this.#sendCancel(); // before any 1xx there is nothing to cancel
  }

  receive(message: SipMessage, back: (bytes: Buffer) => void): void {
    if (this.#isGone) return;
    try {
      if (message.kind === 'request') this.#request(message, back);
      else this.#response(message);
    } catch (fault) {
      if (!(fault instanceof SipFault)) throw fault;
      this.#parts.log.info({ reason: fault.message }, 'a SIP message of a call was ignored');
      if (message.kind === 'request' && message.method !== 'ACK') back(badRequest(message, fault));
    }
  }

  /** The gateway stops: what rings is cancelled. Resolves when the trunk has confirmed that, or a moment later. */
  async part(): Promise<void> {
    const mayRing = this.#state === 'proceeding';
    this.cancel();
    if (mayRing && !this.#isGone) {
      await new Promise<void>((resolve) => {
        this.#onFinal = resolve;
        this.#after(partingMs, resolve);
      });
    }
    this.#gone();
  }

  #response(response: SipResponse): void {
    const { method, number } = sequenceOf(response.headers);
    const branch = branchOf(response.headers);
    if (tagOf(response.headers, 'from') !== this.#tag) return;
    if (method !== 'INVITE') {
      this.#requests.receive(`${method} ${branch}`, response);
      return;
    }
    if (branch !== this.#invite.branch || number !== this.#invite.sequence) return;
    if (response.status >= 300) this.#refused(response);
    else if (response.status >= 200) this.#answered(response);
    else this.#provisional(response);
  }

  #provisional(response: SipResponse): void {
    if (this.#state === 'final') return;
    this.#stopSending();
    const isFirst = this.#state === 'trying';
    this.#state = 'proceeding';
    if (this.#isCancelled) {
      if (isFirst) this.#sendCancel();
    }
    if (response.status === 100) return;
    const dialog = this.#dialogOf(response);
    if (dialog !== undefined && !this.#acknowledge(dialog, response)) return;
    if (this.#isTold) return;
    this.#parts.events.progress(response.status, this.#audioOf(response));
  }

  /** The audio's address; an SDP that cannot be read gives an unknown one. */
  #audioOf({ headers, body }: SipResponse): RemoteAudio | undefined {
    const sdp = sdpOf(headers, body);
    try {
      return sdp && readSdp(sdp);
    } catch (fault) {
      if (!(fault instanceof SipFault)) throw fault;
      this.#parts.log.info({ reason: fault.message }, 'the audio offered by a SIP trunk cannot be used');
      return { at: undefined, codecs: [] };
    }
  }

  /** False if the response is a repetition or out of order. */
  #acknowledge(dialog: Dialog, { headers }: SipResponse): boolean {
    const rseq = headerOf(headers, 'rseq');
    const isReliable = listOf(headers, 'require').some((each) => each.toLowerCase() === '100rel');
    if (!isReliable || rseq === undefined) return true;
    const number = wholeNumber(rseq, 'rseq');
    if (dialog.rseq !== undefined && number !== dialog.rseq + 1) return false;
    dialog.rseq = number;
    const rack: readonly [string, string] = ['RAck', `${number} ${this.#invite.sequence} INVITE`];
    const { key, bytes } = this.#inDialog(dialog, 'PRACK', [rack]);
    this.#requests.send(this.#parts.line, key, bytes);
    return true;
  }

  #answered(response: SipResponse): void {
    const tag = tagOf(response.headers, 'to');
    const isNew = this.#dialogs.get(tag)?.ack === undefined;
    const dialog = this.#dialogOf(response, 2 * earlyDialogs); // an answer has its place, however many dialogs there were
    if (dialog === undefined) return;
    this.#stopSending();
    this.#requests.end(`CANCEL ${this.#invite.branch}`); // the CANCEL crossed the answer and is not sent again
    this.#state = 'final';
    if (!isNew) {
      if (dialog.ack !== undefined) this.#parts.line.send(dialog.ack); // the trunk did not receive the ACK
      return;
    }
    dialog.ack = this.#inDialog(dialog, 'ACK', []).bytes;
    this.#parts.line.send(dialog.ack);
    if (!this.#isTold) {
      this.#isTold = true;
      this.#parts.events.answered();
    }
    const { key, bytes } = this.#inDialog(dialog, 'BYE', []);
    this.#requests.send(this.#parts.line, key, bytes, () => this.#onFinal());
    this.#expire();
  }

  #refused(response: SipResponse): void {
    const { headers, status } = response;
    if (this.#state === 'final') {
      if (this.#ack !== undefined) this.#parts.line.send(this.#ack);
      return;
    }
    this.#stopSending();
    const { branch, sequence } = this.#invite;
    this.#ack = writeMessage(`ACK ${this.#uri} SIP/2.0`, [
      ...this.#via(branch),
      ...this.#ends(headerOf(headers, 'to') ?? ''),
      ['CSeq', `${sequence} ACK`],
    ]);
    this.#parts.line.send(this.#ack);
    if ((status === 401 || status === 407) && !this.#isCancelled && this.#login(response)) return;
    this.#state = 'final';
    const reason = headers.filter(({ name }) => name === 'reason').flatMap(({ value }) => parted(value, ','));
    const cause = reason.map((each) => parted(each, ';')).find(([protocol]) => protocol?.toUpperCase() === 'Q.850');
    const q850 = Number(cause && readParams(cause.slice(1)).cause);
    this.#end({
      status,
      reason: response.reason.slice(0, 128),
      ...(Number.isInteger(q850) && q850 > 0 && q850 < 128 && { q850 }),
    });
    this.#expire();
    this.#onFinal();
  }

  /** False if the challenge cannot be answered. */
  #login({ headers, status }: SipResponse): boolean {
    const { login, log } = this.#parts;
    if (login === undefined || this.#challenges >= mostChallenges) return false;
    let challenge: Challenge;
    try {
      challenge = challengeOf(headers, status === 401 ? 'www-authenticate' : 'proxy-authenticate');
    } catch (fault) {
      log.info({ reason: (fault as Error).message }, 'a SIP trunk asks for an unknown kind of authentication');
      return false;
    }
    if (this.#challenges > 0 && !challenge.isStale && status === this.#challengedBy) return false; // wrong login
    this.#challenges++;
    this.#challengedBy = status;
    const count = (this.#nonces.get(challenge.nonce) ?? 0) + 1;
    this.#nonces.set(challenge.nonce, count);
    const asked = { method: 'INVITE', uri: this.#uri, clientNonce: randomBytes(8).toString('hex'), count };
    const name = status === 401 ? 'Authorization' : 'Proxy-Authorization';
    const others = this.#invite.headers.filter(([known]) => known !== name);
    this.#dialogs.clear();
    this.#invite = this.#newInvite([...others, [name, digestAnswer(challenge, login, asked)]]);
    this.#state = 'trying';
    this.#sendInvite();
    return true;
  }
  #challengedBy = 0;

  #request(request: SipRequest, back: (bytes: Buffer) => void): void {
    if (request.method === 'ACK') return;
    const branch = branchOf(request.headers);
    const known = this.#replies.get(branch);
    if (known !== undefined) {
      back(known);
      return;
    }
    const reply = this.#replyTo(request);
    if (this.#replies.size < earlyDialogs) this.#replies.set(branch, reply);
    back(reply);
  }

  #replyTo(request: SipRequest): Buffer {
    const { method, headers, body } = request;
    checkMethod(request);
    const dialog = this.#dialogs.get(tagOf(headers, 'from'));
    if (tagOf(headers, 'to') !== this.#tag || dialog === undefined) {
      return replyTo(request, 481, 'Call/Transaction Does Not Exist');
    }
    const { number } = sequenceOf(headers);
    if (number <= dialog.remoteSequence) return replyTo(request, 500, 'Server Internal Error');
    dialog.remoteSequence = number;
    switch (method) {
      case 'UPDATE': {
        const [contact] = listOf(headers, 'contact');
        if (contact !== undefined) dialog.target = readAddress(contact).uri;
        const sdp = sdpOf(headers, body);
        if (sdp === undefined) return replyTo(request, 200, 'OK', [this.#contact()]);
        const audio = readSdp(sdp);
        if (audio.codecs.length === 0) return replyTo(request, 488, 'Not Acceptable Here', [warning(noCodec)]);
        if (!this.#isTold) this.#parts.events.changed(audio);
        const type = ['Content-Type', 'application/sdp'] as const;
        return replyTo(request, 200, 'OK', [this.#contact(), type], this.#answer(dialog, audio.codecs));
      }
      case 'BYE':
        this.#end({ status: 480, reason: 'the trunk ended the call', isLocal: true });
        return replyTo(request, 200, 'OK');
      case 'OPTIONS':
      case 'INFO':
        return replyTo(request, 200, 'OK');
      case 'INVITE':
        return replyTo(request, 488, 'Not Acceptable Here');
      default:
        return replyTo(request, 405, 'Method Not Allowed', [['Allow', this.#parts.allowed]]);
    }
  }

  /** The same description has the same version. */
  #answer(dialog: Dialog, offered: readonly number[]): string {
    const codecs = offered.join(' ');
    const { version, codecs: before } = dialog.described;
    dialog.described = { version: codecs === before ? version : version + 1, codecs };
    return writeSdp(this.#parts.media, { session: this.#session, version: dialog.described.version }, offered);
  }

  /** The early dialog, or that of an answer; undefined: there are too many, or an early one has no tag. */
  #dialogOf({ headers, status }: SipResponse, most: number = earlyDialogs): Dialog | undefined {
    const remoteTag = tagOf(headers, 'to');
    const known = this.#dialogs.get(remoteTag);
    const [contact] = listOf(headers, 'contact');
    if (known !== undefined) {
      if (contact !== undefined) known.target = readAddress(contact).uri;
      return known;
    }
    if ((remoteTag === '' && status < 200) || this.#dialogs.size >= most) return undefined;
    const dialog: Dialog = {
      remoteTag,
      target: contact === undefined ? this.#uri : readAddress(contact).uri,
      routes: listOf(headers, 'record-route').reverse(),
      ...{ sequence: this.#invite.sequence, remoteSequence: -1, rseq: undefined, ack: undefined },
      described: { version: this.#session, codecs: offeredCodecs.join(' ') },
    };
    this.#dialogs.set(remoteTag, dialog);
    return dialog;
  }

  #inDialog(dialog: Dialog, method: string, more: readonly (readonly [string, string])[]) {
    const branch = newBranch();
    const sequence = method === 'ACK' ? this.#invite.sequence : ++dialog.sequence;
    const bytes = writeMessage(`${method} ${dialog.target} SIP/2.0`, [
      ...this.#via(branch),
      ...dialog.routes.map((route) => ['Route', route] as const),
      ...this.#ends(`<${this.#toUri()}>${dialog.remoteTag && `;tag=${dialog.remoteTag}`}`), // RFC 2543 knew no tags
      ['CSeq', `${sequence} ${method}`],
      ...(method === 'ACK' ? this.#invite.headers : []),
      ...more,
    ]);
    return { key: `${method} ${branch}`, bytes };
  }

  #newInvite(headers: Invite['headers']): Invite {
    return { branch: newBranch(), sequence: ++this.#sequence, headers };
  }

  #sendInvite(): void {
    const { branch, sequence, headers } = this.#invite;
    const { media, allowed, line } = this.#parts;
    const lines: (readonly [string, string])[] = [
      ...this.#via(branch),
      ...this.#ends(`<${this.#toUri()}>`),
      ['CSeq', `${sequence} INVITE`],
      this.#contact(),
      ['Allow', allowed],
      ['Supported', '100rel'],
      ['User-Agent', 'tonegate'],
      ...headers,
      ['Content-Type', 'application/sdp'],
    ];
    const bytes = writeMessage(
      `INVITE ${this.#uri} SIP/2.0`,
      lines,
      writeSdp(media, { session: this.#session, version: this.#session }),
    );
    this.#stopSending = repeated(line, bytes, inviteMostMs);
  }

  #sendCancel(): void {
    const { branch, sequence, headers } = this.#invite;
    const bytes = writeMessage(`CANCEL ${this.#uri} SIP/2.0`, [
      ...this.#via(branch),
      ...this.#ends(`<${this.#toUri()}>`),
      ['CSeq', `${sequence} CANCEL`],
      ...headers,
    ]);
    this.#requests.send(this.#parts.line, `CANCEL ${branch}`, bytes);
  }

  #via(branch: string): readonly (readonly [string, string])[] {
    const { line, peer } = this.#parts;
    const via = `SIP/2.0/${peer.transport.toUpperCase()} ${line.ownAddress};branch=${branch};rport`;
    return [
      ['Via', via],
      ['Max-Forwards', '70'],
    ];
  }

  #ends(to: string): readonly (readonly [string, string])[] {
    const { from, domain, callId } = this.#parts;
    return [
      ['From', `<sip:${userOf(from)}@${domain}>;tag=${this.#tag}`],
      ['To', to],
      ['Call-ID', callId],
    ];
  }

  #toUri(): string {
    return `sip:${userOf(this.#parts.to)}@${this.#parts.domain}`;
  }

  #contact(): readonly [string, string] {
    const { from, contactHost, peer } = this.#parts;
    return ['Contact', `<sip:${userOf(from)}@${contactHost};transport=${peer.transport}>`];
  }

  #end(end: SipEnd): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#parts.events.ended(end);
  }

  /** Answers late messages for a while, and then forgets the call. */
  #expire(): void {
    this.#after(transactionMs, () => this.#gone());
  }

  #gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#stopSending();
    this.#requests.stop();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#parts.events.gone();
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }
}

const noCodec = 'the audio must be offered as RTP/AVP with payload type 8 or 0';

/** A user part: `#` has a meaning of its own in an address. */
const userOf = (user: string): string => user.replaceAll('#', '%23');
