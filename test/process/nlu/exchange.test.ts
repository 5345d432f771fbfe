// Robots out of one tenant and into another, over the interface.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';
import { wholeRobot } from '../../helpers/nlu/whole-robot.js';

let gateway: TestGateway;
let other: TestGateway;
let nlu: NluClient;
let there: NluClient;
let robot: string;
beforeAll(async () => {
  [gateway, other] = await Promise.all([startTestGateway(), startTestGateway()]);
  nlu = new NluClient(gateway);
  there = new NluClient(other);
  robot = await wholeRobot(nlu);
});
afterAll(() => Promise.all([gateway.discard(), other.discard()]));

describe('an exported robot', () => {
  it('gives the same bytes after its import on another gateway', async () => {
    const { text } = await nlu.get(`/robots/${robot}/export`);

    const { id } = await there.created('/robots/import', JSON.parse(text));
    expect((await there.get(`/robots/${id}/export`)).text).toBe(text);
  });
});
