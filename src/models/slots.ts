// The assignment of models to slots. A slot is a task and a property (or a pattern of properties); models/active.json
// says which model was activated for it. Everything without a slot is served by a model that ships.
import { z } from 'zod';
import { idForm, type Manifest, type Task, versionForm } from './manifest.js';

export interface ModelName {
  readonly id: string;
  readonly version: string;
}

export const Active = z.strictObject({
  format: z.literal(1),
  slots: z.record(
    z.string().max(200),
    z.strictObject({ id: z.string().regex(idForm), version: z.string().regex(versionForm) }),
  ),
});
export type Active = z.output<typeof Active>;

export const noneActive: Active = { format: 1, slots: {} };

export const slotsOf = ({ task, serves }: Pick<Manifest, 'task' | 'serves'>): string[] =>
  serves.map((property) => `${task} ${property}`);

export const sameModel = (a: ModelName, b: ModelName): boolean => a.id === b.id && a.version === b.version;
export const nameOf = ({ id, version }: ModelName): string => `${id}@${version}`;

/** Higher versions first. */
export function newerFirst(a: ModelName, b: ModelName): number {
  const [left, right] = [a.version.split('.').map(Number), b.version.split('.').map(Number)];
  for (let at = 0; at < 3; at++) {
    const difference = (right[at] ?? 0) - (left[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Returns the number of named parts of a pattern that fits, as `cn_8k_*` fits `cn_8k_common`; undefined if it does not
 * fit.
 */
export function fitOf(pattern: string, property: string): number | undefined {
  const [parts, wanted] = [pattern.split('_'), property.split('_')];
  if (parts.length !== wanted.length) return undefined;
  let named = 0;
  for (const [at, part] of parts.entries()) {
    if (part === wanted[at]) named++;
    else if (part !== '*') return undefined;
  }
  return named;
}

/** The slot of `task` that fits `property` best; the most parts named, then the first by name. */
export function bestSlot(slots: readonly string[], task: Task, property: string): string | undefined {
  let best: { slot: string; named: number } | undefined;
  for (const slot of [...slots].sort()) {
    const [itsTask, pattern = ''] = slot.split(' ');
    const named = itsTask === task ? fitOf(pattern, property) : undefined;
    if (named !== undefined && (best === undefined || named > best.named)) best = { slot, named };
  }
  return best?.slot;
}

const anyLanguage = 'cn';
const bothRates = ['8k', '16k'];
const everyDomain = 'common';

/** The properties that a pattern stands for, where `*` is the ones that every gateway knows. */
export function propertiesIn(pattern: string): string[] {
  const [lang = '', rate = '', domain = ''] = pattern.split('_');
  const rates = rate === '*' ? bothRates : [rate];
  return rates.map((each) =>
    [lang === '*' ? anyLanguage : lang, each, domain === '*' ? everyDomain : domain].join('_'),
  );
}
