// Pages that are made from the code say what the code says. `npm run docs` makes them again.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue, describeInterfaces } from '../../../src/main/catalogue.js';
import { manifestReference } from '../../../src/models/manifest-page.js';
import { errorNames } from '../../../src/protocol/wire/errors.js';
import { errorReference } from '../../../src/protocol/wire/errors-page.js';

const page = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

describe('docs/errors.md', () => {
  it('has every error', () => {
    for (const name of errorNames) expect(errorReference()).toContain(`\`${name}\``);
  });

  it('is made from the error table', () => {
    expect(page('errors.md')).toBe(errorReference());
  });
});

describe('docs/model-manifest.md', () => {
  it('is made from the schema of the manifest', () => {
    expect(page('model-manifest.md')).toBe(manifestReference());
  });
});

describe('docs/api/openapi.json', () => {
  const description = JSON.parse(JSON.stringify(describeInterfaces()));

  it('is made from the routes', () => {
    expect(JSON.parse(page('api/openapi.json'))).toEqual(description);
  });

  it('has every route and every WebSocket, with its authentication and its errors', () => {
    const { routes, admin, sockets } = catalogue();
    for (const { path, method, auth } of [...routes, ...admin]) {
      const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      const isOpen = auth === 'none' || auth === 'appkey'; // an appkey alone is no secret
      expect(operation.security).toEqual(isOpen ? [] : [{ [auth]: [] }]);
      if (!isOpen) expect(Object.keys(operation.responses)).toContain('401');
      if (auth === 'appkey') expect(operation.parameters).toContainEqual(expect.objectContaining({ name: 'appkey' }));
    }
    for (const { path } of sockets) {
      expect(description.paths[path.replace(/:(\w+)/g, '{$1}')].get.responses['101']).toBeDefined();
    }
  });

  it('refers only to schemas that it holds', () => {
    const text = JSON.stringify(description);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(description.components.schemas[name as string]).toBeDefined();
    }
  });

  it('names each operation once', () => {
    const ids = [...JSON.stringify(description).matchAll(/"operationId":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
