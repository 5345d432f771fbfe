// Credentials for a server: those of the URL, else the first entry of the host table that fits (specification 2,
// section 4.4). Schemes are not told apart.

import type { ClientUrl } from './client-url.js';
import { wildcard } from './wildcard.js';

/** One entry of the setting trans.hosts. */
export interface HostEntry {
  /** `host:port` with `*` and `?`; without a port, any. */
  readonly host: string;
  readonly user: string;
  readonly password: string;
  /** sftp: ask the ssh agent at SSH_AUTH_SOCK. */
  readonly agent: boolean;
  /** sftp: `SHA256:…` of the server's key; empty takes any. */
  readonly hostKey: string;
}

export interface Credentials {
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly agent: boolean;
  readonly hostKey: string | undefined;
}

export function credentialsFor(source: ClientUrl, hosts: readonly HostEntry[]): Credentials {
  const entry = hosts.find(({ host }) => fits(host, source));
  const hostKey = entry?.hostKey || undefined;
  if (source.password !== undefined) return { user: source.user, password: source.password, agent: false, hostKey };
  const ofTable = {
    user: entry?.user || undefined,
    password: entry?.password || undefined,
    agent: entry?.agent ?? false,
  };
  if (source.user === undefined) return { ...ofTable, hostKey };
  // The URL names a user only: the table's secret belongs to him unless it names another.
  const isSameUser = ofTable.user === undefined || ofTable.user === source.user;
  return isSameUser
    ? { ...ofTable, user: source.user, hostKey }
    : { user: source.user, password: undefined, agent: false, hostKey };
}

function fits(pattern: string, { host, port }: ClientUrl): boolean {
  const [, name, portPattern] = /^(.*?)(?::([\d*?]+))?$/.exec(pattern) ?? [];
  const shown = host.includes(':') ? `[${host}]` : host;
  return wildcard(name ?? '')(shown) && (portPattern === undefined || wildcard(portPattern)(String(port)));
}
