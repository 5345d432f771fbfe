// Fails if an import of src/ goes against the direction of rules.mjs, if files import one another in a ring, if
// rules.mjs grants a permission that no file needs, or if a folder holds too many files.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { filesBelow } from '../setup/stamp.mjs';
import * as defaultRules from './rules.mjs';
import { projectFiles } from './tracked.mjs';

/** Every import of a file: static, dynamic, `import type`, re-export. */
function importsOf(text) {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
    specifier: fileName,
    line: text.slice(0, pos).split('\n').length,
  }));
}

function areaOf(relative, mayImport) {
  let area = relative.replace(/\.[cm]?ts$/, '');
  for (; area !== '.'; area = path.posix.dirname(area)) if (area in mayImport) return area;
  return undefined;
}

/** A free area may import everything except the areas that it names with `!`. */
const isFree = (allowed) => allowed.includes('*');
const isKeptOut = (allowed, target) => allowed.includes(`!${target}`);

/**
 * All violations below `source`, as {file, line, rule}; `file` is relative to it. `used` collects "area target" pairs.
 */
export function checkImports(source, rules = defaultRules, used = new Set()) {
  const violations = [];
  const graph = new Map();
  for (const file of filesBelow(source).filter((name) => /\.[cm]?ts$/.test(name))) {
    const from = path.relative(source, file).split(path.sep).join('/');
    const edges = [];
    graph.set(from, edges);
    const area = areaOf(from, rules.mayImport);
    if (area === undefined) {
      violations.push({ file: from, line: 1, rule: 'lies in no folder that rules.mjs knows' });
      continue;
    }
    for (const { specifier, line } of importsOf(readFileSync(file, 'utf8'))) {
      const report = (rule) => violations.push({ file: from, line, rule });
      if (!specifier.startsWith('.')) {
        const owners = rules.packageOwners[specifier];
        if (owners !== undefined && !isFree(rules.mayImport[area]) && !owners.includes(area))
          report(`only ${owners.join(' and ')} may import the package ${specifier}, not ${area}`);
        continue;
      }
      const target = path.posix.join(path.posix.dirname(from), specifier.replace(/\.js$/, '.ts'));
      if (target.startsWith('../')) {
        report(`${specifier} lies outside src`);
        continue;
      }
      if (!existsSync(path.join(source, target)) && target.endsWith('.ts')) {
        report(`${specifier} does not exist`);
        continue;
      }
      edges.push({ target, line });
      const targetArea = areaOf(target, rules.mayImport);
      const allowed = rules.mayImport[area];
      if (isKeptOut(allowed, targetArea)) report(`${area} may not import ${targetArea}`);
      if (targetArea === area || isFree(allowed)) continue;
      used.add(`${area} ${targetArea}`);
      if (!allowed.includes(targetArea))
        report(`${area} may not import ${targetArea ?? target} (it may import: ${allowed.join(' ') || 'nothing'})`);
      for (const { name, reason } of rules.privateFiles)
        if (path.posix.basename(target, '.ts') === name) report(`${specifier}: ${reason}`);
    }
  }
  return [...violations, ...rings(graph)];
}

/** Permissions that no file of `source` needs. */
export function unusedPermissions(source, rules = defaultRules) {
  const used = new Set();
  checkImports(source, rules, used);
  return Object.entries(rules.mayImport).flatMap(([area, allowed]) =>
    isFree(allowed)
      ? []
      : allowed.filter((target) => !used.has(`${area} ${target}`)).map((target) => `${area} ${target}`),
  );
}

/** Folders of the given files (paths from the root of the project) with more than `most` files, as "folder: count". */
export function crowdedFolders(files, most = defaultRules.mostFilesInFolder) {
  const counts = new Map();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count} files`);
}

/** Relative imports of packages/ that leave their package: users install the package without the rest. */
export function strayPackageImports(root, files) {
  return files
    .filter((file) => /^packages\/[^/]+\/.*\.(ts|mjs)$/.test(file))
    .flatMap((file) => {
      const own = `${file.split('/').slice(0, 2).join('/')}/`;
      return importsOf(readFileSync(path.join(root, file), 'utf8'))
        .filter(({ specifier }) => specifier.startsWith('.'))
        .filter(({ specifier }) => !path.posix.join(path.posix.dirname(file), specifier).startsWith(own))
        .map(({ specifier, line }) => `${file}:${line} ${specifier} lies outside the package`);
    });
}

/** Each ring once, at the import that closes it (depth-first search). */
function rings(graph) {
  const found = [];
  const state = new Map();
  const visit = (file, way) => {
    state.set(file, 'open');
    for (const { target, line } of graph.get(file) ?? []) {
      if (state.get(target) === 'open') {
        const ring = [...way.slice(way.indexOf(target)), target];
        found.push({ file, line, rule: `imports run in a ring: ${ring.join(' → ')}` });
      } else if (!state.has(target)) visit(target, [...way, target]);
    }
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file, [file]);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const source = path.join(root, 'src');
  const files = projectFiles(root).filter((file) => /^(src|test|scripts|native|packages)\//.test(file));
  const faults = [
    ...checkImports(source).map(({ file, line, rule }) => `src/${file}:${line} ${rule}`),
    ...unusedPermissions(source).map((pair) => `scripts/check/rules.mjs: no file needs "${pair}"`),
    ...strayPackageImports(root, files),
    ...crowdedFolders(files).map((folder) => `${folder}, must be at most ${defaultRules.mostFilesInFolder}`),
  ];
  if (files.length === 0) faults.push('git lists no files: nothing was checked');
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`Imports: ${faults.length === 0 ? 'all run one way' : `${faults.length} violations`}\n`);
  process.exit(faults.length === 0 ? 0 : 1);
}
