// Options of Node for a gateway. Its garbage is short-lived: with the usual young generation of 16 MiB it keeps 24 MiB more
// (docs/measurements.md, "memory and admission by load"). The units of board/units and the first line of scripts/tonegate.mjs
// have the same options.
export const gatewayFlags = ['--max-semi-space-size=4'];
