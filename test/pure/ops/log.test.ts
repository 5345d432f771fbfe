// Secrets never reach a log line.
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/ops/log.js';

function capture() {
  const lines: string[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }) };
}

describe('the log', () => {
  it('strikes out what is named like a secret, two levels deep', () => {
    const { lines, log } = capture();
    const secrets = {
      token: 's-1',
      refresh_token: 's-2',
      secret: 's-3',
      authorization: 's-4',
      'x-svc-access-token': 's-5',
      password: 's-7',
      credential: 's-8',
      key: 's-9',
    };
    log.info({ ...secrets, headers: secrets, request: { query: { 'access-token': 's-6' } } }, 'something');
    expect(lines[0]).not.toMatch(/s-\d/);
    expect(lines[0]?.match(/redacted/g)).toHaveLength(17);
  });

  it('writes one JSON object a line, with level and time in words', () => {
    const { lines, log } = capture();
    log.info({ traceToken: 't' }, 'hello');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      traceToken: 't',
      msg: 'hello',
    });
    expect(lines[0]).toMatch(/^[^\n]+\n$/);
  });
});
