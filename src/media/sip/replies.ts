// Replies to requests, with the headers that a reply must have, and replies to requests outside any call.
import { listOf, SipFault, type SipRequest, sequenceOf, tagOf, writeMessage } from './message.js';

export const allowedMethods = 'INVITE, ACK, CANCEL, BYE, PRACK, UPDATE, OPTIONS, INFO';

type Line = readonly [name: string, value: string];

export function replyTo(
  { headers }: SipRequest,
  status: number,
  reason: string,
  more: readonly Line[] = [],
  body = '',
): Buffer {
  const copied = headers.flatMap(({ name, value }) => {
    const shown = ({ via: 'Via', from: 'From', to: 'To', 'call-id': 'Call-ID', cseq: 'CSeq' } as const)[name];
    return shown === undefined ? [] : [[shown, value] as const];
  });
  return writeMessage(`SIP/2.0 ${status} ${reason}`, [...copied, ...more], body);
}

/** A Warning header with the reason for a refusal in words (RFC 3261, section 20.43). */
export const warning = (text: string): Line => ['Warning', `399 tonegate "${text.replace(/[\\"]/g, '\\$&')}"`];

/** The reply to a malformed request, with the fault in a Warning header. */
export const badRequest = (request: SipRequest, { message }: SipFault): Buffer =>
  replyTo(request, 400, 'Bad Request', [warning(message)]);

/** Throws a SipFault where CSeq names another method. */
export function checkMethod({ method, headers }: SipRequest): void {
  const named = sequenceOf(headers).method;
  if (named !== method) throw new SipFault('cseq: must name the method of the request');
}

/** The reply to a request that belongs to no call: OPTIONS is accepted, any other is refused for its first fault. */
export function replyToStranger(request: SipRequest): Buffer {
  try {
    const { method, headers, uri } = request;
    checkMethod(request);
    const isInDialog = tagOf(headers, 'to') !== '';
    const allow: Line = ['Allow', allowedMethods];
    if (!allowedMethods.split(', ').includes(method)) return replyTo(request, 405, 'Method Not Allowed', [allow]);
    if (method !== 'CANCEL') {
      if (!/^(sips?|tel):/i.test(uri)) return replyTo(request, 416, 'Unsupported URI Scheme');
      const unknown = listOf(headers, 'require').filter((each) => each.toLowerCase() !== '100rel');
      if (unknown.length > 0) return replyTo(request, 420, 'Bad Extension', [['Unsupported', unknown.join(', ')]]);
    }
    if (method === 'OPTIONS') return replyTo(request, 200, 'OK', [allow]);
    if (method === 'INVITE' && !isInDialog) return replyTo(request, 403, 'No calls are taken here');
    return replyTo(request, 481, 'Call/Transaction Does Not Exist');
  } catch (fault) {
    if (fault instanceof SipFault) return badRequest(request, fault);
    throw fault;
  }
}
