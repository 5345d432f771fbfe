// Gives a command access to the contents of the database: through the gateway if one runs, otherwise directly. The
// gateway holds the only connection to the database, so the two are never possible at once.
import { dataDirOf } from '../config/config.js';
import { databaseFile, tracesIn } from '../ops/data-dir.js';
import { realDisk } from '../storage/disk.js';
import { type AdminCall, runningGateway } from './admin-call.js';
import { CommandFailure, exitCodes } from './exit.js';

export interface Door {
  close(): void;
}

export interface DoorParts<D extends Door> {
  /** Opens the data directory itself; 'inUse' if another process has the database open. */
  openLocally(dataDir: string): Promise<D | 'inUse'>;
  /** Does the same by requests to the running gateway. */
  remote(call: AdminCall): D;
}

/** The time to wait for a gateway that is starting: it holds the database before it answers. */
const startingWaitMs = 5_000;
const retryMs = 100;
const newDirectory =
  'is a new data directory, and no gateway runs on it yet; name the directory of another gateway with --data';

/**
 * The data directory that a command needs: one that is in use, or also a new one, which it then makes. A command that
 * makes nothing needs one that is in use, because a name with a mistake would be a new one.
 */
export type Place = 'used' | 'usedOrNew';

/** Opens the door of a data directory (the default one unless given), uses it and closes it. */
export async function throughDoor<D extends Door, T>(
  data: string | undefined,
  place: Place,
  parts: DoorParts<D>,
  use: (door: D) => Promise<T>,
): Promise<T> {
  const door = await openDoor(dataDirOf({ dataDir: data, env: process.env }), place, parts);
  try {
    return await use(door);
  } finally {
    door.close();
  }
}

async function openDoor<D extends Door>(dataDir: string, place: Place, parts: DoorParts<D>): Promise<D> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    const call = runningGateway(dataDir);
    if (call !== undefined) return parts.remote(call);
    const isNew = realDisk.size(databaseFile(dataDir)) === undefined;
    if (isNew && place === 'used') needTraces(dataDir);
    const door = await parts.openLocally(dataDir);
    if (door !== 'inUse') {
      if (isNew) process.stderr.write(`${dataDir} ${newDirectory}\n`);
      return door;
    }
    if (waitedMs >= startingWaitMs) {
      throw new CommandFailure(
        exitCodes.service,
        `${dataDir}: another process has the database open, but no gateway answers for it`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** A directory in which a gateway has lost its database gets the words of those who open it. */
function needTraces(dataDir: string): void {
  const { wasUsed, wasCutShort } = tracesIn(dataDir);
  if (wasUsed || wasCutShort) return;
  throw new CommandFailure(
    exitCodes.badInput,
    `${dataDir}: no gateway has run on this data directory; name the directory of a gateway with --data`,
  );
}
