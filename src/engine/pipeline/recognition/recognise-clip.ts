// A whole clip through the stages of a live session; all of it is one sentence.
import type { Sentence } from '../../../protocol/engine/recognition.js';
import type { RecognitionClipParams, RecognitionClipResult } from '../../channel/messages.js';
import type { Clip } from '../audio/clip.js';
import { type RecognitionParts, RecognitionSession } from './recognition.js';

/** Placeholder: clips have no endpoints. */
const noEndpoint = { headMs: 0, tailMs: 0, endMs: 0, maxSegmentMs: 0, threshold: 1 };

/** Recognises a clip. `nextTurn`: live sessions go on meanwhile. `parts.frontends` must take slices of any length. */
export function recogniseClip(
  clip: Clip,
  params: Omit<RecognitionClipParams, 'format' | 'maxMs'>,
  parts: RecognitionParts,
  nextTurn: () => Promise<void>,
): Promise<RecognitionClipResult> {
  return new Promise((resolve, reject) => {
    let sentence: Sentence | undefined;
    let audioMs = 0;
    const whole = {
      ...params,
      mode: 'clip',
      coding: clip.coding,
      audioMaxMs: Number.POSITIVE_INFINITY,
      endpoint: noEndpoint,
      interimResults: false,
    } as const;
    const session = new RecognitionSession(whole, parts, {
      event: (said) => {
        if (said.type === 'sentence') sentence = said.sentence;
      },
      ended: () => {
        if (sentence !== undefined) resolve({ sentence, sampleRateHz: clip.sampleRateHz, audioMs });
        else reject(new Error('the recognition of a recording ended without a result'));
      },
      failed: reject,
    });
    const feed = async () => {
      for (const slice of clip.slices) {
        session.push(slice);
        while (session.isBehind) await nextTurn();
      }
      audioMs = Math.round(session.audioMs);
      session.end(false);
    };
    feed().catch((fault: unknown) => {
      session.release();
      reject(fault);
    });
  });
}
