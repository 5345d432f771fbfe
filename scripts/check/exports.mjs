// Fails if a file of src/ has an unneeded export: a value that no other file of src/, test/ or scripts/ names, or a
// type that its own file does not use either. Something that only tests import must at least be used in its own file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { projectFiles } from './tracked.mjs';

/** Names that a file imports, by the path of the other file; `*` for all of them. */
function takenBy(file, source) {
  const taken = [];
  const add = (specifier, name) => {
    if (!specifier.startsWith('.')) return;
    const target = path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts');
    taken.push({ target: target.replace(/^dist\//, 'src/'), name });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier?.text;
      const names = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
      if (from !== undefined && names?.elements) {
        for (const each of names.elements) add(from, (each.propertyName ?? each.name).text);
      } else if (from !== undefined) add(from, '*');
    } else if (ts.isImportTypeNode(node)) add(node.argument.literal.text, node.qualifier?.getText() ?? '*');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [from] = node.arguments;
      if (from !== undefined && ts.isStringLiteral(from)) add(from.text, '*');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return taken;
}

/** @returns {{ name: string, isType: boolean }[]} */
function exportsOf(source) {
  return source.statements.flatMap((statement) => {
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    if (!ts.isVariableStatement(statement)) return [{ name: statement.name.text, isType }];
    return statement.declarationList.declarations.map(({ name }) => ({ name: name.getText(), isType }));
  });
}

const timesIn = (text, name) => text.split(new RegExp(`\\b${name}\\b`)).length - 1;

/** All faults as sentences. `files`: paths from the root of the project, with their contents. */
export function uselessExports(files) {
  const taken = new Map();
  const scripts = [];
  const sources = [];
  for (const { file, text } of files) {
    if (file.endsWith('.mjs')) scripts.push(text); // scripts also name things in JSDoc and in computed paths
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const { target, name } of takenBy(file, source)) {
      const users = taken.get(`${target} ${name}`) ?? [];
      taken.set(`${target} ${name}`, [...users, file]);
    }
    if (file.startsWith('src/')) sources.push({ file, text, source });
  }
  const allScripts = scripts.join('\n');
  return sources.flatMap(({ file, text, source }) =>
    exportsOf(source).flatMap(({ name, isType }) => {
      const users = [...(taken.get(`${file} ${name}`) ?? []), ...(taken.get(`${file} *`) ?? [])];
      if (users.some((user) => user.startsWith('src/')) || timesIn(allScripts, name) > 0) return [];
      if (timesIn(text, name) > 1 && (isType || users.length > 0)) return [];
      const only = users.length > 0 ? 'only tests use it' : 'no other file names it';
      return [`${file}: export ${name}: ${only}`];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const named = projectFiles(root).filter((file) => /^(src|test|scripts)\/.*\.(ts|mjs)$/.test(file));
  const faults = uselessExports(named.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })));
  if (named.length === 0) faults.push('git lists no files: nothing was checked');
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`Exports: ${faults.length === 0 ? 'all are used' : `${faults.length} are not used`}\n`);
  process.exit(faults.length === 0 ? 0 : 1);
}
