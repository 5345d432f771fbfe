// The part that the examples share: the command line, and a client from the environment.
//
//   TONEGATE_APPKEY, TONEGATE_SECRET    the access of an application
//   TONEGATE_URL                        default: http://127.0.0.1:8080
//   TONEGATE_TOKEN_URL                  default: https://127.0.0.1:8443
//   TONEGATE_CA                         the file of the gateway's certificate: DATA/tls/cert.pem
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TonegateClient } from 'tonegate-client';

export function commandLine(usage, options, isRight) {
  const refuse = (reason) => {
    process.stderr.write(`${reason}\nusage: ${usage}\n`);
    process.exit(2);
  };
  let line;
  try {
    line = parseArgs({ allowPositionals: true, options });
  } catch (fault) {
    refuse(fault.message);
  }
  if (!isRight(line.positionals)) refuse('wrong arguments');
  const { TONEGATE_APPKEY: appkey, TONEGATE_SECRET: secret, TONEGATE_CA: caFile } = process.env;
  if (!appkey || !secret) refuse('TONEGATE_APPKEY and TONEGATE_SECRET must be set: the access of an application');
  const client = new TonegateClient({
    url: process.env.TONEGATE_URL ?? 'http://127.0.0.1:8080',
    tokenUrl: process.env.TONEGATE_TOKEN_URL ?? 'https://127.0.0.1:8443',
    ...(caFile ? { ca: readFileSync(caFile, 'utf8') } : {}),
    appkey,
    secret,
  });
  return { client, options: line.values, positionals: line.positionals };
}

/** Runs an example. A fault prints one line and gives the exit status 1. */
export async function main(work) {
  try {
    await work();
  } catch (fault) {
    process.stderr.write(`${fault.name} ${fault.code ?? ''}: ${fault.message}\n`);
    process.exitCode = 1;
  }
}
