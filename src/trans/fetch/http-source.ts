// Recordings over http and https.
import type { ClientUrl } from '../../net/client-url.js';
import { credentialsFor } from '../../net/credentials.js';
import { absent, codeOf, NetFault, passing, refused } from '../../net/fault.js';
import { basicAuthorization, type HttpAnswer, httpFault, httpGet } from '../../net/http.js';
import type { Incoming } from './incoming.js';
import type { Passage } from './passage.js';

/** True for statuses after which a later try may succeed (RFC 9110; 425: RFC 8470; 429: RFC 6585). */
const passingStatus = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

/** Requests a recording and follows redirects. Throws a NetFault. */
export async function openHttp(source: ClientUrl, { guard, hosts, policy }: Passage): Promise<Incoming> {
  const headersFor = (target: ClientUrl) => {
    const { user, password } = credentialsFor(target, hosts);
    const isKnown = user !== undefined || password !== undefined;
    return { accept: '*/*', 'accept-encoding': 'identity', ...(isKnown && basicAuthorization(user, password)) };
  };
  try {
    const door = { policy: policy.addresses };
    return await accept(await httpGet(source, { door, signal: guard.signal, headersFor }));
  } catch (fault) {
    throw httpFault(fault);
  }
}

async function accept({ response, close, hasMore }: HttpAnswer): Promise<Incoming> {
  const { statusCode: status, headers } = response;
  try {
    if (status === 404 || status === 410) throw absent(`the source answered ${status}`);
    if (status !== 200) {
      const message = `the source answered ${status}${status === 401 || status === 403 ? ': no access' : ', not 200'}`;
      throw passingStatus(status) ? passing(message) : refused(message);
    }
    const coding = headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity')
      throw refused('the source sent a Content-Encoding, although none was requested');
    const stated = headers['content-length'];
    const bytes = typeof stated === 'string' ? Number(stated) : undefined;
    const finish = async () => {
      if (!(await hasMore())) return;
      throw refused(`the source sent more than the ${bytes ?? 'last'} bytes that it had announced`);
    };
    return { bytes, pieces: piecesOf(response.body, bytes), finish, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

async function* piecesOf(body: AsyncIterable<Uint8Array>, stated: number | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (fault) {
    if (fault instanceof NetFault) throw fault;
    const what = stated === undefined ? 'the end of the body' : `all of the stated ${stated} bytes`;
    throw passing(`the connection ended before ${what} had come (${codeOf(fault)})`);
  }
}
