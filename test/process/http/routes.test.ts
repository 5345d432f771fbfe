// Three tests for every route of the product in each of its spellings, made from the route itself: valid, invalid, without
// credentials.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchPath } from '../../../src/http/path.js';
import { pathsOf, type Route } from '../../../src/http/route.js';
import { catalogue } from '../../../src/main/catalogue.js';
import { features } from '../../../src/main/features.js';
import { toneModels } from '../../helpers/gateway/asr-gateway.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { type RouteCaller, routeCaller } from '../../helpers/gateway/route-caller.js';
import { writeParametricVoices } from '../../helpers/gateway/speaking-gateway.js';

const described = catalogue();
const { routes, sockets, admin, everywhere, fixtures } = described;
const all = [...routes, ...admin, ...everywhere];
const spellings = all.flatMap((route) =>
  pathsOf(route).map((path) => [path === route.path ? route.id : `${route.id} as ${path}`, route, path] as const),
);

let models: string;
let gateway: TestGateway;
let caller: RouteCaller;
beforeAll(async () => {
  models = toneModels();
  writeParametricVoices(models);
  gateway = await startTestGateway({
    features,
    settings: { shippedModels: models, 'media.sip.trunks': [{ name: 'own', host: '127.0.0.1', port: 9 }] },
  });
  await gateway.whenReady();
  caller = routeCaller(gateway, described);
});
afterAll(async () => {
  await gateway.discard();
  rmSync(models, { recursive: true, force: true });
});

it('a gateway serves what is described, and nothing else', () => {
  const named = (served: {
    routes: readonly Route[];
    sockets: readonly { path: string }[];
    admin: readonly Route[];
    everywhere: readonly Route[];
  }) => ({
    routes: served.routes.map(({ id, method, path, auth }) => ({ id, method, path, auth })),
    sockets: served.sockets.map(({ path }) => path),
    admin: served.admin.map(({ id, method, path, auth }) => ({ id, method, path, auth })),
    everywhere: served.everywhere.map(({ id, method, path, auth }) => ({ id, method, path, auth })),
  });
  expect(named(gateway.served)).toEqual(named({ routes, sockets, admin, everywhere }));
  expect(named(gateway.served).routes.length).toBeGreaterThan(20);
});

describe.each(spellings)('%s', (_, route, path) => {
  it('answers its own example with success', async () => {
    const { status, json, text } = await caller.send(route, route.example ?? {}, { path });
    expect(status, text).toBe(200);
    if (route.replyType === undefined) expect(route.reply.safeParse(json).error).toBeUndefined();
  });

  const { invalid } = route;
  if (invalid !== undefined) {
    it('refuses its invalid example with a message and no stack', async () => {
      const { status, json, text } = await caller.send(route, invalid, { path });
      expect(status, text).toBe(invalid.status ?? 400);
      const refusal = route.dialect?.refusal === undefined ? json.error : json;
      expect(refusal.code).toBeTypeOf('number');
      expect(refusal.message).not.toBe('');
      expect(text).not.toMatch(/\bat .*\.[jt]s:\d+/);
    });
  }

  if (route.right !== undefined) {
    it('refuses an application that does not have its right', async () => {
      const { status, json } = await caller.send(route, route.example ?? {}, { path, by: { app: gateway.app } });
      expect(status).toBe(403);
      expect(json.error.code).toBe(40300);
    });
  }

  if (route.auth !== 'none') {
    it('answers without credentials with its authentication error', async () => {
      const { status, json, headers } = await caller.send(route, route.example ?? {}, { path, credentials: false });
      expect(status).toBe(route.auth === 'appkey' ? 400 : 401);
      expect((route.dialect?.refusal === undefined ? json.error : json).code).toBeTypeOf('number');
      if (status === 401) expect(headers['www-authenticate']).toContain('realm=');
    });
  }
});

