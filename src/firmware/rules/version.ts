// The order of versions, and which bundle a box may take.

export interface BundleFacts {
  /** The kind of box that it is for. */
  readonly compatible: string;
  readonly version: string;
  /** Boxes with an older version must not take it. */
  readonly minFrom?: string | undefined;
  /** Its maker allows it on boxes with a newer version. */
  readonly allowsDowngrade?: boolean | undefined;
}

/** The kind of boxes that run this image (board/update/system.conf). */
export const boxCompatible = 'tonegate-arm64';

/** `minFrom 0.2.0` in the description of a bundle. */
export const minFromIn = (description: string): string | undefined => /(?:^|\s)minFrom (\S+)/.exec(description)?.[1];

/** `allowDowngrade` in the description of a bundle. */
export const allowsDowngradeIn = (description: string): boolean => /(?:^|\s)allowDowngrade(?:\s|$)/.test(description);

/** Order of two versions such as 1.2.3, 1.2.3-rc.1 or 1.2.3~test: numbers by value, and an end before everything but a pre-release. */
export function versionOrder(a: string, b: string): number {
  const [left, right] = [piecesOf(a), piecesOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const order = pieceOrder(left[at], right[at]);
    if (order !== 0) return order;
  }
  return 0;
}

const piecesOf = (text: string): string[] => text.replace(/^v/, '').match(/\d+|[a-z]+|[~-]/gi) ?? [];

function pieceOrder(a: string | undefined, b: string | undefined): number {
  if (rankOf(a) !== rankOf(b)) return rankOf(a) - rankOf(b);
  if (a === b || a === undefined || b === undefined) return 0;
  if (!/^\d/.test(a)) return a < b ? -1 : 1;
  const [x, y] = [BigInt(a), BigInt(b)];
  return x === y ? 0 : x < y ? -1 : 1;
}

function rankOf(piece: string | undefined): number {
  if (piece === '~' || piece === '-') return 0;
  if (piece === undefined) return 1;
  return /^\d/.test(piece) ? 3 : 2;
}

/** The reason why this box must not install the bundle; undefined if it may. */
export function whyNotInstall(bundle: BundleFacts, own: BundleFacts, allowDowngrade: boolean): string | undefined {
  if (bundle.compatible !== own.compatible) {
    return `the bundle is for ${bundle.compatible}; this box is ${own.compatible}`;
  }
  const { version, minFrom, allowsDowngrade = false } = bundle;
  if (minFrom !== undefined && versionOrder(own.version, minFrom) < 0) {
    return `the bundle (${version}) needs at least version ${minFrom}; this box has ${own.version}. Update to ${minFrom} first`;
  }
  const order = versionOrder(version, own.version);
  if (order > 0 || allowDowngrade || (order < 0 && allowsDowngrade)) return undefined;
  return order === 0
    ? `this box already runs ${version}; --allow-downgrade installs it again`
    : `the bundle (${version}) is older than the version of this box (${own.version}); --allow-downgrade installs it anyway`;
}
