// The properties that recognition serves: those for which the engines have a model, and their aliases.
import { ServiceError } from '../protocol/errors.js';
import {
  aliasedProperty,
  commonProperties,
  notServed,
  readSpeechProperty,
  type SpeechProperty,
} from '../protocol/wire/property.js';

export interface ServedProperty extends SpeechProperty {
  /** The property by which the engine finds its model. */
  readonly modelProperty: string;
}

export interface ServedProperties {
  /** Finds a property. Malformed: 400. Not served: 404. No engine has reported what it serves: 503. */
  find(text: string): ServedProperty;
  readonly names: readonly string[];
}

/**
 * `loaded` gives what the ready engines have models for. While none is ready it gives undefined, and the last answer
 * holds.
 */
export function servedProperties(loaded: () => ReadonlySet<string> | undefined): ServedProperties {
  let known: ReadonlySet<string> | undefined;
  const current = () => {
    known = loaded() ?? known;
    return known;
  };
  const modelProperty = (name: string): string | undefined =>
    [name, aliasedProperty(name)].find((each) => each !== undefined && current()?.has(each) === true);
  const names = () =>
    [...new Set([...commonProperties, ...(current() ?? [])])].filter((name) => modelProperty(name) !== undefined);
  return {
    find: (text) => {
      const property = readSpeechProperty(text);
      const model = modelProperty(property.name);
      if (model !== undefined) return { ...property, modelProperty: model };
      throw current() === undefined ? new ServiceError('ENGINE_UNAVAILABLE') : notServed(property.name, names());
    },
    get names() {
      return names();
    },
  };
}
