// The ring tables as files that an operator edits: written on the first start, read again when they change. A
// broken edit leaves the previous table in force.
import { existsSync, type FSWatcher, readFileSync, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { CauseRow, KeywordRow, RingTables, ToneRow } from '../protocol/engine/ring.js';
import { limits } from '../protocol/limits.js';
import { writeIfRoom, writeText } from '../storage/whole-file.js';
import {
  causeFileText,
  defaultCauseRows,
  defaultKeywordRows,
  defaultToneRows,
  keywordFileText,
  toneFileText,
} from './default-tables.js';
import { parseCauseTable, parseKeywordTable, parseToneTable, TableFault } from './table-text.js';

export interface TableLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface RingTableFiles {
  readonly current: RingTables;
  /** The status and the cause of a call with this RESULTID, as the table has them now. */
  causeOf(resultId: number): CauseRow | undefined;
  /** Looks at the files now, without waiting for a notice of change. */
  check(): void;
  close(): void;
}

export interface RingTablePaths {
  readonly keywords: string;
  readonly tones: string;
  readonly causes: string;
}

/** Files that are missing are made from the defaults, with their directories. */
export function openRingTables(
  paths: RingTablePaths,
  log: TableLog,
  changed: (tables: RingTables) => void,
  times: { readonly settleMs: number; readonly pollMs: number } = limits.table,
): RingTableFiles {
  const keywords = new TableFile<KeywordRow>(
    paths.keywords,
    keywordFileText,
    parseKeywordTable,
    defaultKeywordRows,
    log,
  );
  const tones = new TableFile<ToneRow>(paths.tones, toneFileText, parseToneTable, defaultToneRows, log);
  const causes = new TableFile<CauseRow>(paths.causes, causeFileText, parseCauseTable, defaultCauseRows, log);
  let current: RingTables = { keywords: keywords.rows, tones: tones.rows };

  const check = () => {
    causes.check();
    const keywordsChanged = keywords.check();
    const tonesChanged = tones.check();
    if (!keywordsChanged && !tonesChanged) return;
    current = { keywords: keywords.rows, tones: tones.rows };
    changed(current);
  };

  let settling: NodeJS.Timeout | undefined;
  const noticed = () => {
    clearTimeout(settling); // one edit makes several notices
    settling = setTimeout(check, times.settleMs);
    settling.unref();
  };
  const directories = new Set([paths.keywords, paths.tones, paths.causes].map((path) => dirname(path)));
  const watchers = [...directories].map((directory) => watchDirectory(directory, noticed));
  // Network file systems, overlays and a replaced directory give no notice; a look at two stat records is cheap.
  const poll = setInterval(check, times.pollMs);
  poll.unref();

  return {
    get current() {
      return current;
    },
    causeOf: (resultId) => causes.rows.find((row) => row.resultId === resultId),
    check,
    close: () => {
      clearTimeout(settling);
      clearInterval(poll);
      for (const watcher of watchers) watcher?.close();
    },
  };
}

/** The directory, not the files: editors write a new file and rename it over the old one. */
function watchDirectory(directory: string, noticed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, noticed);
    watcher.on('error', () => watcher.close()); // polling goes on
    return watcher;
  } catch {
    return undefined;
  }
}

class TableFile<Row> {
  rows: readonly Row[];
  #seen = '';

  constructor(
    readonly path: string,
    defaultText: string,
    readonly parse: (bytes: Uint8Array) => Row[],
    defaultRows: readonly Row[],
    readonly log: TableLog,
  ) {
    // Without room the rows below are in force all the same.
    if (!existsSync(path)) writeIfRoom(() => writeText(path, defaultText, 0o644));
    this.rows = defaultRows; // in force when the file is broken from the start
    this.check();
  }

  /** True when the rows are new. */
  check(): boolean {
    const stamp = stampOf(this.path);
    if (stamp === this.#seen) return false;
    this.#seen = stamp;
    if (stamp === 'missing') {
      this.log.error({ file: this.path }, 'ring table file is missing; the previous table stays in force');
      return false;
    }
    try {
      const rows = this.parse(readFileSync(this.path));
      const changed = JSON.stringify(rows) !== JSON.stringify(this.rows);
      this.rows = rows;
      if (changed) this.log.info({ file: this.path, rows: rows.length }, 'ring table read');
      return changed;
    } catch (fault) {
      const line = fault instanceof TableFault ? fault.line : 0;
      const reason = fault instanceof TableFault ? fault.reason : String(fault);
      const place = line > 0 ? `${this.path}:${line}` : this.path;
      this.log.error({ file: this.path, line, reason }, `${place}: ${reason}; the previous ring table stays in force`);
      return false;
    }
  }
}

/** Anything that differs after an edit. The inode tells a rename apart from a file of equal size and time. */
function stampOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}` : 'missing';
}
