// Slot notation inside training material: features see its sample word, results show it as it was written.
import { NotationFault } from '../../notation/fault.js';
import { parseQuestion } from '../../notation/question.js';

/** The text with the sample word in the place of each slot; a text that is no notation, and a pattern, stay as they are. */
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
