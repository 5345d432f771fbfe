// Sensitive-word lists (specification 1, section 2.5): one word a line; `#` begins a comment, as in hotword lists.
import { type Diagnostic, listLines, note } from './lines.js';

export interface SensitiveList {
  readonly words: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a list of sensitive words. It never throws: lines that are wrong become diagnostics. */
export function parseSensitiveWords(content: Uint8Array | string): SensitiveList {
  const { lines, diagnostics } = listLines(content);
  const first = new Map<string, number>();
  for (const { line, text } of lines) {
    const before = first.get(text);
    if (before === undefined) first.set(text, line);
    else diagnostics.push(note(line, `"${text}" is already on line ${before}`, 'each word once'));
  }
  return { words: [...first.keys()], diagnostics: diagnostics.sort((a, b) => a.line - b.line) };
}
