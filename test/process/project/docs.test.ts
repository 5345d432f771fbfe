// Pages that are made from the code say what the code says. `npm run docs` makes them again.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue, describeInterfaces } from '../../../src/main/catalogue.js';
import { manifestReference } from '../../../src/models/manifest-page.js';
import { errorNames } from '../../../src/protocol/errors.js';
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
  const description = JSON.parse(JSON.stringify(describeInterfaces().openApi()));

  it('is made from the routes', () => {
    expect(JSON.parse(page('api/openapi.json'))).toEqual(description);
  });

  it('has every route and every WebSocket, with its authentication and its errors', () => {
    const { routes, admin, everywhere, sockets } = catalogue();
    for (const { path, method, auth } of [...routes, ...admin, ...everywhere]) {
      const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      const isOpen = auth === 'none' || auth === 'appkey'; // an appkey alone is no secret
      const secrets = auth === 'switch' ? ['token', 'basic', 'secret'] : [auth]; // a switch may show any of them
      expect(operation.security).toEqual(isOpen ? [] : secrets.map((name) => ({ [name]: [] })));
      if (!isOpen) expect(Object.keys(operation.responses)).toContain('401');
      if (auth === 'appkey') expect(operation.parameters).toContainEqual(expect.objectContaining({ name: 'appkey' }));
    }
    for (const { path } of sockets) {
      expect(description.paths[path.replace(/:(\w+)/g, '{$1}')].get.responses['101']).toBeDefined();
    }
  });

  it('names each operation once', () => {
    const methods = Object.values<Record<string, { operationId: string }>>(description.paths);
    const ids = methods.flatMap((each) => Object.values(each).map(({ operationId }) => operationId));
    expect(ids.length).toBeGreaterThan(60);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('docs/api/asyncapi.json', () => {
  it('is made from the WebSockets', () => {
    expect(JSON.parse(page('api/asyncapi.json'))).toEqual(JSON.parse(JSON.stringify(describeInterfaces().asyncApi())));
  });
});
