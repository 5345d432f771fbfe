// A model in the form in which a user provides it: a directory with files and a manifest.json that lists them.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseManifest } from '../../../src/models/manifest.js';
import type { StoredModel } from '../../../src/models/store.js';

export type Draft = Readonly<Record<string, unknown>> & { readonly id: string };
/** The content of a file, or the path of one. */
export type Files = Readonly<Record<string, Uint8Array | string>>;

const defaults = {
  format: 1,
  version: '1.0.0',
  language: 'zh',
  serves: ['cn_8k_common'],
  precision: 'fp32',
  licence: 'Apache-2.0',
};

export function writeModel(parent: string, draft: Draft, files: Files): string {
  const folder = join(parent, draft.id);
  mkdirSync(folder, { recursive: true });
  const listed = Object.entries(files).map(([name, content]) => {
    if (typeof content === 'string') copyFileSync(content, join(folder, name));
    else writeFileSync(join(folder, name), content);
    const bytes = readFileSync(join(folder, name));
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...defaults, ...draft, files: listed }));
  return folder;
}

export function modelIn(folder: string): StoredModel {
  const file = join(folder, 'manifest.json');
  return {
    manifest: parseManifest(readFileSync(file), file),
    source: 'installed',
    path: (name) => join(folder, name),
  };
}
