// POST /v10/asr/freetalk/{property}/short_audio (specification 2, 4.1): JSON around BASE64, or the bare audio.
import { jsonOrOctetsBody, type Route, route } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import { AsrClipBody, AsrClipHeader, AsrClipReply } from '../protocol/wire/asr-messages.js';
import { speechParams } from '../protocol/wire/property.js';
import { recordName, releaseAudio } from '../protocol/wire/speech-messages.js';
import { fromJson, fromOctets, type OneShotParts, recogniseOnce } from './one-shot.js';
import type { ServedProperties } from './properties.js';

export interface AsrRouteParts extends OneShotParts {
  readonly properties: ServedProperties;
  readonly onSentence?: (mode: 'one-shot') => void;
}

export function asrRoutes(parts: AsrRouteParts): Route[] {
  return [
    route({
      id: 'asr.shortAudio',
      method: 'POST',
      path: '/v10/asr/freetalk/:property/short_audio',
      summary: 'Recognise a whole short recording',
      auth: 'token',
      params: speechParams,
      headers: {
        'X-Svc-Config': `Required with application/octet-stream, may be empty: key=value,key=value of ${Object.keys(
          AsrClipHeader.shape,
        ).join(', ')}`,
      },
      admit: (client) => parts.engines.mayHear('asr', client),
      body: jsonOrOctetsBody(AsrClipBody, limits.asr.jsonBodyBytes, limits.http.audioBytes, 'audio'),
      reply: AsrClipReply,
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
        body: {
          config: { audioFormat: 'alaw_8k', addPunc: true },
          audio: Buffer.alloc(160, 0xd5).toString('base64'),
        },
      },
      invalid: {
        params: { property: 'cn_8k_common' },
        body: { config: { audioFormat: 'alaw_8k', nbest: 11 }, audio: '' },
        status: 400,
      },
      handle: async ({ params, body, headers, identity, traceToken, log, client, signal }) => {
        const property = parts.properties.find(params.property);
        const request = body.kind === 'json' ? fromJson(body.json) : fromOctets(body.octets, headers['x-svc-config']);
        const origin = { client, signal };
        const { reply, heard } = await recogniseOnce(
          request,
          property,
          identity.developerId,
          traceToken,
          origin,
          parts,
        );
        if (body.kind === 'json') releaseAudio(body.json.audio);
        const { extraInfo, recordId } = request;
        const facts = { property: property.name, audioMs: heard.audioMs, characters: reply.result.text.length };
        log.info({ ...facts, extraInfo, record: recordName(recordId) }, 'recording recognised');
        parts.onSentence?.('one-shot');
        return reply;
      },
    }),
  ];
}
