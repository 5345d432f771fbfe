// Tokens, capabilities, configuration, applications and health: what every gateway serves.
import { Backups } from '../../backup/backups.js';
import { backupRoutes } from '../../backup/routes.js';
import { discardSnapshot } from '../../backup/snapshot.js';
import { discardStaged, discardUnpacked } from '../../backup/staged.js';
import { isLoopback } from '../../net/address-policy.js';
import { version } from '../../ops/version.js';
import { limits } from '../../protocol/limits.js';
import { adminRoutes } from '../../system/admin-routes.js';
import { count, ms, several } from '../../system/conf.js';
import { documentRoutes } from '../../system/document-routes.js';
import { healthRoutes } from '../../system/health-routes.js';
import { systemRoutes } from '../../system/routes.js';
import { tenantRoutes } from '../../system/tenants/routes.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

type SystemParts = Pick<FeatureContext, 'tokens' | 'apps' | 'tenants' | 'removals' | 'metrics' | 'facts'> & {
  readonly backups: Backups;
};

export const systemFeature = feature<SystemParts>({
  name: 'system',
  limits: ({ stream, token }) => ({
    slice: {
      minMs: ms('The shortest slice', limits.stream.minSliceMs),
      maxMs: ms('The longest slice', limits.stream.maxSliceMs),
    },
    timeouts: {
      nextSliceMs: ms('The time for which a session waits for the next slice', stream.nextSliceMs),
      idleMs: ms('The time for which a connection may have no session', stream.idleMs),
      strayAudioMs: ms('The time for which audio may keep arriving without a session', stream.strayAudioMs),
      requestMs: ms('The time within which a request must arrive', limits.http.requestTimeoutMs),
    },
    maxima: {
      audioBytes: count(
        'The maximum size of a recording in one request, in BASE64 or as raw bytes',
        limits.http.audioBytes,
      ),
      textFrameBytes: count('The maximum size of any other text message, in bytes', limits.stream.textFrameBytes),
      binaryFrameBytes: count('The maximum size of a binary message, in bytes', limits.stream.binaryFrameBytes),
      recordIdBytes: count('The number of bytes of recordId that are kept', limits.recordIdBytes),
      extraInfoBytes: count('The maximum size of extraInfo, in bytes', limits.extraInfoBytes),
      errors: several('The number of errors that closes a connection.', {
        count: count('The number of errors that closes a connection', stream.errorCount),
        withinMs: ms('The time window in which the errors are counted', stream.errorWindowMs),
      }),
    },
    token: {
      lifeS: count('The lifetime of an access token, in seconds', token.lifeS),
      renewedLifeS: count(
        'The time for which the old access token stays valid after a renewal, in seconds',
        limits.token.renewedLifeS,
      ),
    },
  }),
  fixtures: {
    appkey: { route: 'admin.apps.add', name: { field: 'appkey' } },
    tenant: { route: 'admin.tenants.add', name: { field: 'id' } },
  },
  serves: ({ tokens, apps, tenants, removals, metrics, facts, backups }, config, conf) => ({
    routes: systemRoutes({
      tokens,
      capabilities: facts.capabilities,
      conf,
      maxSessions: config.stream.maxSessions,
      serviceUrl: config.serviceUrl,
    }),
    admin: [
      ...adminRoutes(apps, tokens),
      ...tenantRoutes(tenants, removals),
      ...healthRoutes({ ...facts, metrics, version, isLocal: isLoopback(config.adminHost) }),
      ...backupRoutes(backups),
    ],
    everywhere: documentRoutes(facts.documents),
  }),
  start: async (context) => {
    const { config, db, now, log } = context;
    await discardSnapshot(config.dataDir); // left by a gateway that was interrupted
    discardUntaken(config.dataDir, log);
    const backups = new Backups({ dataDir: config.dataDir, db, version, now });
    return { parts: { ...context, backups }, stop: () => backups.stop() };
  },
});

/** Removes restored content that the gateway before this one had not taken when it ended. */
function discardUntaken(dataDir: string, log: FeatureContext['log']): void {
  try {
    discardUnpacked(dataDir);
    if (discardStaged(dataDir))
      log.warn('the content of a restore was removed, because the gateway ended before it took it: restore again');
  } catch (fault) {
    log.warn({ reason: (fault as Error).message }, 'the content of a restore cannot be removed; remove it by hand');
  }
}
