// One-shot ring screening, apart from its HTTP face: a body in either mode becomes bytes and a format, an engine hears it.
import type { z } from 'zod';
import type { Engines } from '../engine/client.js';
import type { ClipResult } from '../engine/messages.js';
import { parseOneShotFormat } from '../protocol/audio.js';
import { decodeBase64 } from '../protocol/base64.js';
import { ServiceError } from '../protocol/errors.js';
import { validate } from '../protocol/issues.js';
import { limits } from '../protocol/limits.js';
import type { SpeechProperty } from '../protocol/property.js';
import {
  type RingClipBody,
  RingClipConfig,
  type RingClipReply,
  rateWarning,
  wireResult,
} from '../protocol/ring-messages.js';

export interface ClipRequest {
  readonly audioFormat: string;
  readonly audio: Buffer;
  readonly extraInfo: string;
  readonly recordId: string;
}

export function fromJson(body: z.output<typeof RingClipBody>): ClipRequest {
  if (body.audio.length > limits.http.audioBytes) {
    throw new ServiceError(
      'BODY_TOO_LARGE',
      `audio: ${body.audio.length} BASE64 characters, must be at most ${limits.http.audioBytes}`,
    );
  }
  const { extraInfo, recordId, config } = body;
  return { audioFormat: config.audioFormat, audio: decodeBase64(body.audio, 'audio'), extraInfo, recordId };
}

export function fromOctets(audio: Buffer, configHeader: string | string[] | undefined): ClipRequest {
  return { ...validate(RingClipConfig, parseConfigHeader(configHeader), 'X-Svc-Config'), audio };
}

/** `key=value,key=value`; required even when it is empty (specification 2, 4.1). */
export function parseConfigHeader(header: string | string[] | undefined): Record<string, string> {
  if (header === undefined) {
    throw new ServiceError('INVALID_ARGUMENT', 'X-Svc-Config: required with application/octet-stream; may be empty');
  }
  const text = Array.isArray(header) ? header.join(',') : header;
  const pairs: Record<string, string> = Object.create(null);
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    if (equals < 1) {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `X-Svc-Config: ${JSON.stringify(part.trim().slice(0, 64))} is not key=value`,
      );
    }
    const key = part.slice(0, equals).trim();
    if (key in pairs) throw new ServiceError('INVALID_ARGUMENT', `X-Svc-Config: ${key.slice(0, 64)} is given twice`);
    pairs[key] = part.slice(equals + 1).trim();
  }
  return { ...pairs };
}

export async function screenOnce(
  request: ClipRequest,
  property: SpeechProperty,
  traceToken: string,
  parts: { readonly engines: Pick<Engines, 'screen'>; readonly maxMs: number },
): Promise<{ reply: z.output<typeof RingClipReply>; heard: ClipResult }> {
  const format = parseOneShotFormat(request.audioFormat, 'audioFormat');
  const heard = await parts.engines.screen({ kind: 'ring', format, maxMs: parts.maxMs }, request.audio);
  const warning = rateWarning(heard.sampleRateHz, property.sampleRateHz);
  const reply = { traceToken, result: wireResult(heard.verdict, heard.evidence), ...(warning && { warning }) };
  return { reply, heard };
}
