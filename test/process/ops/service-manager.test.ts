// docs/system-service.md: a gateway tells its service manager when it is ready and when it stops.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { noModels } from '../../helpers/models/shipped.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
/** Prints what arrives at a Unix datagram socket, which Node cannot open. node-gyp needs Python as well. */
const receiver = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
while True: print(s.recv(4096).decode(), flush=True)
`;

it('a gateway tells its service manager READY once it serves, and STOPPING when it is asked to end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-notify-'));
  const address = join(folder, 'notify');
  const manager = spawn('python3', ['-c', receiver, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  manager.stdout.on('data', (text) => {
    told += text;
  });
  try {
    await expect.poll(() => existsSync(address), { timeout: 10_000 * timeFactor }).toBe(true);
    const args = [program, 'serve', '--data', join(folder, 'data'), '--http', '0', '--https', '0'];
    const env = { ...process.env, TONEGATE_SHIPPED_MODELS: noModels, NOTIFY_SOCKET: address };
    const gateway = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    await once(gateway.stdout, 'data');
    await expect.poll(() => told, { timeout: 5_000 * timeFactor }).toMatch(/^READY=1\nSTATUS=serving at http:/);
    gateway.kill('SIGTERM');
    await once(gateway, 'exit');
    await expect.poll(() => told, { timeout: 5_000 * timeFactor }).toMatch(/\nSTOPPING=1\n$/);
  } finally {
    manager.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
