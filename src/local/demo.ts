// One engine that speaks, screens and recognises, for the demonstration.
import type { DemoEngine, Screened } from '../cli/demo/demo-engine.js';
import type { EngineSession, Engines } from '../engine/client/client.js';
import { openClip } from '../engine/pipeline/audio/clip.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import { startLocalEngine } from './engine.js';
import { speechOn } from './synthesis.js';
import { transcriberOn, withoutShortEnd } from './transcription.js';

const property = 'cn_8k_common';
const sliceMs = 100;

export async function localDemo(dataDir: string | undefined): Promise<DemoEngine> {
  const startedMs = performance.now();
  const engines = await startLocalEngine(dataDir);
  const startMs = performance.now() - startedMs;
  return {
    ...speechOn(engines),
    ...transcriberOn(engines),
    models: engines.status().flatMap(({ models }) => models.serving.map(({ name }) => name)),
    startMs,
    screen: (alaw) => screen(engines, alaw),
    close: () => engines.stop(),
  };
}

/**
 * Screens a recording as a client of the streaming interface would: START, slices, and END unless a verdict came
 * before.
 */
function screen(engines: Engines, alaw: Uint8Array): Promise<Screened> {
  const startedMs = performance.now();
  const clip = openClip(alaw, { format: 'alaw_8k' }, Number.POSITIVE_INFINITY, sliceMs);
  const audioMaxMs = limits.ring.audioMaxS.max * 1_000;
  const rest = withoutShortEnd(clip.slices, clip.coding)[Symbol.iterator]();
  return new Promise((resolve, reject) => {
    let screened: Screened | undefined;
    const feed = () => {
      for (;;) {
        const { value, done } = rest.next();
        if (done === true) return session.end(false);
        if (!session.push(value)) return;
      }
    };
    const session: EngineSession = engines.openSession(
      { kind: 'ring', property, coding: clip.coding, audioMaxMs, endOnRingback: false },
      (event) => {
        switch (event.type) {
          case 'room':
            feed();
            return;
          case 'result':
            screened = { verdict: event.verdict, evidence: event.evidence, tookMs: performance.now() - startedMs };
            return;
          case 'ended':
            if (screened) resolve(screened);
            else reject(new ServiceError('INTERNAL', 'screening ended without a verdict'));
            return;
          case 'failed':
            reject(event.error);
            return;
          default:
            unreachable(event);
        }
      },
    );
    feed();
  });
}
