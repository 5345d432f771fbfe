// The names that a certificate can carry.
import { isIP } from 'node:net';

const hostName = /^(\*\.)?[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?$/;

/**
 * True for a host name in ASCII, also with `*.` before it, and for an address. A zone (`fe80::1%eth0`) and an IPv4 address
 * within IPv6 (`::ffff:10.0.0.1`) have no form in a certificate.
 */
export const isCertificateName = (name: string): boolean =>
  isIP(name) === 6 ? !/[%.]/.test(name) : hostName.test(name);
