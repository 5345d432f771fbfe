// npm run image [-- --version V] [--min-from V] [--allow-downgrade] [--output DIR] [--key FILE --certificate FILE
// --keyring FILE]: makes everything that a box needs; the default folder is dist/image: the disk image and the signed update bundle for arm64,
// the Debian packages, the container, the bill of materials, licences and SHA256SUMS. It needs root (the base is set up
// under emulation) and, the first time, the package registries.
import '../setup/node-version.mjs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { explain, openReport } from '../setup/report.mjs';
import { root, setUpOrExit } from '../setup/setup.mjs';
import { buildImage } from './build.mjs';
import { developmentKey } from './bundle.mjs';

/** The oldest version whose boxes this one can update: their boot state, database and settings are understood here. */
const oldestVersion = '0.1.0';
const { version: ownVersion } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
let options;
try {
  options = parseArgs({
    options: {
      version: { type: 'string', default: ownVersion },
      'min-from': { type: 'string', default: oldestVersion },
      'allow-downgrade': { type: 'boolean', default: false },
      output: { type: 'string', default: path.join(root, 'dist/image') },
      key: { type: 'string' },
      certificate: { type: 'string' },
      keyring: { type: 'string' },
    },
  }).values;
  const given = [options.key, options.certificate, options.keyring].filter((each) => each !== undefined);
  if (given.length !== 0 && given.length !== 3) throw new Error('--key, --certificate and --keyring go together');
} catch (fault) {
  process.stderr.write(`npm run image: ${fault instanceof Error ? fault.message : fault}\n`);
  process.exit(2);
}

await setUpOrExit('start');
const report = openReport({ logFile: path.join(root, '.cache/image.log') });
try {
  const { key, certificate, keyring } = options;
  const signing =
    key === undefined || certificate === undefined || keyring === undefined
      ? developmentKey(path.join(root, '.cache/image'))
      : { key, certificate, keyring };
  const { version, output, 'min-from': minFrom, 'allow-downgrade': allowDowngrade } = options;
  await buildImage({ root, version, minFrom, allowDowngrade, output, signing, report });
  if (key === undefined) {
    process.stdout.write("signed with this checkout's development key: boxes with another keyring refuse the bundle\n");
  }
} catch (failure) {
  process.exitCode = explain(failure, report.logFile);
}
