// The types of the clients are those of the gateway's schemas.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pythonTypes, typescriptTypes } from '../../../scripts/clients/types.mjs';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const openApi = JSON.parse(read('docs/api/openapi.json'));

it.each([
  ['packages/client-js/src/wire.ts', typescriptTypes],
  ['packages/client-python/src/tonegate_client/wire.py', pythonTypes],
])('%s is what `npm run docs` writes', (path, make) => {
  expect(read(path) === make(openApi), `${path} is stale: npm run docs`).toBe(true);
});

it('a schema that a client needs and the gateway no longer has is named', () => {
  const { RingSentence: _, ...schemas } = openApi.components.schemas;
  expect(() => typescriptTypes({ components: { schemas } })).toThrow('no schema RingSentence');
});
