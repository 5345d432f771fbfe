// The parts that every arm64 run needs: the toolchain, the emulated node, and the checkout's tree built for arm64.
import path from 'node:path';
import { buildEnvironment } from '../setup/build-environment.mjs';
import { nativeAddonStep } from '../setup/native-addon.mjs';
import { root } from '../setup/setup.mjs';
import { systemPackagesStep } from '../setup/system-packages.mjs';
import { dropUnused, openCache } from './cache.mjs';
import { emulatorCommand, wrapProgram, writeEmulatedNode } from './emulated-node.mjs';
import { crossEnvironment, crossNeeds, findEmulator, prepareNode, prepareSysroot } from './toolchain.mjs';
import { prepareModules, refreshTree } from './tree.mjs';

export const work = path.join(root, '.cache/arm64');
export const tree = path.join(work, 'tree');

export async function prepareArm64(report) {
  const packages = systemPackagesStep(crossNeeds);
  if (!packages.isFresh()) await report.step(packages.title(), () => packages.run(report));
  const cache = openCache(root);
  dropUnused(cache);
  const sysroot = await prepareSysroot(cache, report);
  const nodePrefix = await prepareNode(cache, report);
  const env = crossEnvironment(buildEnvironment(), sysroot, nodePrefix);
  const command = emulatorCommand(findEmulator(), 'cortex-a72', sysroot);
  const emulated = writeEmulatedNode(work, command, nodePrefix, process.env);
  const toolchainKey = `${path.basename(sysroot)} ${path.basename(nodePrefix)}`;
  const modules = await prepareModules({ root, cache, report, env, emulated, toolchainKey });
  refreshTree({ root, tree, modules });
  const addon = nativeAddonStep(tree, { env, nodeGypRoot: root, options: ['--arch=arm64'], facts: { toolchainKey } });
  if (!addon.isFresh()) await report.step('native addon for arm64', () => addon.run(report));
  wrapProgram(path.join(tree, 'native/build/Release/tonegate-launch'), command);
  return { env, emulated, sysroot };
}
