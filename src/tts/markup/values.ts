// Values of markup attributes, as SSML writes them.

import type { Boundary, Prosody } from '../../protocol/engine/synthesis.js';
import { limits } from '../../protocol/limits.js';

export const neutralProsody: Prosody = { rate: 1, pitchSemitones: 0, gainDb: 0, voice: undefined };

/** Parses 500ms or 1.5s to ms; undefined: it is neither. Longer pauses are cut to limits.tts.pauseMs. */
export function durationMs(written: string): number | undefined {
  const [, number, unit] = /^\+?(\d{1,7}(?:\.\d{1,6})?)\s*(ms|s)$/.exec(written.trim()) ?? [];
  if (number === undefined) return undefined;
  return Math.min(limits.tts.pauseMs, Math.round(Number(number) * (unit === 's' ? 1_000 : 1)));
}

const strengths: Readonly<Record<string, Boundary>> = {
  ...{ none: 'none', 'x-weak': 'word', weak: 'phrase', medium: 'clause', strong: 'sentence', 'x-strong': 'sentence' },
};

/** The boundary that a `strength` names; undefined: there is no such strength. */
export function breakStrength(written: string): Boundary | undefined {
  return Object.hasOwn(strengths, written) ? strengths[written] : undefined;
}

const rates: Readonly<Record<string, number>> = {
  ...{ 'x-slow': 0.5, slow: 0.75, medium: 1, default: 1, fast: 1.25, 'x-fast': 1.75 },
};
const pitches: Readonly<Record<string, number>> = {
  ...{ 'x-low': -6, low: -3, medium: 0, default: 0, high: 3, 'x-high': 6 },
};
const volumes: Readonly<Record<string, number>> = {
  ...{ silent: -96, 'x-soft': -12, soft: -6, medium: 0, default: 0, loud: 6, 'x-loud': 10 },
};

/** A change to the prosody around the element; undefined: the value cannot be read. */
type Change = (prosody: Prosody) => Prosody;

/** The change that a `rate` asks for: a name, a percentage or a factor. */
export function rateChange(written: string): Change | undefined {
  const named = Object.hasOwn(rates, written) ? rates[written] : undefined;
  const factor = named ?? percentFactor(written) ?? plainFactor(written);
  if (factor === undefined) return undefined;
  return (prosody) => ({ ...prosody, rate: clamp(prosody.rate * factor, 0.25, 4) });
}

/** The change that a `pitch` asks for: a name, semitones or a signed percentage. */
export function pitchChange(written: string): Change | undefined {
  const named = Object.hasOwn(pitches, written) ? pitches[written] : undefined;
  const semitones = /^([+-]?\d{1,2}(?:\.\d{1,3})?)st$/.exec(written)?.[1];
  const factor = /^[+-]/.test(written) ? percentFactor(written) : undefined;
  const change =
    named ?? (semitones === undefined ? undefined : Number(semitones)) ?? (factor && 12 * Math.log2(factor));
  if (change === undefined) return undefined;
  return (prosody) => ({ ...prosody, pitchSemitones: round(clamp(prosody.pitchSemitones + change, -24, 24)) });
}

/** The change that a `volume` asks for: a name, dB, a level or a percentage. */
export function volumeChange(written: string): Change | undefined {
  const named = Object.hasOwn(volumes, written) ? volumes[written] : undefined;
  const decibels = /^([+-]?\d{1,2}(?:\.\d{1,3})?)dB$/i.exec(written)?.[1];
  const change = named ?? (decibels === undefined ? undefined : Number(decibels)) ?? levelDb(written);
  if (change === undefined) return undefined;
  return (prosody) => ({ ...prosody, gainDb: round(clamp(prosody.gainDb + change, -96, 12)) });
}

/**
 * A gain in dB. A level from 0 to 100 works as config.volume does, where 50 changes nothing; +20% and -20% change the
 * amplitude.
 */
function levelDb(written: string): number | undefined {
  const level = /^(\d{1,3}(?:\.\d{1,3})?)$/.exec(written)?.[1];
  const factor = level === undefined ? percentFactor(written) : Number(level) / 50;
  if (factor === undefined) return undefined;
  return factor <= 0 ? -96 : 20 * Math.log10(Math.min(factor, 4));
}

function percentFactor(written: string): number | undefined {
  const [, sign, number] = /^([+-]?)(\d{1,3}(?:\.\d{1,3})?)%$/.exec(written) ?? [];
  if (number === undefined) return undefined;
  const share = Number(number) / 100;
  const factor = sign === '+' ? 1 + share : sign === '-' ? 1 - share : share;
  return Math.max(factor, 0.01);
}

function plainFactor(written: string): number | undefined {
  const factor = /^(\d(?:\.\d{1,3})?)$/.exec(written)?.[1];
  return factor === undefined || Number(factor) === 0 ? undefined : Number(factor);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
