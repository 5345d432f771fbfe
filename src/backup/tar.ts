// Archives in the form of POSIX tar (pax), so that any tar can look into them. Regular files alone: what else an archive may
// hold is refused.
import { limits } from '../protocol/limits.js';

const blockBytes = 512;

/** The archive is damaged, or was not made by `tonegate backup`. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

/** The blocks before the bytes of a file. */
export function headOf(path: string, bytes: number): Buffer {
  if (bytes > limits.backup.fileBytes) throw new ArchiveFault(`${path}: ${bytes} bytes are too many for an archive`);
  const isPlain = /^[\x20-\x7e]{1,100}$/.test(path);
  if (isPlain) return block(path, bytes, '0');
  const record = paxRecord('path', path);
  return Buffer.concat([block('pax', record.length, 'x'), record, padding(record.length), block('long', bytes, '0')]);
}

/** The bytes after those of a file, up to the next block. */
export const padding = (bytes: number): Buffer => Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes);

export const archiveEnd = Buffer.alloc(2 * blockBytes);

function block(name: string, bytes: number, type: '0' | 'x'): Buffer {
  const head = Buffer.alloc(blockBytes);
  head.write(name, 0, 100, 'latin1');
  head.write('0000600\0', 100, 'latin1');
  head.write('0000000\0', 108, 'latin1');
  head.write('0000000\0', 116, 'latin1');
  head.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  head.write('00000000000\0', 136, 'latin1');
  head.write(type, 156, 'latin1');
  head.write('ustar\x0000', 257, 'latin1');
  head.write(`${sumOf(head).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return head;
}

/** The sum of a header's bytes, its own field taken as blanks. */
function sumOf(head: Buffer): number {
  let sum = 0;
  for (let at = 0; at < blockBytes; at++) sum += at >= 148 && at < 156 ? 0x20 : (head[at] as number);
  return sum;
}

/** `LENGTH KEY=VALUE\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest) + 1;
  while (String(length).length + Buffer.byteLength(rest) !== length) length++;
  return Buffer.from(`${length}${rest}`);
}

export interface Entry {
  readonly path: string;
  readonly bytes: number;
}

/** The next `count` bytes of an archive, of which it must have as many. */
export type ReadExactly = (count: number) => Promise<Buffer>;

/** The next entry, up to its bytes; undefined: the archive ends here. */
export async function nextEntry(read: ReadExactly): Promise<Entry | undefined> {
  const head = await read(blockBytes);
  if (head.every((byte) => byte === 0)) return undefined;
  const { name, bytes, type } = parsed(head);
  if (type === '0') return { path: name, bytes };
  if (type !== 'x' || bytes > 2 * limits.backup.pathBytes) throw odd();
  const record = (await read(bytes)).toString('utf8');
  await read(padding(bytes).length);
  const [, length, path] = /^(\d{1,6}) path=([\s\S]*)\n$/.exec(record) ?? [];
  const file = parsed(await read(blockBytes));
  if (path === undefined || Number(length) !== bytes || file.type !== '0') throw odd();
  return { path, bytes: file.bytes };
}

function parsed(head: Buffer): { readonly name: string; readonly bytes: number; readonly type: string } {
  const text = (from: number, to: number) => head.toString('latin1', from, to).split('\0', 1)[0] as string;
  const [size, sum] = [text(124, 136).trim(), text(148, 156).trim()];
  if (text(257, 263) !== 'ustar' || !/^[0-7]{1,6}$/.test(sum) || Number.parseInt(sum, 8) !== sumOf(head)) {
    throw new ArchiveFault('the archive is damaged, or is not a backup');
  }
  if (!/^[0-7]{1,11}$/.test(size) || text(345, 500) !== '') throw odd();
  return { name: text(0, 100), bytes: Number.parseInt(size, 8), type: head.toString('latin1', 156, 157) };
}

const odd = (): ArchiveFault => new ArchiveFault('the archive has an entry of a kind that backups do not have');
