// The rules for third-party packages: accepted licences, packages with an install script (none may run; the needed ones
// are compiled by our own commands), and the libraries that are not npm packages.

/** SPDX ids. All allow this product to be distributed under Apache-2.0 and ask for no more than a notice. */
export const licencesInTheProduct = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'WTFPL',
];

/** Further licences for development tools, which are never distributed. */
export const licencesOfTools = [
  ...licencesInTheProduct,
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
];

/**
 * Licences of packages whose package.json has the old form, which the lock file does not keep; read from their LICENSE
 * files.
 */
export const licencesByHand = { buildcheck: 'MIT', 'cpu-features': 'MIT', ssh2: 'MIT' };

/** Packages with an install script, and its treatment. `npm ci` runs with --ignore-scripts everywhere. */
export const installScripts = {
  '@discordjs/opus': 'a tool of tests; compiled from source by scripts/setup',
  'better-sqlite3-multiple-ciphers': 'compiled from source by scripts/setup; its script would download a binary',
  'cpu-features': 'never run: ssh2 works without it',
  'dtrace-provider': 'never run: a tool of tests works without it',
  'onnxruntime-node': 'never run: the CPU library is in the package; its script would download CUDA',
  ssh2: 'never run: the optional crypto binding is not used',
};

/** System libraries with which the product is linked, or which it starts. */
export const systemLibraries = [
  { name: 'speex', pkgConfig: 'speex', licence: 'BSD-3-Clause', use: 'linked into the addon: the Speex codec' },
  { name: 'opus', pkgConfig: 'opus', licence: 'BSD-3-Clause', use: 'linked into the addon: the Opus codec' },
  {
    name: 'ffmpeg',
    program: 'ffmpeg',
    licence: 'LGPL-2.1-or-later',
    use: 'a program of its own, started for audioFormat auto',
  },
  { name: 'node', program: 'node', licence: 'MIT', use: 'runs the product' },
];
