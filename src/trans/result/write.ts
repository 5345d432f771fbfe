// A transcript as its result file.
import type { Transcript, TranscriptOptions } from '../../protocol/engine/transcription.js';
import { unreachable } from '../../protocol/unreachable.js';
import { jsonPieces } from './json.js';
import { srtPieces, txtPieces } from './text.js';

type ResultType = TranscriptOptions['resultType'];

/** A piece for each sentence: hours of speech are written as they come. */
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

export const resultExt = (type: ResultType): (typeof exts)[ResultType] => exts[type];
