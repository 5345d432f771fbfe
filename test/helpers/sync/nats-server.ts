// A real nats-server (Debian: nats-server) on free ports of the loopback.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The reason why there is no server; empty if one is installed. */
export const noNatsServer = (() => {
  try {
    execFileSync('nats-server', ['--version'], { stdio: 'ignore' });
    return '';
  } catch {
    return 'nats-server is not installed (Debian: apt-get install nats-server)';
  }
})();

export interface NatsServer {
  /** `host:port` for clients. */
  readonly address: string;
  readonly leafPort: number;
  stop(): Promise<void>;
}

/** Starts a server with JetStream in a domain of its own; with `hubLeafPort`, as a leaf of that server. */
export async function startNatsServer(domain: string, hubLeafPort?: number): Promise<NatsServer> {
  const directory = mkdtempSync(join(tmpdir(), 'tonegate-nats-'));
  const leafPort = await freePort();
  const leaf =
    hubLeafPort === undefined
      ? `leafnodes { listen: "127.0.0.1:${leafPort}" }`
      : `leafnodes { remotes: [ { url: "nats-leaf://127.0.0.1:${hubLeafPort}" } ] }`;
  const config = join(directory, 'server.conf');
  writeFileSync(
    config,
    `server_name: ${domain}\nlisten: "127.0.0.1:-1"\nports_file_dir: "${directory}"\n` +
      `jetstream { store_dir: "${join(directory, 'store')}", domain: ${domain} }\n${leaf}\n`,
  );
  const child: ChildProcess = spawn('nats-server', ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  const gone = once(child, 'exit');
  const ports = () => readdirSync(directory).find((name) => name.endsWith('.ports'));
  while (!said.includes('Server is ready') || ports() === undefined) {
    if (child.exitCode !== null) throw new Error(`nats-server did not start: ${said}`);
    await new Promise((next) => setTimeout(next, 20));
  }
  const file = join(directory, ports() as string);
  const { nats } = JSON.parse(readFileSync(file, 'utf8')) as { nats: string[] };
  return {
    address: (nats[0] as string).replace('nats://', ''),
    leafPort,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await gone;
      }
      if (existsSync(directory)) rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
