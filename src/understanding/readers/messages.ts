// The messages between the gateway and the document process: two closed unions of plain data.
import type { FromLasting, ToLasting } from '../../child/lasting.js';
import type { AreaSecret } from '../../trust/area-key.js';
import type { Answer, ReaderConfig } from '../learning/documents/reader.js';
import type { DocumentPlace } from './port.js';

export type ToReaders =
  /** The first message, if documents are encrypted. */
  | { readonly type: 'key'; readonly secret: AreaSecret }
  | {
      readonly type: 'open';
      readonly call: number;
      readonly session: string;
      readonly place: DocumentPlace;
      readonly config: ReaderConfig;
    }
  | { readonly type: 'ask'; readonly call: number; readonly session: string; readonly query: string }
  | { readonly type: 'close'; readonly session: string }
  | ToLasting;

export type FromReaders =
  | FromLasting
  | { readonly type: 'opened'; readonly call: number }
  | { readonly type: 'answers'; readonly call: number; readonly answers: readonly Answer[] }
  /**
   * `input`: the documents cannot be read; `full`: the documents of other sessions leave no room; `fault`: an internal
   * fault, which the log describes.
   */
  | {
      readonly type: 'failed';
      readonly call: number;
      readonly cause: 'input' | 'full' | 'fault';
      readonly message: string;
    };
