import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probeApart } from '../../../src/local/probe/apart.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { modelStoreOf } from '../../helpers/models/model-store.js';
import { tinyCaches } from '../../helpers/models/tiny-models.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-probe-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const brought = () =>
  modelStoreOf(join(folder, 'data')).readDirectory(
    writeModel(join(folder, 'brought'), tinyCaches.draft, tinyCaches.files),
  );

describe('the trial run of a model', () => {
  it('takes a model that loads and runs', async () => {
    await expect(probeApart(brought())).resolves.toBeUndefined();
  });

  it('refuses a model that is not done in its time, and says so', async () => {
    const said = /its trial run took longer than 0\.01 s; a usable model loads and runs within a few seconds/;
    await expect(probeApart(brought(), { timeMs: 10 })).rejects.toThrow(said);
  });

  it('says what is wrong with a graph, as the runtime of the engine does', async () => {
    const files = { ...tinyCaches.files, 'model.onnx': Buffer.from('no graph') };
    const directory = writeModel(join(folder, 'broken'), tinyCaches.draft, files);
    const model = modelStoreOf(join(folder, 'data')).readDirectory(directory);
    await expect(probeApart(model)).rejects.toThrow(/the graph cannot be loaded/);
  });
});
