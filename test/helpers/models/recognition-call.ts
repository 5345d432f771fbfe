// Calls to a recognition session with the recogniser of ./tone-recogniser.ts, and their results.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { levelSpeech } from '../../../src/engine/pipeline/audio/vad.js';
import { type RecognitionParts, RecognitionSession } from '../../../src/engine/pipeline/recognition/recognition.js';
import { SentenceText } from '../../../src/engine/pipeline/recognition/sentence-text.js';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import type {
  RecognitionEnd,
  RecognitionEvent,
  RecognitionParams,
  Sentence,
  TextParams,
} from '../../../src/protocol/engine/recognition.js';
import { nextTurn } from './hearing-models.js';
import { modelIn, writeModel } from './model-folder.js';
import { slicesOf, toneRecogniser } from './tone-recogniser.js';

const plainText: TextParams = {
  addPunc: false,
  digitNorm: false,
  textSmooth: false,
  makeParagraph: false,
  outputPinyin: false,
  wordType: 'DISABLED',
  wordTpp: false,
  tppContextRangeMs: 5_000,
  sensitiveWords: [],
};
/** The defaults of specification 2, section 2.3, in continue mode. */
export const plainParams: RecognitionParams = {
  kind: 'asr',
  mode: 'continue',
  property: 'cn_8k_common',
  coding: { coding: 'pcm_s16le', sampleRateHz: 8_000 },
  audioMaxMs: 60_000,
  endpoint: { headMs: 10_000, tailMs: 500, endMs: 0, maxSegmentMs: 30_000, threshold: 10 },
  interimResults: false,
  nBest: 1,
  hotwords: [],
  text: plainText,
  analysis: undefined,
  languageModel: undefined,
};

export type Changes = Partial<Omit<RecognitionParams, 'endpoint' | 'text'>> & {
  readonly endpoint?: Partial<RecognitionParams['endpoint']>;
  readonly text?: Partial<TextParams>;
};
export const changed = ({ endpoint, text, ...changes }: Changes): RecognitionParams => ({
  ...plainParams,
  ...changes,
  endpoint: { ...plainParams.endpoint, ...endpoint },
  text: { ...plainText, ...text },
});

export interface Call {
  readonly session: RecognitionSession;
  readonly said: RecognitionEvent[];
  readonly ended: Promise<RecognitionEnd>;
}

interface Sending {
  readonly sliceMs?: number;
  readonly slices?: readonly Uint8Array[];
  readonly more?: Partial<RecognitionParts>;
}

export class ToneCalls {
  readonly #frontends = new FrontendPool({ minMs: 40, maxMs: 1_000 }, 4);

  private constructor(
    readonly recogniser: Recogniser,
    readonly close: () => Promise<void>,
  ) {}

  /** `sounds`: extent of a unit beyond its outputs, `streaming`: other chunks; both for the recogniser's manifest. */
  static async open(
    sounds: { readonly beforeMs?: number; readonly afterMs?: number } = {},
    streaming: object = {},
  ): Promise<ToneCalls> {
    const folder = mkdtempSync(join(tmpdir(), 'tonegate-session-'));
    const { draft, files } = toneRecogniser;
    const units = { ...(draft.units as object), sounds };
    const chunks = { ...(draft.streaming as object), ...streaming };
    const model = await loadCtc(modelIn(writeModel(folder, { ...draft, units, streaming: chunks }, files)));
    return new ToneCalls(Recogniser.open(model), async () => {
      await model.release();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  parts(params: RecognitionParams, more: Partial<RecognitionParts> = {}): RecognitionParts {
    return {
      recogniser: this.recogniser,
      hotwords: this.recogniser.compileHotwords([]),
      corpus: undefined,
      text: new SentenceText(params.text, params.hotwords, undefined),
      openSpeech: levelSpeech,
      frontends: this.#frontends,
      gender: undefined,
      ...more,
    };
  }

  call(params: RecognitionParams, more: Partial<RecognitionParts> = {}): Call {
    const said: RecognitionEvent[] = [];
    let session: RecognitionSession | undefined;
    const ended = new Promise<RecognitionEnd>((resolve, reject) => {
      const sink = { event: (each: RecognitionEvent) => said.push(each), ended: resolve, failed: reject };
      session = new RecognitionSession(params, this.parts(params, more), sink);
    });
    return { session: session as RecognitionSession, said, ended };
  }

  /** Sends slices as fast as the model takes them, then END unless the session has ended by itself. */
  async heard(
    samples: Int16Array,
    changes: Changes = {},
    { sliceMs = 100, slices = slicesOf(samples, sliceMs), more = {} }: Sending = {},
  ): Promise<{ said: RecognitionEvent[]; cause: RecognitionEnd }> {
    const { session, said, ended } = this.call(changed(changes), more);
    for (const slice of slices) {
      session.push(slice);
      do await nextTurn();
      while (session.isBehind);
    }
    session.end(false);
    return { said, cause: await ended };
  }
}

export const shown = (said: readonly RecognitionEvent[]): string[] =>
  said.map((each) => {
    if (each.type === 'event') return `${each.event} ${each.atMs}`;
    const { isFinal, candidates, startMs, endMs } = each.sentence;
    return `${isFinal ? '' : '… '}${candidates[0]?.text} ${startMs}-${endMs}`;
  });
export const sentences = (said: readonly RecognitionEvent[]): Sentence[] =>
  said.flatMap((each) => (each.type === 'sentence' ? [each.sentence] : []));
export const finals = (said: readonly RecognitionEvent[]): string[] =>
  sentences(said).flatMap(({ isFinal, candidates }) => (isFinal ? [candidates[0]?.text ?? ''] : []));
export const events = (said: readonly RecognitionEvent[]): string[] =>
  said.flatMap((each) => (each.type === 'event' ? [`${each.event} ${each.atMs}`] : []));
