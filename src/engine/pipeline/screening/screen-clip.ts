// A whole clip through the stages of live ring screening.
import type { RingVerdict, TextEvent } from '../../../protocol/engine/ring.js';
import { ServiceError } from '../../../protocol/errors.js';
import type { RingClipResult } from '../../channel/messages.js';
import type { Clip } from '../audio/clip.js';
import { AudioFrontend, anySecond, anySlice } from '../audio/frontend.js';
import { behindMs, type PromptParts, PromptRecogniser } from './prompt-recogniser.js';
import type { Judge } from './screening.js';

/** Audio after which a clip yields, so that it holds up its engine's live sessions by a few ms at most. */
const yieldEveryMs = 10_000;

export interface ScreenClipParts {
  readonly judge: Judge;
  /** Lets the event loop turn: live sessions go on meanwhile, and the recogniser runs. */
  readonly nextTurn: () => Promise<void>;
  readonly prompts?: PromptParts | undefined;
  /** A fresh frontend that takes slices of a second and gives samples at the recogniser's rate. */
  readonly frontend?: AudioFrontend;
  /** Time at which the call was answered; undefined if it was not. */
  readonly answeredAtMs?: number | undefined;
  /** Called if the recogniser fails; the clip is then screened without it. */
  readonly fault?: ((fault: unknown) => void) | undefined;
}

/** Screens the clip to its end, whatever is decided before, so that the evidence covers the whole clip. */
export async function screenClip(clip: Clip, parts: ScreenClipParts): Promise<RingClipResult> {
  const { judge, nextTurn, prompts, answeredAtMs } = parts;
  if (answeredAtMs !== undefined) refuseOutside(answeredAtMs, clip);
  const samplesRateHz = prompts?.recogniser.sampleRateHz;
  const frontend = parts.frontend ?? new AudioFrontend(clip.coding, prompts ? anySecond : anySlice, samplesRateHz);
  let verdict: RingVerdict | undefined;
  const take = (event: Parameters<Judge['take']>[0]) => {
    verdict = judge.take(event) ?? verdict;
  };
  if (answeredAtMs !== undefined) take({ type: 'answered', atMs: answeredAtMs });
  const prompt = prompts && openPrompt(prompts, frontend, take, parts.fault);
  let turnAtMs = yieldEveryMs;
  let isUnderstood = false;
  try {
    for (const slice of clip.slices) {
      frontend.push(slice, take);
      prompt?.recogniser.take();
      while (prompt && prompt.recogniser.behindMs > behindMs) await nextTurn();
      if (frontend.totalMs < turnAtMs) continue;
      turnAtMs += yieldEveryMs;
      await nextTurn();
    }
    frontend.flush(take);
    prompt?.recogniser.take();
    prompt?.recogniser.end();
    isUnderstood = (await prompt?.isThrough) ?? false;
  } finally {
    prompt?.recogniser.close();
  }
  const audioMs = Math.round(frontend.totalMs);
  take({ type: 'end', reason: 'end', atMs: audioMs });
  if (!verdict) throw new Error('the screener gave no verdict at the end of the audio');
  const lag = isUnderstood && { lagMs: 0 }; // the last words are in
  return {
    verdict,
    evidence: judge.evidence({ ...frontend.levels, audioMs, ...lag }),
    sampleRateHz: clip.sampleRateHz,
  };
}

function refuseOutside(answeredAtMs: number, { lastsMs = Number.POSITIVE_INFINITY }: Clip): void {
  const endMs = Math.floor(lastsMs);
  if (answeredAtMs <= endMs) return;
  throw new ServiceError(
    'INVALID_ARGUMENT',
    `answeredAtMs: ${answeredAtMs} lies outside the recording, must be 0-${endMs} (ms)`,
  );
}

function openPrompt(
  prompts: PromptParts,
  hearing: AudioFrontend,
  text: (event: TextEvent) => void,
  fault: ((fault: unknown) => void) | undefined,
): { recogniser: PromptRecogniser /** false: it failed */; isThrough: Promise<boolean> } {
  let through: (isUnderstood: boolean) => void = () => {};
  const isThrough = new Promise<boolean>((resolve) => {
    through = resolve;
  });
  const failed = (reason: unknown) => {
    fault?.(reason);
    through(false);
  };
  return {
    recogniser: new PromptRecogniser(
      prompts,
      hearing,
      { text, ended: () => through(true), failed },
      { interim: false },
    ),
    isThrough,
  };
}
