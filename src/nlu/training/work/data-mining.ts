// Mining: records, an ignore list and a knowledge base in, questions out.
import { parseKnowledgeBase } from '../../../understanding/learning/inputs/knowledge-base.js';
import { parseLines } from '../../../understanding/learning/inputs/lines.js';
import { type Mined, mine } from '../../../understanding/learning/mining/mine.js';
import type { MineOrder } from '../../../understanding/learning/order.js';
import { readMaterial, writeResult } from './files.js';
import { sentenceVectorsOf } from './models.js';
import type { CarryOut, WorkParts } from './parts.js';

export const carryOut: CarryOut<MineOrder> = (order, parts) => {
  const { kb, newKb } = minedFiles(order, parts);
  writeResult(parts.disk, order.resultPath, { ...(kb !== undefined && { kb }), new_kb: newKb });
  return undefined;
};

/** @throws InputFault */
export function minedFiles(
  order: Omit<MineOrder, 'resultPath' | 'niceness'>,
  { disk, onProgress }: MiningParts,
): Mined {
  const read = <T>(path: string | undefined, parse: (bytes: Uint8Array, name: string) => T): T | undefined => {
    if (path === undefined) return undefined;
    const { bytes, name } = readMaterial(disk, path);
    return parse(bytes, name);
  };
  const { recordsPath, overlookPath, kbPath, weightPath, config, assets } = order;
  const input = {
    records: read(recordsPath, parseLines) ?? [],
    ignored: read(overlookPath, parseLines) ?? [],
    knowledge: read(kbPath, (bytes, name) => parseKnowledgeBase(bytes, name, { needsIds: true })),
  };
  return mine(input, config, sentenceVectorsOf(assets.vectors, weightPath, 'weightPath'), (progress) =>
    onProgress({ progress }),
  );
}

export type MiningParts = Pick<WorkParts, 'disk' | 'onProgress'>;
