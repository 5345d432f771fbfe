// A whole clip that comes before the models are loaded: one that holds nothing but tones and short silence is answered at once, every
// other one waits, since a voice may say what the tones do not.
import type { RingClipResult } from '../../channel/messages.js';
import type { Judge } from './screening.js';

/** Edges of a tone and of the sound that it is, as two detectors see them. */
const edgeMs = 60;
/** A sound that has not ended when the clip does is no stretch yet: silence or not, longer than this it may be a voice. */
const unknownMs = 1_000;

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Screens by tones alone. Undefined: something else may be in the clip too. */
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
