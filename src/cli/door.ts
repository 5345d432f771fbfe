// How a command reaches what the database holds: through the running gateway where there is one, otherwise by the database
// itself. The gateway holds the only connection to the database, so the two cannot both be possible.
import { dataDirOf } from '../config/config.js';
import { databaseFile } from '../ops/data-dir.js';
import { realDisk } from '../storage/disk.js';
import { type AdminCall, runningGateway } from './admin-call.js';
import { CommandFailure, exitCodes } from './exit.js';

export interface Door {
  close(): void;
}

export interface DoorParts<D extends Door> {
  /** The data directory itself; 'inUse' when another process has the database. */
  openLocally(dataDir: string): Promise<D | 'inUse'>;
  /** The same by requests to the running gateway. */
  remote(call: AdminCall): D;
}

/** A gateway that is starting has the database before it answers. */
const startingWaitMs = 5_000;
const retryMs = 100;
const newDirectory =
  'is a new data directory, and no gateway runs on it yet; name the directory of another gateway with --data';

/** Opens the door of a data directory (the usual one unless given), uses it and closes it. */
export async function throughDoor<D extends Door, T>(
  data: string | undefined,
  parts: DoorParts<D>,
  use: (door: D) => Promise<T>,
): Promise<T> {
  const door = await openDoor(dataDirOf({ dataDir: data, env: process.env }), parts);
  try {
    return await use(door);
  } finally {
    door.close();
  }
}

async function openDoor<D extends Door>(dataDir: string, parts: DoorParts<D>): Promise<D> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    const call = runningGateway(dataDir);
    if (call !== undefined) return parts.remote(call);
    const isNew = realDisk.size(databaseFile(dataDir)) === undefined;
    const door = await parts.openLocally(dataDir);
    if (door !== 'inUse') {
      if (isNew) process.stderr.write(`${dataDir}: ${newDirectory}\n`);
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
