// The life of sample text: states, order, updates, failures, sweeping. Compilations end when the test says so.
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { CompileOrder, CompileReport } from '../../../src/custom-lm/compile-process.js';
import { olmKey, pathOfModel, storeModel } from '../../../src/custom-lm/files.js';
import { OlmModels, type OlmText } from '../../../src/custom-lm/models.js';
import { limits } from '../../../src/protocol/limits.js';
import { PowerDisk } from '../../helpers/sync/power-disk.js';

const directory = '/data/olm';
const lexicon = { file: '/models/lexicon.bin', sha256: 'l1' };
const open: OlmModels[] = [];
afterEach(async () => {
  for (const olm of open.splice(0)) await olm.stop();
});

interface Started {
  readonly order: CompileOrder;
  end(report?: Partial<CompileReport>): Promise<void>;
}

function olmModels(texts: OlmText[], disk = new PowerDisk()) {
  const started: Started[] = [];
  const self = { disk, started, nowMs: 0, changes: 0, lexicon: lexicon as typeof lexicon | undefined, stopped: 0 };
  const olm = new OlmModels({
    disk,
    directory,
    texts: () => [...texts],
    content: (id) => Buffer.from(id),
    changes: () => self.changes,
    lexicon: () => self.lexicon,
    log: pino({ level: 'silent' }),
    now: () => self.nowMs,
    pollMs: 2 ** 30, // the test asks by followLexicon
    compile: (order) => {
      let resolve: (report: CompileReport) => void;
      const report = new Promise<CompileReport>((done) => {
        resolve = done;
      });
      started.push({
        order,
        end: async (given = {}) => {
          const all = { fault: null, isText: false, ...given };
          if (all.fault === null)
            storeModel(disk, pathOfModel(directory, order.key), Buffer.from(order.key), undefined);
          resolve(all);
          await new Promise((next) => setImmediate(next));
        },
      });
      return {
        report,
        stop: () => {
          self.stopped++;
          resolve({ fault: 'stopped', isText: false });
        },
      };
    },
  });
  open.push(olm);
  return { olm, look: () => olm.followLexicon(), ...{ self, started } };
}

const text = (id: string, sha256 = `${id} 1`): OlmText => ({ id, sha256 });
const pathOf = (sha256: string) => `${directory}/${olmKey(sha256, lexicon.sha256)}.bin`;

describe('sample text', () => {
  it('is compiled one after the other, what waits longest first', async () => {
    const { olm, started } = olmModels([text('a'), text('b')]);
    expect(started.map(({ order }) => order.key)).toEqual([olmKey('a 1', 'l1')]);
    expect(olm.stateOf(text('a'))).toEqual({ state: 'COMPILING' });
    expect(olm.modelOf(text('a'))).toEqual({ file: undefined, warning: 'not compiled yet' });
    await started[0]?.end();
    expect(olm.stateOf(text('a'))).toEqual({ state: 'READY' });
    expect(olm.modelOf(text('a'))).toEqual({ file: { path: pathOf('a 1') }, warning: undefined });
    expect(olm.stateOf(text('b'))).toEqual({ state: 'COMPILING' });
    expect(started).toHaveLength(2);
  });

  it('that changed serves as it was until it is compiled', async () => {
    const texts = [text('a')];
    const { olm, started, look } = olmModels(texts);
    await started[0]?.end();
    texts[0] = text('a', 'a 2');
    look();
    expect(olm.stateOf(text('a', 'a 2'))).toEqual({ state: 'COMPILING' });
    expect(olm.modelOf(text('a', 'a 2'))).toEqual({ file: { path: pathOf('a 1') }, warning: undefined });
    await started[1]?.end();
    expect(olm.modelOf(text('a', 'a 2'))).toEqual({ file: { path: pathOf('a 2') }, warning: undefined });
  });

  it('whose compilation fails says why, serves as it was, and is tried again unless the text is to blame', async () => {
    const texts = [text('a')];
    const { olm, started, look, self } = olmModels(texts);
    await started[0]?.end({ fault: 'the disk is full' });
    expect(olm.stateOf(text('a'))).toEqual({ state: 'FAILED', stateReason: 'the disk is full' });
    expect(olm.modelOf(text('a')).warning).toBe('could not be compiled: the disk is full');
    look();
    expect(started).toHaveLength(1);
    self.nowMs += limits.olm.retryMs;
    look();
    await started[1]?.end();
    expect(olm.stateOf(text('a'))).toEqual({ state: 'READY' });
    texts[0] = text('a', 'a 2');
    look();
    await started[2]?.end({ fault: 'the text has no words', isText: true });
    self.nowMs += 100 * limits.olm.retryMs;
    look();
    expect(started).toHaveLength(3);
    expect(olm.modelOf(text('a', 'a 2'))).toEqual({
      file: { path: pathOf('a 1') },
      warning: 'could not be compiled: the text has no words',
    });
  });

  it('is there after a restart, and what is missing is compiled then', async () => {
    const first = olmModels([text('a'), text('b')]);
    await first.started[0]?.end();
    await first.olm.stop();
    expect(first.self.stopped).toBe(1);
    const { olm, started } = olmModels([text('a'), text('b')], first.self.disk);
    expect(olm.stateOf(text('a'))).toEqual({ state: 'READY' });
    expect(started.map(({ order }) => order.key)).toEqual([olmKey('b 1', 'l1')]);
  });

  it('is compiled anew for another lexicon, and fails without one', async () => {
    const { olm, started, look, self } = olmModels([text('a')]);
    await started[0]?.end();
    self.lexicon = { ...lexicon, sha256: 'l2' };
    look();
    expect(olm.stateOf(text('a'))).toEqual({ state: 'COMPILING' });
    expect(olm.modelOf(text('a')).file).toBeUndefined();
    self.lexicon = undefined;
    look();
    expect(olm.stateOf(text('a'))).toMatchObject({ state: 'FAILED', stateReason: expect.stringContaining('lexicon') });
  });

  it('that nobody has any more leaves its file for a while, then it is removed', async () => {
    const texts = [text('a'), text('b')];
    const { started, look, self } = olmModels(texts);
    await started[0]?.end();
    await started[1]?.end();
    texts.shift();
    look();
    expect(self.disk.list(directory)).toHaveLength(2);
    self.nowMs += limits.olm.unusedMs;
    look();
    expect(self.disk.list(directory)).toEqual([`${olmKey('b 1', 'l1')}.bin`]);
  });
});
