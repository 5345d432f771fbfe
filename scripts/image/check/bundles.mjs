// Bundles that a box must refuse, in one boot of the product's own image: each one gets a clear message, and nothing
// changes.
import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../run.mjs';
import { fileStick, lastLine, resumeBox, secondDisk } from './box.mjs';
import { copySaved, Machine } from './machine.mjs';
import { probeCpus } from './probe.mjs';
import { note, tell } from './tell.mjs';

/**
 * A certificate that signs code, and its key. Without an issuer it is self-signed.
 * @param {string} work @param {string} name @param {[string, string]} dates not before, and not after @param {{ key:
 * string, certificate: string }} [issuer]
 */
function certificate(work, name, [notBefore, notAfter], issuer) {
  const [key, file, config] = ['key', 'pem', 'cnf'].map((suffix) => path.join(work, `${name}.${suffix}`));
  writeFileSync(
    String(config),
    `[ca]\ndefault_ca=d\n[d]\ndatabase=${work}/${name}.index\nserial=${work}/${name}.serial\nnew_certs_dir=${work}\ndefault_md=sha256\n` +
      `policy=p\nx509_extensions=ext\n[p]\ncommonName=supplied\n[req]\ndistinguished_name=dn\nprompt=no\n[dn]\nCN=${name}\n` +
      '[ext]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,digitalSignature,keyCertSign\nextendedKeyUsage=codeSigning\n',
  );
  writeFileSync(path.join(work, `${name}.index`), '');
  writeFileSync(path.join(work, `${name}.serial`), '01\n');
  const request = path.join(work, `${name}.csr`);
  run('openssl', [
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-config',
    String(config),
    '-keyout',
    String(key),
    '-out',
    request,
  ]);
  run('openssl', [
    ...['ca', '-batch', '-notext', '-config', String(config), '-in', request],
    ...(issuer === undefined
      ? ['-selfsign', '-keyfile', String(key)]
      : ['-cert', issuer.certificate, '-keyfile', issuer.key]),
    ...['-startdate', notBefore, '-enddate', notAfter, '-out', String(file)],
  ]);
  return { key: String(key), certificate: String(file) };
}

/** The words about a file whose form is wrong. */
const noBundle = /cannot be installed.*(bundle format|signature)/is;

/**
 * The bundles, each with the words that the box must print.
 * @param {{ work: string, probe: ReturnType<typeof import('./probe.mjs').openProbe>, signing: { key: string,
 * certificate: string } }} parts
 */
