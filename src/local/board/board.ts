// `tonegate board` and `tonegate update` on a box.
import type { Board, BoardStatus } from '../../cli/board/board.js';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import { boxCompatible } from '../../firmware/rules/version.js';
import { writeText } from '../../storage/whole-file.js';
import { Box } from './box.js';
import { meetDatabase } from './database.js';
import { carryOutOrder } from './order.js';
import { applyNetwork, carryOut, provision } from './provision.js';
import { update, updateFromStick } from './update.js';

/** The board commands for `box`, which is this machine unless a test passes another one. */
export function boardOf(box = new Box()): Board {
  const needed = (): Box => {
    box.need();
    return box;
  };
  return {
    status: () => statusOf(needed()),
    update: async (order, say) => update(needed(), order, say),
    updateFromStick: async (folder, say) => updateFromStick(needed(), folder, say),
    carryOutOrder: (say) => carryOutOrder(needed(), say),
    provision: (folder, say) => provision(needed(), folder, say),
    prepare: (say) => prepare(needed(), box.onConsole(say)),
    meetDatabase,
    leaveSafeMode: (say) => {
      if (needed().safeMode === undefined) throw new CommandFailure(exitCodes.badInput, 'this box is not in safe mode');
      const slot = box.bootState('get-current');
      box.bootState('set-state', slot, 'good');
      say(`slot ${slot} is marked as good again; the box restarts`);
      box.restart();
    },
    factoryReset: (say) => {
      const args = needed().bootState('get', 'BOOT_ARGS');
      if (!args.split(' ').includes(resetArgument)) {
        box.bootState('set', 'BOOT_ARGS', `${args} ${resetArgument}`.trim());
      }
      say('the box restarts and destroys its data; it will have new keys and a new name');
      box.restart();
    },
  };
}

const resetArgument = 'tonegate.factory-reset';

function statusOf(box: Box): BoardStatus {
  const { safeMode } = box;
  return {
    product: boxCompatible,
    version: box.version,
    slot: box.bootState('get-current'),
    pending: box.bootState('get', 'BOOT_PENDING'),
    order: box.bootState('get', 'BOOT_ORDER'),
    triesLeft: { A: Number(box.bootState('get', 'BOOT_A_LEFT')), B: Number(box.bootState('get', 'BOOT_B_LEFT')) },
    ...(safeMode !== undefined && { safeMode }),
  };
}

/** Before the services start. Each part goes on where the one before failed: a box without its settings is still a box. */
function prepare(box: Box, say: (sentence: string) => void): void {
  const part = (what: string, work: () => string | undefined) => {
    try {
      const done = work();
      if (done !== undefined) say(done);
    } catch (fault) {
      say(`${what}: ${(fault as Error).message}`);
    }
  };
  part('the settings from the stick were not applied', () =>
    carryOut(box) ? 'the settings from the stick were applied; a power cut had interrupted this' : undefined,
  );
  part('network.json is ignored, and every interface uses DHCP', () => {
    applyNetwork(box);
    return undefined;
  });
  part('the database was not checked', () => meetDatabase(box.places.gatewayData));
  part('the status of the box was not written', () => {
    writeText(box.places.status, `${JSON.stringify(statusOf(box))}\n`, 0o644, box.disk);
    return undefined;
  });
}
