// Bundles that a box must refuse, in one boot of the product's own image: each one gets a clear line, and nothing changes.
import { appendFileSync, copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../run.mjs';
import { lastLine, resumeBox } from './box.mjs';
import { note, tell } from './tell.mjs';

/** A certificate that signs code, and its key. @param {string} work @param {string} name @param {string} notBefore @param {string} notAfter */
function certificate(work, name, notBefore, notAfter) {
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
    ...['ca', '-batch', '-selfsign', '-notext', '-config', String(config), '-keyfile', String(key), '-in', request],
    ...['-startdate', notBefore, '-enddate', notAfter, '-out', String(file)],
  ]);
  return { key: String(key), certificate: String(file) };
}

/**
 * The bundles, each with the words that the box has to say.
 * @param {{ work: string, probe: ReturnType<typeof import('./probe.mjs').openProbe>, signing: { key: string, certificate: string } }} parts
 */
async function badBundles({ work, probe, signing }) {
  const at = (/** @type {string} */ name) => path.join(work, `bad-${name}.raucb`);
  const made = (/** @type {string} */ name, /** @type {object} */ more = {}, version = '9.0.0') =>
    probe.bundle(version, { ...signing, ...more, output: at(name) });
  const good = await made('good');
  const bytes = statSync(good).size;
  const list = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    copyFileSync(good, at(`truncated-${tenth}`));
    truncateSync(at(`truncated-${tenth}`), Math.floor((bytes * tenth) / 10));
    list.push({ name: `truncated at ${tenth * 10} %`, file: at(`truncated-${tenth}`), says: /no bundle/ });
  }
  const content = readFileSync(good);
  const signatureBytes = Number(content.readBigUInt64BE(bytes - 8));
  writeFileSync(at('unsigned'), content.subarray(0, bytes - 8 - signatureBytes));
  appendFileSync(at('unsigned'), Buffer.alloc(8));
  list.push({ name: 'unsigned', file: at('unsigned'), says: /no bundle/ });
  const foreign = certificate(work, 'foreign', '20240101000000Z', '20440101000000Z');
  list.push({
    name: 'of a foreign key',
    file: await made('foreign', foreign),
    says: /no bundle.*(verif|certificate|signature)/i,
  });
  const expired = certificate(work, 'expired', '20200101000000Z', '20210101000000Z');
  list.push({
    name: 'of an expired key',
    file: await made('expired', expired),
    says: /no bundle.*(verif|certificate|expired)/i,
  });
  list.push({ name: 'of another product', file: await made('product', { compatible: 'kettle' }), says: /for kettle/ });
  list.push({
    name: 'for another machine',
    file: await made('machine', { compatible: 'tonegate-riscv64' }),
    says: /for tonegate-riscv64/,
  });
  list.push({ name: 'of an older version', file: await made('older', {}, '0.0.9'), says: /older than this box/ });
  list.push({
    name: 'that wants a newer version first',
    file: await made('min', { minFrom: '8.0.0' }),
    says: /at least version 8\.0\.0/,
  });
  const lies = [
    {
      name: 'whose manifest lies about the hash',
      change: (/** @type {string} */ text) => text.replace(/^sha256=.*$/m, `sha256=${'0'.repeat(64)}`),
      says: /checksum|hash|digest|sha256/i,
    },
    {
      name: 'whose manifest lies about the size',
      change: (/** @type {string} */ text) => text.replace(/^size=.*$/m, 'size=4096'),
      says: /size|checksum/i,
    },
    {
      name: 'whose manifest lies about the root of the hash tree',
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
  list.push({ name: 'with one byte changed in the middle', file: at('damaged'), says: /rauc install|error|read/i });
  writeFileSync(at('empty'), '');
  list.push({ name: 'that is empty', file: at('empty'), says: /no bundle/ });
  return list;
}

/** @param {{ work: string, base: string, probe: ReturnType<typeof import('./probe.mjs').openProbe>, signing: { key: string, certificate: string } }} parts */
export async function checkBundles({ work, base, probe, signing }) {
  const bundles = await badBundles({ work, probe, signing });
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
      'the box has the version, the slot and the order of before',
      is.slot === was.slot && is.order === was.order && is.pending === '' && is.triesLeft.A === 3,
      JSON.stringify(is),
    );
  } catch (fault) {
    tell('the tries of bad bundles run to their end', false, fault instanceof Error ? fault.message : String(fault));
  }
  await machine.powerOff();
}
