// A bundle from an address, into a file of the box. A download that broke goes on where it stopped while the server has the same
// content, which a strong ETag tells.
import { join } from 'node:path';
import { z } from 'zod';
import { StallWatch } from '../../net/stall.js';
import { limits } from '../../protocol/limits.js';
import type { Disk } from '../../storage/disk.js';
import { writeText } from '../../storage/whole-file.js';
import { readText } from './read-text.js';

export interface DownloadParts {
  readonly disk: Disk;
  readonly folder: string;
  readonly onProgress: (bytes: number, of: number | undefined) => void;
  /** Before the next try. */
  readonly pauseMs?: number;
}

const { bundleBytes: mostBytes, spareBytes, downloadTries, downloadPauseMs } = limits.firmware;
const { stallMs, stallBytes } = limits.sync;

/** Answers the file. @throws Error that says what the server answered */
export async function download(url: string, parts: DownloadParts): Promise<string> {
  const { disk, folder, pauseMs = downloadPauseMs } = parts;
  disk.makeDirectory(folder);
  for (let left: number = downloadTries; ; left--) {
    try {
      await downloadRest(url, parts);
      return partOf(folder);
    } catch (fault) {
      if (left === 1 || fault instanceof RefusedDownload) throw fault;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

export function forgetDownload(disk: Disk, folder: string): void {
  for (const file of [partOf(folder), tagOf(folder)]) disk.remove(file);
}

const partOf = (folder: string): string => join(folder, 'download.part');
const tagOf = (folder: string): string => join(folder, 'download.json');

/** Trying again would change nothing. */
class RefusedDownload extends Error {}

const Known = z.strictObject({ url: z.string(), etag: z.string() });

async function downloadRest(url: string, parts: DownloadParts): Promise<void> {
  const { disk, folder, onProgress } = parts;
  const etag = etagOf(disk, folder, url);
  const have = etag === undefined ? 0 : (disk.size(partOf(folder)) ?? 0);
  const ended = new AbortController();
  const watch = new StallWatch({ stallMs, stallBytes }, () =>
    ended.abort(new Error(`${url}: less than ${stallBytes} bytes arrived in ${stallMs / 1_000} s`)),
  );
  try {
    const answer = await fetch(url, {
      headers: etag === undefined || have === 0 ? {} : { range: `bytes=${have}-`, 'if-range': etag },
      signal: ended.signal,
    });
    const from = startOf(answer, url, have);
    if (from === undefined) {
      await answer.body?.cancel();
      forgetDownload(disk, folder);
      throw new Error(`${url}: the server sent another part than the requested one; the download starts over`);
    }
    const of = lengthOf(answer, from);
    if (of !== undefined && of > mostBytes) throw tooLong(url);
    needRoom(disk, folder, of === undefined ? 0 : of - from);
    if (from === 0) remember(answer, url, parts);
    let bytes = from;
    const file = from === 0 ? disk.create(partOf(folder)) : disk.extend(partOf(folder));
    try {
      for await (const piece of answer.body ?? []) {
        watch.arrived(piece.length);
        file.append(piece);
        bytes += piece.length;
        if (bytes > mostBytes) throw tooLong(url);
        onProgress(bytes, of);
      }
      file.sync();
    } finally {
      file.close();
    }
    if (of !== undefined && bytes !== of) throw new Error(`${url}: the connection ended after ${bytes} of ${of} bytes`);
  } finally {
    watch.end();
  }
}

/** The tag of what lies in the part; undefined: it is of something else, or there is none. */
function etagOf(disk: Disk, folder: string, url: string): string | undefined {
  try {
    const known = Known.parse(JSON.parse(readText(disk, tagOf(folder))));
    return known.url === url ? known.etag : undefined;
  } catch {
    return undefined;
  }
}

/** The part of before goes before its tag does: a power cut never leaves it with the tag of other content. */
function remember(answer: Response, url: string, { disk, folder }: DownloadParts): void {
  forgetDownload(disk, folder);
  disk.syncDirectory(folder);
  const etag = answer.headers.get('etag') ?? '';
  if (etag === '' || etag.startsWith('W/')) return; // such a download begins anew when it breaks
  writeText(tagOf(folder), JSON.stringify({ url, etag }), 0o600, disk);
}

/** Offset of the first byte of the answer; undefined: it answers something else. */
function startOf({ status, headers }: Response, url: string, have: number): number | undefined {
  if (status === 200) return 0;
  if (status === 206) {
    return new RegExp(`^bytes ${have}-\\d+/\\d+$`).test(headers.get('content-range') ?? '') ? have : undefined;
  }
  if (status === 416 && have > 0) return undefined;
  const answered = `${url}: the server answered ${status}`;
  throw status >= 400 && status < 500 && status !== 408 && status !== 429
    ? new RefusedDownload(answered)
    : new Error(answered);
}

function lengthOf({ headers }: Response, from: number): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.get('content-encoding') !== null ? undefined : from + Number(length);
}

function needRoom(disk: Disk, folder: string, wantedBytes: number): void {
  const free = disk.freeBytes(folder);
  if (free >= wantedBytes + spareBytes) return;
  const [need, have] = [wantedBytes + spareBytes, free].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`);
  throw new RefusedDownload(`the data partition has ${have} free, but the bundle needs ${need}; free some space`);
}

const tooLong = (url: string): RefusedDownload =>
  new RefusedDownload(`${url}: longer than ${mostBytes} bytes, so it is not a bundle`);
