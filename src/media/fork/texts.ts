// The text messages of a switch on a fork: what it tells of the call before the audio, and events later. Switches differ in
// the names of the same things; every form is read, whatever the subprotocol.
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { parseJson } from '../../protocol/wire/json.js';
import type { CallCoding, CallRateHz, Description } from '../call.js';

export type ForkText =
  | { readonly kind: 'facts'; readonly facts: CallTexts }
  | { readonly kind: 'answered' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'key' };

export interface CallTexts extends Description {
  /** The audio, as far as the switch names it. */
  readonly coding?: CallCoding;
  readonly sampleRateHz?: CallRateHz;
  readonly channels?: 1 | 2;
  /** The control messages are those of Asterisk's WebSocket channel, in this form. */
  readonly asterisk?: 'text' | 'json';
}

type Members = Readonly<Record<string, unknown>>;

const idKeys = ['uuid', 'callSid', 'call_sid', 'callId', 'channel_id', 'connection_id'] as const;
const audioKeys = ['sampleRate', 'mixType'];
const mediaStartKeys = ['event', 'type', 'format', 'optimal_frame_size', 'ptime'];

/** Throws INVALID_ARGUMENT for audio that is not served. */
export function readForkText(text: string): ForkText {
  const json = membersOf(text);
  if (json === undefined) return readLine(text);
  const event = json.event ?? json.type;
  switch (event) {
    case 'MEDIA_START':
      return { kind: 'facts', facts: mediaStart(json, 'json') };
    case 'DTMF_END':
      return { kind: 'key' };
    default:
  }
  if (json.event === 'answered') return { kind: 'answered' };
  if (json.event === 'stop') return { kind: 'stop' };
  const { sampleRate, mixType } = json;
  const channels = typeof mixType === 'string' ? channelsOf(mixType) : undefined;
  return {
    kind: 'facts',
    facts: {
      ...(sampleRate !== undefined && { sampleRateHz: rateOf(sampleRate) }),
      ...(channels !== undefined && { channels }),
      ...named(json, audioKeys),
    },
  };
}

/** A text that is no JSON: a control line of Asterisk, or anything else. */
function readLine(text: string): ForkText {
  const [word, ...pairs] = text.trim().split(/\s+/);
  if (word === 'DTMF_END') return { kind: 'key' };
  if (word !== 'MEDIA_START') return { kind: 'facts', facts: { extraInfo: cut(text.trim(), limits.extraInfoBytes) } };
  const members: Record<string, string> = Object.create(null);
  for (const pair of pairs) {
    const colon = pair.indexOf(':');
    if (colon > 0) members[pair.slice(0, colon)] = pair.slice(colon + 1);
  }
  return { kind: 'facts', facts: mediaStart(members, 'text') };
}

function membersOf(text: string): Members | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return parseJson(text) as Members;
  } catch {
    return undefined; // broken JSON is treated like any other text
  }
}

const asteriskFormats: Readonly<Record<string, { readonly coding: CallCoding; readonly sampleRateHz: CallRateHz }>> = {
  ulaw: { coding: 'ulaw', sampleRateHz: 8_000 },
  alaw: { coding: 'alaw', sampleRateHz: 8_000 },
  slin: { coding: 'pcm_s16le', sampleRateHz: 8_000 },
  slin16: { coding: 'pcm_s16le', sampleRateHz: 16_000 },
};

function mediaStart(members: Members, asterisk: 'text' | 'json'): CallTexts {
  const { format } = members;
  const audio = format === undefined ? {} : asteriskFormat(format);
  return { ...audio, channels: 1, ...named(members, mediaStartKeys), asterisk };
}

function asteriskFormat(format: unknown) {
  const name = String(format);
  if (Object.hasOwn(asteriskFormats, name)) return asteriskFormats[name];
  throw new ServiceError(
    'INVALID_ARGUMENT',
    `format: must be one of ${Object.keys(asteriskFormats).join(', ')}; name it where the channel is dialled, such as c(alaw)`,
  );
}

function rateOf(value: unknown): CallRateHz {
  const rate = Number(value);
  if (rate === 8_000 || rate === 16_000) return rate;
  throw new ServiceError(
    'INVALID_ARGUMENT',
    'sampleRate: must be 8000 or 16000 (Hz); let the switch send one of these, such as 8k of uuid_audio_fork or sampleRate of listen',
  );
}

const channelsOf = (mixType: string): 1 | 2 | undefined =>
  mixType === 'stereo' ? 2 : mixType === 'mono' || mixType === 'mixed' ? 1 : undefined;

/** `taken` lists the members that have been read; all others are facts about the call. */
function named(members: Members, taken: readonly string[]): Pick<CallTexts, 'id' | 'extraInfo'> {
  const isName = (value: unknown) => (typeof value === 'string' && value !== '') || Number.isFinite(value);
  const key = idKeys.find((each) => isName(members[each]));
  const rest = Object.entries(members).filter(([name]) => name !== key && !taken.includes(name));
  const extraInfo = rest.length === 0 ? '' : cut(JSON.stringify(Object.fromEntries(rest)), limits.extraInfoBytes);
  return { ...(key !== undefined && { id: cut(String(members[key]), limits.fork.idBytes) }), extraInfo };
}

function cut(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  return Buffer.from(text)
    .subarray(0, mostBytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
}
