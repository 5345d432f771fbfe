// Offers and answers of one audio stream in G.711 (RFC 3264, RFC 8866).
import { isIP } from 'node:net';
import { limits } from '../../protocol/limits.js';
import { type Header, headerOf, parted, readParams, SipFault } from './message.js';

export interface MediaAddress {
  readonly address: string;
  readonly port: number;
}

/** A peer's description of the audio. */
export interface RemoteAudio {
  /** undefined if the peer sends us no audio (port 0, 0.0.0.0, inactive, or a codec that is not ours) */
  readonly at: MediaAddress | undefined;
  /** Payload types of G.711 that it names: 0, 8. */
  readonly codecs: readonly number[];
}

const ours: readonly number[] = [0, 8];
/** The codecs that our INVITE offers. */
export const offeredCodecs: readonly number[] = [8, 0];
const sdpType = 'application/sdp';

/** The description of the session in a body, also as one part of several (RFC 5621); undefined: there is none. */
export function sdpOf(headers: readonly Header[], body: Buffer): Buffer | undefined {
  const [type = '', ...params] = parted(headerOf(headers, 'content-type') ?? '', ';');
  if (body.length === 0) return undefined;
  if (type.toLowerCase() === sdpType) return body;
  const { boundary } = readParams(params);
  if (!/^multipart\//i.test(type) || !boundary) return undefined;
  const parts = body
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, 1 + limits.sip.values);
  for (const part of parts) {
    const [, head = '', content = ''] = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? [];
    if (new RegExp(`^content-type[ \\t]*:[ \\t]*${sdpType}[ \\t]*(;|$)`, 'im').test(head))
      return Buffer.from(content, 'latin1');
  }
  return undefined;
}

/** Throws a SipFault. */
export function readSdp(body: Buffer): RemoteAudio {
  const lines = body.toString('latin1').split(/\r?\n/);
  if (lines[0]?.trim() !== 'v=0') throw new SipFault('sdp: must begin with v=0');
  let [sessionAddress, mediaAddress, direction]: (string | undefined)[] = [];
  let media: { port: number; payloads: number[] } | undefined;
  let isIn = true;
  for (const line of lines.slice(1)) {
    const [, type, value = ''] = /^([a-z])=(.*)$/.exec(line.trim()) ?? [];
    if (type === 'm') {
      const [kind, port = '', protocol, ...payloads] = value.split(/\s+/);
      isIn = media === undefined && kind === 'audio' && /^RTP\/AVPF?$/i.test(protocol ?? '');
      if (isIn) media = { port: portOf(port), payloads: payloads.slice(0, limits.sip.values).map(Number) };
    } else if (type === 'c' && isIn) {
      const [network, kind, given = ''] = value.split(/\s+/);
      const address = given.split('/')[0] ?? '';
      if (network !== 'IN' || (kind !== 'IP4' && kind !== 'IP6') || isIP(address) === 0) {
        throw new SipFault('sdp: c= must be like "IN IP4 192.0.2.1"');
      }
      if (media === undefined) sessionAddress = address;
      else mediaAddress = address;
    } else if (type === 'a' && isIn && /^(sendrecv|sendonly|recvonly|inactive)$/.test(value)) direction = value;
  }
  if (media === undefined) return { at: undefined, codecs: [] };
  const codecs = media.payloads.filter((payload) => ours.includes(payload));
  const address = mediaAddress ?? sessionAddress;
  if (address === undefined) throw new SipFault('sdp: has no c= line');
  const isOff = media.port === 0 || codecs.length === 0 || direction === 'inactive' || direction === 'recvonly';
  const isNowhere = address === '0.0.0.0' || address === '::';
  return { at: isOff || isNowhere ? undefined : { address, port: media.port }, codecs };
}

function portOf(text: string): number {
  const port = /^\d{1,5}(\/\d+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  if (!(port <= 65_535)) throw new SipFault('sdp: the port of m= must be a number up to 65535');
  return port;
}

/** The author of a session description, and how often it has changed (o=, RFC 8866, section 5.2). */
export interface SdpOrigin {
  readonly session: number;
  readonly version: number;
}

/** Writes our description: an offer, or the answer to an offer. */
export function writeSdp(
  { address, port }: MediaAddress,
  { session, version }: SdpOrigin,
  codecs: readonly number[] = offeredCodecs,
): string {
  const kind = isIP(address) === 6 ? 'IP6' : 'IP4';
  const names: Readonly<Record<number, string>> = { 0: 'PCMU', 8: 'PCMA' };
  return [
    ...['v=0', `o=- ${session} ${version} IN ${kind} ${address}`, 's=-', `c=IN ${kind} ${address}`, 't=0 0'],
    `m=audio ${port} RTP/AVP ${codecs.join(' ')} 101 13`,
    ...codecs.map((codec) => `a=rtpmap:${codec} ${names[codec]}/8000`),
    ...['a=rtpmap:101 telephone-event/8000', 'a=fmtp:101 0-15', 'a=rtpmap:13 CN/8000', 'a=ptime:20', 'a=sendrecv', ''],
  ].join('\r\n');
}
