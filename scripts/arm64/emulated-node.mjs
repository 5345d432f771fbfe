// A `node` that runs under the emulator, also for every process that the tests or the product start. The kernel cannot
// start an arm64 program by itself, so process.execPath and the `node` on the path both name a wrapper script.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

export function emulatorCommand(emulator, cpu, sysroot) {
  return [emulator, '-cpu', cpu, '-L', sysroot];
}

/** Writes the wrapper into `folder`/bin; returns its path and the environment for it. */
export function writeEmulatedNode(folder, command, nodePrefix, base) {
  const bin = path.join(folder, 'bin');
  const wrapper = path.join(bin, 'node');
  const preload = path.join(folder, 'exec-path.cjs');
  mkdirSync(bin, { recursive: true });
  writeWrapper(wrapper, [...command, path.join(nodePrefix, 'bin/node')]);
  writeFileSync(preload, `process.execPath = ${JSON.stringify(wrapper)};\n`);
  const env = {
    ...base,
    PATH: `${bin}${path.delimiter}${base.PATH}`,
    NODE_OPTIONS: `${base.NODE_OPTIONS ?? ''} --require ${JSON.stringify(preload)}`.trim(),
  };
  return { wrapper, env };
}

function writeWrapper(file, command) {
  writeFileSync(file, `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`);
  chmodSync(file, 0o755);
}

const elf = Buffer.from('\x7fELF', 'latin1');

/** Replaces a built program by a wrapper, and keeps the program beside it. An existing wrapper stays. */
export function wrapProgram(program, command) {
  if (!existsSync(program) || !readFileSync(program).subarray(0, elf.length).equals(elf)) return;
  const built = `${program}.arm64`;
  renameSync(program, built);
  writeWrapper(program, [...command, built]);
}
