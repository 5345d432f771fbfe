// Document sessions (specification 3, section 3.2) as the routes see them. client.ts keeps them in a process of their own.

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

export interface ReaderConfig {
  /** paragraphs in which an answer is looked for */
  readonly nbest: number;
  readonly maxAnswerCharacters: number;
  /** characters around a sentence that are looked at while an answer is chosen */
  readonly docBufferCharacters: number;
}

export interface DocumentAnswer {
  /** the path of the document below the place that was opened; of a single file its name */
  readonly doc: string;
  readonly answer: string;
  /** 0 to 1 */
  readonly docScore: number;
  /** 0 to 1 */
  readonly answerScore: number;
}

/** Every fault is a ServiceError whose message is meant for the client. */
export interface DocumentReaders {
  /** Reads the documents; the session is there when this resolves. Throws INVALID_ARGUMENT where the documents are none that can be
   * read, RESOURCE_NOT_FOUND where the path leads nowhere, RESOURCE_TOO_LARGE, TOO_MANY_RESOURCES, OVERLOADED. */
  open(owner: SessionOwner, sessionId: string, place: DocumentPlace, config: ReaderConfig): Promise<void>;
  /** Best first. Throws RESOURCE_NOT_FOUND where there is no such session (any more), INVALID_ARGUMENT for a query that is empty or
   * too long, OVERLOADED. */
  ask(owner: SessionOwner, sessionId: string, query: string): Promise<readonly DocumentAnswer[]>;
  /** false: there is no such session (any more). */
  close(owner: SessionOwner, sessionId: string): Promise<boolean>;
  /** Ends the process and every session. */
  stop(): Promise<void>;
}
