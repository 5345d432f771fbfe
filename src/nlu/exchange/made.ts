/** The ids of the objects that an import has made, by their names in the document. */
export interface Made {
  readonly dirs: Map<string, number>;
  readonly intents: Map<string, number>;
  readonly taskQuestions: Map<string, number>;
  readonly scenes: Map<string, number>;
  readonly skills: Map<string, number>;
}
