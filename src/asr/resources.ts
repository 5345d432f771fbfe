// The requests of recognition to the resource service: lists by id, a compiled custom LM, and profiles.
import { createHash } from 'node:crypto';
import type { LanguageModelFile } from '../protocol/engine/recognition.js';
import type { GivenConfig } from '../protocol/wire/asr-config.js';

/** The content of a list. It is read only if its compiled form is not at hand. */
export interface ListContent {
  /** SHA-256 of the bytes: lists of the same key are the same list. */
  readonly key: string;
  bytes(): Uint8Array;
}

/**
 * The key of a list. The crc64 of the resource service would not do: it can be forged, and the compiled lists of all
 * developers are kept together.
 */
export const keyOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function contentOf(bytes: Uint8Array): ListContent {
  return { key: keyOf(bytes), bytes: () => bytes };
}

/** A list that a user made. */
export interface StoredList {
  readonly content: ListContent;
  /** The user of the developer who alone may use the list; undefined if it is shared. */
  readonly userId: string | undefined;
}

/** Sample text of a developer and what has become of it. */
export interface CustomLanguageModel {
  /** The model of the text as it is, or as it was before its last change; undefined: there is none. */
  readonly file: LanguageModelFile | undefined;
  /** A warning for the caller. */
  readonly warning: string | undefined;
}

/** Words that the profile brings besides those of the request (specification 2, 2.3, resource rule 5). */
export interface SystemWords {
  readonly vocabulary?: ListContent;
  readonly sensitiveWords?: ListContent;
  readonly languageModel?: LanguageModelFile;
  /** The fate of these lists when the request brings its own; a language model is never merged. */
  readonly whenUserBrings: 'merge' | 'replace';
}

export interface Profile {
  /** Defaults for what a request does not give; `ProfileValues` of protocol/asr-config.ts has checked them. */
  readonly values: GivenConfig;
  readonly system: SystemWords;
}

/** Looks everything up for a developer; objects of other developers do not exist for him. */
export interface ResourceLookup {
  vocabulary(developerId: number, id: string): StoredList | undefined;
  /** The userId does not matter, because these lists are shared. */
  sensitiveWords(developerId: number, id: string): ListContent | undefined;
  /** The userId does not matter. */
  languageModel(developerId: number, id: string): CustomLanguageModel | undefined;
  profile(developerId: number, name: string): Profile | undefined;
}

/** A gateway without the resource service. */
export const noResources: ResourceLookup = {
  vocabulary: () => undefined,
  sensitiveWords: () => undefined,
  languageModel: () => undefined,
  profile: () => undefined,
};
