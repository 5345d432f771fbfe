// A short process beside the gateway that makes the model store follow an upstream: hashing and copying hundreds of
// megabytes and running graphs would hold up the calls that the gateway serves. It reads one order from standard input
// and answers with one line: nothing, or what is wrong.

import { checkWanted, follow, type WantedModels } from '../models/follow.js';
import { ModelError } from '../models/model-error.js';
import { type ModelPlaces, ModelStore, type StoredModel } from '../models/store.js';
import { diskFullCode } from '../protocol/errors.js';
import { realDisk } from '../storage/disk.js';
import { processHolder } from '../storage/lock.js';

export interface FollowOrder extends ModelPlaces {
  readonly what: 'check' | 'carryOut';
  readonly wanted: WantedModels;
  readonly content: string;
}

export interface FollowReport {
  /** null if the order was carried out */
  readonly fault: string | null;
  /** True if the model or its files are faulty, not this machine. */
  readonly isModels: boolean;
  /** The error code of Node if the disk was full; it may have space later. */
  readonly diskFullCode?: string | undefined;
}

const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const order = JSON.parse(Buffer.concat(pieces).toString('utf8')) as FollowOrder;

const report = (answer: FollowReport) => process.stdout.write(`${JSON.stringify(answer)}\n`);
try {
  const { store, shipped, signKeys, content, wanted } = order;
  const parts = {
    store: new ModelStore({ disk: realDisk, directory: store, shipped, holder: processHolder(), signKeys }),
    disk: realDisk,
    directory: content,
    // The runtime is large, and a model that is already here does not need it.
    check: async (model: StoredModel) => (await import('../engine/runtime/models/load.js')).probeModel(model),
  };
  if (order.what === 'check') await checkWanted(parts, wanted);
  else await follow(parts, wanted);
  report({ fault: null, isModels: false });
} catch (fault) {
  const isModels = fault instanceof ModelError && fault.fault === 'bad';
  report({ fault: (fault as Error).message, isModels, diskFullCode: diskFullCode(fault) });
}
