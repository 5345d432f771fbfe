// The signed update bundle (RAUC, format verity), made with the standard tools: rauc itself would use a random salt and
// the time of day, and no two bundles would be the same.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { SetupFailure } from '../setup/report.mjs';
import { run } from './run.mjs';

const blockBytes = 4096;

/** RAUC's block-hash-index of a file of whole blocks: the SHA-256 of each block. @param {string} file */
function blockHashes(file) {
  const content = readFileSync(file);
  const hashes = [];
  for (let at = 0; at < content.length; at += blockBytes) {
    hashes.push(
      createHash('sha256')
        .update(content.subarray(at, at + blockBytes))
        .digest(),
    );
  }
  return Buffer.concat(hashes);
}

/** @param {string} file */
export async function sha256Of(file) {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('hex');
}

/**
 * A signing key of this checkout, for trials: it is made once and never committed. A release names its own keys (--key,
 * --certificate, --keyring). @param {string} cache
 */
export function developmentKey(cache) {
  const key = path.join(cache, 'development-key.pem');
  const certificate = path.join(cache, 'development-certificate.pem');
  if (!existsSync(certificate)) {
    mkdirSync(cache, { recursive: true });
    const config = path.join(cache, 'certificate.cnf');
    writeFileSync(
      config,
      '[req]\ndistinguished_name=dn\nx509_extensions=ext\nprompt=no\n[dn]\nO=tonegate development\nCN=tonegate development bundles\n' +
        '[ext]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,digitalSignature,keyCertSign\nextendedKeyUsage=codeSigning\nsubjectKeyIdentifier=hash\n',
    );
    run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:3072', '-nodes', '-sha256', '-days', '7300'],
      ...['-config', config, '-keyout', key, '-out', certificate],
    ]);
    chmodSync(key, 0o600);
    rmSync(config);
  }
  return { key, certificate, keyring: certificate };
}

/**
 * @typedef {{ slot: string, output: string, work: string, version: string, compatible?: string, minFrom: string,
 * allowDowngrade?: boolean, timeS: number,
 *   key: string, certificate: string, changeManifest?: (text: string) => string }} BundleOrder
 */

/** Writes the bundle of a slot image. Returns its manifest. @param {BundleOrder} order */
export async function makeBundle({
  slot,
  output,
  work,
  version,
  compatible = 'tonegate-arm64',
  minFrom,
  allowDowngrade = false,
  timeS,
  key,
  certificate,
  changeManifest = (text) => text,
}) {
  const folder = path.join(work, 'bundle');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const payload = path.join(work, 'bundle.payload');
  rmSync(payload, { force: true });
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(timeS) };
  const pseudo = path.join(work, 'bundle.pseudo');
  const index = path.join(work, 'bundle.index');
  writeFileSync(index, blockHashes(slot));
  writeFileSync(
    pseudo,
    `slot.img f 0644 0 0 cat ${path.resolve(slot)}\nslot.img.block-hash-index f 0644 0 0 cat ${path.resolve(index)}\n`,
  );
  run(
    'mksquashfs',
    [
      folder,
      payload,
      // The slot is compressed already. Uncompressed in the bundle, its blocks can be fetched one by one.
      ...[
        '-pf',
        pseudo,
        '-comp',
        'gzip',
        '-noD',
        '-noF',
        '-noappend',
        '-no-xattrs',
        '-all-root',
        '-quiet',
        '-no-progress',
      ],
    ],
    env,
  );
  const bytes = statSync(payload).size;
  if (bytes % blockBytes !== 0) throw new SetupFailure('the payload of the bundle is not made of whole blocks');
  const digest = await sha256Of(slot);
  const salt = createHash('sha256').update(`tonegate ${digest}`).digest('hex');
  const tree = path.join(work, 'bundle.tree');
  rmSync(tree, { force: true });
  const told = run('veritysetup', [
    'format',
    '--no-superblock',
    '--format=1',
    '--hash=sha256',
    `--data-block-size=${blockBytes}`,
    `--hash-block-size=${blockBytes}`,
    `--salt=${salt}`,
    `--data-blocks=${bytes / blockBytes}`,
    payload,
    tree,
  ]);
  const rootHash = /Root hash:\s*([0-9a-f]{64})/.exec(told)?.[1];
  if (rootHash === undefined) throw new SetupFailure(`veritysetup names no root hash: ${told}`);
  const description = `minFrom ${minFrom}${allowDowngrade ? ' allowDowngrade' : ''}`;
  const manifest = changeManifest(
    [
      ...['[update]', `compatible=${compatible}`, `version=${version}`, `description=${description}`, ''],
      ...[
        '[bundle]',
        'format=verity',
        `verity-hash=${rootHash}`,
        `verity-salt=${salt}`,
        `verity-size=${statSync(tree).size}`,
        '',
      ],
      ...[
        '[image.rootfs]',
        'filename=slot.img',
        `size=${statSync(slot).size}`,
        `sha256=${digest}`,
        'adaptive=block-hash-index',
        '',
      ],
    ].join('\n'),
  );
  const manifestFile = path.join(work, 'manifest.raucm');
  const signature = path.join(work, 'bundle.cms');
  writeFileSync(manifestFile, manifest);
  run('openssl', [
    'cms',
    '-sign',
    '-binary',
    '-nodetach',
    '-noattr',
    '-md',
    'sha256',
    '-in',
    manifestFile,
    '-signer',
    certificate,
    '-inkey',
    key,
    '-outform',
    'DER',
    '-out',
    signature,
  ]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(statSync(signature).size));
  writeFileSync(output, Buffer.concat([readFileSync(payload), readFileSync(tree), readFileSync(signature), size]));
  return manifest;
}
