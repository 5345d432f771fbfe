// Robots without a gateway: a document, a directory of an exported robot, or a package, as the records that a dialog needs.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import { RobotFiles } from '../cli/nlu/robot-files.js';
import { RobotDocument } from '../nlu/exchange/document.js';
import { documentFaults } from '../nlu/exchange/faults.js';
import { snapshot } from '../nlu/publish/snapshot.js';
import { snapshotQueries } from '../nlu/publish/snapshot-queries.js';
import { ModelSwitch } from '../nlu/resource/model/switch.js';
import { nluServices } from '../nlu/services/services.js';
import { createLog } from '../ops/log.js';
import { ServiceError } from '../protocol/errors.js';
import { fileFault } from '../protocol/file-fault.js';
import { limits } from '../protocol/limits.js';
import { parseJsonBytes } from '../protocol/wire/json.js';
import { closeStore, openStore } from '../store/open.js';
import { Apps } from '../system/apps.js';
import { systemTable } from '../system/table.js';
import { tenantTable } from '../system/tenants/table.js';
import { Tenants } from '../system/tenants/tenants.js';
import { plainSource } from '../trust/plain-bytes.js';
import { beginsSealed } from '../trust/seal-form.js';
import { PackageFault } from '../understanding/package/layout.js';
import { openPackage } from '../understanding/package/reader.js';
import { type PackageRecord, sectionNames } from '../understanding/package/records.js';

/** @throws CommandFailure */
export class RobotRecords {
  #importer: ReturnType<typeof openImporter> | undefined;

  /** The records of a robot. `path`: its document, its directory or its package. */
  of(path: string): PackageRecord[] {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined)
      throw bad(`${path}: does not exist; name a directory of \`tonegate nlu export\`, a document or a package`);
    if (stat.isDirectory()) return this.#ofDocument(path, documentIn(path));
    if (!stat.isFile())
      throw bad(`${path}: is a device, pipe or socket; name a directory, or the file of a document or a package`);
    if (isPackage(path)) return ofPackage(path);
    if (stat.size > limits.nlu.importBytes) throw bad(`${path}: has more than ${limits.nlu.importBytes} bytes`);
    return this.#ofDocument(path, { document: parsed(path), placed: (message) => `${path}: ${message}` });
  }

  close(): void {
    this.#importer?.close();
    this.#importer = undefined;
  }

  #ofDocument(path: string, { document, placed }: Found): PackageRecord[] {
    const faults = documentFaults(document);
    if (faults.length > 0) throw bad(faults.map(placed).join('\n'));
    this.#importer ??= openImporter();
    try {
      return this.#importer.records(RobotDocument.parse(document));
    } catch (fault) {
      if (fault instanceof ServiceError) throw bad(`${path}: ${fault.message}`, fault);
      throw fault;
    }
  }
}

const bad = (message: string, cause?: unknown): CommandFailure =>
  new CommandFailure(exitCodes.badInput, message, { cause });

interface Found {
  readonly document: unknown;
  /** A message that begins with its file. */
  placed(message: string): string;
}

function documentIn(directory: string): Found {
  const files = new RobotFiles(directory);
  const placed = (message: string): string => {
    const found = files.finding(message);
    return found === undefined
      ? `${directory}: ${message}`
      : `${directory}/${found.file}:${found.line}: ${found.message}`;
  };
  const [fault] = files.faults;
  if (fault !== undefined) throw bad(`${directory}/${fault.file}:${fault.line}: ${fault.message}`);
  return { document: files.document, placed };
}

function parsed(path: string): unknown {
  try {
    return parseJsonBytes(readFileSync(path));
  } catch (fault) {
    if (fault instanceof ServiceError) throw bad(`${path}: ${fault.message}`, fault);
    throw bad(`${path}: cannot be read: ${fileFault(fault)}`, fault);
  }
}

const magic = 'TONEGNLU';

function isPackage(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(magic.length);
    const isWhole = readSync(file, head, 0, head.length, 0) === head.length;
    if (isWhole && beginsSealed(head)) throw bad(`${path}: is encrypted; export the robot from its gateway instead`);
    return isWhole && head.toString('latin1') === magic;
  } finally {
    closeSync(file);
  }
}

function ofPackage(path: string): PackageRecord[] {
  const source = plainSource(path, undefined);
  try {
    const reader = openPackage(source);
    return sectionNames.flatMap((section) =>
      [...reader.records(section)].map((record) => ({ section, record }) as PackageRecord),
    );
  } catch (fault) {
    if (fault instanceof PackageFault) throw bad(`${path}: ${fault.message}`, fault);
    throw fault;
  } finally {
    source.close();
  }
}

/** A database in memory, with a tenant for each robot: two of them may use the same names. */
function openImporter() {
  const { db } = openStore(':memory:');
  const shared = { now: Date.now, random: randomBytes };
  const apps = new Apps({ ...shared, table: systemTable(db) });
  apps.add('robots');
  const tenants = new Tenants({ ...shared, table: tenantTable(db), apps });
  const { exchange, robots } = nluServices({
    ...{ db, now: Date.now, modelSwitch: new ModelSwitch(createLog('silent')) },
    isOnline: () => false,
    checkModel: () => {
      throw new ServiceError('INVALID_ARGUMENT', 'modelPath: a robot that is a file has no trained model');
    },
  });
  const queries = snapshotQueries(db);
  return {
    records: (document: RobotDocument): PackageRecord[] => {
      const { id: tenantId } = tenants.add({ name: randomBytes(8).toString('hex') });
      const robotId = exchange.import(tenantId, document);
      const { seq: robotSeq } = robots.robots.row(tenantId, robotId);
      const records = [...snapshot(queries, { tenantId, robotSeq })].filter((found) => found !== undefined);
      tenants.remove(tenantId);
      return records;
    },
    close: () => closeStore(db),
  };
}
