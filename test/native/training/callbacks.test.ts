// Callbacks of training (specification 3, section 6), against a server that is slow, closes, redirects or is not there.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressCalls } from '../../../src/nlu/training/calls.js';
import { limits } from '../../../src/protocol/limits.js';
import type { LearningKind } from '../../../src/understanding/learning/order.js';
import {
  type OpenTraining,
  type TaskJson,
  type TrainingWorld,
  trainingWorld,
  writeMaterial,
} from '../../helpers/nlu/open-training.js';

/** 0: the connection ends without an answer; 'slow': the answer comes when the test says so. */
type Answer = number | 'slow';

let folder: string;
let world: TrainingWorld;
let bodies: Readonly<Record<LearningKind, object>>;
let server: Server;
let url: string;
let heard: TaskJson[];
let answers: Answer[];
let answerSlow: () => void;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-training-'));
  world = trainingWorld(folder);
  bodies = writeMaterial(world.base);
  [heard, answers, answerSlow] = [[], [], () => {}];
  server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    heard.push({ line: `${request.method} ${request.url}`, ...JSON.parse(text) });
    const answer = answers.shift() ?? 200;
    if (answer === 'slow') answerSlow = () => response.end();
    else if (answer === 0) request.socket.destroy();
    else response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('whatever');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/told?by=training`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const others = ['data_mining', 'doc_to_qa', 'generate_question'] as const;
const told = (kind: LearningKind, notifyUrl = url) => ({
  ...bodies[kind],
  config: { ...(bodies[kind] as { config?: object }).config, notifyUrl },
});
const ended = ({ status }: { status: string }) => status === 'FINISHED' || status === 'ERROR';
const line = 'POST /told?by=training';
const finishes = `if (order.kind === 'model_train') { mkdirSync(order.outputPath); done([model(1)]); }
else result(order.kind === 'data_mining' ? { new_kb: [] } : []);`;
const fails = `say({ type: 'failed', cause: 'input', message: 'kb.mjsn line 1: is not JSON' });`;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(3);
}
/** Waits between tries are over at once: the clock goes on, and a task that comes and goes lets the queue look at it. */
const hurry = (here: OpenTraining) => {
  const forward = setInterval(() => {
    world.nowMs += 10_000;
    const passing = here.create('generate_question', bodies.generate_question);
    void here.trainings.remove(world.tenantId, 'generate_question', passing);
  }, 20);
  return () => clearInterval(forward);
};
const call = (here: OpenTraining) =>
  here.db.prepare("SELECT call FROM nlu_training WHERE kind = 'doc_to_qa'").get() as { call: string };

describe('the callback of the end', () => {
  it.each(others)('is the body of the query, and the only one: %s', async (kind) => {
    const here = await world.open(finishes);
    const id = here.create(kind, told(kind));
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ line, ...(await here.view(kind, id)) }]);
    expect(heard[0].status).toBe('FINISHED');
  });

  it.each(others)('tells an error: %s', async (kind) => {
    const here = await world.open(fails);
    const id = here.create(kind, told(kind));
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ line, ...(await here.view(kind, id)) }]);
    expect(heard[0]).toMatchObject({ status: 'ERROR', error: { code: 40010 } });
  });

  it('of a training comes after WORKING, which has its progress', async () => {
    const here = await world.open(finishes);
    const id = here.create('model_train', told('model_train'));
    await until(() => heard.length > 1);
    expect(heard[0]).toMatchObject({ line, taskId: id, status: 'WORKING', progress: expect.any(Number) });
    expect(heard[1]).toEqual({ line, ...(await here.view('model_train', id)) });
  });

  it('is not made where no address was given', async () => {
    const here = await world.open(finishes);
    const id = here.create('doc_to_qa', told('doc_to_qa', ''));
    await here.until('doc_to_qa', id, ended);
    expect(call(here)).toMatchObject({ call: 'NONE' });
  });

  it.each<[string, Answer, number]>([
    ['closes', 0, limits.training.callback.tries],
    ['answers 503', 503, limits.training.callback.tries],
    ['redirects', 302, 1],
    ['answers 404', 404, 1],
  ])('to a server that %s is given up in the end, and the task stays as it is', async (_, answer, tries) => {
    answers = Array.from({ length: 9 }, () => answer);
    const here = await world.open(finishes);
    const end = hurry(here);
    const id = here.create('doc_to_qa', told('doc_to_qa'));
    await until(() => call(here)?.call === 'DONE');
    end();
    expect(heard.map((each) => each.line)).toEqual(Array.from({ length: tries }, () => line));
    expect((await here.view('doc_to_qa', id)).status).toBe('FINISHED');
  });

  it('that failed is made again, and no more once it was heard', async () => {
    answers = [503, 0];
    const here = await world.open(finishes);
    const end = hurry(here);
    here.create('doc_to_qa', told('doc_to_qa'));
    await until(() => call(here)?.call === 'DONE');
    end();
    expect(heard.map(({ status }) => status)).toEqual(['FINISHED', 'FINISHED', 'FINISHED']);
  });

  it('that was not heard before a restart is made after it', async () => {
    answers = ['slow'];
    const first = await world.open(finishes);
    const id = first.create('doc_to_qa', told('doc_to_qa'));
    await until(() => heard.length > 0);
    await first.crash();
    const second = await world.open(`await gate('never');`);
    await until(() => heard.length > 1);
    expect(heard[1]).toEqual({ line, ...(await second.view('doc_to_qa', id)) });
    await until(() => call(second).call === 'DONE');
    await second.stop();
    await world.open(`await gate('never');`);
    expect(heard).toHaveLength(2);
  });

  it('to a slow server keeps no other task waiting', async () => {
    answers = ['slow'];
    const here = await world.open(finishes);
    here.create('doc_to_qa', told('doc_to_qa'));
    await until(() => heard.length > 0);
    const second = here.create('doc_to_qa', told('doc_to_qa'));
    await until(() => heard.length > 1);
    expect(heard[1].taskId).toBe(second);
    answerSlow();
  });

  it('of a task that is deleted is not made any more', async () => {
    answers = [503];
    const here = await world.open(finishes);
    const id = here.create('doc_to_qa', told('doc_to_qa'));
    await until(() => heard.length > 0);
    await here.trainings.remove(world.tenantId, 'doc_to_qa', id);
    const end = hurry(here);
    const second = here.create('doc_to_qa', told('doc_to_qa'));
    await until(() => heard.length > 1);
    end();
    expect(heard[1].taskId).toBe(second);
  });

  it('does not go to an address that the operator denies', async () => {
    const here = await world.open(finishes);
    here.create('doc_to_qa', told('doc_to_qa', 'http://169.254.169.254/told'));
    await until(() => call(here)?.call === 'DONE');
    expect(here.logText()).toContain('add it to training.allow if you trust it');
  });

  it('needs an address of http or https', async () => {
    const here = await world.open(finishes);
    const create = (address: string) => () => here.create('doc_to_qa', told('doc_to_qa', address));
    expect(create('ftp://a/b')).toThrow('config.notifyUrl: scheme ftp: must be one of http, https');
    expect(create('nowhere')).toThrow('config.notifyUrl: not a URL');
    expect(() => here.create('doc_to_qa', told('doc_to_qa', `http://a/${'x'.repeat(5_000)}`))).toThrow(
      'config.notifyUrl: must have at most 4096 bytes of UTF-8',
    );
  });
});

describe('WORKING', () => {
  it('is told so often and not more, one at a time, and never behind the end', async () => {
    let nowMs = 0;
    const ends: (() => void)[] = [];
    const notify = vi.fn((_url: string, _json: string, signal: AbortSignal) => {
      return new Promise<void>((resolve, reject) => {
        ends.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    let body = 0;
    const calls = new ProgressCalls({ url, notify, body: () => String(body++), clock: () => nowMs });
    calls.progressed();
    calls.progressed();
    expect(notify).toHaveBeenCalledTimes(1);
    nowMs = limits.training.callback.workingMs;
    calls.progressed(); // the first one is on its way
    expect(notify).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await sleep(0);
    nowMs -= 1;
    calls.progressed();
    expect(notify).toHaveBeenCalledTimes(1);
    nowMs += 1;
    calls.progressed();
    expect(notify.mock.calls.map(([, json]) => json)).toEqual(['0', '1']);
    await calls.end(); // gives up the one on its way
    nowMs *= 10;
    calls.progressed();
    expect(notify).toHaveBeenCalledTimes(2);
  });
});
