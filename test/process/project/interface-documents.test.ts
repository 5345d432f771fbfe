// Facts that tools may rely on in the documents of the interface.

import specification from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' };
import { validate } from '@readme/openapi-parser';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue, describeInterfaces } from '../../../src/main/catalogue.js';

// biome-ignore lint/suspicious/noExplicitAny: documents of any shape
type Json = any;
const documents = describeInterfaces();
const openApi: Json = JSON.parse(JSON.stringify(documents.openApi()));
const asyncApi: Json = JSON.parse(JSON.stringify(documents.asyncApi()));
const both = [
  ['openapi.json', openApi],
  ['asyncapi.json', asyncApi],
] as const;

/** Every object in the document, with its place. */
function* objectsOf(node: Json, place = ''): Generator<readonly [Json, string]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [node, place];
  for (const [key, value] of Object.entries(node)) yield* objectsOf(value, `${place}/${key}`);
}

const at = (document: Json, reference: string): Json =>
  reference
    .slice(2)
    .split('/')
    .reduce((node: Json, key) => node?.[key], document);

const isObjectSchema = (node: Json) => node.type === 'object' && typeof node.properties === 'object';
const operations = Object.entries<Json>(openApi.paths).flatMap(([path, methods]) =>
  Object.values<Json>(methods).map((operation) => ({ path, ...operation })),
);
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id);
const { routes, admin, everywhere, sockets } = catalogue();

it('openapi.json is a valid OpenAPI document', async () => {
  const verdict = await validate(structuredClone(openApi));
  expect(verdict).toMatchObject({ valid: true });
});

it('asyncapi.json is a valid AsyncAPI document', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isValid = ajv.compile(specification as Json);
  expect(isValid(asyncApi), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true);
  expect(isValid({ ...asyncApi, channels: [] })).toBe(false);
});

describe.each(both)('%s', (_, document) => {
  it('refers only to what it holds', () => {
    const references = [...objectsOf(document)].flatMap(([node]) => (typeof node.$ref === 'string' ? [node.$ref] : []));
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((reference) => at(document, reference) === undefined)).toEqual([]);
  });

  it('describes every property and every schema with a name', () => {
    const silent: string[] = [];
    let properties = 0;
    for (const [node, place] of objectsOf(document)) {
      if (!isObjectSchema(node)) continue;
      for (const [name, { description, $ref, allOf, anyOf }] of Object.entries<Json>(node.properties)) {
        properties++;
        const isReference =
          $ref !== undefined ||
          allOf !== undefined ||
          anyOf?.some((part: Json) => (part.$ref ?? part.allOf) !== undefined);
        if (description === undefined && !isReference) silent.push(`${place}/${name}`);
      }
    }
    for (const [name, { description }] of Object.entries<Json>(document.components.schemas))
      if (description === undefined) silent.push(name);
    expect(silent).toEqual([]);
    expect(properties).toBeGreaterThan(100);
  });

  it('names every shape that it has twice', () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const [node, place] of objectsOf(document)) {
      if (!isObjectSchema(node) || place.includes('/bindings/')) continue; // a binding takes no reference
      const { description: __, ...shape } = node;
      const text = JSON.stringify(shape);
      const before = seen.get(text);
      if (before !== undefined) twice.push(`${before} and ${place}`);
      seen.set(text, place);
    }
    expect(twice).toEqual([]);
  });

  it('has only patterns that every dialect reads', () => {
    const patterns = [...objectsOf(document)].flatMap(([{ pattern }]) =>
      typeof pattern === 'string' ? [pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.filter((pattern) => /\\[pPdw]/.test(pattern))).toEqual([]);
  });

  it('has no part that only another document explains', () => {
    expect(JSON.stringify(document)).not.toMatch(/of \d\.\d/);
  });
});

