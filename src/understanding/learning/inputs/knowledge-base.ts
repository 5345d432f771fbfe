// Knowledge bases (specification 3, section 2.2): one JSON object per line, with a standard question `q` and extended
// questions `e`.
import { InputFault } from '../fault.js';
import { linesOf, type MaterialLine } from './lines.js';

/** A knowledge point: the questions that have one answer, as they were written. */
export interface KnowledgePoint {
  readonly line: number;
  readonly q: string;
  readonly e: readonly string[];
  /** The point's id; mining requires one. */
  readonly i?: string;
}

export interface KnowledgeOptions {
  readonly needsIds: boolean;
}

/** Parses a knowledge base. @throws InputFault */
export function parseKnowledgeBase(bytes: Uint8Array, name: string, { needsIds }: KnowledgeOptions): KnowledgePoint[] {
  const points = linesOf(bytes, name).map((line) => pointOf(line, name, needsIds));
  if (points.length === 0) {
    throw new InputFault(`${name}: is empty; each line must be a JSON object such as {"q":"…","e":["…"]}`);
  }
  refuseTwice(points, 'q', name);
  if (needsIds) refuseTwice(points, 'i', name);
  return points;
}

function pointOf({ line, text }: MaterialLine, name: string, needsIds: boolean): KnowledgePoint {
  const fault = (words: string): InputFault => new InputFault(`${name}: line ${line}: ${words}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fault(`is not JSON (${(cause as Error).message}); each line must be one JSON object`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault('must be a JSON object');
  const { q, e, i } = value as { q?: unknown; e?: unknown; i?: unknown };
  if (typeof q !== 'string' || q.trim() === '')
    throw fault('q must be the standard question, a text that is not empty');
  if (!Array.isArray(e) || !e.every((each) => typeof each === 'string' && each.trim() !== '')) {
    throw fault('e must be an array of extended questions, each a text that is not empty; [] if there are none');
  }
  if (!needsIds && typeof i !== 'string') return { line, q, e };
  if (typeof i !== 'string' || i === '') throw fault('i must be the id of the knowledge point, a text');
  return { line, q, e, i };
}

function refuseTwice(points: readonly KnowledgePoint[], key: 'q' | 'i', name: string): void {
  const lines = new Map<string, number>();
  for (const point of points) {
    const value = point[key] as string;
    const before = lines.get(value);
    if (before !== undefined) {
      throw new InputFault(`${name}: lines ${before} and ${point.line} have the same ${key}; each must be unique`);
    }
    lines.set(value, point.line);
  }
}
