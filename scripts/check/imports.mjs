// Fails when an import of src/ runs against the direction of rules.mjs, or when files import one another in a ring.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { filesBelow } from '../setup/stamp.mjs';
import * as defaultRules from './rules.mjs';

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

/** All violations below `source`, as {file, line, rule}; `file` is relative to it. */
export function checkImports(source, rules = defaultRules) {
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
        if (owners !== undefined && area !== 'main' && !owners.includes(area))
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
      if (targetArea === area || area === 'main') continue;
      const allowed = rules.mayImport[area];
      if (!allowed.includes(targetArea))
        report(`${area} may not import ${targetArea ?? target} (it may import: ${allowed.join(' ') || 'nothing'})`);
      for (const { name, reason } of rules.privateFiles)
        if (path.posix.basename(target, '.ts') === name) report(`${specifier}: ${reason}`);
    }
  }
  return [...violations, ...rings(graph)];
}

/** Each ring once, at the import that closes it (depth-first). */
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
  const source = fileURLToPath(new URL('../../src', import.meta.url));
  const violations = checkImports(source);
  for (const { file, line, rule } of violations) process.stdout.write(`src/${file}:${line} ${rule}\n`);
  process.stdout.write(`Imports: ${violations.length === 0 ? 'all run one way' : `${violations.length} violations`}\n`);
  process.exit(violations.length === 0 ? 0 : 1);
}