async function badBundles({ work, probe, signing }) {
  const at = (/** @type {string} */ name) => path.join(work, `bad-${name}.raucb`);
  const made = (/** @type {string} */ name, /** @type {object} */ more = {}, version = '9.0.0') =>
    probe.bundle(version, { ...signing, ...more, slot, output: at(name) });
  // Nobody boots it, so it is small. All of its blocks differ: RAUC takes blocks that a slot already has from there.
  const slot = path.join(work, 'bad.slot');
  const blocks = Array.from({ length: (2 << 20) / 32 }, (_, index) => createHash('sha256').update(`${index}`).digest());
  writeFileSync(slot, Buffer.concat(blocks));
  const good = await made('good');
  const bytes = statSync(good).size;
  const list = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    copyFileSync(good, at(`truncated-${tenth}`));
    truncateSync(at(`truncated-${tenth}`), Math.floor((bytes * tenth) / 10));
    list.push({ name: `truncated at ${tenth * 10} %`, file: at(`truncated-${tenth}`), says: noBundle });
  }
  const content = readFileSync(good);
  const signatureBytes = Number(content.readBigUInt64BE(bytes - 8));
  writeFileSync(at('unsigned'), content.subarray(0, bytes - 8 - signatureBytes));
  appendFileSync(at('unsigned'), Buffer.alloc(8));
  list.push({ name: 'unsigned', file: at('unsigned'), says: noBundle });
  const foreign = certificate(work, 'foreign', ['20240101000000Z', '20440101000000Z']);
  list.push({
    name: 'of a foreign key',
    file: await made('foreign', foreign),
    says: /cannot be installed.*self-signed/is,
  });
  const expired = certificate(work, 'expired', ['20200101000000Z', '20210101000000Z'], signing);
  list.push({
    name: 'of a key that this box trusts, but whose certificate has expired',
    file: await made('expired', expired),
    says: /cannot be installed.*expired/is,
  });
  list.push({ name: 'of another product', file: await made('product', { compatible: 'kettle' }), says: /for kettle/ });
  list.push({
    name: 'for another machine',
    file: await made('machine', { compatible: 'tonegate-riscv64' }),
    says: /for tonegate-riscv64/,
  });
  list.push({
    name: 'of an older version',
    file: await made('older', {}, '0.0.9'),
    says: /older than the version of this box/,
  });
  list.push({
    name: 'that wants a newer version first',
    file: await made('min', { minFrom: '8.0.0' }),
    says: /at least version 8\.0\.0/,
  });
  const lies = [
    {
      name: 'with a false hash in its manifest',
      change: (/** @type {string} */ text) => text.replace(/^sha256=.*$/m, `sha256=${'0'.repeat(64)}`),
      says: /manifest of the bundle lies/,
    },
    {
      name: 'with a false root of the hash tree in its manifest',
      change: (/** @type {string} */ text) => text.replace(/^verity-hash=.*$/m, `verity-hash=${'1'.repeat(64)}`),
      says: /rauc install|verity|mount|read/i,
    },
  ];
  for (const [index, { name, change, says }] of lies.entries()) {
    list.push({ name, file: await made(`lie-${index}`, { changeManifest: change }), says });
  }
  const damaged = Buffer.from(content);
  damaged[Math.floor(bytes / 2)] = (damaged[Math.floor(bytes / 2)] ?? 0) ^ 1;
  writeFileSync(at('damaged'), damaged);
  list.push({ name: 'with one byte changed in the middle', file: at('damaged'), says: /bundle is damaged/ });
  writeFileSync(at('empty'), '');
  list.push({ name: 'that is empty', file: at('empty'), says: noBundle });
  return list;
}

/**
 * The words with which `tonegate update` refuses a bundle with a valid signature, by the rules of the product itself.
 * @param {string} info of RAUC, as JSON
 */
async function refusalOf(info) {
  const { whyNotInstall, minFromIn } = await import('../../../dist/firmware/rules/version.js');
  const { compatible, version, description } = JSON.parse(info);
  const facts = { compatible, version, minFrom: minFromIn(description ?? '') };
  return whyNotInstall(facts, { compatible: 'tonegate-arm64', version: '1.0.0' }, false);
}

/**
 * Checks how the box's RAUC treats the bundles, on a probe: it refuses the signature, or the rules of the product
 * refuse the manifest, or the installation fails. The slots stay as before. @param {{ work: string, probeBase: string,
 * probe: ReturnType<typeof import('./probe.mjs').openProbe>, signing: { key: string, certificate: string }, stick:
 * string }} parts
 */
