// The names of trunks are looked up when they are used, by the address rules, and now and then again.
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { TrunkAddresses } from '../../../../src/media/sip/trunk-addresses.js';
import { addressesOf } from '../../../../src/net/connect.js';
import { NetFault } from '../../../../src/net/fault.js';
import { limits } from '../../../../src/protocol/limits.js';

const rules = { allow: [], deny: ['198.51.100.0/24'], privateAddresses: false, loopback: false };
const carrier = { host: 'sip.carrier.example', port: 5_060 };

/** A name service: what it says of each name; undefined: it is away. */
function scene(names: Record<string, readonly string[] | undefined>, ownAddress = '192.0.2.10') {
  const clock = { nowMs: 0 };
  const asked: string[] = [];
  let log = '';
  const addresses = new TrunkAddresses({
    ...{ trunks: [carrier, { host: '192.0.2.1', port: 5_060 }], rules, ownAddress, nowMs: () => clock.nowMs },
    log: pino({ level: 'info' }, { write: (line: string) => (log += line) }),
    lookUp: async (host, { policy, port }) => {
      asked.push(host);
      const found = names[host];
      if (found === undefined) throw new NetFault('passing', `${host} has no address`);
      const checked = await Promise.all(found.map((address) => addressesOf(address, { policy, port })));
      return checked.flat();
    },
  });
  return { clock, asked, addresses, names, logText: () => log };
}

it('an address is itself, and a name is looked up once in a while', async () => {
  const { addresses, asked, clock, names } = scene({ [carrier.host]: ['192.0.2.7', '192.0.2.8'] });
  expect(await addresses.of({ host: '192.0.2.1', port: 5_060 })).toBe('192.0.2.1');
  expect(await addresses.has('192.0.2.1')).toBe(true);
  expect(asked).toEqual([]);
  expect(await Promise.all([addresses.of(carrier), addresses.of(carrier), addresses.has('192.0.2.8')])).toEqual([
    '192.0.2.7',
    '192.0.2.7',
    true,
  ]);
  expect(asked).toHaveLength(1);
  names[carrier.host] = ['192.0.2.9'];
  clock.nowMs = limits.sip.nameHoldsMs - 1;
  expect([await addresses.has('192.0.2.9'), await addresses.has('192.0.2.7')]).toEqual([false, true]);
  clock.nowMs = limits.sip.nameHoldsMs;
  expect([await addresses.has('192.0.2.9'), await addresses.of(carrier)]).toEqual([true, '192.0.2.9']);
  expect([await addresses.has('192.0.2.7'), asked.length]).toEqual([false, 2]);
});

it('strangers who knock make no look-ups but one in a while', async () => {
  const { addresses, asked, logText } = scene({});
  for (let each = 0; each < 50; each++) expect(await addresses.has(`203.0.113.${each}`)).toBe(false);
  expect(asked).toHaveLength(1);
  expect(logText()).toContain('the host name of a SIP trunk has no usable address');
});

it('few strangers wait while a name service is slow, and a trunk with an address never waits', async () => {
  const { unsureSenders } = limits.sip;
  let tell: () => void = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const addresses = new TrunkAddresses({
    ...{ trunks: [carrier, { host: '192.0.2.1', port: 5_060 }], rules, ownAddress: '192.0.2.10', nowMs: () => 0 },
    log: pino({ level: 'silent' }),
    lookUp: () => told.then(() => [{ address: '203.0.113.9', family: 4 }]),
  });
  const waiting = Array.from({ length: unsureSenders }, () => addresses.has('203.0.113.9'));
  for (let each = 0; each < 1_000; each++) expect(await addresses.has('203.0.113.9')).toBe(false);
  expect(await addresses.has('192.0.2.1')).toBe(true);
  tell();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => true));
});

it('what a name had before holds while the name service is away, and a call over a name without any fails in words', async () => {
  const { addresses, clock, names, logText } = scene({ [carrier.host]: ['192.0.2.7'] });
  expect(await addresses.of(carrier)).toBe('192.0.2.7');
  names[carrier.host] = undefined;
  clock.nowMs = 2 * limits.sip.nameHoldsMs;
  expect(await addresses.of(carrier)).toBe('192.0.2.7');
  expect(logText()).toContain('could not be resolved; its previous addresses stay in use');
  await expect(scene({}).addresses.of(carrier)).rejects.toThrow('sip.carrier.example has no address');
});

it('the address rules hold for a name; private addresses and this machine are no fault in a trunk', async () => {
  const of = (address: string, own?: string) => scene({ [carrier.host]: [address] }, own).addresses.of(carrier);
  expect(await of('10.1.2.3')).toBe('10.1.2.3');
  expect(await of('127.0.0.1')).toBe('127.0.0.1');
  await expect(of('198.51.100.7')).rejects.toThrow('is on the list ring.deny');
  await expect(of('169.254.169.254')).rejects.toThrow('add it to ring.allow if you trust it');
  await expect(of('2001:db8::1')).rejects.toThrow('has no IPv4 address, but media.sip.address is one');
  expect(await of('2001:db8::1', '::1')).toBe('2001:db8::1');
});
