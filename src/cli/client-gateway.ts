// The gateway that a command is a client of. It is either the one of the data directory, whose admin credential obtains
// tokens, or any gateway by its address, with an appkey and a token.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../config/config.js';
import { readRunning } from '../ops/data-dir.js';
import { writeText } from '../storage/whole-file.js';
import { type AdminCall, neededGateway } from './admin-call.js';
import type { AppFacts } from './apps.js';
import { CommandFailure, exitCodes } from './exit.js';

export interface GatewayFlags {
  readonly gateway?: string;
  readonly appkey?: string;
  readonly data?: string;
}

export interface ClientGateway {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly appkey: string;
  /**
   * Gives a token. `refused` is the one that it gave before and that is no longer valid. Undefined means that there is
   * no other.
   */
  token(refused?: string): Promise<string | undefined>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A token that the next commands use again, because each application may have only so many of them. */
interface KeptToken {
  readonly appkey: string;
  readonly token: string;
  readonly expiresAtMs: number;
}
const keptFile = (dataDir: string): string => join(dataDir, 'batch-token.json');
/** The least time that a token must still be valid: one that ends while slices are being sent is of no use. */
const leastLifeMs = 600_000;

export async function clientGateway(flags: GatewayFlags, env: Environment): Promise<ClientGateway> {
  const address = flags.gateway || env.TONEGATE_GATEWAY || undefined;
  return address === undefined ? localGateway(flags, env) : farGateway(address, flags, env);
}

function farGateway(address: string, flags: GatewayFlags, env: Environment): ClientGateway {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) {
    throw new CommandFailure(exitCodes.usage, `--gateway: ${address} is not an address such as http://gateway:8080`);
  }
  const appkey = flags.appkey || env.TONEGATE_APPKEY;
  const token = env.TONEGATE_ACCESS_TOKEN;
  if (!appkey || !token) {
    const missing = appkey ? 'an access token in TONEGATE_ACCESS_TOKEN' : '--appkey (or TONEGATE_APPKEY)';
    throw new CommandFailure(exitCodes.usage, `a gateway on another machine needs ${missing}`);
  }
  return {
    url: address.replace(/\/+$/, ''),
    appkey,
    token: async (refused) => (refused === undefined ? token : undefined),
  };
}

async function localGateway(flags: GatewayFlags, env: Environment): Promise<ClientGateway> {
  const dataDir = dataDirOf({ dataDir: flags.data, env });
  const admin = neededGateway(dataDir);
  const url = readRunning(dataDir)?.http;
  if (!url) {
    throw new CommandFailure(
      exitCodes.service,
      `${dataDir}: the running gateway has not stored its address; restart it`,
    );
  }
  const appkey = flags.appkey || env.TONEGATE_APPKEY || (await onlyApp(admin));
  return {
    url,
    appkey,
    async token(refused) {
      const kept = keptToken(dataDir);
      const isGood = kept?.appkey === appkey && kept.token !== refused && kept.expiresAtMs - Date.now() > leastLifeMs;
      if (isGood) return kept.token;
      const path = `/admin/apps/${encodeURIComponent(appkey)}/token`;
      const { token, life } = await admin<{ token: string; life: number }>('POST', path);
      const keep: KeptToken = { appkey, token, expiresAtMs: Date.now() + life * 1_000 };
      writeText(keptFile(dataDir), `${JSON.stringify(keep)}\n`, 0o600);
      return token;
    },
  };
}

async function onlyApp(admin: AdminCall): Promise<string> {
  const { apps } = await admin<{ apps: AppFacts[] }>('GET', '/admin/apps');
  const [app] = apps;
  if (app === undefined)
    throw new CommandFailure(exitCodes.badInput, 'there is no application yet; create one with tonegate apps add NAME');
  if (apps.length === 1) return app.appkey;
  const names = apps.slice(0, 5).map(({ appkey, name }) => `${appkey} (${name})`);
  const more = apps.length > names.length ? ' …' : '';
  throw new CommandFailure(
    exitCodes.usage,
    `there are several applications; choose one with --appkey: ${names.join(', ')}${more}`,
  );
}

function keptToken(dataDir: string): KeptToken | undefined {
  try {
    const { appkey, token, expiresAtMs } = JSON.parse(readFileSync(keptFile(dataDir), 'utf8'));
    return { appkey: String(appkey), token: String(token), expiresAtMs: Number(expiresAtMs) };
  } catch {
    return undefined; // there is no kept token yet, or the file is not ours
  }
}
