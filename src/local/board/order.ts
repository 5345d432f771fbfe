// An order of the sync process, which may do nothing of this itself: `install NAME [--allow-downgrade]` or `restart`. Whatever that
// process writes, root installs only what RAUC verifies, and follows no name out of the directory of content.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import { writeText } from '../../storage/whole-file.js';
import type { Box, Say } from './box.js';
import { readText } from './read-text.js';
import { installFile, refuseWhilePending } from './update.js';

/** An order has three short lines. */
const mostBytes = 1_024;

export function carryOutOrder(box: Box, say: Say): void {
  const file = join(box.places.content, 'order');
  const bytes = lstatSync(file, { throwIfNoEntry: false });
  if (bytes === undefined) return;
  const text = bytes.isFile() && bytes.size <= mostBytes ? readText(box.disk, file) : '';
  box.disk.remove(file); // first: a path unit that still finds it would begin again
  const [id = '', what, name = '', flag] = text.split('\n');
  const tell = (outcome: string, words = '') =>
    writeText(box.places.outcome, `${id}\n${outcome}\n${words}\n`, 0o644, box.disk);
  try {
    switch (what) {
      case 'install':
        refuseWhilePending(box);
        installFile(box, bundleOf(box, name), flag === '--allow-downgrade', box.onConsole(say));
        tell('done');
        return;
      case 'restart':
        tell('done');
        box.onConsole(say)('the box restarts, as its upstream requested');
        box.restart();
        return;
      default:
        throw new CommandFailure(exitCodes.badInput, 'the order is neither install nor restart');
    }
  } catch (fault) {
    tell('failed', (fault as Error).message);
    throw fault;
  }
}

function bundleOf(box: Box, name: string): string {
  const file = join(box.places.content, name);
  if (/^[0-9a-f]{64}$/.test(name) && lstatSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
  throw new CommandFailure(exitCodes.badInput, 'the order must name a bundle that the sync process has downloaded');
}
