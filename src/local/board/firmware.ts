// Update bundles: what may be installed, and where one is downloaded to.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface BundleFacts {
  readonly compatible: string;
  readonly version: string;
  /** Boxes with an older version must not take it. */
  readonly minFrom?: string;
}

/** The compatible of boxes that run this image (board/update/system.conf). */
const boxCompatible = 'tonegate-arm64';

/** No bundle is longer. Bytes. */
const mostBundleBytes = 512 * 1024 * 1024;

/** Reads what `rauc info --output-format=json` says of a bundle whose signature holds. @throws Error where something is missing */
export function bundleFacts(json: string): BundleFacts {
  const told = JSON.parse(json) as { compatible?: unknown; version?: unknown; description?: unknown };
  const { compatible, version, description } = told;
  if (typeof compatible !== 'string' || typeof version !== 'string') {
    throw new Error('the manifest of the bundle names no product or no version');
  }
  const minFrom = typeof description === 'string' ? /(?:^|\s)minFrom (\S+)/.exec(description)?.[1] : undefined;
  return { compatible, version, ...(minFrom !== undefined && { minFrom }) };
}

/** Order of two versions such as 1.2.3, 1.2.3-rc.1 or 1.2.3~test: numbers by value, and an end before everything but a pre-release. */
export function versionOrder(a: string, b: string): number {
  const pieces = (text: string) => text.replace(/^v/, '').match(/\d+|[a-z]+|[~-]/gi) ?? [];
  const [left, right] = [pieces(a), pieces(b)];
  const rank = (piece: string | undefined): number => {
    if (piece === '~' || piece === '-') return 0;
    if (piece === undefined) return 1;
    return /^\d/.test(piece) ? 3 : 2;
  };
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [x, y] = [left[at], right[at]];
    if (rank(x) !== rank(y)) return rank(x) - rank(y);
    if (x === y || x === undefined || y === undefined) continue;
    const order = /^\d/.test(x) ? Number(x) - Number(y) : x < y ? -1 : 1;
    if (order !== 0) return order;
  }
  return 0;
}

/** Why this box must not take the bundle; undefined: it may. */
export function whyNotInstall(bundle: BundleFacts, own: string, allowDowngrade: boolean): string | undefined {
  if (bundle.compatible !== boxCompatible) {
    return `the bundle is for ${bundle.compatible}; this box is ${boxCompatible}`;
  }
  if (bundle.minFrom !== undefined && versionOrder(own, bundle.minFrom) < 0) {
    return `the bundle (${bundle.version}) wants at least version ${bundle.minFrom}; this box has ${own}. Update to ${bundle.minFrom} first`;
  }
  const order = versionOrder(bundle.version, own);
  if (order === 0 && !allowDowngrade) return `this box runs ${own} already; --allow-downgrade installs it again`;
  if (order < 0 && !allowDowngrade) {
    return `the bundle (${bundle.version}) is older than this box (${own}); --allow-downgrade installs it all the same`;
  }
  return undefined;
}

/** How long a download may bring nothing, ms. */
const silenceMs = 30_000;
const tries = 8;
const pauseMs = 2_000;

/**
 * Downloads `url` into `folder`; a download that broke goes on where it stopped, if the server still has the same content. Answers
 * the file. @throws Error that says what the server answered
 */
export async function download(
  url: string,
  folder: string,
  onProgress: (bytes: number, of: number | undefined) => void,
): Promise<string> {
  const part = join(folder, 'download.part');
  const tagFile = join(folder, 'download.tag');
  for (let left = tries; ; left--) {
    try {
      await downloadRest(url, part, tagFile, onProgress);
      return part;
    } catch (fault) {
      if (left === 1 || fault instanceof RefusedDownload) throw fault;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Trying again would change nothing. */
class RefusedDownload extends Error {}

async function downloadRest(
  url: string,
  part: string,
  tagFile: string,
  onProgress: (bytes: number, of: number | undefined) => void,
): Promise<void> {
  const tag = existsSync(part) && existsSync(tagFile) ? readFileSync(tagFile, 'utf8') : '';
  let have = tag === `${url}\n` || !tag.startsWith(`${url}\n`) ? 0 : statSync(part).size;
  const headers: Record<string, string> =
    have > 0 ? { range: `bytes=${have}-`, 'if-range': tag.slice(url.length + 1) } : {};
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(new Error(`nothing came for ${silenceMs / 1_000} s`)), silenceMs);
  try {
    const answer = await fetch(url, { headers, signal: silence.signal });
    if (answer.status === 416 && have > 0) return; // it is whole already
    if (answer.status >= 400 && answer.status < 500)
      throw new RefusedDownload(`${url}: the server answered ${answer.status}`);
    if (!answer.ok || answer.body === null) throw new Error(`${url}: the server answered ${answer.status}`);
    if (answer.status !== 206) have = 0;
    const length = Number(answer.headers.get('content-length') ?? Number.NaN);
    const of = Number.isFinite(length) ? have + length : undefined;
    const tooLong = () => new RefusedDownload(`${url}: longer than ${mostBundleBytes} bytes, so it is no bundle`);
    if ((of ?? 0) > mostBundleBytes) throw tooLong();
    writeTag(tagFile, `${url}\n${answer.headers.get('etag') ?? ''}`);
    const out = openSync(part, have === 0 ? 'w' : 'r+', 0o600);
    try {
      for await (const piece of answer.body) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(new Error(`nothing came for ${silenceMs / 1_000} s`)), silenceMs);
        writeSync(out, piece, 0, piece.length, have);
        have += piece.length;
        if (have > mostBundleBytes) throw tooLong();
        onProgress(have, of);
      }
      fsyncSync(out);
    } finally {
      closeSync(out);
    }
    if (of !== undefined && have < of) throw new Error(`${url}: the connection ended after ${have} of ${of} bytes`);
  } finally {
    clearTimeout(timer);
  }
}

function writeTag(file: string, text: string): void {
  rmSync(file, { force: true });
  const out = openSync(file, 'w', 0o600);
  writeSync(out, text);
  closeSync(out);
}
