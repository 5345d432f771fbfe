// Slot notation in training material. Features see the sample word of a slot; results show the notation as it was
// written.
import { NotationFault } from '../../notation/fault.js';
import { parseQuestion } from '../../notation/question.js';

/** Replaces each slot by its sample word. Patterns and texts that are no valid notation stay as they are. */
export function sampled(written: string): string {
  if (!written.includes('{')) return written;
  try {
    const question = parseQuestion(written);
    if (question.kind === 'pattern') return written;
    return question.parts.map((part) => (part.kind === 'text' ? part.text : (part.sample ?? ''))).join('');
  } catch (fault) {
    if (!(fault instanceof NotationFault)) throw fault;
    return written;
  }
}
