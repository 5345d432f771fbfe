// The parts of the program that the commands which learn from files use.

/** The fields of a request of the specification (3, section 4.2), with paths as they were typed. */
export interface LearningRequests {
  readonly mine: {
    readonly recordsPath: string;
    readonly overlookPath?: string | undefined;
    readonly kbPath?: string | undefined;
    readonly config: Readonly<Record<string, unknown>>;
  };
  readonly split: { readonly path: string };
  readonly paraphrase: { readonly questions: readonly string[]; readonly config: Readonly<Record<string, unknown>> };
  readonly train: Readonly<Record<string, unknown>> & {
    readonly kbPath: string;
    readonly config: Readonly<Record<string, unknown>>;
  };
}

export interface QuestionList {
  readonly q: string;
  readonly e: readonly string[];
}

export interface MinedLists {
  readonly kb?: readonly (QuestionList & { readonly i: string })[];
  readonly new_kb: readonly QuestionList[];
}

export interface SplitText {
  readonly doc: string;
  readonly qa: readonly { readonly q: string; readonly a: string }[];
}

export interface Trained {
  readonly epochFinished: number;
  /** The models by their rates, the best first. */
  readonly results: readonly {
    readonly modelPath: string;
    readonly type: string;
    readonly epoch: number;
    readonly steps?: number;
    readonly eval: { readonly rate: readonly number[] };
  }[];
  readonly warnings: readonly string[];
}

export interface DocumentAnswer {
  readonly doc: string;
  readonly answer: string;
  readonly docScore: number;
  readonly answerScore: number;
}

export interface AskRequest {
  readonly path: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** `share` is the share of the work that is done, 0 to 1. It never decreases. */
export type OnShare = (share: number) => void;

/** Each throws CommandFailure: wrong usage if a flag has a wrong value, bad input if a file cannot be used. */
export interface LearningParts {
  mine(request: LearningRequests['mine'], onShare: OnShare): Promise<MinedLists>;
  split(request: LearningRequests['split'], onShare: OnShare): Promise<readonly SplitText[]>;
  paraphrase(request: LearningRequests['paraphrase'], onShare: OnShare): Promise<readonly QuestionList[]>;
  train(request: LearningRequests['train'], onShare: OnShare): Promise<Trained>;
  /** Reads the documents. The function that it gives answers questions about them. */
  documents(request: AskRequest): Promise<(query: string) => readonly DocumentAnswer[]>;
}
