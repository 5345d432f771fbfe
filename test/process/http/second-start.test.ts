// A start that has nothing to change writes nothing but the address of the running gateway, so that it works on a full disk and does
// not wear a card out.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestGateway } from '../../helpers/gateway/gateway.js';

/** Every file below the directory, with the time of its last change and its bytes. */
function filesIn(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [file, `${statSync(file).mtimeMs} ${readFileSync(file).toString('base64').slice(0, 2_000)}`]),
  );
}

it('the second start of a gateway and its stop change no file', async () => {
  const first = await startTestGateway();
  const { dataDir } = first;
  await first.token();
  await first.stop(0);
  const before = filesIn(dataDir);
  const second = await startTestGateway({ dataDir });
  const {
    [join(dataDir, 'gateway.json')]: address,
    [join(dataDir, 'tonegate.db-wal')]: log,
    ...running
  } = filesIn(dataDir);
  expect(address).toBeDefined();
  expect(log?.split(' ')[1]).toBe(''); // it has no bytes
  expect(running).toEqual(before);
  await second.stop(0);
  expect(filesIn(dataDir)).toEqual(before);
  rmSync(dataDir, { recursive: true });
});
