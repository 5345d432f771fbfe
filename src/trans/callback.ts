// The completion callback (specification 2, section 4.4): a GET to an address that a client named, so that it passes the
// same checks as a source does. Redirects are not followed: they are an answer that is no 2xx.
import { Agent } from 'undici';
import type { AddressPolicy } from '../net/address-policy.js';
import { parseSource, passing, refused } from '../net/client-url.js';
import { checkedLookup, checkHost, codeOf } from '../net/connect.js';
import { FileFault } from '../protocol/engine/transcription.js';

/** The status, a 2xx. Throws a FileFault: `isPassing`, no answer or 5xx; otherwise it was refused for good. */
export async function callBack(url: string, policy: AddressPolicy, signal: AbortSignal): Promise<number> {
  const { host, href, user, password } = parseSource(url);
  const door = { policy };
  await checkHost(host, door);
  const agent = new Agent({ connect: { lookup: checkedLookup(door), autoSelectFamily: true } });
  try {
    const { origin, pathname, search } = new URL(href);
    const basic = `Basic ${Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')}`;
    const headers = { 'user-agent': 'tonegate', ...(user !== undefined && { authorization: basic }) };
    const path = pathname + search;
    const { statusCode, body } = await agent.request({ origin, path, method: 'GET', headers, signal });
    body.on('error', () => {}); // any body will do; it is not read
    if (statusCode >= 500) throw passing(`answered ${statusCode}`);
    if (statusCode < 200 || statusCode > 299) throw refused(`answered ${statusCode}`);
    return statusCode;
  } catch (fault) {
    if (fault instanceof FileFault) throw fault;
    const { cause } = fault as Error;
    throw cause instanceof FileFault ? cause : passing(`no answer to the callback (${codeOf(fault)})`);
  } finally {
    void agent.destroy();
  }
}
