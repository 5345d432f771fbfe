// The order of two versions of a resource, and whether one derives from the other (*extension*, docs/sync.md).
import { createHash } from 'node:crypto';
import { limits } from '../limits.js';
import type { SyncResource } from './sync-messages.js';

export type VersionFacts = Pick<SyncResource, 'ver' | 'updatedAtMs' | 'origin' | 'ancestors'> & {
  readonly content: { readonly sha256: string } | null;
};

/**
 * Compares two versions; positive: `a` wins. The order is total over versions of one id, so that every store chooses
 * the same winner of any set.
 */
export function compareVersions(a: VersionFacts, b: VersionFacts): number {
  return (
    a.ver - b.ver ||
    a.updatedAtMs - b.updatedAtMs ||
    compareText(shaOf(a), shaOf(b)) ||
    compareText(a.origin, b.origin) ||
    compareText(a.ancestors.join(), b.ancestors.join()) // two stores with one origin: a data directory was copied
  );
}

/** The tag of a version, by which its descendants name it. */
export const versionTag = (version: VersionFacts): string =>
  createHash('sha256')
    .update(`${version.ver} ${version.updatedAtMs} ${shaOf(version)} ${version.origin}`)
    .digest('hex')
    .slice(0, 16);

export const isAncestor = (older: VersionFacts, newer: VersionFacts): boolean =>
  newer.ancestors.includes(versionTag(older));

/** The ancestors of a version made from `parent`. */
export const ancestorsAfter = (parent: VersionFacts): string[] =>
  [versionTag(parent), ...parent.ancestors].slice(0, limits.sync.ancestors);

/** True if the loser was made independently and has other content than the winner. */
export const isConflict = (lost: VersionFacts, won: VersionFacts): boolean =>
  shaOf(lost) !== shaOf(won) && !isAncestor(lost, won);

/** JSON with sorted keys, so that equal values have equal bytes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => compareText(a, b)))
      : each,
  );
}

const shaOf = ({ content }: VersionFacts): string => content?.sha256 ?? '';
/** Compares by code units, which gives the same order in every locale. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
