// A heading of a document as it was read.
import type { Sequence } from './sequences.js';

export interface Heading {
  /** `title`: the title of the whole document; `ranked`: its form tells its rank; `bare`: a short line above text. */
  readonly kind: 'title' | 'ranked' | 'counted' | 'bare' | 'question';
  readonly style: string;
  readonly rank: number;
  readonly sequence: Sequence | undefined;
  /** The number, such as 第一条 or 1.1; empty if there is none. */
  readonly label: string;
  /** The title without its number. */
  readonly title: string;
  /** Text of the section on the line of the heading. */
  readonly inline: string;
  /** The heading stands left of the text, next to numbered headings. */
  readonly isOutside?: boolean;
}