describe('openapi.json', () => {
  const addresses = (operation: Json) =>
    (operation.servers ?? openApi.servers).map(({ description }: Json) => description);
  const [http, https, inside] = addresses(operationOf('system.openapi'));

  it('says on which listeners each operation is answered', () => {
    for (const { id, auth } of routes) {
      expect(addresses(operationOf(id)), id).toEqual(auth === 'basic' ? [https] : [http, https]);
    }
    for (const { id } of sockets) expect(addresses(operationOf(id)), id).toEqual([http, https]);
    for (const { id } of admin) expect(addresses(operationOf(id)), id).toEqual([inside]);
    for (const { id } of everywhere) expect(addresses(operationOf(id)), id).toEqual([http, https, inside]);
  });

  it('describes every parameter', () => {
    const silent = operations.flatMap(({ operationId, parameters }) =>
      parameters.flatMap(({ name, description }: Json) =>
        description === undefined ? [`${operationId} ${name}`] : [],
      ),
    );
    expect(silent).toEqual([]);
  });

  it('takes the token of a WebSocket in the header or in the query, of other requests in the header only', () => {
    const byToken = [{ token: [] }, { 'access-token': [] }];
    const bySecret = [{ basic: [] }, { secret: [] }];
    for (const { id, auth } of sockets) {
      expect(operationOf(id).security, id).toEqual(auth === 'switch' ? [...byToken, ...bySecret] : byToken);
    }
    for (const { id } of routes) expect(JSON.stringify(operationOf(id).security)).not.toContain('access-token');
    expect(openApi.components.securitySchemes['access-token']).toMatchObject({ in: 'query', name: 'access-token' });
  });

  it('names the audio formats one by one', () => {
    const { schemas } = openApi.components;
    expect(schemas.AsrClipConfig.properties.audioFormat.enum).toContain('wav');
    expect(schemas.AsrStreamConfig.properties.audioFormat.enum).toContain('svc_opus');
    expect(schemas.AsrStreamConfig.properties.audioFormat.enum).not.toContain('wav');
    expect(schemas.RingClipConfig.properties.audioFormat).toMatchObject({ default: 'auto' });
    expect(schemas.SynthesisConfig.properties.format.enum).toContain('alaw');
    expect(schemas.SubmitBody.properties.audioFormat.enum).toContain('vox_6k');
  });

  it('names the warnings of each interface one by one', () => {
    const codes = (name: string) => {
      const { enum: several, const: one } = openApi.components.schemas[name].properties.code;
      return several ?? [one];
    };
    expect(codes('AsrWarning')).toEqual([100, 101, 102, 103, 104, 105, 106, 107]);
    expect(codes('RingWarning')).toEqual([100]);
    expect(codes('SynthesisWarning')).toEqual([100, 101]);
  });

  it('has links that lead to operations, with parameters that these have', () => {
    const links = operations.flatMap(({ operationId, responses }) =>
      Object.entries<Json>(responses[200]?.links ?? {}).map(([name, link]) => ({
        from: `${operationId} ${name}`,
        ...link,
      })),
    );
    expect(links.length).toBeGreaterThan(15);
    for (const { from, operationId, parameters, requestBody } of links) {
      const target = operationOf(operationId);
      expect(target, from).toBeDefined();
      const known = target.parameters.map(({ name }: Json) => name);
      expect(known, from).toEqual(expect.arrayContaining(Object.keys(parameters)));
      const needed = target.parameters.filter(({ required }: Json) => required).map(({ name }: Json) => name);
      expect(Object.keys(parameters), from).toEqual(expect.arrayContaining(needed));
      if (requestBody === undefined) continue;
      const { schema } = target.requestBody.content['application/json'];
      const { properties } = schema.$ref === undefined ? schema : at(openApi, schema.$ref);
      expect(Object.keys(properties), from).toEqual(expect.arrayContaining(Object.keys(requestBody)));
    }
  });

  it('has a link from everything that a POST makes to its removal', () => {
    for (const [from, to] of [
      ['resource.create', 'resource.delete'],
      ['resource.sys.create', 'resource.sys.delete'],
      ['userword.create', 'userword.delete'],
      ['sensword.create', 'sensword.delete'],
      ['admin.apps.add', 'admin.apps.remove'],
      ['trans.submit', 'trans.cancel'],
    ] as const) {
      const linked = Object.values<Json>(operationOf(from).responses[200].links).map(({ operationId }) => operationId);
      expect(linked, from).toContain(to);
    }
  });

  it('has short examples', () => {
    for (const [node, place] of objectsOf(openApi)) {
      if ('example' in node) expect(JSON.stringify(node.example).length, place).toBeLessThan(600);
    }
    const { content } = operationOf('ring.shortAudio').requestBody;
    expect(content['application/json'].example.config).toEqual({ audioFormat: 'alaw_8k' });
  });
});

