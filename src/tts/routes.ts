// POST /v10/tts/synth/{property}/short_text (an extension; specification 2, section 8 gives its limit). It takes a
// short text and returns the same audio as the WebSocket.
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Engines } from '../engine/client/client.js';
import { Answer, lenientBody, type Route, route } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import { voiceParams } from '../protocol/wire/property.js';
import { ShortTextBody } from '../protocol/wire/synthesis-messages.js';
import { mediaType, mediaTypes, SpokenReply, warningHeader } from './short-text.js';
import { prepareSpeech } from './speech.js';
import type { ServedVoices } from './voices.js';

export interface ShortTextParts {
  readonly engines: Pick<Engines, 'openSynthesis'>;
  readonly voices: ServedVoices;
  readonly onEnd?: (end: 'NORMAL' | 'ERROR' | 'CLOSED', audioMs: number) => void;
}

export function synthesisRoutes(parts: ShortTextParts): Route[] {
  return [
    route({
      id: 'tts.shortText',
      method: 'POST',
      path: '/v10/tts/synth/:property/short_text',
      summary: 'Speak a short text (extension)',
      auth: 'token',
      params: voiceParams,
      body: lenientBody(ShortTextBody, limits.synthesis.shortTextBodyBytes),
      reply: z.instanceof(Readable),
      replyType: mediaTypes,
      replyHeaders: {
        'X-Svc-Trace-Token': 'The token by which the log of the gateway names this request.',
        'X-Svc-Warning':
          'The warnings that START would have had (codes 100 and 101), as JSON in ASCII; absent when there are none.',
      },
      errors: ['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND', 'ENGINE_UNAVAILABLE', 'ENGINE_LOST', 'OVERLOADED'],
      example: {
        params: { property: 'cn_zhixingjing_common-h9' },
        body: { text: '您好，请问有什么可以帮您？', config: { format: 'alaw', sampleRate: 8_000 } },
      },
      invalid: {
        params: { property: 'cn_zhixingjing_common-h9' },
        body: { text: '您好', config: { speed: 501 } },
        status: 400,
      },
      handle: async ({ params, body, traceToken, log, signal }) => {
        const voice = parts.voices.find(params.property);
        const prepared = prepareSpeech(body, voice, parts.voices);
        const { config, text, extraInfo } = body;
        const facts = { property: voice.property, config, characters: text.length, extraInfo };
        const reply = await SpokenReply.begin(prepared, signal, {
          engines: parts.engines,
          onEnd: (reason, audioMs) => {
            log.info({ ...facts, end: reason, audioMs }, 'text spoken');
            parts.onEnd?.(reason, audioMs);
          },
        });
        return new Answer(reply, 200, {
          'content-type': mediaType(config.format, config.sampleRate),
          'cache-control': 'no-store',
          'x-svc-trace-token': traceToken,
          ...(prepared.warnings.length > 0 && { 'x-svc-warning': warningHeader(prepared.warnings) }),
        });
      },
    }),
  ];
}
