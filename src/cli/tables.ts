// `tonegate tables`: checks tables of keywords, ring tones and causes before a gateway gets them. It needs no gateway.
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { type RowAction, ringMarkers, rowActions } from '../protocol/engine/ring.js';
import { fileFault } from '../protocol/file-fault.js';
import { parseCauseTable, parseKeywordTable, parseToneTable, TableFault } from '../ring/table-text.js';
import { exitCodes } from './exit.js';
import { shown } from './terminal/shown.js';

export const tableKinds = ['keywords', 'tones', 'causes'] as const;
export type TableKind = (typeof tableKinds)[number];

interface Flags {
  readonly kind?: TableKind;
  readonly json?: boolean;
}

interface Checked {
  readonly file: string;
  readonly kind: TableKind;
  /** Number of all rows, and of the rows whose fourth column names an action, by action. */
  readonly rows: number;
  readonly actions: Readonly<Partial<Record<RowAction, number>>>;
}

interface Faulty {
  readonly file: string;
  /** Number of the line; 0 for the file as a whole. */
  readonly line: number;
  readonly reason: string;
}

const parsers = { keywords: parseKeywordTable, tones: parseToneTable, causes: parseCauseTable };

export function tablesCommand(): Command {
  const tables = new Command('tables').description(
    'check the tables of ring screening: keywords, ring tones and causes',
  );
  tables
    .command('check <files...>')
    .description('read each table as the gateway does, and report the line that it would refuse')
    .addOption(
      new Option(
        '--kind <kind>',
        'kind of all the files (default: tones if a file has rows such as #BUSY#, causes if its rows are three numbers)',
      ).choices([...tableKinds]),
    )
    .option('--json', 'print one line of JSON for each file')
    .action(check);
  return tables;
}

function check(files: readonly string[], { kind, json }: Flags): void {
  const all = files.map((file) => checked(file, kind));
  for (const one of all) {
    if (json === true) process.stdout.write(`${JSON.stringify(one)}\n`);
    else if ('reason' in one) process.stderr.write(shown(`tonegate: ${placeOf(one)}: ${one.reason}\n`));
    else process.stdout.write(`${one.file}: ${sentenceOf(one)}\n`);
  }
  if (all.some((one) => 'reason' in one)) process.exitCode = exitCodes.badInput;
}

function checked(file: string, wanted: TableKind | undefined): Checked | Faulty {
  try {
    const bytes = readFileSync(file);
    const kind = wanted ?? kindOf(bytes);
    const rows: readonly object[] = parsers[kind](bytes);
    const count = (action: RowAction) => rows.filter((row) => 'action' in row && row.action === action).length;
    const actions = rowActions.map((action) => [action, count(action)] as const).filter(([, rows]) => rows > 0);
    return { file, kind, rows: rows.length, actions: Object.fromEntries(actions) };
  } catch (fault) {
    if (fault instanceof TableFault) return { file, line: fault.line, reason: fault.reason };
    return { file, line: 0, reason: `cannot be read: ${fileFault(fault)}` };
  }
}

const firstMarker = new RegExp(`^\\s*(${ringMarkers.join('|')})\\s`, 'im');

/**
 * Guesses the kind of a table. In a keyword table a line that begins with # is a comment, so rows that begin with the
 * name of a tone belong to a tone table.
 */
const kindOf = (bytes: Buffer): TableKind => {
  const text = bytes.toString('utf8');
  if (firstMarker.test(text)) return 'tones';
  return firstCause.test(text) ? 'causes' : 'keywords';
};

/**
 * A row of a cause table. A keyword row that begins with digits alone has a RESULTNAME that does not look like this.
 */
const firstCause = /^\s*\d{1,6}\s+\d{3}\s+\d{1,3}\s*$/m;

const placeOf = ({ file, line }: Faulty): string => (line > 0 ? `${file}:${line}` : file);

function sentenceOf({ kind, rows, actions }: Checked): string {
  const said = Object.entries(actions).map(([action, count]) => `, ${count} ${action}`);
  return `a table of ${kind}, ${rows} ${rows === 1 ? 'row' : 'rows'}${said.join('')}`;
}
