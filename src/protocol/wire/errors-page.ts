// docs/errors.md, generated from the error table.
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

Made from \`src/protocol/errors.ts\` by \`npm run docs\`; a test compares.

A refused HTTP request is answered with the status and \`{"traceToken", "error": {"code", "message"}}\`; on a WebSocket it
is \`{"respType": "ERROR", "traceToken", "errCode", "errMessage"}\`, after which the connection stays, or \`FATAL_ERROR\`,
after which the server disconnects. A refused WebSocket handshake is answered like a refused HTTP request. The message
says what was wrong, where, and what would be right; programs should look at the code. Codes are stable: none is ever
changed or used again. The first three digits are the HTTP status, except 29, which the platform has always used.

| code | name | HTTP | on a WebSocket | Retry-After | meaning |
|---|---|---|---|---|---|
${rows.join('\n')}

Warnings are no errors and come with a result or with START: 100 the sample rate was changed automatically.
`;
}
