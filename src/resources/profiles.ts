// Profiles of recognition: named defaults, with word lists of sys and what becomes of those when a request brings its own
// (specification 2, section 2.3). Every START asks for one, so that they are kept in memory; this process is the table's
// only writer.
import type { z } from 'zod';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { ProfileValues } from '../protocol/wire/asr-config.js';
import type { ProfileDraft } from '../protocol/wire/profile-messages.js';
import type { ResourceKind } from './kinds.js';
import { senswords, userwords } from './kinds.js';
import type { ProfileRow, ResourceTable } from './table.js';

export interface ProfilesOptions {
  readonly table: ResourceTable;
  /** ms UTC */
  readonly now: () => number;
  /** A profile that this version cannot read; calls that name it get the defaults and a warning. */
  readonly onUnreadable: (name: string) => void;
}

export type ProfileFacts = z.output<typeof ProfileDraft> & { readonly name: string };

export class Profiles {
  readonly #options: ProfilesOptions;
  readonly #profiles = new Map<string, ProfileFacts>();

  constructor(options: ProfilesOptions) {
    this.#options = options;
    this.reload();
  }

  /** Reads the table again after something else wrote it. */
  reload(): void {
    this.#profiles.clear();
    for (const row of this.#options.table.profiles()) {
      const profile = read(row);
      if (profile === undefined) this.#options.onUnreadable(row.name);
      else this.#profiles.set(row.name, profile);
    }
  }

  list(): ProfileFacts[] {
    return [...this.#profiles.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(name: string): ProfileFacts | undefined {
    return this.#profiles.get(name);
  }

  get(name: string): ProfileFacts {
    const profile = this.find(name);
    if (profile === undefined) throw notFound(name);
    return profile;
  }

  put(name: string, draft: z.output<typeof ProfileDraft>): ProfileFacts {
    const { table, now } = this.#options;
    const { vocabId, senswordId, whenUserBrings } = draft.system;
    this.#refuseReference('system.vocabId', vocabId, userwords);
    this.#refuseReference('system.senswordId', senswordId, senswords);
    if (!this.#profiles.has(name) && this.#profiles.size >= limits.resource.profiles) {
      throw new ServiceError(
        'TOO_MANY_RESOURCES',
        `there can be at most ${limits.resource.profiles} profiles; remove one first`,
      );
    }
    table.putProfile({
      name,
      settings: JSON.stringify(draft.values),
      vocabularyId: vocabId ?? null,
      sensitiveWordsId: senswordId ?? null,
      whenUserBrings,
      now: now(),
      origin: '',
    });
    const profile = { name, ...draft };
    this.#profiles.set(name, profile);
    return profile;
  }

  remove(name: string): void {
    if (!this.#options.table.removeProfile(name)) throw notFound(name);
    this.#profiles.delete(name);
  }

  #refuseReference(key: string, id: string | undefined, { cu, type }: ResourceKind): void {
    if (id === undefined) return;
    const row = this.#options.table.row(id);
    if (row?.category === 'sys' && row.cu === cu && row.type === type) return;
    throw new ServiceError('INVALID_ARGUMENT', `${key}: no sys resource ${cu}/${type} has this id`);
  }
}

function read(row: ProfileRow): ProfileFacts | undefined {
  const values = ProfileValues.safeParse(JSON.parse(row.settings));
  if (!values.success) return undefined;
  const system = {
    whenUserBrings: row.when_user_brings,
    ...(row.vocabulary_id !== null && { vocabId: row.vocabulary_id }),
    ...(row.sensitive_words_id !== null && { senswordId: row.sensitive_words_id }),
  };
  return { name: row.name, values: values.data, system };
}

const notFound = (name: string): ServiceError =>
  new ServiceError(
    'RESOURCE_NOT_FOUND',
    `there is no profile ${JSON.stringify(name.slice(0, limits.resource.profileNameBytes))}`,
  );
