// The shipped voice model with only some of its voices, or with a changed file or manifest.
import { readFileSync } from 'node:fs';
import { parseManifest, type VoicesManifest } from '../../../src/models/manifest.js';
import { writeModel } from './model-folder.js';
import { shippedFile } from './shipped.js';

const manifestFile = shippedFile('tts-zh', 'manifest.json');

function shipped(): VoicesManifest {
  const manifest = parseManifest(readFileSync(manifestFile), manifestFile);
  if (manifest.family !== 'voices') throw new Error(`${manifestFile}: no voices`);
  return manifest;
}

export interface VoiceChanges {
  readonly files?: Readonly<Record<string, Uint8Array>>;
  readonly manifest?: (manifest: VoicesManifest) => object;
}

/** Returns the folder. */
export function writeVoices(parent: string, properties: readonly string[], changes: VoiceChanges = {}): string {
  const { files, ...whole } = shipped();
  const voices = whole.voices.filter(({ property }) => properties.includes(property));
  const some = { ...whole, files, voices, serves: properties as string[] };
  const own = Object.fromEntries(files.map(({ name }) => [name, shippedFile('tts-zh', name)]));
  return writeModel(parent, { ...some, ...changes.manifest?.(some) }, { ...own, ...changes.files });
}
