// The files of the product that a box needs: compiled code, one binary of each addon, models, the packages that run. No
// tests, no training, no sources of addons, nothing for another processor.
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isBundled } from '../setup/newest-program.mjs';
import { SetupFailure } from '../setup/report.mjs';
import { filesBelow } from '../setup/stamp.mjs';

/** The names of a processor in Debian, Node and onnxruntime. */
export const architectures = {
  amd64: { node: 'x64', strip: 'strip', elfMachine: 0x3e },
  arm64: { node: 'arm64', strip: 'aarch64-linux-gnu-strip', elfMachine: 0xb7 },
};

/** The processor of this machine. @type {keyof typeof architectures} */
export const hostArchitecture = process.arch === 'arm64' ? 'arm64' : 'amd64';

/**
 * Programs that must be compiled ones. The tree of the arm64 tests has a script of the same name that starts an
 * emulator, with the program beside it.
 */
const compiledPrograms = ['tonegate.node', 'tonegate-process.node', 'tonegate-launch'].map(
  (name) => `native/build/Release/${name}`,
);

/** Files outside of node_modules; folders end with a slash. */
const ownParts = [
  ...[
    'dist/',
    'models/',
    'scripts/setup/node-version.mjs',
    'scripts/setup/newest-program.mjs',
    'scripts/setup/npm-parent.mjs',
  ],
  'scripts/tonegate.mjs',
  ...compiledPrograms,
  ...['package.json', 'LICENSE', 'NOTICE', 'CHANGELOG.md'],
];
/**
 * The packed parts of dist/: the bundled programs, and the files that they read where the compiler put them. The
 * modules beside them are the same code again.
 */
const isNeededOfOwn = (/** @type {string} */ name) =>
  !/^dist\/image\/|\.map$|\.tsbuildinfo$|stamp$/.test(name) && !/^dist\/(?!bundle\/).*\.js$/.test(name);

/** Packages that only compile or install something; ssh2 works without cpu-features if it was not compiled. */
const buildPackages = ['node-addon-api', 'nan', 'buildcheck', 'cpu-features', 'adm-zip', 'global-agent'];
/** The files that packages with compiled parts need; other compiled or fetched files are left out. */
const compiledParts = {
  'better-sqlite3': (/** @type {string} */ file) =>
    !/^(deps|src|build)\//.test(file) || file === 'build/Release/better_sqlite3.node',
  'onnxruntime-node': (/** @type {string} */ file, /** @type {string} */ cpu) =>
    !/^(bin|script)\//.test(file) || new RegExp(`^bin/napi-v\\d+/linux/${cpu}/`).test(file),
};
const isLicence = (/** @type {string} */ file) => /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i.test(file);
const isForReaders = (/** @type {string} */ file) =>
  /\.(map|[cm]?ts|tsx|md|markdown|flow|yml|yaml|gyp|gypi|h|hpp|c|cc|cpp)$/i.test(file) ||
  /^(\.github|\.husky|docs?|tests?|__tests__|examples?|bench(mark)?s?|coverage)\//i.test(file) ||
  /(^|\/)\.[^/]+$/.test(file);

/**
 * The packages that run with the product: folders of node_modules, as the lock file names them. @param {string} from
 * @returns {string[]}
 */
export function runningPackages(from) {
  const { packages } = JSON.parse(readFileSync(path.join(from, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, entry]) => place.startsWith('node_modules/') && entry.dev !== true && entry.link !== true)
    .map(([place]) => place)
    .filter((place) => !buildPackages.includes(place.slice('node_modules/'.length)))
    .filter((place) => existsSync(path.join(from, place, 'package.json')))
    .sort();
}

/**
 * The files of one package that the product needs, relative to its folder. @param {string} folder @param {string} name
 * @param {string} cpu
 */
function packageFiles(folder, name, cpu) {
  const isNeeded = compiledParts[/** @type {keyof typeof compiledParts} */ (name)] ?? (() => true);
  return filesBelow(folder)
    .map((file) => path.relative(folder, file))
    .filter((file) => !file.startsWith('node_modules/')) // it is a package of its own in the lock file
    .filter((file) => isLicence(file) || (!isForReaders(file) && isNeeded(file, cpu)))
    .sort();
}

/**
 * Copies the product of the built tree `from` to the folder `to`, for one of `architectures`. Files are readable by all
 * and writable by their owner. Throws SetupFailure when something is not built, or is built for another processor.
 * @param {{ from: string, to: string, architecture: keyof typeof architectures, run: (program: string, args: string[])
 * => void }} order
 */
export function copyProduct({ from, to, architecture, run }) {
  const { node, strip, elfMachine } = architectures[architecture];
  if (!isBundled(path.join(from, 'dist'), 'main/cli.js'))
    throw new SetupFailure('dist/bundle is older than dist: run `npm run build` first');
  const take = (/** @type {string} */ name) => {
    const beside = path.join(from, `${name}.${architecture}`);
    const source = compiledPrograms.includes(name) && existsSync(beside) ? beside : path.join(from, name);
    if (!lstatSync(source).isFile()) return;
    const target = path.join(to, name);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(source, target);
    const head = readFileSync(source).subarray(0, 20);
    const isElf = head.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'));
    if (!isElf && compiledPrograms.includes(name)) throw new SetupFailure(`${source} is no compiled program`);
    if (isElf && head.readUInt16LE(18) !== elfMachine)
      throw new SetupFailure(`${source} is not built for ${architecture}`);
    if (isElf) run(strip, ['--strip-unneeded', target]);
    chmodSync(target, name === 'scripts/tonegate.mjs' || name.endsWith('/tonegate-launch') ? 0o755 : 0o644);
  };
  for (const part of ownParts) {
    if (!existsSync(path.join(from, part))) throw new SetupFailure(`${part} is not there: run \`npm run build\` first`);
    if (!part.endsWith('/')) take(part);
    else {
      const names = filesBelow(path.join(from, part)).map((file) => path.relative(from, file));
      for (const name of names.filter(isNeededOfOwn)) take(name);
    }
  }
  const places = runningPackages(from);
  for (const place of places) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    for (const file of packageFiles(path.join(from, place), name, node)) take(path.join(place, file));
  }
  writeFileSync(path.join(to, 'THIRD-PARTY-LICENCES.txt'), licencesOf(to, places));
}

/**
 * The licence texts of the packages at `places`, each after the package's name. @param {string} folder @param
 * {string[]} places
 */
function licencesOf(folder, places) {
  const texts = places.map((place) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, place, 'package.json'), 'utf8'));
    const files = readdirSync(path.join(folder, place)).filter(isLicence).sort();
    const text = files.map((file) => readFileSync(path.join(folder, place, file), 'utf8').trim()).join('\n\n');
    const licence = typeof license === 'string' ? license : 'see its text';
    return `== ${name} ${version} (${licence})\n\n${text === '' ? 'The package has no licence text.' : text}\n`;
  });
  return `Third-party packages with which tonegate runs, and their licences.\n\n${texts.join('\n')}`;
}

/** The bytes of all files below `folder`. @param {string} folder */
export const bytesBelow = (folder) => filesBelow(folder).reduce((sum, file) => sum + lstatSync(file).size, 0);
