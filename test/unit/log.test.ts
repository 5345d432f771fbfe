// Secrets never reach a log line.
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/ops/log.js';

describe('the log', () => {
  it('strikes out what is named like a secret, two levels deep', () => {
    let text = '';
    const log = createLog('info', { write: (line) => void (text += line) });
    const secrets = {
      token: 's-1',
      refresh_token: 's-2',
      secret: 's-3',
      authorization: 's-4',
      'x-svc-access-token': 's-5',
    };
    log.info({ ...secrets, headers: secrets, request: { query: { 'access-token': 's-6' } } }, 'something');
    expect(text).not.toMatch(/s-\d/);
    expect(text.match(/struck out/g)).toHaveLength(11);
  });

  it('writes one JSON object a line, with level and time in words', () => {
    let text = '';
    createLog('info', { write: (line) => void (text += line) }).info({ traceToken: 't' }, 'hello');
    expect(JSON.parse(text)).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      traceToken: 't',
      msg: 'hello',
    });
    expect(text.endsWith('\n')).toBe(true);
  });
});
