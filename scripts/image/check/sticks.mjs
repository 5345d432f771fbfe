// Sticks in a box with two interfaces: one gives each interface an address and each service an interface, one brings an
// update. The box is found by its mDNS name on the second interface.
import { copyFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskBytes, fatStick, untilServing } from './box.mjs';
import { Cable } from './lan.mjs';
import { Machine, makeMachineDisk } from './machine.mjs';
import { note, tell } from './tell.mjs';
import { patience } from './update.mjs';

/** Requests come by the first interface, which reaches this machine; SIP goes by the second one. */
const requests = { mac: '52:54:00:00:02:01', address: '10.0.2.50', port: 8_080 };
const sip = { mac: '52:54:00:00:02:02', address: '192.0.2.10', port: 5_060 };
/** The address and port at which this machine reaches the first interface, and the port of the box's end of the cable. */
const here = { address: '127.0.0.2', port: 18_080, cablePort: 18_081 };
const hostname = 'gate-7';

/** @param {{ work: string, image: string, next: string, nextVersion: string }} parts */
export async function checkSticks({ work, image, next, nextVersion }) {
  const cable = await new Cable().open(here.cablePort);
  const forward = `hostfwd=tcp:${here.address}:${here.port}-${requests.address}:${requests.port}`;
  const machine = new Machine({
    disk: makeMachineDisk({ image, file: path.join(work, 'sticks.qcow2'), bytes: diskBytes }),
    log: path.join(work, 'sticks.log'),
    nic: `user,model=virtio-net-pci,mac=${requests.mac},restrict=on,${forward}`,
    extra: [...cable.device(sip.mac), '-global', 'virtio-net-pci.romfile='],
  });
  const interfaceOf = async (/** @type {string} */ mac) => {
    const [, name = ''] =
      new RegExp(`^(\\S+).*${mac}`, 'm').exec(await machine.shell('ip -br -color=never link')) ?? [];
    return name;
  };
  /** @param {string} id @param {object} config @param {object} network */
  const configure = async (id, config, network) => {
    const files = { 'config.json': JSON.stringify(config), 'network.json': JSON.stringify(network) };
    await machine.plugIn(fatStick(path.join(work, `${id}.img`), 'TG-CONFIG', files), id);
    const [line] = await machine.waitFor(/tonegate: [^\r\n]*(were applied|nothing was changed)[^\r\n]*/, 300);
    await machine.unplug(id);
    await machine.wake();
    return line;
  };
  try {
    machine.powerOn();
    await machine.login();
    await untilServing(machine);
    const [first, second] = [await interfaceOf(requests.mac), await interfaceOf(sip.mac)];
    const trunks = [{ name: 'pbx', host: '192.0.2.1' }];
    const config = { host: requests.address, media: { sip: { address: sip.address, port: sip.port, trunks } } };
    const interfaces = {
      [first]: { addresses: [`${requests.address}/24`], gateway: '10.0.2.2' },
      [second]: { addresses: [`${sip.address}/24`] },
    };
    const strange = await configure('strange', { ...config, host: '10.9.9.9' }, { interfaces });
    const names = strange.includes('host: no interface of network.json has the address 10.9.9.9');
    tell('a stick with an address that no interface gets changes nothing, and says so', names, strange);
    const applied = await configure('config', config, { hostname, interfaces });
    tell('a stick gives two interfaces their addresses', applied.includes('were applied'), applied);

    const checkNetwork = async (/** @type {string} */ name) => {
      await machine.shell(`until ss -Hlnt | grep -q ${requests.address}:${requests.port}; do sleep 1; done`, 600);
      await untilServing(machine, 600);
      const addresses = await machine.shell('ip -br -4 -color=never address');
      const has = [
        new RegExp(`^${first} .*${requests.address}/24`, 'm'),
        new RegExp(`^${second} .*${sip.address}/24`, 'm'),
      ];
      tell(
        'both interfaces have them, and no other',
        has.every((each) => each.test(addresses)),
        addresses,
      );
      const open = (await machine.shell('ss -Hlntu')).replace(/ +/g, ' ');
      const bound = [`${requests.address}:${requests.port} `, `${sip.address}:${sip.port} `];
      const strays = open.split('\n').filter((line) => /(0\.0\.0\.0|\*|\[::\]):(5060|8080|8443) /.test(line));
      tell(
        'each service listens on its own interface',
        bound.every((each) => open.includes(each)) && strays.length === 0,
        open,
      );
      const reply = await fetch(`http://${here.address}:${here.port}/`, { signal: AbortSignal.timeout(60_000) }).catch(
        String,
      );
      tell('requests come by the first one', typeof reply !== 'string' && reply.status === 404, String(reply));
      tell(`the second one answers to ${name}.local`, await cable.finds(`${name}.local`, sip.address, 120));
    };
    await checkNetwork((await machine.shell('hostname')).trim());

    await machine.shell(`/usr/lib/tonegate-board/boot-state set BOOT_ARGS ${patience}`);
    const damaged = path.join(work, 'sticks-damaged.raucb');
    copyFileSync(next, damaged);
    truncateSync(damaged, 8 << 20);
    const bundles = { 'a-damaged.raucb': { file: damaged }, 'next.raucb': { file: next } };
    const stick = fatStick(path.join(work, 'sticks-update.img'), 'TG-UPDATE', bundles, 192);
    const began = machine.upS;
    await machine.plugIn(stick, 'update');
    const [refused] = await machine.waitFor(/tonegate: [^\r\n]*a-damaged\.raucb[^\r\n]*/, 600);
    tell(
      'a damaged bundle on the stick is refused with a reason',
      /cannot be installed|damaged/.test(refused),
      refused,
    );
    await machine.waitFor(/is installed/, 900);
    note(`the bundle of the stick was installed ${(machine.upS - began).toFixed(0)} s after it was plugged in`);
    await machine.waitFor(/the update passed its self-test: slot B is good/, 2_000);
    await machine.wake();
    const status = await machine.shell('tonegate board status --json');
    const isThere = status.includes(`"version":"${nextVersion}"`) && status.includes('"slot":"B"');
    tell(`a stick brings version ${nextVersion}, which passes its self-test in slot B`, isThere, status);
    await sleep(10_000);
    const log = await machine.shell('journalctl -b -o cat --no-pager -u "tonegate-stick@*" -u tonegate-provision');
    tell(
      'the stick stays in, and is not installed again',
      /already runs|was installed before|has not passed its self-test yet/.test(log),
      log,
    );
    await checkNetwork(hostname);
    rmSync(damaged, { force: true });
  } catch (fault) {
    tell('the box with two interfaces runs to its end', false, fault instanceof Error ? fault.message : String(fault));
  }
  await machine.powerOff();
  cable.close();
}
