import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildEnvironment } from './build-environment.mjs';
import { nodeGyp } from './node-modules.mjs';
import { filesBelow, hashOf, platformFacts, readStamp, writeStamp } from './stamp.mjs';

/** The parts of native/ that are not in the addon; tests, fuzzers and benchmarks are compiled by their own commands. */
const NOT_IN_THE_ADDON = ['build', 'test', 'fuzz', 'bench'];

/** Builds native/ of the tree `root`. A cross-build passes its own environment, node-gyp, options and facts. */
export function nativeAddonStep(root, { env = buildEnvironment(), nodeGypRoot = root, options = [], facts = {} } = {}) {
  const native = path.join(root, 'native');
  const made = ['tonegate.node', 'tonegate-process.node', 'tonegate-launch'].map((name) =>
    path.join(native, 'build/Release', name),
  );
  const stampFile = path.join(native, 'build/.tonegate-stamp');
  const platformFile = path.join(native, 'build/.tonegate-platform');
  const platform = JSON.stringify({ ...platformFacts(), ...facts });
  const wanted = () => hashOf(root, filesBelow(native, NOT_IN_THE_ADDON), platform);
  return {
    isFresh: () => made.every((file) => existsSync(file)) && readStamp(stampFile) === wanted(),
    title: () => 'native addon',
    run: async (report) => {
      const hash = wanted();
      // make sees changed sources, but not a change of Node's headers or of the compiler: then everything is compiled
      // again.
      const commands = readStamp(platformFile) === platform ? ['configure', 'build'] : ['rebuild'];
      const common = ['--release', '--directory', native, ...options];
      await report.run(process.execPath, [nodeGyp(nodeGypRoot), ...commands, ...common], {
        cwd: native,
        env,
        advice: 'The lines above come from the C++ compiler.',
      });
      writeStamp(platformFile, platform);
      writeStamp(stampFile, hash);
    },
  };
}
