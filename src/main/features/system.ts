// Tokens, capabilities, configuration, applications and health: what every gateway serves.
import { Backups } from '../../backup/backups.js';
import { backupRoutes } from '../../backup/routes.js';
import { discardSnapshot } from '../../backup/snapshot.js';
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
      nextSliceMs: ms('How long a session waits for the next slice', stream.nextSliceMs),
      idleMs: ms('How long a connection may be without a session', stream.idleMs),
      strayAudioMs: ms('How long audio may keep arriving without a session', stream.strayAudioMs),
      requestMs: ms('How long a request may take to arrive', limits.http.requestTimeoutMs),
    },
    maxima: {
      audioBytes: count('The bytes of a recording in one request, in BASE64 or as they are', limits.http.audioBytes),
      textFrameBytes: count('The bytes of another text message', limits.stream.textFrameBytes),
      binaryFrameBytes: count('The bytes of a binary message', limits.stream.binaryFrameBytes),
      recordIdBytes: count('The bytes of recordId that are kept', limits.recordIdBytes),
      extraInfoBytes: count('The bytes of extraInfo', limits.extraInfoBytes),
      errors: several('How many errors close a connection.', {
        count: count('How many errors a connection may cause', stream.errorCount),
        withinMs: ms('Within what time', stream.errorWindowMs),
      }),
    },
    token: {
      lifeS: count('How long an access token is good, in seconds', token.lifeS),
      renewedLifeS: count('How long it stays good once it was renewed, in seconds', limits.token.renewedLifeS),
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
    const { config, db, now } = context;
    await discardSnapshot(config.dataDir); // left by a gateway that was interrupted
    const backups = new Backups({ dataDir: config.dataDir, db, version, now });
    return { parts: { ...context, backups }, stop: () => backups.stop() };
  },
});
