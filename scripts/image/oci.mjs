// The container image for both processors, as an OCI layout in one tar file: skopeo, podman and docker read it as
// `oci-archive:`. One layer holds the Debian libraries and Node, another one the product. Nothing is set up by scripts,
// so no emulator is needed.
import { createHash } from 'node:crypto';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { gatewayFlags } from '../setup/node-flags.mjs';
import { baseSuite, packageSource } from './base.mjs';
import { put } from './deb.mjs';
import { bytesBelow } from './product.mjs';
import { run } from './run.mjs';

/** The user of the product in the container. It has no name on any machine. */
const userId = 10_001;
const data = '/var/lib/tonegate';
const packages = ['nodejs', 'libspeex1', 'libopus0', 'ca-certificates', 'base-files', 'dash'];
/** Parts of those packages that are needed only for set-up, or only by readers. */
const dropped = [
  ...[
    'usr/bin/perl',
    'usr/bin/perl5.40.1',
    'usr/lib/aarch64-linux-gnu/perl-base',
    'usr/lib/x86_64-linux-gnu/perl-base',
  ],
  ...[
    'usr/share/man',
    'usr/share/info',
    'usr/share/locale',
    'usr/share/perl5',
    'usr/share/debconf',
    'usr/share/lintian',
  ],
  ...['usr/share/bug', 'usr/share/zoneinfo', 'usr/include', 'var/cache', 'var/lib/apt', 'var/log', 'etc/apt', 'dev'],
];

/** @typedef {{ mediaType: string, digest: string, size: number }} Descriptor */

/** Opens the folder of an OCI layout for blobs. @param {string} layout */
function blobs(layout) {
  mkdirSync(path.join(layout, 'blobs/sha256'), { recursive: true });
  /** @param {string} mediaType @param {Buffer} content @returns {Descriptor} */
  return (mediaType, content) => {
    const digest = createHash('sha256').update(content).digest('hex');
    writeFileSync(path.join(layout, 'blobs/sha256', digest), content);
    return { mediaType, digest: `sha256:${digest}`, size: content.length };
  };
}

/**
 * A tar file of a folder whose bytes depend only on its content. @param {string} folder @param {string} file @param
 * {number} timeS
 */
const packFolder = (folder, file, timeS) =>
  run('tar', [
    ...['-C', folder, '--sort=name', `--mtime=@${timeS}`, '--numeric-owner', '--format=gnu'],
    ...['--mode=u+rw,go+rX,go-w', '-cf', file, '.'],
  ]);

