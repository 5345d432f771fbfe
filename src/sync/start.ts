// Puts the agent together from the settings, and lets only one agent run on a data directory.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, ConfigError, contentDirectoryOf } from '../config/config.js';
import type { Chance } from '../jobs/backoff.js';
import { limits } from '../protocol/limits.js';
import { type Disk, realDisk } from '../storage/disk.js';
import { processHolder, takeLock } from '../storage/lock.js';
import { Agent } from './agent.js';
import { SyncFault } from './fault.js';
import { FirmwareProgram } from './firmware/program.js';
import { TriedRecord } from './firmware/record.js';
import { FirmwareWorker } from './firmware/worker.js';
import { HttpsTransport } from './https-transport.js';
import { LocalGateway } from './local-gateway.js';
import { PlainTransport, placeOf } from './plain-transport.js';
import { readCertificates, readGiven } from './secret-files.js';
import { Staging } from './staging.js';
import { statusFault } from './status-fault.js';
import { realTime, type Time } from './time.js';
import type { Transport } from './transport.js';
import { type TransferLimits, UpstreamHttp } from './upstream-http.js';

export interface SyncOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly chance?: Chance;
  readonly time?: Time;
  readonly disk?: Disk;
  readonly transferLimits?: TransferLimits;
}

/** The fault of a second sync process on the same data directory. */
export class SyncBusy extends Error {
  override readonly name = 'SyncBusy';
}

/** Runs until the signal aborts. Returns at once if no upstream is set. */
export async function runSync(options: SyncOptions): Promise<void> {
  const { config, log, signal, disk = realDisk } = options;
  const release = lock(disk, config.dataDir);
  try {
    const staging = stagingOf(disk, config);
    const gateway = new LocalGateway(config.dataDir, config.sync.socket);
    const http = upstreamHttp(config, options.transferLimits);
    const direct = new HttpsTransport(http, config.sync.users, config.sync.signKeys, true);
    const transport = await transportOf(options, { http, direct, staging, gateway });
    const time = options.time ?? realTime;
    const firmware =
      transport === direct ? workerOf({ config, log, disk, http, direct, staging, gateway, time }) : undefined;
    log.info({ upstream: config.upstream, transport: config.sync.transport }, 'sync started');
    const { users, keepLocalSys, acceptOlder } = config.sync;
    const agent = new Agent({
      ...{ transport, gateway, staging, log, upstream: config.upstream, sends: config.sync.outbox },
      ...{ time, chance: options.chance ?? Math.random, firmware },
      intervalMs: config.sync.intervalS * 1_000,
      scope: { users, keepLocalSys, acceptOlder },
    });
    await agent.run(signal);
  } finally {
    release();
  }
}

/** The staging directory. The operator makes one that two users share: it needs the right owner and group. */
function stagingOf(disk: Disk, config: Config): Staging {
  const directory = contentDirectoryOf(config);
  const isShared = config.sync.contentDirectory !== '';
  if (isShared && statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const advice = 'create it so that the sync process and the gateway can write to it (docs/sync.md)';
    throw new ConfigError(`sync.contentDirectory: the directory ${directory} does not exist; ${advice}`);
  }
  return new Staging(disk, directory, isShared);
}

interface Ends {
  readonly http: UpstreamHttp;
  readonly direct: HttpsTransport;
  readonly staging: Staging;
  readonly gateway: LocalGateway;
}

function workerOf({
  config,
  log,
  disk,
  time,
  http,
  ...ends
}: Ends & { readonly config: Config; readonly log: Logger; readonly disk: Disk; readonly time: Time }): FirmwareWorker {
  const { program, drainS } = config.firmware;
  return new FirmwareWorker({
    ...{ gateway: ends.gateway, transport: ends.direct, staging: ends.staging, time, log },
    program: program === '' ? undefined : new FirmwareProgram(program),
    record: new TriedRecord(disk, config.dataDir),
    drainMs: drainS * 1_000,
    tell: async (report, signal) => {
      const answered = await http.askWhole({ method: 'POST', path: '/v10/sync/firmware', json: report, signal });
      // An upstream older than firmware updates has no such route.
      if (answered.status !== 200 && answered.status !== 404) {
        throw statusFault(answered, answered.body, '/v10/sync/firmware');
      }
    },
  });
}

async function transportOf({ config }: SyncOptions, { http, direct, staging, gateway }: Ends): Promise<Transport> {
  const places = config.sync.plain.map((place) => placeOf(place, config.sync.developer));
  if (places.length > 0) {
    const here = async (signal: AbortSignal) => (await gateway.state(undefined, signal))?.state ?? never();
    return new PlainTransport({ http, places, staging, here });
  }
  switch (config.sync.transport) {
    case 'https':
      return direct;
    case 'nats': {
      const { NatsTransport } = await import('./nats/transport.js'); // only this transport needs its packages
      return new NatsTransport(config.sync.nats, config.sync.signKeys, direct);
    }
  }
}

export function upstreamHttp(config: Config, transferLimits: TransferLimits = limits.sync): UpstreamHttp {
  const { appkey, secretFile, caFile, pinnedKey } = config.sync;
  return new UpstreamHttp(
    {
      url: config.upstream,
      ...{ appkey, pinnedKey },
      secrets: () => {
        if (appkey === '') throw new SyncFault('refused', 'sync.appkey is not set');
        const secret = readGiven(secretFile, 'sync.secretFile');
        if (secret === '') throw new SyncFault('refused', 'sync.secretFile is not set, or the file is empty');
        const ca = readCertificates(caFile, 'sync.caFile');
        return { secret, ca };
      },
    },
    transferLimits,
  );
}

function lock(disk: Disk, dataDir: string): () => void {
  const directory = join(dataDir, 'sync');
  disk.makeDirectory(directory);
  const taken = takeLock(disk, join(directory, 'lock'), processHolder());
  if ('heldBy' in taken) throw new SyncBusy(`sync process ${taken.heldBy} is already running on ${dataDir}`);
  return taken.release;
}

function never(): never {
  throw new Error('the upstream sent no state in answer to an unconditional request');
}
