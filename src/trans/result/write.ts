// Writes a transcript in the format of its result file.
import type { Transcript, TranscriptOptions } from '../../protocol/engine/transcription.js';
import { unreachable } from '../../protocol/unreachable.js';
import { jsonPieces } from './json.js';
import { srtPieces, txtPieces } from './text.js';

type ResultType = TranscriptOptions['resultType'];

/** Yields pieces of about one sentence, so that hours of speech are never held as one text. */
export function transcriptPieces(transcript: Transcript, options: TranscriptOptions): Iterable<string> {
  switch (options.resultType) {
    case 'JSON':
      return jsonPieces(transcript, options);
    case 'SRT':
      return srtPieces(transcript);
    case 'TXT':
      return txtPieces(transcript, options);
    default:
      return unreachable(options.resultType);
  }
}

const exts = { JSON: '.json', SRT: '.srt', TXT: '.txt' } as const satisfies Record<ResultType, string>;

/** The extension of a result file, with its dot. */
export const resultExt = (type: ResultType): (typeof exts)[ResultType] => exts[type];
