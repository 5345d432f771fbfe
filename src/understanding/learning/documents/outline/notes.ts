// Footnotes. They stand below a ruled line and belong to no section.
import type { RawLine } from './raw.js';

const note = /^(?:\^\[\d{1,3}\]|\[\d{1,3}\]\s)/;
const reference = /\s?\^\[\d{1,3}\]/g;

/** Removes footnotes from the lines. */
export function withoutNotes(lines: readonly RawLine[]): RawLine[] {
  const kept: RawLine[] = [];
  let notesIndent: number | undefined;
  for (const line of lines) {
    const isNote = note.test(line.text);
    if (isNote && line.isAfterRule) notesIndent = line.indent;
    else if (
      notesIndent !== undefined &&
      line.isAfterBlank &&
      !isNote &&
      (line.indent < notesIndent || notesIndent === 0)
    )
      notesIndent = undefined;
    if (notesIndent === undefined) kept.push(line);
  }
  if (kept.length === lines.length) return kept;
  return kept.map((line) => ({ ...line, text: line.text.replace(reference, '') })).filter(({ text }) => text !== '');
}
