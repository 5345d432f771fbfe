// The line of the self-test about the packages of the program.
//
// If the program is a Debian package, every file of it and of its dependencies must have the hash that dpkg keeps (MD5:
// it finds damage but no forger). Otherwise, because npm keeps no hashes of files, the installed packages are compared
// with those of package-lock.json: that they exist, their version, and the SHA-512 of the archive.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, type Finding, failed, passed, skipped } from '../../cli/selftest/check.js';
import { realDisk } from '../../storage/disk.js';

export interface PackagePlaces {
  /** Folder with package.json, dist and models. */
  readonly program: string;
  /** The folder in which dpkg keeps its lists; need not be there. */
  readonly dpkg: string;
  /** The folder at which the paths of dpkg begin; default `/`. */
  readonly root?: string;
}

export const packageCheck = (places: PackagePlaces): Check => ({
  name: 'packages',
  run: () => debianPackages(places) ?? npmPackages(places) ?? skipped('there is no list of packages to compare with'),
});

const ownPackage = 'tonegate';

/** undefined: the program is not the one of the Debian package. */
function debianPackages({ program, dpkg, root = '/' }: PackagePlaces): Finding | undefined {
  const own = hashesOf(dpkg, ownPackage);
  if (own === undefined || !own.some(({ path }) => join(root, path) === join(program, 'package.json')))
    return undefined;
  const others = dependenciesOf(dpkg)
    .flatMap((name) => hashesOf(dpkg, name) ?? [])
    .filter(isOurs);
  const faults: string[] = [];
  let files = 0;
  for (const { path, md5 } of [...own, ...others]) {
    const file = join(root, path);
    if (mayBeLeftOut(path) && !existsSync(file)) continue;
    files++;
    const fault = faultOf(file, md5);
    if (fault !== undefined) faults.push(`${file} ${fault}`);
  }
  return (
    verdict(faults) ?? passed(`${files} files of ${ownPackage} and the packages below it have the MD5 that dpkg keeps`)
  );
}

/** Small systems leave these out of every package (path-exclude of dpkg). */
const mayBeLeftOut = (path: string): boolean => /^usr\/share\/(doc|man|locale|info|lintian)\//.test(path);

/** The npm that comes with Node may have brought a newer one in its place, and nothing here runs it. */
const isOurs = ({ path }: FileHash): boolean => !path.startsWith('usr/lib/node_modules/');

interface FileHash {
  /** The path without its leading slash. */
  readonly path: string;
  readonly md5: string;
}

function hashesOf(dpkg: string, name: string): FileHash[] | undefined {
  const isItsList = (file: string) => file.startsWith(`${name}:`) && file.endsWith('.md5sums');
  const info = join(dpkg, 'info');
  const plain = join(info, `${name}.md5sums`);
  const named = existsSync(plain)
    ? [plain]
    : realDisk
        .list(info)
        .filter(isItsList)
        .map((file) => join(info, file));
  if (named.length === 0) return undefined;
  const lines = named.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  return lines.flatMap((line) => {
    const [, md5, path] = /^([0-9a-f]{32}) {2}(.+)$/.exec(line) ?? [];
    return md5 === undefined || path === undefined ? [] : [{ path, md5 }];
  });
}

/** Names of the packages that ours depends on; of alternatives all, of which those that are installed have hashes. */
function dependenciesOf(dpkg: string): string[] {
  const paragraphs = readFileSync(join(dpkg, 'status'), 'utf8').split('\n\n');
  const own = paragraphs.find((paragraph) => paragraph.startsWith(`Package: ${ownPackage}\n`)) ?? '';
  const depends = /^Depends: (.*)$/m.exec(own)?.[1] ?? '';
  return [...new Set([...depends.matchAll(/(?:^|[,|])\s*([a-z0-9][a-z0-9.+-]*)/g)].map(([, name]) => name as string))];
}

/** undefined: the file is what it should be, or only root may read it. */
function faultOf(file: string, md5: string): string | undefined {
  const hash = createHash('md5');
  try {
    for (const piece of realDisk.read(file)) hash.update(piece);
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (code === 'EACCES') return undefined;
    return code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? (fault as Error).message})`;
  }
  return hash.digest('hex') === md5 ? undefined : 'differs from the file that was installed';
}

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

/** undefined: there is no package-lock.json, or npm did not install what is here. */
function npmPackages({ program }: PackagePlaces): Finding | undefined {
  const wanted = lockIn(join(program, 'package-lock.json'));
  const present = lockIn(join(program, 'node_modules/.package-lock.json'));
  if (wanted === undefined || present === undefined) return undefined;
  const needed = Object.entries(wanted).filter(([place, entry]) => place !== '' && entry.dev !== true && !entry.link);
  const faults: string[] = [];
  let packages = 0;
  for (const [place, entry] of needed) {
    const there = present[place];
    if (there === undefined && entry.optional === true) continue;
    packages++;
    const fault = npmFault(join(program, place), entry, there);
    if (fault !== undefined) faults.push(`${place} ${fault}`);
  }
  const said = `${packages} packages are those of package-lock.json (version, SHA-512 as npm recorded it)`;
  return verdict(faults) ?? passed(said);
}

function npmFault(folder: string, wanted: LockEntry, recorded: LockEntry | undefined): string | undefined {
  if (recorded === undefined) return 'is not installed';
  if (recorded.integrity !== wanted.integrity) return 'was installed from another archive than package-lock.json names';
  let found: LockEntry;
  try {
    found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as LockEntry;
  } catch {
    return 'is missing or damaged';
  }
  return found.version === wanted.version ? undefined : `has version ${found.version} instead of ${wanted.version}`;
}

function lockIn(file: string): Readonly<Record<string, LockEntry>> | undefined {
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> }).packages;
}

function verdict(faults: readonly string[]): Finding | undefined {
  const [first, ...others] = faults;
  if (first === undefined) return undefined;
  return failed(others.length === 0 ? first : `${first}; and ${others.length} more`);
}