export async function checkBundlesOnProbe({ work, probeBase, probe, signing, stick }) {
  const bundles = await badBundles({ work, probe, signing });
  const size = path.join(work, 'bad-size.raucb');
  const changeManifest = (/** @type {string} */ text) => text.replace(/^size=.*$/m, 'size=4096');
  await probe.bundle('9.0.0', { ...signing, changeManifest, slot: path.join(work, 'bad.slot'), output: size });
  const files = [...bundles.map(({ file }) => file), size].map((file) => ({ name: path.basename(file), file }));
  const disk = copySaved(probeBase, path.join(work, 'bundles.qcow2'));
  const log = path.join(work, 'bundles.log');
  const machine = new Machine({ disk, cpus: probeCpus, log, extra: secondDisk(stick) });
  try {
    await machine.resume();
    await machine.plugIn(fileStick(work, 'bundles-files', files), 'files');
    await machine.shell(
      'modprobe -a -q usb-storage sd_mod; mkdir -p /run/files; until mount -o ro /dev/sda /run/files; do sleep 1; done 2>/dev/null',
      60,
    );
    const state = '/usr/lib/tonegate-board/boot-state show; md5sum </dev/disk/by-partlabel/tonegate-root-a';
    const before = await machine.shell(state, 120);
    for (const { name, file, says } of bundles) {
      const place = `/run/files/${path.basename(file)}`;
      const info = await machine.tryShell(
        `rauc info --output-format=json ${place} 2>/tmp/said || { cat /tmp/said; false; }`,
        120,
      );
      let said =
        info.status === 0 ? await refusalOf(lastLine(info.said)) : `cannot be installed on this box: ${info.said}`;
      if (said === undefined) {
        const install = await machine.tryShell(`rm -f /run/tonegate-board/refusal; rauc install ${place}`, 300);
        const refusal = await machine.tryShell('cat /run/tonegate-board/refusal 2>/dev/null');
        said = install.status === 0 ? 'it was installed' : `rauc install: ${install.said}\n${refusal.said}`.trim();
      }
      note(lastLine(said));
      tell(`a bundle ${name} is refused with a reason`, says.test(said), said);
    }
    await checkLyingSize(machine, size);
    const after = await machine.shell(state, 120);
    const kept = (/** @type {string} */ text) => text.replace(/^BOOT_(?:B_LEFT=.*|[A-Z]+=)\n/gm, '');
    tell('slot A is as before, and boots next', kept(after) === kept(before), `${before}\n${after}`);
  } catch (fault) {
    tell(
      'the tests of bad bundles on a probe run to their end',
      false,
      fault instanceof Error ? fault.message : String(fault),
    );
  }
  await machine.powerOff();
  return bundles;
}

/**
 * RAUC does not check the size of a raw image: the whole image, whose hash is right, is in the slot. @param {Machine}
 * machine @param {string} file
 */
async function checkLyingSize(machine, file) {
  const slot = readFileSync(path.join(path.dirname(file), 'bad.slot'));
  await machine.shell(`rauc install /run/files/${path.basename(file)}`, 600);
  const [found] = (
    await machine.shell(`head -c ${slot.length} /dev/disk/by-partlabel/tonegate-root-b | sha256sum`, 60)
  ).split(' ');
  const stated = createHash('sha256').update(slot).digest('hex');
  tell('a bundle with a false size in its manifest brings its whole image', found === stated, found);
  await machine.shell('boot=/usr/lib/tonegate-board/boot-state; $boot set-primary A; $boot set-state B bad');
}

/**
 * Tries the same bundles with `tonegate update` on a box with the product. @param {{ work: string, base: string,
 * bundles: Awaited<ReturnType<typeof badBundles>> }} parts
 */
export async function checkBundles({ work, base, bundles }) {
  const files = bundles.map(({ file }) => ({ name: path.basename(file), file }));
  const machine = await resumeBox({ work, base, name: 'bundles', files });
  try {
    await machine.shell('systemctl stop tonegate tonegate-sync');
    const before = lastLine(await machine.shell('tonegate board status --json'));
    for (const { name, file, says } of bundles) {
      const { status, said } = await machine.tryShell(`tonegate update /run/files/${path.basename(file)}`, 300);
      note(lastLine(said));
      tell(`a bundle ${name} is refused with a reason`, status !== 0 && says.test(said), `status ${status}: ${said}`);
    }
    const [was, is] = [before, lastLine(await machine.shell('tonegate board status --json'))].map((text) =>
      JSON.parse(text),
    );
    tell(
      'version, slot and boot order of the box are unchanged',
      is.slot === was.slot && is.order === was.order && is.pending === '' && is.triesLeft.A === 3,
      JSON.stringify(is),
    );
  } catch (fault) {
    tell('the tests of bad bundles run to their end', false, fault instanceof Error ? fault.message : String(fault));
  }
  await machine.powerOff();
}
