// A callback: somebody is told at an address that he named, by a GET or with JSON by a POST. Redirects are not followed:
// they are an answer that is no 2xx.
import type { AddressPolicy } from './address-policy.js';
import { type ClientUrl, parseClientUrl } from './client-url.js';
import { NetFault, noConnection, passing, refused } from './fault.js';

export interface Callback {
  readonly url: string;
  /** The body of a POST, as text; undefined: a GET. */
  readonly json?: string | undefined;
  readonly policy: AddressPolicy;
  /** Ends the call; a time limit is one of these. */
  readonly signal: AbortSignal;
}

/**
 * The status of the answer, a 2xx. Throws a NetFault: `passing`, there was no answer or a 5xx; `refused`, the address
 * is refused, or the answer is final.
 */
export async function callBack({ url, json, policy, signal }: Callback): Promise<number> {
  const target = parseClientUrl(url, ['http', 'https']);
  const status = await statusOf(target, { json, policy, signal });
  if (status >= 200 && status <= 299) return status;
  throw status >= 500 ? passing(`answered ${status}`) : refused(`answered ${status}`);
}

async function statusOf(target: ClientUrl, { json, policy, signal }: Omit<Callback, 'url'>): Promise<number> {
  const isPost = json !== undefined;
  const { basicAuthorization, httpCall } = await import('./http.js'); // a gateway that calls nobody starts without it
  try {
    const { response, close } = await httpCall(target, {
      ...{ door: { policy }, signal },
      ...(isPost && { body: json }),
      headersFor: ({ user, password }) => ({
        ...(isPost && { 'content-type': 'application/json' }),
        ...(user !== undefined && basicAuthorization(user, password)),
      }),
    });
    void close(); // any body will do; it is not read
    return response.statusCode;
  } catch (fault) {
    throw fault instanceof NetFault ? fault : noConnection(fault);
  }
}
