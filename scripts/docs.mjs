// `npm run docs`: writes the pages and the client types that are generated from the code. It uses the last build; tests
// compare the pages with the code.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { configReference } from '../dist/config/reference.js';
import { describeInterfaces } from '../dist/main/catalogue.js';
import { manifestReference } from '../dist/models/manifest-page.js';
import { errorReference } from '../dist/protocol/wire/errors-page.js';
import { pythonTypes, typescriptTypes } from './clients/types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { openApi, asyncApi } = describeInterfaces();
const described = openApi();
const pages = {
  'docs/errors.md': errorReference(),
  'docs/configuration.md': configReference(),
  'docs/model-manifest.md': manifestReference(),
  'docs/api/openapi.json': `${JSON.stringify(described, null, 2)}\n`,
  'docs/api/asyncapi.json': `${JSON.stringify(asyncApi(), null, 2)}\n`,
  'packages/client-js/src/wire.ts': typescriptTypes(described),
  'packages/client-python/src/tonegate_client/wire.py': pythonTypes(described),
};
for (const [name, text] of Object.entries(pages)) {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${name}\n`);
}
