// The robots that can be talked to: those that are online, published versions, and robots as they are now.
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Periodic } from '../../jobs/periodic.js';
import { compilerOf } from '../../local/robot-compiler.js';
import { modelDirectoryOf } from '../../local/training-root.js';
import type { RobotSource } from '../../nlu/dialog/ports.js';
import { PackageFiles } from '../../nlu/publish/files.js';
import { snapshotQueries } from '../../nlu/publish/snapshot-queries.js';
import { TestingRobots } from '../../nlu/publish/testing.js';
import { Changes } from '../../nlu/resource/changes.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { realDisk } from '../../storage/disk.js';
import type { Understanding } from '../../understanding/client.js';
import type { FeatureContext, RobotPackages } from '../context.js';

export interface DialogRobots extends RobotSource {
  stop(): Promise<void>;
}

export function startDialogRobots(
  { config, dataKey, db, log, robots }: Pick<FeatureContext, 'config' | 'dataKey' | 'db' | 'log' | 'robots'>,
  understanding: Understanding,
): DialogRobots {
  const { table, files, online, modelSwitch } = robots;
  const testingFiles = new PackageFiles(realDisk, join(config.dataDir, 'nlu', 'testing'), { key: files.key });
  testingFiles.removeAll();
  const testing = new TestingRobots({
    ...{ table, files: testingFiles, published: files, compile: compilerOf(config, dataKey), log },
    feed: {
      ...{ queries: snapshotQueries(db), changes: new Changes(db), clock: () => performance.now() },
      modelDirectory: modelDirectoryOf(config),
    },
  });
  const sweeps = new Periodic({
    everyMs: limits.nlu.publish.sweepMs,
    work: () => testing.sweep(),
    onFault: (err) => log.error({ err }, 'dialog: packages made for testing could not be removed'),
  });
  sweeps.start();
  modelSwitch.register(async (tenantId, _, signal) => {
    for (const robotId of testing.testedIn(tenantId)) {
      if (signal.aborted) return;
      const robot = await testing.newest(tenantId, robotId, { owner: '' });
      await understanding.load(robot).finally(() => robot.release());
    }
  });
  const forget = online.onChange(loadsOnline(robots, understanding, log));
  return {
    online: (tenantId, robotId) => {
      const found = online.hold(tenantId, robotId);
      if (found === undefined) throw new ServiceError('ROBOT_NOT_FOUND', `no robot ${robotId} is online`);
      return found;
    },
    published: (tenantId, robotId, publishId) => {
      const seq = table.robotSeq(tenantId, robotId);
      if (seq === undefined) throw new ServiceError('ROBOT_NOT_FOUND', `there is no robot ${robotId}`);
      const row = table.find(seq, publishId);
      const which = `publish ${publishId} of robot ${robotId}`;
      if (row === undefined) throw new ServiceError('RESOURCE_NOT_FOUND', `publishId: ${which} does not exist`);
      const { sha256, bytes } = row;
      if (sha256 === null || bytes === null) throw new ServiceError('CONFLICT', `publishId: ${which} is not FINISHED`);
      if (!files.has({ sha256, bytes }))
        throw new ServiceError('CONFLICT', `publishId: the package of ${which} is missing; publish the robot again`);
      return { sha256, path: files.pathOf(sha256), release: files.hold(sha256) };
    },
    newest: (tenantId, robotId, owner) => testing.newest(tenantId, robotId, owner),
    held: (sha256) => ({ sha256, path: files.pathOf(sha256) }),
    refuseInMaintenance: (tenantId) => modelSwitch.refuseInMaintenance(tenantId),
    stop: async () => {
      forget();
      testing.stop();
      await sweeps.stop();
    },
  };
}

/**
 * Loads what has come online since the last call, before anybody talks to it. A process that was not needed yet stays
 * unstarted.
 */
function loadsOnline({ table, files }: RobotPackages, understanding: Understanding, log: Logger): () => void {
  const packages = () => new Map(table.allOnline().map(({ sha256, robot_id }) => [sha256, robot_id]));
  let before = packages();
  return () => {
    const now = packages();
    const fresh = [...now].filter(([sha256]) => !before.has(sha256));
    before = now;
    if (understanding.status() !== undefined) for (const [sha256, robot] of fresh) load(sha256, robot);
  };

  function load(sha256: string, robot: string): void {
    understanding
      .load({ sha256, path: files.pathOf(sha256) })
      .catch((err: unknown) => log.warn({ err, robot }, 'dialog: a robot that came online could not be loaded'));
  }
}
