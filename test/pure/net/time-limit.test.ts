// A limit on time holds, whatever else happens meanwhile.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withinTime } from '../../../src/net/time-limit.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Ends with its signal, and not before. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

it('work ends when its time is up, also where garbage is collected meanwhile', async () => {
  const collecting = setInterval(collect, 20);
  const never = new AbortController();
  const work = withinTime(never.signal, 300, endless);
  await expect(work).rejects.toMatchObject({ name: 'TimeoutError', message: 'took longer than 300 ms' });
  clearInterval(collecting);
});

it('work ends when its caller stops, also where he has stopped before', async () => {
  const caller = new AbortController();
  const work = withinTime(caller.signal, 60_000, endless);
  caller.abort(new Error('stopped'));
  await expect(work).rejects.toThrow('stopped');
  await expect(withinTime(caller.signal, 60_000, async (signal) => signal.throwIfAborted())).rejects.toThrow('stopped');
});

it('what work gives is given', async () => {
  await expect(withinTime(new AbortController().signal, 1, async () => 7)).resolves.toBe(7);
});
