// The network of a box: a small file of its own, turned into units of systemd-networkd on every boot.
import { isIP } from 'node:net';
import { z } from 'zod';
import { describeIssues } from '../../protocol/wire/issues.js';

const ip = z.string().refine((text) => isIP(text) !== 0, 'must be an IP address');
const withPrefix = z.string().refine((text) => {
  const [address = '', prefix = '', ...rest] = text.split('/');
  const version = isIP(address);
  return rest.length === 0 && version !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}, 'must be an address with its prefix length, such as 192.0.2.10/24');
const host = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a host name of a-z, 0-9 and -');
const interfaceName = z.string().regex(/^[a-z][a-z0-9.]{0,14}$/, 'must be the name of an interface, such as eth0');

const NetworkSchema = z.strictObject({
  hostname: host.optional(),
  interfaces: z
    .record(
      interfaceName,
      z.union([
        z.strictObject({ dhcp: z.literal(true) }),
        z.strictObject({
          addresses: z.array(withPrefix).min(1).max(8),
          gateway: ip.optional(),
          dns: z.array(ip).max(4).optional(),
        }),
      ]),
    )
    .refine((all) => Object.keys(all).length <= 8, 'must name at most 8 interfaces'),
});

export type Network = z.infer<typeof NetworkSchema>;

/** @throws Error that says which key is wrong, and what would be right */
export function parseNetwork(value: unknown): Network {
  const outcome = NetworkSchema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw new Error(describeIssues(outcome.error));
}

/** Units of systemd-networkd: file name → text. */
export function networkUnits({ interfaces }: Network): Map<string, string> {
  return new Map(
    Object.entries(interfaces).map(([name, each]) => {
      const lines = ['[Match]', `Name=${name}`, '', '[Network]', 'MulticastDNS=yes'];
      if ('dhcp' in each) lines.push('DHCP=yes');
      else {
        lines.push('DHCP=no', ...each.addresses.map((address) => `Address=${address}`));
        if (each.gateway !== undefined) lines.push(`Gateway=${each.gateway}`);
        lines.push(...(each.dns ?? []).map((server) => `DNS=${server}`));
      }
      return [`10-tonegate-${name}.network`, `${lines.join('\n')}\n`];
    }),
  );
}
