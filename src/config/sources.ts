// Settings of `trans` about where recordings come from, where results go, and the tools that read sound files.
import { isIP } from 'node:net';
import { z } from 'zod';
import { limits } from '../protocol/limits.js';

const { fetch } = limits.trans;

const roots = z.array(z.string().max(4096).startsWith('/', 'must be an absolute path')).max(fetch.roots).default([]);

/** CIDR, an address, or a host name with * and ?. */
const isRule = (text: string): boolean => {
  const [network = '', prefix, ...rest] = text.split('/');
  if (rest.length > 0 || network === '' || /\s/.test(text)) return false;
  if (prefix === undefined) return true;
  const bits = isIP(network) === 6 ? 128 : isIP(network) === 4 ? 32 : -1;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
};
/** The same without names of hosts. */
export const isNetwork = (text: string): boolean => isIP(text.split('/')[0] ?? '') !== 0 && isRule(text);
const rules = z
  .array(z.string().max(253).refine(isRule, 'must be like 10.0.0.0/8, 10.1.2.3, fd00::/8 or *.example.com'))
  .max(fetch.rules)
  .default([]);

const host = z.strictObject({
  host: z
    .string()
    .max(260)
    .regex(/^(\[[^\s[\]]+\]|[^\s[\]:]+)(:[\d*?]+)?$/, 'must be like name:port, with * and ?; [address]:port for IPv6'),
  user: z.string().max(256).default(''),
  password: z.string().max(1024).default(''),
  agent: z.boolean().default(false),
  hostKey: z
    .string()
    .regex(/^(SHA256:[A-Za-z0-9+/]{43})?$/, 'must be like ssh-keygen -l shows it: SHA256: and 43 characters')
    .default(''),
});

/** The rules of an AddressPolicy. `who`: those that are at the addresses. */
export const addressSettings = (who: string) => ({
  allow: rules.describe(
    'Networks (CIDR), addresses and hosts (* and ?) that are allowed whatever the next three settings say.',
  ),
  deny: rules.describe(
    'Networks, addresses and hosts that are refused. Link-local, metadata and reserved addresses are refused without being listed.',
  ),
  privateAddresses: z
    .boolean()
    .default(true)
    .describe(`${who} may be at private addresses. Public ones cannot redirect there in any case.`),
  loopback: z.boolean().default(false).describe(`${who} may be on this machine.`),
});

export const sourceSettings = {
  fileRoots: roots.describe(
    'Directories below which file:// sources may be read. Empty: no file:// source is accepted.',
  ),
  saveRoots: roots.describe('Directories below which saveTo may write on this machine.'),
  fileBytes: z
    .int()
    .min(1)
    .max(64 * 1024 ** 3)
    .default(fetch.fileBytes)
    .describe('Largest recording; a larger one ends with code 4101.'),
  stallMs: z
    .int()
    .min(100)
    .max(600_000)
    .default(fetch.stallMs)
    .describe(
      `A source that sends less than ${fetch.stallBytes} bytes in this time has stalled; the time to connect counts.`,
    ),
  totalMs: z
    .int()
    .min(1_000)
    .max(86_400_000)
    .default(fetch.totalMs)
    .describe('Longest time for the download of one recording.'),
  ...addressSettings('Sources and callbacks'),
  hosts: z
    .array(host)
    .max(fetch.hosts)
    .default([])
    .describe(
      'Credentials by `host:port` (`*`, `?`; the first that fits): objects of host, user, password, agent, hostKey. Only in config.json.',
    ),
  ffmpeg: z.string().min(1).max(4096).default('ffmpeg').describe('ffmpeg, for audioFormat auto: a name or a path.'),
  ffprobe: z.string().min(1).max(4096).default('ffprobe').describe('ffprobe, which comes with it.'),
};
