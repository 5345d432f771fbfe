// The reader of trained models against bytes that are damaged in every way.
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOf, type MadeModel } from '../../../../src/understanding/learning/training/train.js';
import { trainedOf, trainedRecord } from '../../../../src/understanding/matching/learnt-record.js';
import { ModelFault } from '../../../../src/understanding/trained/fault.js';
import { sha256Of } from '../../../../src/understanding/trained/manifest.js';
import { openModel } from '../../../../src/understanding/trained/model.js';
import { chance } from '../../../helpers/chance.js';
import { foreignToShop } from '../../../helpers/nlu/shop-questions.js';
import { train } from '../../../helpers/nlu/trained-model.js';

let files: ReadonlyMap<string, Uint8Array>;
beforeAll(() => {
  const [made] = train('BIG', { config: { maxEpochs: 2 }, negatives: foreignToShop }).models;
  files = filesOf(made as MadeModel, 1_700_000_000);
});

function open(changes: Readonly<Record<string, Uint8Array | undefined>> = {}) {
  const all = new Map<string, Uint8Array | undefined>([...files, ...Object.entries(changes)]);
  return openModel({ size: (name) => all.get(name)?.length, read: (name) => all.get(name) as Uint8Array });
}

const manifest = () => JSON.parse(Buffer.from(files.get('model.json') as Uint8Array).toString());
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** The file changed, and the manifest with its hash. */
function hashed(name: string, changed: Uint8Array) {
  const { files: named, ...rest } = manifest();
  const own = { name, bytes: changed.length, sha256: sha256Of(changed) };
  const list = named.map((each: { name: string }) => (each.name === name ? own : each));
  return { [name]: changed, 'model.json': bytes({ ...rest, files: list }) };
}

describe('a trained model', () => {
  it('is read as it was written', () => {
    const { manifest: read, model } = open();
    expect(read).toEqual(manifest());
    expect(read).toMatchObject({ format: 1, type: 'BIG', questions: 6, rejects: true, trainedTime: 1_700_000_000 });
    expect(model.questions).toContain('怎么退货');
    expect(model.head.labels).toBe(7);
    expect(model.adapter?.dims).toBe(128);
    expect(model.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  });

  it('goes through the record of a package unchanged', () => {
    const { model } = open();
    expect(trainedOf(JSON.parse(JSON.stringify(trainedRecord(model))))).toEqual(model);
  });

  it('of a newer version is refused in words', () => {
    const words = 'model.json: was made by a newer version (format 2); this version reads format 1';
    expect(() => open({ 'model.json': bytes({ ...manifest(), format: 2 }) })).toThrow(new ModelFault(words));
    const newer = Buffer.from(files.get('head.bin') as Uint8Array);
    newer.writeUInt32LE(9, 4);
    expect(() => open(hashed('head.bin', newer))).toThrow('head.bin: was made by a newer version (format 9)');
  });

  it('is refused where a file is missing, short or changed', () => {
    for (const [name, content] of files) {
      expect(() => open({ [name]: undefined })).toThrow(name);
      expect(() => open({ [name]: content.subarray(0, -3) })).toThrow(name);
      if (name === 'model.json') continue;
      const changed = Buffer.from(content);
      changed[40] = (changed[40] as number) ^ 1;
      expect(() => open({ [name]: changed })).toThrow(`${name}: is damaged; its hash differs`);
    }
  });

  it('is refused with the field of its manifest that is wrong', () => {
    for (const [change, words] of [
      [{ type: 'HUGE' }, 'type must be SMALL or BIG'],
      [{ vectors: 'x' }, 'vectors must be'],
      [{ questions: -1 }, 'questions must be'],
      [{ rejects: 1 }, 'rejects must be'],
      [{ eval: { rate: [2] } }, 'eval.rate must hold 10 numbers'],
      [{ files: [] }, 'files must name questions.json, head.bin, adapter.bin'],
      [{ format: 0 }, 'format must be 1'],
    ] as const) {
      expect(() => open({ 'model.json': bytes({ ...manifest(), ...change }) })).toThrow(`model.json: ${words}`);
    }
    expect(() => open({ 'model.json': Buffer.from('{') })).toThrow('model.json: is not JSON');
  });

  it('whose bytes are cut or changed by chance is opened or refused with ModelFault, never otherwise', () => {
    const random = chance(16);
    const names = [...files.keys()];
    for (let round = 0; round < 2_000; round++) {
      const name = names[random.int(0, names.length - 1)] as string;
      const whole = files.get(name) as Uint8Array;
      const changed = Buffer.from(
        whole.subarray(0, random.int(0, 3) === 0 ? random.int(0, whole.length) : whole.length),
      );
      for (let times = random.int(0, 3); times > 0 && changed.length > 0; times--) {
        changed[random.int(0, Math.min(changed.length, 200) - 1)] = random.int(0, 255);
      }
      try {
        open(name === 'model.json' ? { [name]: changed } : hashed(name, changed));
      } catch (fault) {
        expect(fault).toBeInstanceOf(ModelFault);
      }
    }
  });
});
