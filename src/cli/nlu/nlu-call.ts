// One request of the resource-management interface.

import { errorRow } from '../../protocol/errors.js';
import { clientFault } from '../client-fault.js';
import type { ClientGateway } from '../client-gateway.js';
import { CommandFailure, exitCodes } from '../exit.js';

/** A refusal of the gateway that another try would not change. */
export class Refusal extends CommandFailure {}

export interface Reply {
  readonly error?: { readonly code?: number; readonly message?: string };
}

/** A large robot is imported in one request, which may take some minutes. */
const answerMs = 300_000;

export type NluCall = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** `tenant` is '' for the default tenant. */
export const nluCalls =
  (gateway: ClientGateway, tenant: string): NluCall =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    // A header takes no other characters, and no id has them.
    if (/[^\x20-\x7e]/.test(tenant)) throw new Refusal(exitCodes.badInput, noTenant(tenant));
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
        throw noAnswer(fault, gateway.url);
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      if (response.status === 401 && refused === undefined) {
        refused = token;
        continue;
      }
      const isTheirs = response.status >= 400 && response.status < 500;
      const error = errorOf(text);
      const words = tenantRefusal(error?.code, tenant) ?? error?.message ?? `status ${response.status}`;
      throw new Refusal(isTheirs ? exitCodes.badInput : exitCodes.service, words);
    }
  };

const tenantAdvice = 'leave --tenant out for the default tenant of the developer';
const noTenant = (tenant: string): string =>
  `--tenant: ${JSON.stringify(tenant)} is no tenant that this application may use; ${tenantAdvice}`;

/** The refusal of a tenant in the words of the flag: the gateway's own message speaks of the header. */
function tenantRefusal(code: number | undefined, tenant: string): string | undefined {
  switch (code) {
    case errorRow('TENANT_NOT_FOUND').code:
      return noTenant(tenant);
    case errorRow('TENANT_DISABLED').code:
      return `--tenant: ${JSON.stringify(tenant)} is disabled; ${tenantAdvice}`;
    default:
      return undefined;
  }
}

function noAnswer(fault: unknown, url: string): CommandFailure {
  const isLate = (fault as Error).name === 'TimeoutError';
  const words = isLate
    ? `the gateway at ${url} has not answered for ${answerMs / 1_000} s`
    : (clientFault(fault, url)?.message ?? `${url}: no request is possible (${reasonOf(fault)})`);
  return new CommandFailure(exitCodes.service, words, { cause: fault });
}

/** `fetch` has the reason in the cause of its error. */
const reasonOf = (fault: unknown): string => {
  const { message, cause } = fault as Error;
  return cause instanceof Error ? cause.message : message;
};

/** Undefined if the reply is not a gateway's. */
function errorOf(text: string): Reply['error'] {
  try {
    return (JSON.parse(text) as Reply).error;
  } catch {
    return undefined;
  }
}