describe('asyncapi.json', () => {
  it('has a channel for every WebSocket, which takes the token in two ways', () => {
    expect(Object.values<Json>(asyncApi.channels).map(({ address }) => address)).toEqual(
      sockets.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')),
    );
    const schemes = ['token', 'access-token'].map((name) => ({ $ref: `#/components/securitySchemes/${name}` }));
    for (const server of Object.values<Json>(asyncApi.servers)) expect(server.security).toEqual(schemes);
  });

  it('has the messages of both directions', () => {
    const names = (id: string) =>
      asyncApi.operations[id].messages.map(({ $ref }: Json) => $ref.slice($ref.lastIndexOf('/') + 1));
    expect(names('ring.shortStream.receive')).toEqual(['RingStart', 'RingAnswered', 'StreamEnd', 'StreamedAudio']);
    const ends = ['EndMessage', 'ErrorMessage', 'FatalErrorMessage'];
    expect(names('ring.shortStream.send')).toEqual(['RingStarted', 'RingResultMessage', ...ends]);
    for (const mode of ['short', 'utterance', 'continue']) {
      expect(names(`asr.${mode}Stream.receive`)).toEqual(['AsrStart', 'StreamEnd', 'StreamedAudio']);
      expect(names(`asr.${mode}Stream.send`)).toEqual(['AsrStarted', 'AsrEventMessage', 'AsrResultMessage', ...ends]);
    }
    const forked = ['ForkedCall', 'ForkEvent', 'ForkedAudio'];
    expect(names('ring.fork.receive')).toEqual(forked);
    expect(names('ring.fork.send')).toEqual(['ForkScreening', 'ForkError']);
    expect(names('asr.fork.receive')).toEqual(forked);
    expect(names('asr.fork.send')).toEqual(['ForkRecognition', 'ForkError']);
    expect(names('tts.stream.receive')).toEqual(['SynthesisStart', 'SynthesisGetAudio', 'SynthesisCancel']);
    expect(names('tts.stream.send')).toEqual(['SynthesisStarted', ...ends, 'SpokenAudio']);
  });

  it('has an example of every text message, which fits the schema of the document and that of the gateway', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema(asyncApi, 'document');
    const schemas = new Map(
      sockets.flatMap(({ messages }) =>
        [...(messages?.fromClient ?? []), ...((messages?.toClient.options ?? []) as z.ZodType[])].map(
          (schema) => [z.globalRegistry.get(schema)?.id, schema] as const,
        ),
      ),
    );
    expect(schemas.size).toBeGreaterThan(12);
    for (const [name, { payload, examples }] of Object.entries<Json>(asyncApi.components.messages)) {
      const schema = schemas.get(name);
      if (schema === undefined) continue; // audio
      expect(examples.length, name).toBeGreaterThan(0);
      const fits = ajv.compile({ $ref: `document${payload.$ref}` });
      for (const { payload: example } of examples) {
        expect(fits(example), `${name}: ${JSON.stringify(fits.errors)}`).toBe(true);
        expect(
          fits({ ...example, unknown: 1, command: 'NONE', respType: 'NONE', event: 'NONE', sampleRate: 1 }),
          name,
        ).toBe(false);
        expect(schema.safeParse(example).error, name).toBeUndefined();
      }
    }
  });

  it('says with which errors each handshake can be refused', () => {
    for (const { description } of Object.values<Json>(asyncApi.channels)) {
      expect(description).toContain('status 401, 40101 UNAUTHENTICATED');
      expect(description).toContain('status 404, 40401 PROPERTY_NOT_FOUND');
    }
  });
});
