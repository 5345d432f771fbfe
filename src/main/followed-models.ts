// The model store as the replica follows it. The gateway reads it; a short-lived process changes it.
import { ChildFault, runOnce } from '../child/once.js';
import { builtProgram } from '../child/program.js';
import { installedModels, type WantedModels } from '../models/follow.js';
import { ModelError } from '../models/model-error.js';
import type { FollowedModels } from '../models/replicated.js';
import { type ModelPlaces, ModelStore } from '../models/store.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { realDisk } from '../storage/disk.js';
import { processHolder } from '../storage/lock.js';
import type { FollowOrder, FollowReport } from './model-follower.js';

interface FollowPlaces extends ModelPlaces {
  readonly content: string;
}

export function followedModels(places: FollowPlaces): FollowedModels {
  const { store: directory, shipped, signKeys } = places;
  const store = new ModelStore({ disk: realDisk, directory, shipped, holder: processHolder(), signKeys });
  const stopped = new AbortController();
  const order = (what: FollowOrder['what'], wanted: WantedModels) =>
    runFollower({ what, wanted, ...places }, stopped.signal);
  return {
    list: () => installedModels(store),
    check: (wanted) => order('check', wanted),
    carryOut: (wanted) => order('carryOut', wanted),
    stop: () => stopped.abort(new ServiceError('STOPPING', 'the gateway is stopping')),
  };
}

/** Throws ModelError if the model or its files are faulty, and the error of a full disk as it is (isDiskFull). */
async function runFollower(order: FollowOrder, signal: AbortSignal): Promise<void> {
  const { fault, isModels, diskFullCode } = await runOnce<FollowReport>({
    program: builtProgram('./model-follower.js', import.meta.url),
    input: JSON.stringify(order),
    reads: [order.shipped],
    writes: [order.store, order.content],
    timeMs: limits.sync.followMs,
    heapMiB: limits.sync.followHeapMiB,
    answerBytes: limits.sync.followAnswerBytes,
    signal,
  }).catch((failure: unknown) => {
    if (!(failure instanceof ChildFault)) throw failure;
    throw new Error(`the process that installs models from the upstream ${failure.message}`, { cause: failure });
  });
  if (fault === null) return;
  if (diskFullCode !== undefined) throw Object.assign(new Error(fault), { code: diskFullCode });
  throw isModels ? new ModelError('bad', fault) : new Error(fault);
}
