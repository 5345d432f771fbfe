// The names of the system lexicons, and what finds each of them.
import type { Span } from './span.js';

export type NameFinder = (text: string) => readonly Span[];

export const nameFinders: ReadonlyMap<string, NameFinder> = new Map<string, NameFinder>([]);
