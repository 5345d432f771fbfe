// Document sessions (specification 3, section 3.2) as the routes see them. client.ts keeps them in a process of their own.
import type { Answer, ReaderConfig } from '../learning/documents/reader.js';

export type { Answer as DocumentAnswer, ReaderConfig } from '../learning/documents/reader.js';

/** A session belongs to a developer and a tenant; to anyone else it does not exist. */
export interface SessionOwner {
  readonly developerId: number;
  readonly tenantId: string;
}

/** A file, or a folder whose `.txt` files are read, at any depth, in the order of their names. */
export interface DocumentPlace {
  readonly type: 'FILE' | 'DIR';
  /** An absolute path that has been checked: it lies below the root of training files, and no link leads out of it. */
  readonly path: string;
}

/** Every fault is a ServiceError whose message is meant for the client. */
export interface DocumentReaders {
  /** Reads the documents; the session is there when this resolves. Throws BAD_MATERIAL where the documents cannot be read,
   * TOO_MANY_RESOURCES where the tenant or the gateway has no room for one more, CONFLICT where the id is taken, OVERLOADED. */
  open(owner: SessionOwner, sessionId: string, place: DocumentPlace, config: ReaderConfig): Promise<void>;
  /** Best first; `doc` is the path below the place that was opened, of a single file its name. Throws RESOURCE_NOT_FOUND where there
   * is no such session (any more), INVALID_ARGUMENT for a query that is empty or too long, OVERLOADED. */
  ask(owner: SessionOwner, sessionId: string, query: string): Promise<readonly Answer[]>;
  /** false: there is no such session (any more). */
  close(owner: SessionOwner, sessionId: string): Promise<boolean>;
  /** Ends the process and every session. */
  stop(): Promise<void>;
}
