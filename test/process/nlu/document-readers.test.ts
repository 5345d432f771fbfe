// Document sessions (specification 3, section 3.2) in a process of their own: the real process and real files.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { DocumentReaderProcess } from '../../../src/understanding/readers/client.js';

const vectorFile = path.join(import.meta.dirname, '../../../models/sent-zh/words.bin');
const config = { nbest: 10, maxAnswerCharacters: 500, docBufferCharacters: 150 };
const owner = { developerId: 1, tenantId: 'first' };
const most = limits.documents.reader;

const folder = mkdtempSync(path.join(tmpdir(), 'tonegate-readers-'));
let nowMs: number;
let lines: string[];
let readers: DocumentReaderProcess;

beforeAll(() => {
  mkdirSync(path.join(folder, 'shop/more'), { recursive: true });
  writeFileSync(path.join(folder, 'shop/hours.txt'), '营业时间\n\n本店每天早上九点开门，晚上八点关门。\n');
  writeFileSync(path.join(folder, 'shop/more/returns.txt'), '退货\n\n商品可以在七天之内退货。运费由买家承担。\n');
  writeFileSync(path.join(folder, 'shop/notes.md'), '会员每月十日可以领取优惠券。\n');
  mkdirSync(path.join(folder, 'empty'));
  writeFileSync(path.join(folder, 'blank.txt'), ' \n\u3000\n');
  writeFileSync(path.join(folder, 'latin.txt'), Buffer.from([0x61, 0x62, 0xff, 0x63]));
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  nowMs = 0;
  lines = [];
  const log = {
    info: (_: object, text: string) => lines.push(text),
    warn: (_: object, text: string) => lines.push(text),
  };
  readers = new DocumentReaderProcess({ log, vectorFile, idleMs: 60_000, now: () => nowMs, reads: () => [folder] });
});
afterEach(() => readers.stop());

const file = (name: string) => ({ type: 'FILE', path: path.join(folder, name) }) as const;
const directory = (name: string) => ({ type: 'DIR', path: path.join(folder, name) }) as const;
const gone = { code: 'RESOURCE_NOT_FOUND' };

describe('a document session', () => {
  it('answers from all .txt files of a folder and of the folders in it', async () => {
    await readers.open(owner, 's', directory('shop'), config);
    const [best] = await readers.ask(owner, 's', '几天之内可以退货？');
    expect(best).toMatchObject({ doc: 'more/returns.txt', answer: expect.stringContaining('七天之内退货') });
    expect(await readers.ask(owner, 's', '早上几点开门？')).toMatchObject([{ doc: 'hours.txt' }]);
    const all = await readers.ask(owner, 's', '会员的优惠券什么时候领取');
    expect(all.some(({ answer }) => answer.includes('优惠券'))).toBe(false);
  });

  it('answers from one file of any name', async () => {
    await readers.open(owner, 's', file('shop/notes.md'), config);
    expect(await readers.ask(owner, 's', '优惠券哪天领取')).toMatchObject([{ doc: 'notes.md' }]);
  });

  it('belongs to its developer and tenant: to others it does not exist', async () => {
    await readers.open(owner, 's', file('shop/hours.txt'), config);
    for (const other of [
      { developerId: 2, tenantId: 'first' },
      { developerId: 1, tenantId: 'second' },
    ]) {
      await expect(readers.ask(other, 's', '几点开门')).rejects.toMatchObject(gone);
      expect(await readers.close(other, 's')).toBe(false);
    }
    expect(await readers.close(owner, 's')).toBe(true);
    expect(await readers.close(owner, 's')).toBe(false);
    await expect(readers.ask(owner, 's', '几点开门')).rejects.toMatchObject(gone);
  });

  it('is gone when nobody has asked for its idle time, and a query begins that time anew', async () => {
    await readers.open(owner, 's', file('shop/hours.txt'), config);
    nowMs += 59_999;
    expect(await readers.ask(owner, 's', '几点开门')).toHaveLength(1);
    nowMs += 59_999;
    expect(await readers.ask(owner, 's', '几点关门')).toHaveLength(1);
    nowMs += 60_000;
    await expect(readers.ask(owner, 's', '几点开门')).rejects.toMatchObject(gone);
  });

  it.each([
    ['empty', ''],
    ['of blanks', ' \u3000 '],
    ['too long', '几'.repeat(10_000)],
  ])('refuses a query that is %s', async (_, query) => {
    await readers.open(owner, 's', file('shop/hours.txt'), config);
    const message = expect.stringMatching(/^query: .* 1 to 1000 characters$/);
    await expect(readers.ask(owner, 's', query)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message });
  });

  it.each([
    ['a folder without .txt', directory('empty'), /has no \.txt file/],
    ['a document of nothing but blanks', file('blank.txt'), /only white space/],
    ['a document that is no UTF-8', file('latin.txt'), /not UTF-8 from byte 2 on/],
    ['a file that is gone', file('none.txt'), /the file no longer exists/],
    ['a folder as a file', file('shop'), /is not a file/],
    ['a file as a folder', directory('blank.txt'), /is not a folder/],
  ])('is not opened by %s', async (_, place, message) => {
    const fault = { code: 'BAD_MATERIAL', message: expect.stringMatching(message) };
    await expect(readers.open(owner, 's', place, config)).rejects.toMatchObject(fault);
    await expect(readers.ask(owner, 's', '几点开门')).rejects.toMatchObject(gone);
  });

  it('is not opened by more bytes than a session may have', async () => {
    const name = path.join(folder, 'large.txt');
    writeFileSync(name, '好'.repeat(limits.documents.session.bytes / 3 + 1));
    const fault = { code: 'BAD_MATERIAL', message: expect.stringContaining('bytes of documents') };
    await expect(readers.open(owner, 's', file('large.txt'), config)).rejects.toMatchObject(fault);
    rmSync(name);
  });

  it('does not follow links', async () => {
    mkdirSync(path.join(folder, 'linked'));
    symlinkSync(path.join(folder, 'shop/hours.txt'), path.join(folder, 'linked/hours.txt'));
    const fault = { code: 'BAD_MATERIAL', message: expect.stringContaining('no .txt file') };
    await expect(readers.open(owner, 's', directory('linked'), config)).rejects.toMatchObject(fault);
  });

  it('has an id of its own', async () => {
    await readers.open(owner, 's', file('shop/hours.txt'), config);
    await expect(readers.open(owner, 's', file('shop/hours.txt'), config)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is refused where the tenant has as many as it may, and another tenant still gets one', async () => {
    const opened = Array.from({ length: most.sessionsPerTenant }, (_, at) =>
      readers.open(owner, `s${at}`, file('shop/hours.txt'), config),
    );
    await expect(readers.open(owner, 'more', file('shop/hours.txt'), config)).rejects.toMatchObject({
      code: 'TOO_MANY_RESOURCES',
    });
    await readers.open({ ...owner, tenantId: 'second' }, 'other', file('shop/hours.txt'), config);
    await Promise.all(opened);
    expect(readers.status()?.sessions).toBe(most.sessionsPerTenant + 1);
  });
});

