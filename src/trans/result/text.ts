// Result files for people: SRT and TXT (specification 2, section 4.4, "Result formats"). A sentence that smoothing
// emptied has no line.
import {
  hasParagraphs,
  type Transcript,
  type TranscriptOptions,
  type TranscriptSentence,
} from '../../protocol/engine/transcription.js';

/** Yields the SRT entries of a transcript. */
export function* srtPieces({ sentences }: Transcript): Iterable<string> {
  let number = 0;
  for (const sentence of sentences) {
    const line = lineOf(sentence);
    if (line === undefined) continue;
    yield `${++number}\n${srtTime(sentence.startMs)} --> ${srtTime(sentence.endMs)}\n${line}\n\n`;
  }
}

/** Yields the TXT of a transcript: a line for each sentence, or paragraphs if they were requested. */
export function* txtPieces({ sentences }: Transcript, options: TranscriptOptions): Iterable<string> {
  if (hasParagraphs(options)) {
    yield* paragraphs(sentences);
    return;
  }
  for (const sentence of sentences) {
    const line = lineOf(sentence);
    if (line !== undefined) yield `${line}\n`;
  }
}

/**
 * Yields paragraphs. A newline ends a paragraph, whether before a sentence or within it; the texts of one paragraph are
 * joined with one space.
 */
function* paragraphs(sentences: readonly TranscriptSentence[]): Iterable<string> {
  let before = '';
  for (const { text } of sentences) {
    for (const [at, part] of text.split('\n').entries()) {
      if (at > 0 && before !== '') before = '\n\n';
      const line = part.trim();
      if (line === '') continue;
      yield before + line;
      before = ' ';
    }
  }
  if (before !== '') yield '\n';
}

function lineOf({ text, role }: TranscriptSentence): string | undefined {
  const line = text.replaceAll('\n', ' ').trim();
  if (line === '') return undefined;
  return role === undefined ? line : `${role}: ${line}`;
}

/** Formats ms as hh:mm:ss,mmm. */
export function srtTime(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60].map(two).join(':');
  return `${time},${String(whole % 1_000).padStart(3, '0')}`;
}
