// Audio bytes in, events and samples out. One AudioFrontend wraps one native frontend: it unpacks, decodes, resamples
// and screens in one call.
import { addon, encodings, eventKinds, eventStride, type NativeFrontend, pushFaults } from '../../../native/index.js';
import { type AudioCoding, bytesPerMs } from '../../../protocol/engine/audio.js';
import { type DecidedKind, decidedKinds, type HeardEvent } from '../../../protocol/engine/ring.js';
import { ServiceError } from '../../../protocol/errors.js';
import { channelOf } from './channels.js';

export interface SliceBounds {
  readonly minMs: number;
  readonly maxMs: number;
  /** True if the last slice, too, must be no shorter than minMs. */
  readonly isStrict?: boolean;
}

/** Bounds for files and one-shot bodies, whose pieces may have any length. */
export const anySlice: SliceBounds = { minMs: 0, maxMs: Number.POSITIVE_INFINITY };
/** The same where the samples are needed as well: the frontend has room for one second. */
export const anySecond: SliceBounds = { minMs: 0, maxMs: 1_000 };

/** Sample rate of a front end's output besides its screening. */
export type SamplesRateHz = 8_000 | 16_000;

const noSamples = new Int16Array(0);

const samplesPerMs = 8; // the screener's clock, whatever the rate of the audio
const silenceDbm0 = -96;

/** The countries of each row of the native tone plan, in its order. */
const countriesOf = addon.tonePlan.map((codes) => codes.split(','));

const decidedByNumber = new Map<number, DecidedKind>(decidedKinds.map((kind) => [eventKinds[kind], kind]));

export class AudioFrontend {
  readonly #frontend: NativeFrontend;
  #toneFromMs = 0;
  #toneToMs = 0;
  /** A slice that is too short, unless it turns out to have been the last one. */
  #shortSlice: Uint8Array | undefined;

  constructor(
    readonly coding: AudioCoding,
    readonly bounds: SliceBounds,
    readonly samplesRateHz?: SamplesRateHz,
  ) {
    try {
      this.#frontend = new addon.Frontend(
        encodings[coding.channel === undefined ? coding.coding : 'pcm_s16le'],
        coding.sampleRateHz,
        0, // this class handles shorter slices itself
        bounds.maxMs,
        samplesRateHz,
      );
    } catch (fault) {
      throw new ServiceError(
        'UNDECODABLE_AUDIO',
        `audio: ${coding.coding} at ${coding.sampleRateHz} Hz is not supported`,
        {
          cause: fault,
        },
      );
    }
  }

  /**
   * Hears one slice. A refused slice (ServiceError) leaves everything as it was. A slice below the minimum is heard by
   * `pushLast`, or refused when another one follows.
   */
  push(slice: Uint8Array, emit: (event: HeardEvent) => void): void {
    const short = this.#shortSlice;
    if (short !== undefined) throw this.#refusal(pushFaults.sliceTooShort, short);
    if (this.#isShort(slice)) {
      if (this.bounds.isStrict) throw this.#refusal(pushFaults.sliceTooShort, slice);
      this.#shortSlice = slice.slice();
      return;
    }
    this.#hear(slice, emit);
  }

  /** Called when no slice follows: hears the short slice that may have been the last. Returns whether there was one. */
  pushLast(emit: (event: HeardEvent) => void): boolean {
    const slice = this.#shortSlice;
    this.#shortSlice = undefined;
    if (slice !== undefined) this.#hear(slice, emit);
    return slice !== undefined;
  }

  #hear(slice: Uint8Array, emit: (event: HeardEvent) => void): void {
    const outcome = this.#frontend.push(this.#mono(slice));
    if (outcome < 0) throw this.#refusal(outcome, slice);
    this.#tell(outcome, emit);
  }

  #mono(slice: Uint8Array): Uint8Array {
    const { coding, channel } = this.coding;
    if (channel === undefined || coding === 'svc_speex' || coding === 'svc_opus') return slice;
    return channelOf(slice, coding, channel);
  }

  /** Called when the audio has ended: makes the decisions that are still open. */
  flush(emit: (event: HeardEvent) => void): void {
    this.#tell(this.#frontend.flush(), emit);
  }

  reset(): void {
    this.#frontend.reset();
    this.#toneToMs = 0;
    this.#shortSlice = undefined;
  }

  /** True if a tone sounds at that time: the present one, or the newest one that has ended. */
  isToneAt(atMs: number): boolean {
    return atMs >= this.#toneFromMs && atMs < this.#toneToMs;
  }

  /**
   * Samples of the last push or flush, at samplesRateHz; valid until the next one. A short slice that waits has none:
   * the native frontend still shows those of the slice before it.
   */
  get samples(): Int16Array {
    if (this.#shortSlice !== undefined) return noSamples;
    return this.#frontend.samples?.subarray(0, this.#frontend.sampleCount) ?? noSamples;
  }

  /** The same samples at 8 kHz. */
  get narrowSamples(): Int16Array {
    if (this.samplesRateHz !== 16_000 || this.#shortSlice !== undefined) return this.samples;
    return this.#frontend.narrowSamples?.subarray(0, this.#frontend.narrowSampleCount) ?? noSamples;
  }

  get totalMs(): number {
    return this.#frontend.totalMs;
  }

  get levels(): { meanDbm0: number; peakDbm0: number } {
    const level = (dbm0: number) => Math.max(silenceDbm0, tenths(dbm0));
    return { meanDbm0: level(this.#frontend.meanLevelDbm0), peakDbm0: level(this.#frontend.peakLevelDbm0) };
  }

  #tell(count: number, emit: (event: HeardEvent) => void): void {
    if (count === 0) return;
    const { events } = this.#frontend; // the next push overwrites them: everything is copied here
    for (let index = 0; index < count; index++) {
      this.#followTone(events, index * eventStride);
      const event = heard(events, index * eventStride);
      if (event) emit(event);
    }
  }

  #followTone(events: Float64Array, at: number): void {
    const kind = events[at];
    if (kind !== eventKinds['tone-on'] && kind !== eventKinds['tone-off']) return;
    this.#toneFromMs = (events[at + 3] ?? 0) / samplesPerMs;
    this.#toneToMs = kind === eventKinds['tone-on'] ? Number.POSITIVE_INFINITY : (events[at + 2] ?? 0) / samplesPerMs;
  }

  #refusal(outcome: number, slice: Uint8Array): ServiceError {
    const { minMs, maxMs } = this.bounds;
    const range = `must be ${minMs}-${maxMs} ms`;
    switch (outcome) {
      case pushFaults.emptySlice:
        return new ServiceError('BAD_SLICE', `slice: it is empty, ${range}`);
      case pushFaults.oddByteCount:
        return new ServiceError('BAD_SLICE', `slice: ${slice.length} bytes are not a whole number of 16-bit samples`);
      case pushFaults.sliceTooShort:
      case pushFaults.sliceTooLong:
        return new ServiceError(
          'BAD_SLICE',
          `slice: ${this.#statedBy()}${tenths(this.#measuredMs(slice))} ms, ${range}`,
        );
      case pushFaults.packedHeader:
        return new ServiceError('BAD_SLICE', 'slice: the packed header must state the length of 40-1000 ms of audio');
      case pushFaults.packedTruncated:
        return new ServiceError('BAD_SLICE', 'slice: a packet runs past the end of the slice');
      case pushFaults.packedFrame:
        return new ServiceError('UNDECODABLE_AUDIO', `slice: the ${this.coding.coding} decoder refused a frame`);
      case pushFaults.packedDuration:
        return new ServiceError('BAD_SLICE', 'slice: the frames do not add up to the length in the packed header');
      default:
        return new ServiceError('INTERNAL', undefined, { cause: new Error(`the audio front end answered ${outcome}`) });
    }
  }

  /** Says where the length of a slice comes from, if it does not come from its bytes. */
  #statedBy(): string {
    const { coding } = this.coding;
    return coding === 'svc_speex' || coding === 'svc_opus' ? 'its packed header states ' : '';
  }

  /**
   * True for a slice below the minimum. Empty slices, and packed ones without a stated length, get their own refusals.
   */
  #isShort(slice: Uint8Array): boolean {
    const ms = this.#measuredMs(slice);
    return ms > 0 && ms < this.bounds.minMs;
  }

  /** Length of a slice. A packed slice states it in its header; without a header its length is unknown. */
  #measuredMs(slice: Uint8Array): number {
    switch (this.coding.coding) {
      case 'svc_speex':
      case 'svc_opus': {
        const [first = 0, second = 0, third = 0, fourth = Number.NaN] = slice;
        const bytes = ((first * 256 + second) * 256 + third) * 256 + fourth;
        return (bytes / 2 / this.coding.sampleRateHz) * 1_000;
      }
      default:
        return slice.length / bytesPerMs(this.coding);
    }
  }
}

