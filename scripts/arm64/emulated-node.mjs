// A `node` that runs under the emulator, also for every process that the tests or the product start. The kernel cannot
// start an arm64 program by itself, so process.execPath and the `node` on the path both name a wrapper script.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

export function emulatorCommand(emulator, cpu, sysroot) {
  return [emulator, '-cpu', cpu, '-L', sysroot];
}

/** Writes the wrapper into `folder`/bin; gives its path and the environment to run under. */
export function writeEmulatedNode(folder, command, nodePrefix, base) {
  const bin = path.join(folder, 'bin');
  const wrapper = path.join(bin, 'node');
  const preload = path.join(folder, 'exec-path.cjs');
  mkdirSync(bin, { recursive: true });
  const line = [...command, path.join(nodePrefix, 'bin/node')].map(quoted).join(' ');
  writeFileSync(wrapper, `#!/bin/sh\nexec ${line} "$@"\n`);
  chmodSync(wrapper, 0o755);
  writeFileSync(preload, `process.execPath = ${JSON.stringify(wrapper)};\n`);
  const env = {
    ...base,
    PATH: `${bin}${path.delimiter}${base.PATH}`,
    NODE_OPTIONS: `${base.NODE_OPTIONS ?? ''} --require ${JSON.stringify(preload)}`.trim(),
  };
  return { wrapper, env };
}
