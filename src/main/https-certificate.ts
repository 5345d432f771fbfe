// The https certificate in use. It is loaded at the start, once a day and when the clock jumps, and its dates are
// watched: clients refuse a certificate that has expired, although https still answers.
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.js';
import type { Config } from '../config/config.js';
import { certificate, ownNames } from '../http/certificate.js';
import type { TlsMaterial } from '../http/listener.js';
import type { HttpServer } from '../http/server.js';

const dayMs = 86_400_000;
/** The gateway renews its own certificate earlier than this; an operator needs some time to get another one. */
const warnBeforeDays = 14;

export interface HttpsCertificate {
  readonly tls: TlsMaterial;
  /** The time until which the certificate in use is valid, ms UTC. */
  validUntilMs(): number;
  /** The fault of its dates, in words. */
  degraded(): string[];
  /** Loads it again from time to time, for this server. */
  keepFresh(server: HttpServer): void;
  stop(): void;
}

export interface HttpsCertificateParts {
  readonly config: Config;
  readonly clock: Pick<Clock, 'utcMs' | 'onJump'>;
  readonly log: Logger;
}

/** Throws a CertificateFault if there is no certificate that https could use. */
export async function httpsCertificate({ config, clock, log }: HttpsCertificateParts): Promise<HttpsCertificate> {
  const load = () =>
    certificate({
      directory: join(config.dataDir, 'tls'),
      ...config.tls,
      names: ownNames(config.host, config.tls.hostNames),
      now: clock.utcMs,
    });
  const name = config.tls.certFile === '' ? 'the https certificate' : `tls.certFile: ${config.tls.certFile}`;
  const tls = await load();
  let dates = datesOf(tls);
  let timer: NodeJS.Timeout | undefined;
  const degraded = (): string[] => {
    const fault = dateFault(dates, clock.utcMs());
    return fault === undefined ? [] : [`${name}: ${fault}`];
  };
  const warn = () => {
    for (const fault of degraded()) log.warn({ fault }, 'clients refuse the https certificate, or will soon');
  };
  const renew = async (server: HttpServer): Promise<void> => {
    try {
      const fresh = await load();
      server.setCertificate(fresh);
      dates = datesOf(fresh);
    } catch (err) {
      log.error({ err }, 'the https certificate could not be renewed; the old one stays in use');
    }
    warn();
  };
  warn();
  return {
    tls,
    validUntilMs: () => dates.untilMs,
    degraded,
    keepFresh(server) {
      timer = setInterval(() => void renew(server), dayMs);
      clock.onJump(() => setImmediate(() => void renew(server))); // runs after the listeners that noticed the jump
    },
    stop: () => clearInterval(timer),
  };
}

interface Dates {
  readonly fromMs: number;
  readonly untilMs: number;
}

function datesOf({ cert }: TlsMaterial): Dates {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { fromMs: Date.parse(validFrom), untilMs: Date.parse(validTo) };
}

function dateFault({ fromMs, untilMs }: Dates, nowMs: number): string | undefined {
  const right = 'replace the files of tls.certFile and tls.keyFile, then restart the gateway or wait a day';
  const left = untilMs - nowMs;
  if (left <= 0) return `expired on ${day(untilMs)}, so clients refuse https; ${right}`;
  if (fromMs > nowMs)
    return `is valid only from ${day(fromMs)} on, so clients refuse https; check the clock, or ${right}`;
  return left < warnBeforeDays * dayMs ? `expires on ${day(untilMs)}; ${right}` : undefined;
}

const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
