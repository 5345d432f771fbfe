// The process that compiles sample text: what it makes, and how it ends when it cannot.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileInProcess } from '../../../src/custom-lm/compile.js';
import { OlmFiles, olmKey } from '../../../src/custom-lm/files.js';
import { addon } from '../../../src/native/index.js';
import { limits } from '../../../src/protocol/limits.js';
import { realDisk } from '../../../src/storage/disk.js';
import { DataKey } from '../../../src/trust/data-key.js';
import { readPlain } from '../../../src/trust/plain-bytes.js';
import { randomOf } from '../../helpers/models/posteriors.js';
import { shippedFile } from '../../helpers/models/shipped.js';
import { timeFactor } from '../../helpers/time-factor.js';

const longMs = 60_000 * timeFactor;

let folder: string;
const lexicon = shippedFile('lm-zh', 'lexicon.bin');
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-compile-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const orderOf = (name: string) => ({ key: olmKey(name, 'lexicon'), directory: join(folder, name), lexicon });
const fileOf = ({ directory, key }: ReturnType<typeof orderOf>) => join(directory, `${key}.bin`);

describe('the compiling process', () => {
  it('takes the longest text that is stored, with hardly a character twice', { timeout: longMs }, async () => {
    const random = randomOf(5);
    const characters = Array.from({ length: limits.resource.contentBytes / 3 - 1 }, () =>
      random() < 0.05 ? '。' : String.fromCodePoint(0x4e00 + Math.floor(random() * 20_000)),
    );
    const order = orderOf('long');
    const { report } = compileInProcess(order, Buffer.from(characters.join('')));
    expect(await report).toEqual({ fault: null, isText: false });
    expect(new addon.LanguageModel(fileOf(order)).order).toBe(3);
  });

  it('encrypts the model with the key of its one file, which its arguments do not show', {
    timeout: longMs,
  }, async () => {
    const [plain, sealed] = [orderOf('plain'), orderOf('sealed')];
    const files = new OlmFiles(realDisk, sealed.directory, new DataKey(randomBytes(32)));
    const text = Buffer.from('请办理宽带移机业务。\n我要办理宽带！');
    await compileInProcess(plain, text).report;
    const { report } = compileInProcess(sealed, text, { seal: files.newSeal() });
    expect(await report).toEqual({ fault: null, isText: false });
    const { path, key } = files.fileOf(sealed.key);
    expect(path).toBe(fileOf(sealed));
    expect(readFileSync(path).toString('latin1', 0, 6)).toBe('tgseal');
    expect(() => new addon.LanguageModel(path)).toThrow(/sealed/);
    const bytes = readPlain(path, key as string);
    expect(readFileSync(fileOf(plain)).equals(bytes)).toBe(true);
    const [one, other] = [new addon.LanguageModel(fileOf(plain)), new addon.LanguageModel(path, bytes)];
    bytes.fill(0); // it keeps a copy
    const words = new addon.Lexicon(lexicon).split('办理宽带');
    expect(other.score(words, true)).toBe(one.score(words, true));
    expect(() => new addon.LanguageModel(path, bytes)).toThrow(path);
    expect(() => new addon.LanguageModel(path, new Uint8Array())).toThrow(/empty/);
    expect(() => new addon.LanguageModel(path, 'bytes' as never)).toThrow(/bytes must be a Uint8Array/);
  });

  it('blames text that has no words, and nothing else', { timeout: longMs }, async () => {
    const run = (text: string, changes = {}) =>
      compileInProcess({ ...orderOf('short'), ...changes }, Buffer.from(text)).report;
    expect(await run('。')).toEqual({ fault: 'the text has no words', isText: true });
    const damaged = await run('你好', { lexicon: join(folder, 'none.bin') });
    expect(damaged).toEqual({ fault: 'the language model or the disk cannot be read or written', isText: false });
  });

  it('is killed by a stop, and leaves no file', { timeout: longMs }, async () => {
    const order = orderOf('stopped');
    const { report, stop } = compileInProcess(order, Buffer.from('你好'));
    stop();
    expect(await report).toEqual({ fault: 'the compiling process was stopped', isText: false });
    expect(existsSync(order.directory) ? readdirSync(order.directory) : []).toEqual([]);
  });
});
