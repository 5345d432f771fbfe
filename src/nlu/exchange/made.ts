/** The ids of what an import has made, by the names of the document. */
export interface Made {
  readonly dirs: Map<string, number>;
  readonly intents: Map<string, number>;
  readonly taskQuestions: Map<string, number>;
  readonly scenes: Map<string, number>;
  readonly skills: Map<string, number>;
}
