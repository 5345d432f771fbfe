// npm run deb [-- --arch amd64|arm64|all] [--version V] [--output DIR]: makes the Debian packages with SHA256SUMS; the
// default folder is dist/image. Without --arch, the package is for this machine; arm64 is cross-built on other
// machines.
import '../setup/node-version.mjs';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { explain, openReport, SetupFailure } from '../setup/report.mjs';
import { root, setUpOrExit } from '../setup/setup.mjs';
import { makeDeb } from './deb.mjs';
import { architectures, hostArchitecture } from './product.mjs';
import { writeSums } from './sums.mjs';

const MB = 1e6;

/** @param {'amd64' | 'arm64'} architecture @param {ReturnType<typeof openReport>} report */
async function builtTree(architecture, report) {
  if (architecture === hostArchitecture) return root;
  if (architecture !== 'arm64')
    throw new SetupFailure(`${architecture} is not cross-built: make this package on such a machine`);
  const { prepareArm64, tree } = await import('../arm64/prepare.mjs');
  await prepareArm64(report);
  return tree;
}

const { version: ownVersion } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
let options;
try {
  options = parseArgs({
    options: {
      arch: { type: 'string', default: hostArchitecture },
      version: { type: 'string', default: ownVersion },
      output: { type: 'string', default: path.join(root, 'dist/image') },
    },
  }).values;
  if (options.arch !== 'all' && !Object.hasOwn(architectures, options.arch)) {
    throw new Error(`--arch is ${Object.keys(architectures).join(', ')} or all, not ${options.arch}`);
  }
} catch (fault) {
  process.stderr.write(`npm run deb: ${fault instanceof Error ? fault.message : fault}\n`);
  process.exit(2);
}

await setUpOrExit('start');
const report = openReport({ logFile: path.join(root, '.cache/image.log') });
try {
  const wanted = options.arch === 'all' ? Object.keys(architectures) : [options.arch];
  for (const architecture of /** @type {('amd64' | 'arm64')[]} */ (wanted)) {
    const from = await builtTree(architecture, report);
    const { file, bytes } = makeDeb({
      ...{ root, from, architecture },
      output: options.output,
      version: options.version,
    });
    const size = (statSync(file).size / MB).toFixed(1);
    process.stdout.write(`${file}: ${size} MB; installed ${(bytes / MB).toFixed(1)} MB\n`);
  }
  writeSums(options.output);
} catch (failure) {
  process.exitCode = explain(failure, report.logFile);
}
