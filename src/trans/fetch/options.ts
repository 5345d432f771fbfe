// The source settings of `trans`, prepared for use.

import { AddressPolicy, type NetRules } from '../../net/address-policy.js';
import type { HostEntry } from '../../net/credentials.js';
import type { GuardLimits } from '../../net/guard.js';
import { limits } from '../../protocol/limits.js';
import type { StoredFiles } from '../../trust/stored-files.js';

export interface FetchLimits extends GuardLimits {
  readonly maxBytes: number;
}

export interface FetchPolicy {
  readonly addresses: AddressPolicy;
  /** Directories below which file:// sources may be read. */
  readonly fileRoots: readonly string[];
  /** Directories below which results may be saved. */
  readonly saveRoots: readonly string[];
  readonly limits: FetchLimits;
}

export interface PolicySettings extends NetRules {
  readonly fileRoots: readonly string[];
  readonly saveRoots: readonly string[];
  readonly fileBytes?: number;
  readonly stallMs?: number;
  readonly totalMs?: number;
}

export function fetchPolicy(settings: PolicySettings): FetchPolicy {
  const { fetch } = limits.trans;
  return {
    addresses: new AddressPolicy(settings),
    fileRoots: settings.fileRoots,
    saveRoots: settings.saveRoots,
    limits: {
      maxBytes: settings.fileBytes ?? fetch.fileBytes,
      stallMs: settings.stallMs ?? fetch.stallMs,
      stallBytes: fetch.stallBytes,
      totalMs: settings.totalMs ?? fetch.totalMs,
    },
  };
}

/** Options shared by fetching, scanning and saving. */
export interface RemoteOptions {
  readonly signal: AbortSignal;
  readonly hosts: readonly HostEntry[];
  readonly policy: FetchPolicy;
}

export interface FetchOptions extends RemoteOptions {
  /** The storage of the recording; plain files unless given. */
  readonly files?: StoredFiles;
  /** Called with the number of bytes of each piece that arrived. */
  readonly onBytes?: (count: number) => void;
}