it('a developer has as many sessions as are still free, however many tenants, and another one still gets one', async () => {
  let opened = 0;
  const open = () => {
    const tenantId = `tenant ${Math.floor(opened / most.sessionsPerTenant)}`;
    return readers.open({ ...owner, tenantId }, `s${opened}`, file('shop/hours.txt'), config);
  };
  for (; opened < most.sessions / 2; opened++) await open();
  await expect(open()).rejects.toMatchObject({ code: 'TOO_MANY_RESOURCES' });
  await readers.open(
    { developerId: owner.developerId + 1, tenantId: 'theirs' },
    'other',
    file('shop/hours.txt'),
    config,
  );
  expect(
    await readers.ask({ developerId: owner.developerId + 1, tenantId: 'theirs' }, 'other', '几点开门'),
  ).not.toEqual([]);
});

describe('the document process', () => {
  it('is there from the first session to the end of the last', async () => {
    expect(readers.status()).toBeUndefined();
    await readers.open(owner, 'one', file('shop/hours.txt'), config);
    await readers.open(owner, 'two', file('shop/hours.txt'), config);
    const pid = readers.status()?.pid as number;
    await readers.close(owner, 'one');
    expect(readers.status()?.pid).toBe(pid);
    await readers.close(owner, 'two');
    expect(readers.status()).toBeUndefined();
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 10_000 });
  });

  it('takes its sessions with it when it dies, and the next session starts another', async () => {
    await readers.open(owner, 's', file('shop/hours.txt'), config);
    const pid = readers.status()?.pid as number;
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(lines).toContain('the document process ended; its sessions are lost'), {
      timeout: 10_000,
    });
    await expect(readers.ask(owner, 's', '几点开门')).rejects.toMatchObject(gone);
    await readers.open(owner, 's', file('shop/hours.txt'), config);
    expect(readers.status()?.pid).not.toBe(pid);
    expect(await readers.ask(owner, 's', '几点开门')).toHaveLength(1);
  });

  it('tells whoever asks while it dies that the session is gone', async () => {
    await readers.open(owner, 's', file('shop/hours.txt'), config);
    const asked = readers.ask(owner, 's', '几点开门');
    process.kill(readers.status()?.pid as number, 'SIGKILL');
    const outcome = await asked.then(
      (answers) => answers.length,
      (fault) => fault.code,
    );
    expect([1, 'RESOURCE_NOT_FOUND']).toContain(outcome);
  });

  it('opens no session after it was stopped', async () => {
    await readers.stop();
    await expect(readers.open(owner, 's', file('shop/hours.txt'), config)).rejects.toMatchObject({ code: 'STOPPING' });
  });
});
