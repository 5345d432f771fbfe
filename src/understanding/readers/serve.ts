// The document process, which keeps sessions in memory. It opens no connection and closes no session by itself; the
// gateway decides that.

import type { SliceMessage } from '../../child/frames.js';
import type { Steps } from '../../protocol/steps.js';
import type { AreaSecret } from '../../trust/area-key.js';
import { DocumentReader, type SourceDocument } from '../learning/documents/reader.js';
import { InputFault } from '../learning/fault.js';
import { Loading, type LoadingParts } from '../loading.js';
import type { WordVectors } from '../matching/word-vectors.js';
import type { FromReaders, ToReaders } from './messages.js';
import type { DocumentPlace } from './port.js';

export interface ServeParts extends Omit<LoadingParts<string, Opened>, 'begin'> {
  readonly send: (message: FromReaders) => void;
  readonly exit: () => void;
  /** Reads the documents of a place. @throws InputFault */
  readonly read: (place: DocumentPlace) => readonly SourceDocument[];
  /** Called before the first session, if documents are encrypted. */
  readonly onKey?: (secret: AreaSecret) => void;
  readonly vectors: WordVectors | undefined;
  /** The maximum size of the documents of all sessions, in UTF-8 bytes. */
  readonly bytes: number;
  /** Reports an internal fault to the log. */
  readonly fault: (fault: unknown) => void;
}

interface Opened {
  readonly reader: DocumentReader;
  readonly bytes: number;
}

type OpenOrder = Extract<ToReaders, { type: 'open' }>;

/** Thrown if the documents of other sessions leave no room. */
class RoomFault extends Error {}

/** Builds the handler of the process's messages. */
export function serveReaders(parts: ServeParts): (message: ToReaders | SliceMessage) => void {
  const { send, exit, read, vectors, bytes: most, fault } = parts;
  const sessions = new Map<string, Opened>();
  const orders = new Map<string, OpenOrder>();
  let isStopping = false;
  const held = (): number => [...sessions.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const loading = new Loading<string, Opened>({
    ...parts,
    begin: (session) => opened(orders.get(session) as OpenOrder),
  });

  function* opened({ place, config }: OpenOrder): Steps<Opened> {
    const documents = read(place);
    const bytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    if (held() + bytes > most)
      throw new RoomFault(
        'the documents of other sessions leave too little memory for these; end a session, or use fewer documents',
      );
    return { reader: yield* DocumentReader.of(documents, config, vectors), bytes };
  }

  const answered = (call: number, work: () => FromReaders): void => {
    try {
      send(work());
    } catch (thrown) {
      const cause = thrown instanceof InputFault ? 'input' : thrown instanceof RoomFault ? 'full' : 'fault';
      if (cause === 'fault') fault(thrown);
      send({ type: 'failed', call, cause, message: (thrown as Error).message });
    }
  };

  return (message) => {
    switch (message.type) {
      case 'key':
        parts.onKey?.(message.secret);
        return;
      case 'open': {
        const { call, session } = message;
        orders.set(session, message);
        loading.wanted(session, (made) => {
          const isWanted = orders.delete(session);
          answered(call, () => {
            const own = made();
            if (isWanted) sessions.set(session, own);
            return { type: 'opened', call };
          });
          if (isStopping && loading.isIdle) exit();
        });
        return;
      }
      case 'ask': {
        const { call, session, query } = message;
        answered(call, () => ({ type: 'answers', call, answers: sessions.get(session)?.reader.ask(query) ?? [] }));
        return;
      }
      case 'close':
        sessions.delete(message.session);
        return;
      case 'stop':
        isStopping = true;
        if (loading.isIdle) exit();
        return;
      default:
    }
  };
}