function heard(events: Float64Array, at: number): HeardEvent | undefined {
  const kind = events[at] ?? 0;
  const detail = events[at + 1] ?? 0;
  const atMs = tenths((events[at + 2] ?? 0) / samplesPerMs);
  const fromMs = tenths((events[at + 3] ?? 0) / samplesPerMs);
  const levelDbm0 = tenths(events[at + 4] ?? 0);
  const frequencyHz = tenths(events[at + 5] ?? 0);
  if (kind === eventKinds['tone-off'] || kind === eventKinds['sound-off']) {
    const name = kind === eventKinds['tone-off'] ? 'tone' : 'sound';
    return { type: 'burst', kind: name, fromMs, toMs: atMs, levelDbm0, frequencyHz };
  }
  const decided = decidedByNumber.get(kind);
  if (!decided) return undefined; // the beginning of a burst adds nothing to its end
  const confidence = Math.round((events[at + 6] ?? 0) * 1_000) / 1_000;
  const event = { type: 'decided', kind: decided, atMs, fromMs, levelDbm0, frequencyHz, confidence } as const;
  if (decided === 'dtmf') return { ...event, key: String.fromCharCode(detail) };
  const country = decided === 'foreign-busy' || decided === 'foreign-ring' ? countriesOf[detail] : undefined;
  return country ? { ...event, country } : event;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Frontends hold native memory and are made to be reused: one for each format waits here for the next session. */
export class FrontendPool {
  readonly #idle = new Map<string, AudioFrontend[]>();

  constructor(
    readonly bounds: SliceBounds,
    readonly keptPerCoding: number,
  ) {}

  take(coding: AudioCoding, samplesRateHz?: SamplesRateHz): AudioFrontend {
    const hearing = this.#idle.get(keyOf(coding, samplesRateHz))?.pop();
    if (!hearing) return new AudioFrontend(coding, this.bounds, samplesRateHz);
    hearing.reset();
    return hearing;
  }

  giveBack(hearing: AudioFrontend): void {
    const key = keyOf(hearing.coding, hearing.samplesRateHz);
    const idle = this.#idle.get(key) ?? [];
    if (idle.length < this.keptPerCoding) this.#idle.set(key, [...idle, hearing]);
  }
}

const keyOf = ({ coding, sampleRateHz, channel }: AudioCoding, samplesRateHz: SamplesRateHz | undefined): string =>
  `${coding}:${sampleRateHz}:${channel ?? 'mono'}:${samplesRateHz ?? 0}`;
