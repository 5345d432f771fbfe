// The parts of the program that commands need to run dialogs with a robot.
import type { TurnOutcome, TurnRequest } from '../../understanding/flow/turn.js';
import type { Mismatch } from '../../understanding/stories/check.js';

export interface PlayableStory {
  readonly title: string;
  readonly line: number;
  /** Plays the dialog. An empty list means that it holds. */
  play(): readonly Mismatch[];
}

export type StoryFile = { readonly file: string } & (
  | { readonly stories: readonly PlayableStory[]; readonly fault?: never }
  | { readonly fault: { readonly line: number; readonly message: string }; readonly stories?: never }
);

export interface DialogParts {
  /** The stories below a directory. @throws CommandFailure */
  stories(directory: string): Iterable<StoryFile>;
  /** Opens a robot. `path` is a document, a directory or a package. @throws CommandFailure */
  robot(path: string): { run(request: TurnRequest): TurnOutcome };
}
