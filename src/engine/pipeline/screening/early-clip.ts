// A whole clip that arrives before the models are loaded. If it holds nothing but tones and short silence, it is
// answered at once; any other clip waits, since a voice may say more than its tones.
import type { RingClipResult } from '../../channel/messages.js';
import type { Judge } from './screening.js';

/** Difference between the edges of a tone and of its sound, as two detectors see them. */
const edgeMs = 60;
/**
 * Longest rest of a clip after its last tone: a sound that has not ended is not reported, and a longer one may be a
 * voice.
 */
const unknownMs = 1_000;

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Screens by tones alone; undefined if the clip may hold something else too. */
export async function onlyTones(
  judge: Judge,
  screen: (judge: Judge) => Promise<RingClipResult>,
): Promise<RingClipResult | undefined> {
  const tones: Stretch[] = [];
  const sounds: Stretch[] = [];
  const result = await screen({
    take: (event) => {
      if (event.type === 'burst') (event.kind === 'tone' ? tones : sounds).push(event);
      return judge.take(event);
    },
    evidence: (heard) => judge.evidence(heard),
  });
  const isTone = ({ fromMs, toMs }: Stretch) =>
    tones.some((tone) => tone.fromMs <= fromMs + edgeMs && tone.toMs >= toMs - edgeMs);
  const knownMs = Math.max(0, ...tones.map(({ toMs }) => toMs));
  return sounds.every(isTone) && result.evidence.audioMs - knownMs <= unknownMs ? result : undefined;
}
