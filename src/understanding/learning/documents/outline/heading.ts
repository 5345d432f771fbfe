// A heading of a document, as it was read.
import type { Sequence } from './sequences.js';

export interface Heading {
  /** `title`: of the whole document; `ranked`: its form says how high it stands; `bare`: a short line above text. */
  readonly kind: 'title' | 'ranked' | 'counted' | 'bare' | 'question';
  readonly style: string;
  readonly rank: number;
  readonly sequence: Sequence | undefined;
  /** 第一条, 1.1; empty where there is none. */
  readonly label: string;
  /** Without its number. */
  readonly title: string;
  /** Text of the section that stands on the line of the heading. */
  readonly inline: string;
  /** It stands left of the text, beside numbered headings. */
  readonly isOutside?: boolean;
}
