// A CONFIG stick on a box below a directory: settings as a whole or not at all, once for each content.
import { readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { makeTestBox, type TestBox } from '../../helpers/board/test-box.js';

let box: TestBox;
beforeEach(() => {
  box = makeTestBox();
});
afterEach(() => box.discard());

const put = (name: string, content: unknown) =>
  box.write(`stick/${name}`, typeof content === 'string' ? content : JSON.stringify(content));
const provision = () => box.board.provision(`${box.root}/stick`, box.say);
const report = () => box.read('stick/tonegate-report.txt');
const gateway = () => loadConfig({ dataDir: `${box.root}/var/lib/tonegate`, env: {} }).config;

describe('a CONFIG stick', () => {
  it('wins over the config file, which wins over the defaults', () => {
    box.write('var/lib/tonegate/config.json', '{"httpPort": 8000, "drainMs": 1234, "ring": {"oneShotMs": 5000}}');
    put('config.json', { httpPort: 9000, ring: { endOnRingback: true } });
    provision();
    expect(gateway()).toMatchObject({ httpPort: 9000, drainMs: 1234, ring: { oneShotMs: 5000, endOnRingback: true } });
    expect(gateway().httpsPort).toBe(8443);
    expect(report()).toContain('the settings from this stick were applied (config.json)');
  });

  it('gives a setting its default back with null', () => {
    box.write('var/lib/tonegate/config.json', '{"httpPort": 8000, "drainMs": 1234}');
    put('config.json', { drainMs: null });
    provision();
    expect(gateway().httpPort).toBe(8000);
    expect(gateway().drainMs).not.toBe(1234);
  });

  it('is applied once for each content: later changes on the box stay', () => {
    put('config.json', { httpPort: 9000 });
    provision();
    box.write('var/lib/tonegate/config.json', '{"httpPort": 7000}');
    provision();
    expect(gateway().httpPort).toBe(7000);
    expect(report()).toContain('applied before; nothing was changed');
    put('config.json', { httpPort: 9001 });
    provision();
    expect(gateway().httpPort).toBe(9001);
  });

  it('brings the upstream to the sync process too, with its secret and its certificate', () => {
    const upstream = 'https://up.example:8443';
    put('config.json', {
      upstream,
      sync: { appkey: 'k', secretFile: '/etc/tonegate/upstream.secret' },
      httpPort: 9000,
    });
    put('upstream.secret', 'a secret\n');
    put('upstream.pem', '-----BEGIN CERTIFICATE-----\n');
    provision();
    const sync = loadConfig({ dataDir: `${box.root}/var/lib/tonegate-sync`, env: {} }).config;
    expect(sync).toMatchObject({ upstream, sync: { appkey: 'k' }, httpPort: 8080 });
    expect(box.read('etc/tonegate/upstream.secret')).toBe('a secret\n');
    expect(box.said.join()).not.toContain('a secret');
  });

  it('leaves what services of other users read readable, although the command hides its files', () => {
    put('network.json', { interfaces: { eth0: { addresses: ['192.0.2.5/24'] } } });
    const before = process.umask(0o077);
    try {
      provision();
      box.board.prepare(box.say);
    } finally {
      process.umask(before);
    }
    const [unit = ''] = readdirSync(join(box.root, 'run/systemd/network'));
    for (const file of [`run/systemd/network/${unit}`, 'run/tonegate-board/status.json', 'etc/tonegate/network.json']) {
      expect(statSync(join(box.root, file)).mode & 0o777, file).toBe(0o644);
    }
  });

  const restarts = () => box.calls().filter((call) => call.includes('restart'));

  it('restarts the gateway, and starts the sync process, which ends at once while there is no upstream', () => {
    box.write('active', 'tonegate.service\nsystemd-networkd.service\n');
    put('config.json', { httpPort: 9000 });
    provision();
    expect(restarts()).toEqual(['systemctl --no-block restart tonegate.service tonegate-sync.service']);
  });

  it('restarts nothing while the box still boots', () => {
    put('config.json', { httpPort: 9000 });
    provision();
    expect(restarts()).toEqual([]);
  });

  it.each([
    ['an unknown key', 'config.json', '{"httpPrt": 9000}', /config\.json: .*httpPrt.*did you mean httpPort\?/],
    ['a value out of range', 'config.json', '{"httpPort": 99999}', /config\.json: httpPort/],
    ['text that is no JSON', 'config.json', '{"httpPort": 90', /config\.json: malformed JSON at position 15/],
    ['a list instead of an object', 'config.json', '[]', /config\.json: must hold one JSON object/],
    [
      'an interface that is none',
      'network.json',
      '{"interfaces": {"eth0": {"addresses": ["192.0.2.300/24"]}}}',
      /network\.json: interfaces\.eth0/,
    ],
    [
      'the name of an interface in colours',
      'network.json',
      '{"interfaces": {"\\u001b[36meth0": {"dhcp": true}}}',
      /network\.json: interfaces\.\ufffd\[36meth0: must be the name of an interface, such as eth0/,
    ],
    ['a key that no network has', 'network.json', '{"interfaces": {}, "wifi": 1}', /network\.json: .*wifi/],
    ['a certificate that is none', 'upstream.pem', 'hello', /upstream\.pem: has no certificate in PEM form/],
    ['bytes that are no text', 'config.json', '\ud800', /config\.json/],
  ])('with %s changes nothing, and says so on console, log and stick', (_, name, text, words) => {
    box.write('var/lib/tonegate/config.json', '{"httpPort": 8000}');
    put('config.json', { drainMs: 5 });
    put(name, text);
    expect(provision).toThrow(words);
    expect(box.read('var/lib/tonegate/config.json')).toBe('{"httpPort": 8000}');
    expect(box.has('etc/tonegate/network.json')).toBe(false);
    for (const told of [report(), box.said.join('\n'), box.read('dev/console')]) {
      expect(told).toContain('nothing was changed');
      expect(told).toMatch(words);
    }
  });

  it('that holds nothing for the box, a link or far too much is refused', () => {
    box.write('stick/readme.txt', '');
    expect(provision).toThrow('the stick has none of the files config.json, network.json');
    symlinkSync('/etc/passwd', `${box.root}/stick/config.json`);
    expect(provision).toThrow('config.json: must be a file');
    put('network.json', `{"a": "${'x'.repeat(300_000)}"}`);
    expect(provision).toThrow(/config\.json: must be a file|network\.json: has 30\d+ bytes/);
  });
});

describe('the network of a box', () => {
  it('has two interfaces as configured, and the services bound to theirs', () => {
    put('network.json', {
      hostname: 'gate-7',
      interfaces: {
        eth0: { addresses: ['192.0.2.10/24'], gateway: '192.0.2.1', dns: ['192.0.2.53'] },
        eth1: { dhcp: true },
      },
    });
    put('config.json', { host: '192.0.2.10' });
    box.write('active', 'systemd-networkd.service\n');
    provision();
    const fixed = box.read('run/systemd/network/10-tonegate-eth0.network');
    expect(fixed).toContain('Name=eth0');
    for (const line of ['DHCP=no', 'Address=192.0.2.10/24', 'Gateway=192.0.2.1', 'DNS=192.0.2.53'])
      expect(fixed).toContain(line);
    expect(box.read('run/systemd/network/10-tonegate-eth1.network')).toContain('DHCP=yes');
    expect(box.read('data/box/hostname')).toBe('gate-7\n');
    expect(box.calls()).toContain('systemctl restart systemd-networkd.service');
    expect(gateway().host).toBe('192.0.2.10');
  });

  it.each([
    ['host', { host: '192.0.2.99' }],
    ['adminHost', { adminHost: '192.0.2.99' }],
    ['media.audioSocket.host', { media: { audioSocket: { host: '192.0.2.99' } } }],
    ['media.sip.address', { media: { sip: { address: '192.0.2.99' } } }],
  ])('that binds a service to an address which no interface has is refused: %s', (name, config) => {
    put('network.json', { interfaces: { eth0: { addresses: ['192.0.2.10/24'] } } });
    put('config.json', config);
    expect(provision).toThrow(
      `config.json: ${name}: no interface of network.json has the address 192.0.2.99 (they have 192.0.2.10)`,
    );
    expect(box.has('etc/tonegate/network.json')).toBe(false);
  });

  it('comes back on every boot, and asks for addresses everywhere where its file is damaged', () => {
    put('network.json', { interfaces: { eth0: { addresses: ['192.0.2.10/24'] } } });
    provision();
    box.write('run/systemd/network/10-tonegate-eth0.network', '');
    box.board.prepare(box.say);
    expect(box.read('run/systemd/network/10-tonegate-eth0.network')).toContain('192.0.2.10/24');
    box.write('etc/tonegate/network.json', '{');
    box.board.prepare(box.say);
    expect(box.said.at(-1)).toMatch(/^network\.json is ignored, and every interface uses DHCP: malformed JSON/);
  });
});

describe('the console of a box', () => {
  it('asks the boot state for a factory reset and restarts, without losing other arguments', () => {
    box.box.bootState('set', 'BOOT_ARGS', 'tonegate.confirm-pause=5');
    box.board.factoryReset(box.say);
    expect(box.bootState('BOOT_ARGS')).toBe('tonegate.confirm-pause=5 tonegate.factory-reset');
    expect(box.calls()).toContain('systemctl reboot');
  });

  it('shows slots, tries and safe mode, and leaves it for others to read', () => {
    box.write('run/tonegate-board/safe-mode', 'no slot passed its self-test\n');
    expect(box.board.status()).toEqual({
      ...{ product: 'tonegate-arm64', version: '1.0.0', slot: 'A', pending: '', order: 'A B' },
      ...{ triesLeft: { A: 3, B: 3 }, safeMode: 'no slot passed its self-test' },
    });
    box.board.prepare(box.say);
    expect(JSON.parse(box.read('run/tonegate-board/status.json'))).toEqual(box.board.status());
  });

  it('leaves safe mode on demand, and only then', () => {
    expect(() => box.board.leaveSafeMode(box.say)).toThrow('this box is not in safe mode');
    box.write('run/tonegate-board/safe-mode', 'no slot passed its self-test\n');
    box.box.bootState('set-state', 'A', 'bad');
    box.board.leaveSafeMode(box.say);
    expect(box.box.bootState('get', 'BOOT_A_LEFT')).toBe('3');
    expect(box.calls()).toContain('systemctl reboot');
  });
});
