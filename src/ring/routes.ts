// POST /v10/asr/ring/{property}/short_audio (specification 2, 4.3): JSON around BASE64, or the bare audio.
import type { Engines } from '../engine/client/client.js';
import { jsonOrOctetsBody, type Route, route } from '../http/route.js';
import type { RingVerdict } from '../protocol/engine/ring.js';
import { limits } from '../protocol/limits.js';
import { parseSpeechProperty, speechParams } from '../protocol/wire/property.js';
import { RingClipBody, RingClipReply } from '../protocol/wire/ring-messages.js';
import { recordName, releaseAudio } from '../protocol/wire/speech-messages.js';
import { fromJson, fromOctets, screenOnce } from './one-shot.js';

export interface RingRouteParts {
  readonly engines: Pick<Engines, 'hear' | 'mayHear'>;
  readonly maxMs: number;
  readonly keywordConfidence: number;
  readonly onVerdict?: (verdict: RingVerdict) => void;
}

export function ringRoutes(parts: RingRouteParts): Route[] {
  return [
    route({
      id: 'ring.shortAudio',
      method: 'POST',
      path: '/v10/asr/ring/:property/short_audio',
      summary: 'Screen a whole recording of early media',
      auth: 'token',
      screens: true,
      params: speechParams,
      headers: {
        'X-Svc-Config':
          'Required with application/octet-stream, may be empty: key=value,key=value of extraInfo, recordId, userId, audioFormat, audioChannel, answeredAtMs.',
      },
      admit: (client) => parts.engines.mayHear('ring', client),
      body: jsonOrOctetsBody(RingClipBody, limits.http.audioJsonBodyBytes, limits.http.audioBytes, 'audio'),
      reply: RingClipReply,
      errors: [
        'MALFORMED_PROPERTY',
        'PROPERTY_NOT_FOUND',
        'UNDECODABLE_AUDIO',
        'AUDIO_TOO_LONG',
        'ENGINE_UNAVAILABLE',
        'OVERLOADED',
      ],
      example: {
        params: { property: 'cn_8k_common' },
        // 20 ms of A-law silence
        body: { config: { audioFormat: 'alaw_8k' }, audio: Buffer.alloc(160, 0xd5).toString('base64') },
      },
      invalid: {
        params: { property: 'cn_8k_common' },
        body: { config: { audioFormat: 'mp3' }, audio: '' },
        status: 400,
      },
      handle: async ({ params, body, headers, traceToken, log, client, signal }) => {
        const property = parseSpeechProperty(params.property);
        const request = body.kind === 'json' ? fromJson(body.json) : fromOctets(body.octets, headers['x-svc-config']);
        const { reply, heard } = await screenOnce(request, property, traceToken, {
          ...parts,
          origin: { client, signal },
        });
        const { resultId, keyword } = heard.verdict;
        if (body.kind === 'json') releaseAudio(body.json.audio);
        const { extraInfo, recordId } = request;
        const facts = { property: property.name, resultId, keyword, audioMs: heard.evidence.audioMs };
        log.info({ ...facts, extraInfo, record: recordName(recordId) }, 'ring verdict');
        parts.onVerdict?.(heard.verdict);
        return reply;
      },
    }),
  ];
}
