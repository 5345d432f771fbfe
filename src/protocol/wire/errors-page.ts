// Generates docs/errors.md from the error table.
import { errorNames, errorRow } from '../errors.js';

export function errorReference(): string {
  const rows = errorNames
    .map((name) => ({ name, ...errorRow(name) }))
    .sort((a, b) => a.code - b.code)
    .map(({ name, code, http, ws, retryAfterS, meaning }) => {
      const retry = retryAfterS === undefined ? '' : `${retryAfterS} s`;
      return `| ${code} | \`${name}\` | ${http} | ${ws === 'fatal' ? 'FATAL_ERROR' : 'ERROR'} | ${retry} | ${meaning} |`;
    });
  return `# Errors

Generated from \`src/protocol/errors.ts\` by \`npm run docs\`; a test checks that it is up to date.

A refused HTTP request is answered with the status and \`{"traceToken", "error": {"code", "message"}}\`. On a WebSocket
the message is \`{"respType": "ERROR", "traceToken", "errCode", "errMessage"}\`, after which the connection stays open,
or \`FATAL_ERROR\`, after which the gateway closes it. A refused WebSocket handshake is answered like a refused HTTP
request. The message says what was wrong, where, and what would be right; programs should evaluate the code. Codes are
stable: none is ever changed or reused. The first three digits are the HTTP status, except 29, which the platform has
always used.

| code | name | HTTP | on a WebSocket | Retry-After | meaning |
|---|---|---|---|---|---|
${rows.join('\n')}

Warnings are not errors. They come with a result or in the reply to START. Warning 100 means that the sample rate was
converted.
`;
}
