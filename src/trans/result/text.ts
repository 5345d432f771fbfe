// Result files that people read: SRT and TXT (specification 2, section 4.4, "Result formats"). A sentence of which
// smoothing left nothing has no line.
import {
  hasParagraphs,
  type Transcript,
  type TranscriptOptions,
  type TranscriptSentence,
} from '../../protocol/engine/transcription.js';

export function* srtPieces({ sentences }: Transcript): Iterable<string> {
  let number = 0;
  for (const sentence of sentences) {
    const line = lineOf(sentence);
    if (line === undefined) continue;
    yield `${++number}\n${srtTime(sentence.startMs)} --> ${srtTime(sentence.endMs)}\n${line}\n\n`;
  }
}

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

/** A newline is the end of a paragraph, before a sentence or within it; what stands in one is joined with one space. */
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

/** hh:mm:ss,mmm */
export function srtTime(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60].map(two).join(':');
  return `${time},${String(whole % 1_000).padStart(3, '0')}`;
}
