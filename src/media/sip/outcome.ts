// The outcome of a call of which no audio came, by the end of its signalling.
import { type CauseRow, otherSituations } from '../../protocol/engine/ring.js';
import type { SipEnd } from './caller.js';

export interface ResultRow {
  readonly resultId: number;
  readonly resultName: string;
}

/** Results by status. A status that is not listed says nothing certain about the called number. */
const byStatus: Readonly<Record<number, number>> = {
  ...{ 404: 12, 410: 12, 484: 12, 604: 12 },
  ...{ 486: 10, 600: 10, 603: 10 },
  ...{ 408: 11, 480: 11 },
  ...{ 403: 13, 502: 13, 503: 13, 504: 13 },
};
const names: Readonly<Record<number, string>> = {
  ...{ 10: 'called party busy', 11: 'no answer', 12: 'user does not exist', 13: 'routing failed or user unreachable' },
};

/**
 * `causes`: the table of an operator. A row of it with this status and this cause of Q.850 says more than the status alone:
 * 480 with cause 20 is a telephone that is off. `nameOf` gives the name that the tables have for a result.
 */
export function outcomeOf(
  { status, q850, isLocal }: SipEnd,
  causes: readonly CauseRow[],
  nameOf: (resultId: number) => string | undefined,
): ResultRow {
  const exact = q850 === undefined ? undefined : causes.find((row) => row.sipStatus === status && row.q850 === q850);
  const resultId = exact?.resultId ?? (isLocal && status === 503 ? 13 : byStatus[status]);
  if (resultId === undefined) return otherSituations;
  return { resultId, resultName: nameOf(resultId) ?? names[resultId] ?? String(resultId) };
}
