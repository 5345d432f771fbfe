// The order in which requests of many connections are begun.
import { Duplex } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { RequestTurns } from '../../../src/shares/request-turns.js';

const { begunPerTurn, ignoredRequests, pipelinedPerTurn, pipelinedTurnMs } = limits.http;
const pipelined = 16;
const connection = () => new Duplex();
const [attacker, bystander] = ['192.0.2.1', '192.0.2.2'];

describe('requests', () => {
  it('of one connection are begun one after another, as their answers go', async () => {
    const turns = new RequestTurns();
    const [socket, begun] = [connection(), [] as number[]];
    for (let each = 0; each < 3; each++) turns.begin(socket, attacker, () => begun.push(each));
    expect(begun).toEqual([0]);
    turns.done(socket);
    expect(begun).toEqual([0, 1]);
    await turn();
    turns.done(socket);
    turns.done(socket);
    expect({ begun, size: turns.size }).toEqual({ begun: [0, 1, 2], size: 0 });
  });

  it('of one address are begun a few in each turn, and those of another address do not wait for them', async () => {
    const turns = new RequestTurns();
    let [begun, served] = [0, 0];
    const count = 10 * begunPerTurn;
    for (let each = 0; each < count; each++) turns.begin(connection(), attacker, () => begun++);
    turns.begin(connection(), bystander, () => served++);
    expect({ begun, served }).toEqual({ begun: begunPerTurn, served: 1 });
    await turn();
    turns.begin(connection(), bystander, () => served++);
    expect({ begun, served }).toEqual({ begun: 2 * begunPerTurn, served: 2 });
    for (let each = 2; each < 10; each++) await turn();
    expect(begun).toBe(count);
  });

  it('that were sent without waiting for answers are begun a few in each millisecond', async () => {
    const turns = new RequestTurns();
    const socket = connection();
    let begun = 0;
    turns.begin(socket, attacker, () => begun++);
    for (let each = 0; each < pipelined; each++) {
      turns.begin(socket, attacker, () => {
        begun++;
        turns.done(socket);
      });
    }
    turns.done(socket);
    expect(begun).toBe(1 + pipelinedPerTurn);
    for (let each = 0; each < pipelined; each++) await sleep(pipelinedTurnMs); // timers of one length end in their order
    expect({ begun, size: turns.size }).toEqual({ begun: 1 + pipelined, size: 0 });
  });

  it('that wait behind another of their connection are told, and a flood of ignored ones is noticed', () => {
    const turns = new RequestTurns();
    const socket = connection();
    turns.begin(socket, attacker, () => {});
    expect(turns.hasWaiting(socket)).toBe(false);
    turns.begin(socket, attacker, () => {});
    expect(turns.hasWaiting(socket)).toBe(true);
    turns.done(socket);
    expect(turns.hasWaiting(socket)).toBe(false);
    for (let each = 0; each < ignoredRequests; each++) expect(turns.isFlood(socket)).toBe(false);
    expect(turns.isFlood(socket)).toBe(true);
  });
});
