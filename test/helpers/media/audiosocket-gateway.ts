// A gateway that screens and also listens for AudioSocket. The application to which its calls are assigned must exist
// first.

import { startTestGateway, type TestGatewayOptions } from '../gateway/gateway.js';
import { RingClient } from '../gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../gateway/ring-gateway.js';

export interface AudioSocketGateway extends RingGateway {
  readonly audioSocketPort: number;
}

/** `audioSocket`: settings of media.audioSocket. */
export async function startAudioSocketGateway(
  audioSocket: Readonly<Record<string, unknown>> = {},
  options: TestGatewayOptions = {},
): Promise<AudioSocketGateway> {
  const before = await startTestGateway();
  const { app, dataDir } = before;
  await before.stop(0);
  const wanted = { enabled: true, port: 0, appkey: app.appkey, ...audioSocket };
  const named = Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [`media.audioSocket.${name}`, value] as const),
  );
  const gateway = await startRingGateway({ ...options, dataDir, settings: { ...named, ...options.settings } });
  const [, port] = /"port":(\d+),.*"msg":"AudioSocket is open"/.exec(gateway.logText()) ?? [];
  if (port === undefined) throw new Error('the gateway does not say on which port AudioSocket is open');
  const accessToken = await gateway.keptToken(app);
  return {
    ...{ ...gateway, app, accessToken, audioSocketPort: Number(port) },
    connect: (changes = {}) => RingClient.open(gateway.http, { appkey: app.appkey, token: accessToken, ...changes }),
  };
}