describe('the list of routes', () => {
  it('has an invalid example wherever something can be invalid', () => {
    const lacking = all.filter(
      ({ params, query, body, invalid }) => (params ?? query ?? body) && invalid === undefined,
    );
    expect(lacking.map((route) => route.id)).toEqual([]);
  });

  it('has no fixture that no example needs', () => {
    const named = JSON.stringify([...all.map(({ example, invalid }) => [example, invalid]), Object.values(fixtures)]);
    expect(Object.keys(fixtures).filter((name) => !named.includes(`{${name}}`))).toEqual([]);
  });

  it('has unique ids and unique paths', () => {
    const ids = [...all, ...sockets].map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    const places = [
      ...all.flatMap((each) => pathsOf(each).map((path) => `${each.method} ${path}`)),
      ...sockets.map((each) => `GET ${each.path}`),
    ];
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(sockets.map((socket) => [socket.id, socket] as const))(
    '%s answers a plain GET with 426',
    async (_, socket) => {
      const reply = await gateway.plain(socket.path.replace(/:[a-z]+/, 'cn_8k_common'));
      expect(reply.status).toBe(426);
      expect(reply.headers.upgrade).toBe('websocket');
    },
  );

  it('is what the authentication matrix says, route by route', () => {
    expect(Object.fromEntries([...all, ...sockets].map(({ id, auth }) => [id, auth]))).toMatchInlineSnapshot(`
      {
        "admin.apps.add": "admin",
        "admin.apps.list": "admin",
        "admin.apps.remove": "admin",
        "admin.apps.token": "admin",
        "admin.backup": "admin",
        "admin.firmware.boxes": "admin",
        "admin.firmware.change": "admin",
        "admin.firmware.list": "admin",
        "admin.firmware.publish": "admin",
        "admin.firmware.upload": "admin",
        "admin.firmware.withdraw": "admin",
        "admin.profiles.get": "admin",
        "admin.profiles.list": "admin",
        "admin.profiles.put": "admin",
        "admin.profiles.remove": "admin",
        "admin.resources.get": "admin",
        "admin.resources.list": "admin",
        "admin.resources.remove": "admin",
        "admin.sync.apply": "admin",
        "admin.sync.conflicts": "admin",
        "admin.sync.drain": "admin",
        "admin.sync.firmware": "admin",
        "admin.sync.firmwareReport": "admin",
        "admin.sync.now": "admin",
        "admin.sync.outbox": "admin",
        "admin.sync.report": "admin",
        "admin.sync.settle": "admin",
        "admin.sync.state": "admin",
        "admin.sync.status": "admin",
        "admin.sync.undrain": "admin",
        "admin.sync.wanted": "admin",
        "admin.tenants.add": "admin",
        "admin.tenants.change": "admin",
        "admin.tenants.list": "admin",
        "admin.tenants.remove": "admin",
        "admin.tenants.view": "admin",
        "asr.continueStream": "token",
        "asr.fork": "switch",
        "asr.shortAudio": "token",
        "asr.shortStream": "token",
        "asr.utteranceStream": "token",
        "auth.checkAuth": "basic",
        "auth.getAccessToken": "basic",
        "auth.getConf": "basic",
        "auth.getServiceUrl": "basic",
        "calls.cancel": "token",
        "calls.get": "token",
        "calls.place": "token",
        "nlu.answers.change": "token",
        "nlu.answers.create": "token",
        "nlu.answers.list": "token",
        "nlu.answers.remove": "token",
        "nlu.answers.view": "token",
        "nlu.branches.change": "token",
        "nlu.branches.create": "token",
        "nlu.branches.list": "token",
        "nlu.branches.order": "token",
        "nlu.branches.remove": "token",
        "nlu.branches.view": "token",
        "nlu.dataMining.create": "token",
        "nlu.dataMining.remove": "token",
        "nlu.dataMining.view": "token",
        "nlu.docReader.ask": "token",
        "nlu.docReader.close": "token",
        "nlu.docReader.open": "token",
        "nlu.docToQa.create": "token",
        "nlu.docToQa.remove": "token",
        "nlu.docToQa.view": "token",
        "nlu.dynamicClasses.change": "token",
        "nlu.dynamicClasses.create": "token",
        "nlu.dynamicClasses.list": "token",
        "nlu.dynamicClasses.remove": "token",
        "nlu.dynamicClasses.view": "token",
        "nlu.extQuestions.change": "token",
        "nlu.extQuestions.create": "token",
        "nlu.extQuestions.list": "token",
        "nlu.extQuestions.remove": "token",
        "nlu.extQuestions.view": "token",
        "nlu.generateQuestion.create": "token",
        "nlu.generateQuestion.remove": "token",
        "nlu.generateQuestion.view": "token",
        "nlu.intents.change": "token",
        "nlu.intents.confirmResponse.create": "token",
        "nlu.intents.confirmResponse.remove": "token",
        "nlu.intents.create": "token",
        "nlu.intents.failedResponse.create": "token",
        "nlu.intents.failedResponse.remove": "token",
        "nlu.intents.list": "token",
        "nlu.intents.processor.create": "token",
        "nlu.intents.processor.remove": "token",
        "nlu.intents.remove": "token",
        "nlu.intents.retryResponse.create": "token",
        "nlu.intents.retryResponse.remove": "token",
        "nlu.intents.view": "token",
        "nlu.lexicons.change": "token",
        "nlu.lexicons.create": "token",
        "nlu.lexicons.list": "token",
        "nlu.lexicons.remove": "token",
        "nlu.lexicons.view": "token",
        "nlu.modelTrain.create": "token",
        "nlu.modelTrain.remove": "token",
        "nlu.modelTrain.view": "token",
        "nlu.models.change": "token",
        "nlu.models.create": "token",
        "nlu.models.enable": "token",
        "nlu.models.list": "token",
        "nlu.models.remove": "token",
        "nlu.models.state": "token",
        "nlu.models.view": "token",
        "nlu.nodes.change": "token",
        "nlu.nodes.create": "token",
        "nlu.nodes.list": "token",
        "nlu.nodes.remove": "token",
        "nlu.nodes.view": "token",
        "nlu.online.change": "token",
        "nlu.online.view": "token",
        "nlu.processors.change": "token",
        "nlu.processors.view": "token",
        "nlu.publishes.create": "token",
        "nlu.publishes.list": "token",
        "nlu.publishes.remove": "token",
        "nlu.publishes.view": "token",
        "nlu.qaDirs.change": "token",
        "nlu.qaDirs.create": "token",
        "nlu.qaDirs.list": "token",
        "nlu.qaDirs.move": "token",
        "nlu.qaDirs.remove": "token",
        "nlu.qaDirs.view": "token",
        "nlu.qaDomains.create": "token",
        "nlu.qaDomains.list": "token",
        "nlu.qaPairs.change": "token",
        "nlu.qaPairs.create": "token",
        "nlu.qaPairs.list": "token",
        "nlu.qaPairs.remove": "token",
        "nlu.qaPairs.view": "token",
        "nlu.questions.change": "token",
        "nlu.questions.view": "token",
        "nlu.recog.dialog": "token",
        "nlu.recog.endSession": "token",
        "nlu.recog.startSession": "token",
        "nlu.resource.dialog": "token",
        "nlu.resource.endSession": "token",
        "nlu.resource.startSession": "token",
        "nlu.responses.change": "token",
        "nlu.responses.view": "token",
        "nlu.robots.change": "token",
        "nlu.robots.check": "token",
        "nlu.robots.create": "token",
        "nlu.robots.export": "token",
        "nlu.robots.fallback.create": "token",
        "nlu.robots.fallback.remove": "token",
        "nlu.robots.fallback.view": "token",
        "nlu.robots.import": "token",
        "nlu.robots.list": "token",
        "nlu.robots.opening.create": "token",
        "nlu.robots.opening.remove": "token",
        "nlu.robots.opening.view": "token",
        "nlu.robots.remove": "token",
        "nlu.robots.skills.add": "token",
        "nlu.robots.skills.change": "token",
        "nlu.robots.skills.list": "token",
        "nlu.robots.skills.order": "token",
        "nlu.robots.skills.remove": "token",
        "nlu.robots.skills.view": "token",
        "nlu.robots.view": "token",
        "nlu.scenes.change": "token",
        "nlu.scenes.check": "token",
        "nlu.scenes.create": "token",
        "nlu.scenes.failedResponse.create": "token",
        "nlu.scenes.failedResponse.remove": "token",
        "nlu.scenes.graph.replace": "token",
        "nlu.scenes.graph.view": "token",
        "nlu.scenes.list": "token",
        "nlu.scenes.remove": "token",
        "nlu.scenes.retryResponse.create": "token",
        "nlu.scenes.retryResponse.remove": "token",
        "nlu.scenes.view": "token",
        "nlu.sensitiveGroups.change": "token",
        "nlu.sensitiveGroups.create": "token",
        "nlu.sensitiveGroups.list": "token",
        "nlu.sensitiveGroups.remove": "token",
        "nlu.sensitiveGroups.view": "token",
        "nlu.skills.change": "token",
        "nlu.skills.create": "token",
        "nlu.skills.intents.add": "token",
        "nlu.skills.intents.order": "token",
        "nlu.skills.intents.remove": "token",
        "nlu.skills.list": "token",
        "nlu.skills.remove": "token",
        "nlu.skills.view": "token",
        "nlu.slots.change": "token",
        "nlu.slots.confirmResponse.create": "token",
        "nlu.slots.confirmResponse.remove": "token",
        "nlu.slots.create": "token",
        "nlu.slots.list": "token",
        "nlu.slots.remove": "token",
        "nlu.slots.reorder": "token",
        "nlu.slots.view": "token",
        "nlu.slots.viewByPost": "token",
        "nlu.sysLexicons.list": "token",
        "nlu.sysModels.list": "token",
        "nlu.tagGroups.change": "token",
        "nlu.tagGroups.create": "token",
        "nlu.tagGroups.list": "token",
        "nlu.tagGroups.remove": "token",
        "nlu.tagGroups.view": "token",
        "nlu.tags.change": "token",
        "nlu.tags.create": "token",
        "nlu.tags.list": "token",
        "nlu.tags.remove": "token",
        "nlu.tags.view": "token",
        "nlu.tagsOfAnyGroup.change": "token",
        "nlu.tagsOfAnyGroup.remove": "token",
        "nlu.tagsOfAnyGroup.view": "token",
        "nlu.taskQuestions.change": "token",
        "nlu.taskQuestions.create": "token",
        "nlu.taskQuestions.list": "token",
        "nlu.taskQuestions.remove": "token",
        "nlu.taskQuestions.view": "token",
        "nlu.testSets.change": "token",
        "nlu.testSets.create": "token",
        "nlu.testSets.list": "token",
        "nlu.testSets.remove": "token",
        "nlu.testSets.run": "token",
        "nlu.testSets.view": "token",
        "nlu.trainFiles.list": "token",
        "nlu.trainFiles.put": "token",
        "nlu.trainFiles.remove": "token",
        "nlu.words.change": "token",
        "nlu.words.create": "token",
        "nlu.words.list": "token",
        "nlu.words.remove": "token",
        "nlu.words.view": "token",
        "ops.health": "none",
        "ops.metrics": "none",
        "ops.ready": "none",
        "resource.create": "appkey",
        "resource.delete": "appkey",
        "resource.download": "appkey",
        "resource.list": "appkey",
        "resource.sys.create": "admin",
        "resource.sys.delete": "admin",
        "resource.sys.download": "admin",
        "resource.sys.list": "admin",
        "resource.sys.update": "admin",
        "resource.update": "appkey",
        "ring.fork": "switch",
        "ring.shortAudio": "token",
        "ring.shortStream": "token",
        "ring.verdict": "switch",
        "sensword.create": "appkey",
        "sensword.delete": "appkey",
        "sensword.get": "appkey",
        "sensword.list": "appkey",
        "sensword.update": "appkey",
        "sync.content": "basic",
        "sync.firmware": "basic",
        "sync.outbox": "basic",
        "sync.state": "basic",
        "system.asyncapi": "none",
        "system.openapi": "none",
        "trans.cancel": "token",
        "trans.download": "token",
        "trans.listProperties": "token",
        "trans.prepareUpload": "token",
        "trans.query": "token",
        "trans.restart": "token",
        "trans.status": "token",
        "trans.submit": "token",
        "trans.upload": "token",
        "tts.shortText": "token",
        "tts.stream": "token",
        "userword.create": "appkey",
        "userword.delete": "appkey",
        "userword.get": "appkey",
        "userword.list": "appkey",
        "userword.update": "appkey",
      }
    `);
  });

  it('answers a method that a path does not take with 405, and names in Allow those that it takes', async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    const places = [
      ...[...routes, ...sockets.map(({ path }) => ({ method: 'GET', path }))].map((each) => ['plain', each] as const),
      ...admin.map((each) => ['inside', each] as const),
      ...everywhere.flatMap((each) => [['plain', each] as const, ['inside', each] as const]),
    ];
    const taken = new Map<string, Set<string>>();
    for (const [listener, { path }] of places) {
      const asked = path.replace(/:property/, 'cn_8k_common').replace(/:\w+/g, 'x');
      const fitting = places.filter(([on, each]) => on === listener && matchPath(each.path, asked) !== undefined);
      // `/robots/import` is no robot: where a path of words alone fits, those with a parameter in their place do not count
      const words = (each: string) => each.split('/').filter((part) => !part.startsWith(':')).length;
      const most = Math.max(...fitting.map(([, each]) => words(each.path)));
      const own = fitting.filter(([, each]) => words(each.path) === most);
      taken.set(`${listener} ${asked}`, new Set(own.map(([, { method }]) => method)));
    }
    expect(taken.size).toBeGreaterThan(50);
    for (const [place, known] of taken) {
      const [listener, path] = place.split(' ') as ['plain' | 'inside', string];
      for (const method of methods.filter((each) => !known.has(each))) {
        const { status, headers } = await gateway[listener](path, { method });
        if (method === 'HEAD' && known.has('GET') && headers.allow === undefined) continue; // a GET that has a HEAD
        expect([method, path, status]).toEqual([method, path, 405]);
        const allowed = headers.allow?.split(', ').filter((each) => each !== 'HEAD');
        expect([path, allowed]).toEqual([path, [...known].sort()]);
      }
    }
  });

  it('tells who asks for a document again that it is the same, on every listener', async () => {
    for (const { path } of everywhere) {
      for (const ask of [gateway.plain, gateway.secure, gateway.inside]) {
        const { status, headers, json } = await ask(path);
        expect([status, json.info.title]).toEqual([200, 'tonegate']);
        const again = await ask(path, { headers: { 'if-none-match': String(headers.etag) } });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
      }
    }
  });

  it('keeps the admin routes off the public listeners', async () => {
    const headers = { authorization: `Bearer ${gateway.adminCredential}` };
    for (const path of ['/admin/apps', '/healthz', '/readyz', '/metrics']) {
      expect((await gateway.plain(path, { headers })).status).toBe(404);
      expect((await gateway.secure(path, { headers })).status).toBe(404);
    }
  });
});
