// One-shot ring screening, apart from its HTTP face: a body in either mode becomes bytes and a format, an engine hears it.
import type { z } from 'zod';
import type { RingClipResult } from '../engine/channel/messages.js';
import type { ClipOrigin, Engines } from '../engine/client/client.js';
import type { AudioChannel } from '../protocol/engine/audio.js';
import { parseOneShotFormat } from '../protocol/wire/audio-format.js';
import { parseConfigHeader } from '../protocol/wire/config-header.js';
import { validate } from '../protocol/wire/issues.js';
import type { SpeechProperty } from '../protocol/wire/property.js';
import { type RingClipBody, RingClipConfig, type RingClipReply, wireResult } from '../protocol/wire/ring-messages.js';
import { audioOf, rateWarning } from '../protocol/wire/speech-messages.js';

export interface ClipRequest {
  readonly audioFormat: string;
  readonly audioChannel?: AudioChannel | undefined;
  readonly audio: Buffer;
  readonly extraInfo: string;
  readonly recordId: string;
  readonly answeredAtMs?: number | undefined;
}

export function fromJson(body: z.output<typeof RingClipBody>): ClipRequest {
  const { extraInfo, recordId, config } = body;
  return { ...config, audio: audioOf(body.audio), extraInfo, recordId };
}

export function fromOctets(audio: Buffer, configHeader: string | string[] | undefined): ClipRequest {
  return { ...validate(RingClipConfig, parseConfigHeader(configHeader), 'X-Svc-Config'), audio };
}

export async function screenOnce(
  request: ClipRequest,
  property: SpeechProperty,
  traceToken: string,
  parts: {
    readonly engines: Pick<Engines, 'hear'>;
    readonly maxMs: number;
    readonly keywordConfidence: number;
    readonly origin: ClipOrigin;
  },
): Promise<{ reply: z.output<typeof RingClipReply>; heard: RingClipResult }> {
  const format = parseOneShotFormat(request.audioFormat, 'audioFormat');
  const { answeredAtMs } = request;
  const heard = await parts.engines.hear(
    {
      kind: 'ring',
      property: property.name,
      format,
      channel: request.audioChannel,
      maxMs: parts.maxMs,
      keywordConfidence: parts.keywordConfidence,
      ...(answeredAtMs !== undefined && { answeredAtMs }),
    },
    request.audio,
    parts.origin,
  );
  const warning = rateWarning(heard.sampleRateHz, property.sampleRateHz);
  const reply = { traceToken, result: wireResult(heard.verdict, heard.evidence), ...(warning && { warning }) };
  return { reply, heard };
}
