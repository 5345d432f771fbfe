// A gateway that screens, with one application and its token: the start of every ring test. Tones need no model; an
// engine with all shipped models takes most of a minute to start under an emulator.
import { features } from '../../../src/main/features.js';
import { noModels } from '../models/shipped.js';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.js';
import { RingClient, type RingClientOptions } from './ring-client.js';

export interface RingGateway extends TestGateway {
  readonly accessToken: string;
  connect(options?: Partial<RingClientOptions>): Promise<RingClient>;
}

export async function startRingGateway(options: TestGatewayOptions = {}): Promise<RingGateway> {
  const gateway = await startTestGateway({
    ...options,
    settings: { shippedModels: noModels, ...options.settings },
    features,
  });
  const accessToken = await gateway.token();
  await gateway.whenReady(); // so that no session waits for a starting engine
  return {
    ...gateway,
    accessToken,
    connect: (changes = {}) =>
      RingClient.open(gateway.http, { appkey: gateway.app.appkey, token: accessToken, ...changes }),
  };
}
