// Validation sets, test sets and weak labels (specification 3, section 2.2): per line a question, a tab and a standard
// question.
import { InputFault } from '../fault.js';
import { linesOf } from './lines.js';

export interface LabelledText {
  readonly line: number;
  readonly text: string;
  /** The standard question. */
  readonly answer: string;
}

/** Parses a labelled file. @throws InputFault */
export function parseLabelled(bytes: Uint8Array, name: string): LabelledText[] {
  return linesOf(bytes, name).map(({ line, text: written }) => {
    const columns = written.split('\t').map((column) => column.trim());
    const [text = '', answer = ''] = columns;
    if (columns.length !== 2 || text === '' || answer === '') {
      const found = columns.length === 2 ? 'an empty column' : `${columns.length - 1} tabs`;
      throw new InputFault(
        `${name}: line ${line} has ${found}; it must be a question, one tab, and a standard question`,
      );
    }
    return { line, text, answer };
  });
}
