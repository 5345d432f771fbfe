// The voices that are served, which come from the models that engines have loaded. Their names have the form
// `{lang}_{voicename}_{domain}` (specification 2, 2.1).

import type { SpokenLanguage } from '../protocol/engine/synthesis.js';
import { ServiceError } from '../protocol/errors.js';
import { notServed } from '../protocol/wire/property.js';

export interface Voice {
  /** The name in lower case. */
  readonly property: string;
  readonly language: SpokenLanguage;
}

export interface ServedVoices {
  /**
   * Finds a voice by name, ignoring case. Throws 400 if the name is malformed, 404 if it is not served, and 503 if no
   * engine has reported its voices yet.
   */
  find(text: string): Voice;
  has(property: string): boolean;
  readonly names: readonly string[];
}

const form = /^([a-z]{2,8})_[a-z0-9]{1,64}_[a-z0-9-]{1,32}$/;

/** `loaded` returns the voices of engines that are ready; undefined: none is ready, and the last answer stays valid. */
export function servedVoices(loaded: () => ReadonlySet<string> | undefined): ServedVoices {
  let known: ReadonlySet<string> | undefined;
  const current = () => {
    known = loaded() ?? known;
    return known;
  };
  const names = () => [...(current() ?? [])].sort();
  return {
    find: (text) => {
      const property = text.toLowerCase();
      const language = form.exec(property)?.[1];
      if (language === undefined) {
        throw new ServiceError(
          'MALFORMED_PROPERTY',
          'property: must be {lang}_{voicename}_{domain}, for example cn_zhixingjing_common',
        );
      }
      const voices = current();
      if (voices === undefined) throw new ServiceError('ENGINE_UNAVAILABLE');
      if (!voices.has(property)) throw notServed(property, names());
      return { property, language: language === 'en' ? 'en' : 'cn' };
    },
    has: (property) => current()?.has(property) === true,
    get names() {
      return names();
    },
  };
}
