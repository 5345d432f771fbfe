// Settings of `media.sip`: the trunks over which calls are placed to be screened.
import { isIP } from 'node:net';
import { z } from 'zod';
import { limits } from '../protocol/limits.js';

const { sip } = limits;
const name = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 letters, digits and . _ -');
const host = z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an address');
const isAddress = (text: string) => isIP(text) !== 0;

const trunk = z
  .strictObject({
    name,
    host,
    port: z.int().min(1).max(65_535).default(5_060),
    transport: z.enum(['udp', 'tcp']).default('udp'),
    domain: z
      .string()
      .max(260)
      .regex(/^[A-Za-z0-9.:-]*$/, 'must be a host, or host:port')
      .default(''),
    user: z
      .string()
      .max(256)
      .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII')
      .default(''),
    passwordFile: z.string().max(4_096).default(''),
  })
  .refine(
    ({ user, passwordFile }) => (user === '') === (passwordFile === ''),
    'user and passwordFile: give both or neither',
  );

export const sipSettings = z
  .strictObject({
    trunks: z
      .array(trunk)
      .max(sip.trunks)
      .refine(
        (all) => new Set(all.map(({ name: each }) => each)).size === all.length,
        'each trunk must have a name of its own',
      )
      .default([])
      .describe(
        'SIP trunks over which POST /v10/ext/calls places calls: name, host, port (5060), transport (udp or tcp), domain (host in From and To; default: host), user and passwordFile (a file that holds the password and nothing else). Only in config.json. Empty: no calls are placed.',
      ),
    address: z
      .string()
      .refine(isAddress, 'must be an address')
      .default('127.0.0.1')
      .describe('Own address for SIP and RTP. The default reaches only trunks on this machine.'),
    publicAddress: z
      .string()
      .refine((text) => text === '' || isAddress(text), 'must be an address')
      .default('')
      .describe(
        'Address for audio that is announced to trunks, if address translation (NAT) changes it. Empty: media.sip.address.',
      ),
    port: z.int().min(0).max(65_535).default(0).describe('Own UDP port for SIP; 0 takes any free one.'),
    rtpPort: z.int().min(0).max(65_535).default(0).describe('First UDP port for audio; 0 takes any free ones.'),
    rtpPorts: z
      .int()
      .min(1)
      .max(60_000)
      .default(1_000)
      .describe('Number of UDP ports for audio from media.sip.rtpPort on.'),
    callsPerApplication: z
      .int()
      .min(sip.callsPerApplication.min)
      .max(sip.callsPerApplication.max)
      .default(sip.callsPerApplication.default)
      .describe('Placed calls of one application at once; more are answered 503.'),
    callsPerS: z
      .int()
      .min(sip.callsPerS.min)
      .max(sip.callsPerS.max)
      .default(sip.callsPerS.default)
      .describe('Calls that one application may place a second; more are answered 503.'),
  })
  .prefault({});
