// One-shot recognition, apart from its HTTP face: a body in either mode becomes bytes and a configuration, an engine
// hears it.
import type { z } from 'zod';
import type { RecognitionClipResult } from '../engine/channel/messages.js';
import type { ClipOrigin, Engines } from '../engine/client/client.js';
import type { AudioChannel } from '../protocol/engine/audio.js';
import { fromHeader, type GivenConfig } from '../protocol/wire/asr-config.js';
import { type AsrClipBody, AsrClipHeader, type AsrClipReply, wireResults } from '../protocol/wire/asr-messages.js';
import { parseOneShotFormat } from '../protocol/wire/audio-format.js';
import { parseConfigHeader } from '../protocol/wire/config-header.js';
import { validate } from '../protocol/wire/issues.js';
import { audioOf, rateWarning, type Warning } from '../protocol/wire/speech-messages.js';
import { type ConfigureParts, clipParams, settle, wantedOf } from './configure.js';
import type { ServedProperty } from './properties.js';

export interface ClipRequest {
  readonly config: GivenConfig;
  /** The name of the request's format field, for error messages. */
  readonly formatKey: string;
  readonly channel: AudioChannel | undefined;
  readonly audio: Buffer;
  readonly extraInfo: string;
  readonly recordId: string;
  readonly userId: string;
}

/** Our own number: the specification has none for an analysis that is not available. */
const emotionWarning = 107;
const noEmotion: Warning = {
  code: emotionWarning,
  message:
    'sa.checkEmotion: has no effect here, because emotion is judged against earlier sentences and a recording has none',
};

export function fromJson({
  config: { audioChannel, ...config },
  audio,
  ...rest
}: z.output<typeof AsrClipBody>): ClipRequest {
  return { config, channel: audioChannel, formatKey: 'config.audioFormat', audio: audioOf(audio), ...rest };
}

export function fromOctets(audio: Buffer, header: string | string[] | undefined): ClipRequest {
  const where = 'X-Svc-Config';
  const given = validate(AsrClipHeader, parseConfigHeader(header), where);
  const { extraInfo, recordId, userId, audioChannel: channel, ...pairs } = given;
  return { config: fromHeader(pairs), channel, formatKey: `${where}.audioFormat`, audio, extraInfo, recordId, userId };
}

export interface OneShotParts extends ConfigureParts {
  readonly engines: Pick<Engines, 'hear' | 'mayHear'>;
  readonly maxMs: number;
}

export async function recogniseOnce(
  request: ClipRequest,
  property: ServedProperty,
  developerId: number,
  traceToken: string,
  origin: ClipOrigin,
  parts: OneShotParts,
): Promise<{ reply: z.output<typeof AsrClipReply>; heard: RecognitionClipResult }> {
  const settlement = await settle(request.config, { developerId, userId: request.userId }, parts);
  const format = parseOneShotFormat(settlement.config.audioFormat ?? 'auto', request.formatKey);
  const params = { ...clipParams(property, settlement), format, channel: request.channel, maxMs: parts.maxMs };
  const heard = await parts.engines.hear(params, request.audio, origin);
  const rate = rateWarning(heard.sampleRateHz, property.sampleRateHz) ?? [];
  const warning = [...rate, ...settlement.warnings, ...(params.analysis?.emotion ? [noEmotion] : [])];
  const results = wireResults(heard.sentence, { ...wantedOf(settlement), startOffsetMs: 0 });
  return { reply: { traceToken, ...results, ...(warning.length > 0 && { warning }) }, heard };
}
