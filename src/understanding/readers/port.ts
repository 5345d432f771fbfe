// Document sessions (specification 3, section 3.2) as the routes see them. client.ts runs them in a process of their
// own.
import type { Answer, ReaderConfig } from '../learning/documents/reader.js';

export type { Answer as DocumentAnswer, ReaderConfig } from '../learning/documents/reader.js';

/** The owner of a session, a developer with a tenant. For anyone else the session does not exist. */
export interface SessionOwner {
  readonly developerId: number;
  readonly tenantId: string;
}

/** A file, or a folder. All `.txt` files of a folder and its subfolders are read, in the order of their names. */
export interface DocumentPlace {
  readonly type: 'FILE' | 'DIR';
  /** An absolute path that has been checked: it lies below the root of training files, and no link leads outside. */
  readonly path: string;
}

/** Document sessions. Every fault is a ServiceError with a message for the client. */
export interface DocumentReaders {
  /**
   * Reads the documents; the session exists when this resolves. Throws BAD_MATERIAL if the documents cannot be read,
   * TOO_MANY_RESOURCES if the tenant or the gateway has no room for another session, CONFLICT if the id is taken,
   * OVERLOADED.
   */
  open(owner: SessionOwner, sessionId: string, place: DocumentPlace, config: ReaderConfig): Promise<void>;
  /**
   * Answers a query, best answer first; `doc` is the path below the opened place, or the name of a single file. Throws
   * RESOURCE_NOT_FOUND if the session does not exist (any more), INVALID_ARGUMENT if the query is empty or too long,
   * OVERLOADED.
   */
  ask(owner: SessionOwner, sessionId: string, query: string): Promise<readonly Answer[]>;
  /** Closes a session. Returns false if it does not exist (any more). */
  close(owner: SessionOwner, sessionId: string): Promise<boolean>;
  /** Stops the process and closes all sessions. */
  stop(): Promise<void>;
}