/** Debian's part of the container. @param {string} folder @param {string} architecture @param {number} timeS */
function layOutLibraries(folder, architecture, timeS) {
  const archive = path.join(folder, '../libraries.tar');
  run(
    'mmdebstrap',
    [
      ...['--quiet', '--variant=extract', `--architectures=${architecture}`, `--include=${packages.join(',')}`],
      ...[baseSuite, archive, packageSource()],
    ],
    { ...process.env, SOURCE_DATE_EPOCH: String(timeS) },
  );
  run('tar', ['-C', folder, '--no-same-owner', '--exclude=./dev/*', '-xf', archive]);
  rmSync(archive);
  const at = (/** @type {string} */ name) => path.join(folder, name);
  for (const name of dropped) rmSync(at(name), { recursive: true, force: true });
  const authorities = at('usr/share/ca-certificates/mozilla');
  const texts = readdirSync(authorities)
    .sort()
    .map((name) => readFileSync(path.join(authorities, name), 'utf8').trim());
  put(at('etc/ssl/certs/ca-certificates.crt'), `${texts.join('\n')}\n`);
  put(
    at('etc/passwd'),
    `root:x:0:0:root:/root:/usr/sbin/nologin\ntonegate:x:${userId}:${userId}:tonegate:${data}:/usr/sbin/nologin\n`,
  );
  put(at('etc/group'), `root:x:0:\ntonegate:x:${userId}:\n`);
  put(at('etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n');
  rmSync(at('usr/bin/sh'), { force: true });
  symlinkSync('dash', at('usr/bin/sh'));
  mkdirSync(at('tmp'), { recursive: true });
}

/** @param {{ architecture: string, version: string, layers: string[], timeS: number }} facts */
const configuration = ({ architecture, version, layers, timeS }) => ({
  created: new Date(timeS * 1_000).toISOString(),
  architecture,
  os: 'linux',
  config: {
    User: `${userId}:${userId}`,
    ExposedPorts: { '8080/tcp': {}, '8443/tcp': {} },
    Env: [
      'PATH=/usr/bin:/bin',
      'NODE_ENV=production',
      'ORT_DISABLE_TELEMETRY=1',
      `TONEGATE_DATA=${data}`,
      'SSL_CERT_DIR=/etc/ssl/certs',
    ],
    Entrypoint: ['/usr/bin/node', ...gatewayFlags, '/usr/lib/tonegate/scripts/tonegate.mjs'],
    Cmd: ['serve'],
    Volumes: { [data]: {} },
    WorkingDir: '/',
    StopSignal: 'SIGTERM',
    Labels: {
      'org.opencontainers.image.title': 'tonegate',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'Apache-2.0',
    },
  },
  rootfs: { type: 'layers', diff_ids: layers },
  history: [
    { created: new Date(timeS * 1_000).toISOString(), created_by: 'Debian libraries and Node' },
    { created: new Date(timeS * 1_000).toISOString(), created_by: `tonegate ${version}` },
  ],
});

/**
 * Writes the layout for the processors of `debs`. Returns the unpacked size for each, in bytes.
 * @param {{ debs: { architecture: string, file: string }[], version: string, output: string, timeS: number }} order
 */
export function makeOci({ debs, version, output, timeS }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tonegate-oci-'));
  const layout = path.join(folder, 'layout');
  const keep = blobs(layout);
  const json = (/** @type {string} */ mediaType, /** @type {unknown} */ value) =>
    keep(mediaType, Buffer.from(JSON.stringify(value)));
  /** @type {Record<string, number>} */
  const unpackedBytes = {};
  try {
    const manifests = debs.map(({ architecture, file }) => {
      const stages = ['libraries', 'product'].map((name) => path.join(folder, architecture, name));
      for (const stage of stages) mkdirSync(stage, { recursive: true, mode: 0o755 });
      const [libraries = '', product = ''] = stages;
      layOutLibraries(libraries, architecture, timeS);
      run('dpkg-deb', ['--extract', file, product]);
      for (const name of ['usr/lib/systemd', 'usr/lib/sysusers.d', 'usr/lib/tmpfiles.d', 'usr/bin'])
        rmSync(path.join(product, name), { recursive: true, force: true });
      const home = path.join(product, data);
      mkdirSync(home, { recursive: true });
      chownSync(home, userId, userId);
      const layers = stages.map((stage) => {
        const archive = `${stage}.tar`;
        packFolder(stage, archive, timeS);
        const content = readFileSync(archive);
        rmSync(archive);
        return {
          diffId: `sha256:${createHash('sha256').update(content).digest('hex')}`,
          blob: keep('application/vnd.oci.image.layer.v1.tar+gzip', gzipSync(content, { level: 9 })),
        };
      });
      unpackedBytes[architecture] = stages.reduce((sum, stage) => sum + bytesBelow(stage), 0);
      const config = json(
        'application/vnd.oci.image.config.v1+json',
        configuration({ architecture, version, layers: layers.map(({ diffId }) => diffId), timeS }),
      );
      const manifest = {
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        config,
        layers: layers.map(({ blob }) => blob),
      };
      return { ...json(manifest.mediaType, manifest), platform: { architecture, os: 'linux' } };
    });
    const index = { schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests };
    const named = { ...json(index.mediaType, index), annotations: { 'org.opencontainers.image.ref.name': version } };
    writeFileSync(
      path.join(layout, 'index.json'),
      JSON.stringify({ schemaVersion: 2, mediaType: index.mediaType, manifests: [named] }),
    );
    writeFileSync(path.join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
    packFolder(layout, output, timeS);
    return unpackedBytes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
