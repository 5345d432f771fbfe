// Options of Node for a gateway. The units of board/units, its commands and images, and the first line of scripts/tonegate.mjs have the
// same options.
//
// Its garbage is short-lived: with the usual young generation of 16 MiB it keeps 24 MiB more (docs/measurements.md, "memory and
// admission by load"). Of the old generation some 47 MiB live. Left to itself, V8 marks them again after each 12 MB of garbage,
// pieces of bodies and recordings included, which delays every call by tens of ms once a second while somebody sends large bodies;
// with a limit of 2.5 times what lives, every half a minute. And one helper thread instead of four: on a small board they would have
// most of a processor while the gateway waits.
export const gatewayFlags = ['--max-semi-space-size=4', '--heap-growing-percent=150', '--v8-pool-size=1'];
