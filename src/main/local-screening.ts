// The engine's pipeline inside the command line's own process: files need no gateway.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import type { Screener, ScreenRequest } from '../cli/screener.js';
import type { ClipResult } from '../engine/messages.js';
import { type Clip, openClip, openPackedClip, screenClip } from '../engine/pipeline/clip.js';
import { anySlice, HearingPool } from '../engine/pipeline/hearing.js';
import { parseOneShotFormat, parseStreamFormat, streamCoding } from '../protocol/audio.js';
import type { RingTables } from '../protocol/ring.js';
import { defaultTables } from '../ring/default-tables.js';
import { ringJudge } from '../ring/judge.js';
import { parseKeywordTable, parseToneTable, TableFault } from '../ring/table-text.js';

/** A file may hold many more events than a reply of the service should. */
const evidenceEvents = 10_000;

export function localScreener(dataDir: string | undefined): Screener {
  const tables = dataDir === undefined ? defaultTables : tablesOf(join(dataDir, 'ring'));
  const hearings = new HearingPool(anySlice, 1);
  return {
    screen: async (bytes, request): Promise<ClipResult> => {
      const clip = open(bytes, request);
      const judge = ringJudge(tables, { until: 'whole', endOnRingback: false, evidenceEvents });
      const hearing = hearings.take(clip.coding);
      const result = await screenClip(clip, judge, undefined, hearing);
      hearings.giveBack(hearing);
      return result;
    },
  };
}

function open(bytes: Uint8Array, { format, encParams, sliceMs }: ScreenRequest): Clip {
  if (!format.toLowerCase().startsWith('svc_')) {
    return openClip(bytes, parseOneShotFormat(format, 'format'), Number.POSITIVE_INFINITY, sliceMs);
  }
  return openPackedClip(bytes, streamCoding(parseStreamFormat(format, 'format'), encParams, 'encParams'));
}

function tablesOf(directory: string): RingTables {
  return {
    keywords: table(join(directory, 'keywords.txt'), parseKeywordTable),
    tones: table(join(directory, 'tones.txt'), parseToneTable),
  };
}

function table<Row>(path: string, parse: (bytes: Uint8Array) => Row[]): Row[] {
  try {
    return parse(readFileSync(path));
  } catch (fault) {
    const reason =
      fault instanceof TableFault ? fault.message : ((fault as NodeJS.ErrnoException).code ?? String(fault));
    throw new CommandFailure(exitCodes.badInput, `${path}: ${reason}`, { cause: fault });
  }
}
