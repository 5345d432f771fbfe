// One request of the resource-management interface.
import type { ClientGateway } from '../client-gateway.js';
import { CommandFailure, exitCodes } from '../exit.js';

/** A refusal of the gateway that another try would not change. */
export class Refusal extends CommandFailure {}

export interface Reply {
  readonly error?: { readonly message?: string };
}

/** A large robot is imported in one request, which may take some minutes. */
const answerMs = 300_000;

export type NluCall = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** `tenant` is '' for the default tenant. */
export const nluCalls =
  (gateway: ClientGateway, tenant: string): NluCall =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    let refused: string | undefined;
    for (;;) {
      const token = await gateway.token(refused);
      if (token === undefined) throw new Refusal(exitCodes.badInput, 'the access token is invalid or has expired');
      const query = new URLSearchParams({ appkey: gateway.appkey });
      const response = await fetch(`${gateway.url}/v10/nlu/resource/cn_common${path}?${query}`, {
        method,
        signal: AbortSignal.timeout(answerMs),
        headers: {
          'x-svc-access-token': token,
          'x-tenant-id': tenant,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((fault: unknown) => {
        throw new CommandFailure(exitCodes.service, `the gateway at ${gateway.url} does not answer`, { cause: fault });
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      if (response.status === 401 && refused === undefined) {
        refused = token;
        continue;
      }
      const isTheirs = response.status >= 400 && response.status < 500;
      throw new Refusal(isTheirs ? exitCodes.badInput : exitCodes.service, messageOf(text, response.status));
    }
  };

function messageOf(text: string, status: number): string {
  try {
    return (JSON.parse(text) as Reply).error?.message ?? `status ${status}`;
  } catch {
    return `status ${status}`; // the reply is not a gateway's
  }
}
