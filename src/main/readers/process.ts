// The document process: sessions of doc_reader in memory, no network, no database. The gateway starts it and speaks over a pipe.
import { readFileSync } from 'node:fs';
import { parent } from '../../child/parent.js';
import { readDocuments } from '../../nlu/training/work/documents.js';
import { limits } from '../../protocol/limits.js';
import { realDisk } from '../../storage/disk.js';
import { areaKeyOf } from '../../trust/area-key.js';
import { KeyedFiles } from '../../trust/keyed-files.js';
import { WordVectors } from '../../understanding/matching/word-vectors.js';
import type { FromReaders, ToReaders } from '../../understanding/readers/messages.js';
import { serveReaders } from '../../understanding/readers/serve.js';

const { frameBytes, openSliceMs: sliceMs, bytes } = limits.documents.reader;

/** Access to documents; they are plain until a key arrives. */
let files = new KeyedFiles(realDisk);

const vectorFile = process.argv[2];
const gateway = parent<ToReaders, FromReaders>(frameBytes);
gateway.receive(
  serveReaders({
    ...{ send: gateway.send, exit: gateway.exit, sliceMs, bytes },
    clock: () => performance.now(),
    later: setImmediate,
    read: (place) => readDocuments(files, place, limits.documents.session),
    onKey: (secret) => {
      files = new KeyedFiles(realDisk, areaKeyOf(secret));
    },
    vectors: vectorFile === undefined ? undefined : new WordVectors(readFileSync(vectorFile)),
    fault: (fault) => console.error(fault), // standard error belongs to the gateway
  }),
);
gateway.send({ type: 'ready', startMs: performance.now(), rssBytes: process.memoryUsage.rss() });
