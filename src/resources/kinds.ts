// The kinds of resources (specification 1, section 2.2). If the specification leaves open which two of the three
// categories a type has: sys and shared user.
import { limits } from '../protocol/limits.js';

export interface ResourceKind {
  readonly cu: string;
  readonly type: string;
  /** `list`: a word list, 100K in lines of 256 bytes; `text`: UTF-8; `bytes`: whatever it is. */
  readonly content: 'list' | 'text' | 'bytes';
  /** The owners besides sys. `shared`: a developer, for all its applications; `exclusive`: also single users. */
  readonly users: 'none' | 'shared' | 'exclusive';
  /** Shared resources of a developer; undefined: no limit of its own. */
  readonly sharedMost?: number;
}

const { resource } = limits;

const kinds: readonly ResourceKind[] = [
  { cu: 'asr', type: 'userword', content: 'list', users: 'exclusive' },
  { cu: 'asr', type: 'sensword', content: 'list', users: 'shared', sharedMost: resource.senswordsPerDeveloper },
  { cu: 'asr', type: 'olm', content: 'text', users: 'shared', sharedMost: resource.othersPerDeveloper },
  { cu: 'ocr', type: 'template', content: 'bytes', users: 'none' },
  { cu: 'nlp', type: 'qarule', content: 'bytes', users: 'shared', sharedMost: resource.othersPerDeveloper },
  { cu: 'talktrick', type: 'talktrick', content: 'bytes', users: 'shared', sharedMost: resource.othersPerDeveloper },
];

export const kindOf = (cu: string, type: string): ResourceKind | undefined =>
  kinds.find((kind) => kind.cu === cu && kind.type === type);

/** Every kind as `cu/type`. */
export const kindNames: readonly string[] = kinds.map(({ cu, type }) => `${cu}/${type}`);

const known = (type: string): ResourceKind => kinds.find((kind) => kind.type === type) as ResourceKind;
export const userwords = known('userword');
export const senswords = known('sensword');
