// Options of Node for a gateway. The units of board/units, its commands and images, and the first line of
// scripts/tonegate.mjs have the same options.
//
// A gateway's garbage is short-lived: with the usual young generation of 16 MiB it keeps 24 MiB more
// (docs/measurements.md, "memory and admission by load"). The live part of the old generation has some 47 MiB. By
// default, V8 marks it again after each 12 MB of garbage, including pieces of bodies and recordings, which delays every
// call by tens of ms once a second while somebody sends large bodies; with a limit of twice the live part, it does so
// a few times a minute. One helper thread replaces four: on a small board they would take most of a processor while the
// gateway waits.
export const gatewayFlags = ['--max-semi-space-size=4', '--heap-growing-percent=100', '--v8-pool-size=1'];
