// The AudioSocket listener of ring screening, where it is switched on.
import { randomUUID } from 'node:crypto';
import { AudioSocketServer } from '../../../media/audiosocket/server.js';
import { type ScreeningParts, screeningPurpose } from '../../../media/screening.js';
import { addressList } from '../../../net/address-policy.js';
import { stopKinds } from '../../../protocol/engine/ring.js';
import type { FeatureContext } from '../../context.js';

type Parts = Omit<ScreeningParts, 'endOnRingback' | 'keywordConfidence'> & {
  readonly onConnection: (outcome: 'taken' | 'refused') => void;
};

export async function startAudioSocket(
  { config: { media, ring }, log, apps, sessions, shares }: FeatureContext,
  { onConnection, ...parts }: Parts,
): Promise<AudioSocketServer | undefined> {
  const { enabled, host, port, addresses, appkey, property, hangup: hangsUp, ...times } = media.audioSocket;
  if (!enabled) return undefined;
  const { endOnRingback, keywordConfidence } = ring;
  const screened = { ...parts, endOnRingback, keywordConfidence };
  const screening = { property, appkey, stopOn: stopKinds, answered: 'stop', ...times } as const;
  const server = new AudioSocketServer({
    ...{ host, port, appkey, hangsUp, noMediaMs: times.noMediaMs },
    isAllowed: addressList(addresses),
    hasApp: (each) => apps.identify(each) !== null,
    purpose: () => screeningPurpose(screened, screening),
    ...{ sessions, shares, newName: randomUUID, onConnection },
    log: log.child({ route: 'ring.audioSocket' }),
  });
  const bound = await server.listen();
  log.info({ host, port: bound, appkey, property }, 'AudioSocket is open');
  return server;
}
