// `npm run docs`: the pages that are made from the code. Works on the last build; tests compare the pages with the code.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { configReference } from '../dist/config/reference.js';
import { describeInterfaces } from '../dist/main/catalogue.js';
import { manifestReference } from '../dist/models/manifest-page.js';
import { errorReference } from '../dist/protocol/wire/errors-page.js';

const docs = fileURLToPath(new URL('../docs', import.meta.url));
const { openApi, asyncApi } = describeInterfaces();
const pages = {
  'errors.md': errorReference(),
  'configuration.md': configReference(),
  'model-manifest.md': manifestReference(),
  'api/openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`,
  'api/asyncapi.json': `${JSON.stringify(asyncApi(), null, 2)}\n`,
};
for (const [name, text] of Object.entries(pages)) {
  const file = path.join(docs, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`docs/${name}\n`);
}
