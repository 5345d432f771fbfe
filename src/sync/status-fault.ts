// The meaning of a status other than 200, 206 and 304, in words that say what to do.
import { readRetryAfter } from '../jobs/backoff.js';
import { excerpt, SyncFault } from './fault.js';
import type { Answered } from './upstream-http.js';

/** The fault for a status. `what` names the thing that was asked for; `body` came with the status. */
export function statusFault({ status, headers }: Omit<Answered, 'pieces'>, body: Uint8Array, what: string): SyncFault {
  const said = messageIn(body);
  const quoted = said === '' ? '' : `: ${said}`;
  const refused = (words: string) => new SyncFault('refused', `${words} (${status}${quoted})`);
  if (status >= 500 || status === 429 || status === 408 || status === 425) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], headers.date);
    return new SyncFault('busy', `the upstream cannot serve ${what} now (${status}${quoted})`, { retryAfterMs });
  }
  if (status === 304)
    return new SyncFault('lying', `the upstream answered 304 for ${what} to an unconditional request`);
  if (status >= 300 && status < 400) {
    const target = excerpt(headers.location ?? 'nowhere');
    return refused(
      `the upstream redirects to ${target}; redirects are not followed, so set \`upstream\` to that address`,
    );
  }
  switch (status) {
    case 401:
      return refused('the upstream does not know this appkey or its secret; check sync.appkey and sync.secretFile');
    case 403:
      return refused(
        'this appkey lacks the sync right; create one that has it at the upstream with tonegate apps add NAME --sync',
      );
    case 404:
      return refused(
        `the upstream has no ${what}; check \`upstream\`, and set sync.plain if it is a plain resource service`,
      );
    default:
      return refused(`the upstream refuses ${what}`);
  }
}

/** The `error.message` of a body, or an empty text. The body may be anything. */
function messageIn(body: Uint8Array): string {
  try {
    const value = JSON.parse(Buffer.from(body).toString('utf8')) as { error?: { message?: unknown } } | null;
    return typeof value?.error?.message === 'string' ? excerpt(value.error.message) : '';
  } catch {
    return '';
  }
}
