// Mining: records, an ignore list and a knowledge base in, questions out.
import { parseKnowledgeBase } from '../../../understanding/learning/inputs/knowledge-base.js';
import { parseLines } from '../../../understanding/learning/inputs/lines.js';
import { mine } from '../../../understanding/learning/mining/mine.js';
import type { MineOrder } from '../../../understanding/learning/order.js';
import { readMaterial, writeResult } from './files.js';
import { sentenceVectorsOf } from './models.js';
import type { CarryOut } from './parts.js';

export const carryOut: CarryOut<MineOrder> = (order, { files, onProgress }) => {
  const read = <T>(path: string | undefined, parse: (bytes: Uint8Array, name: string) => T): T | undefined => {
    if (path === undefined) return undefined;
    const { bytes, name } = readMaterial(files, path);
    return parse(bytes, name);
  };
  const { recordsPath, overlookPath, kbPath, weightPath, config, assets, resultPath } = order;
  const input = {
    records: read(recordsPath, parseLines) ?? [],
    ignored: read(overlookPath, parseLines) ?? [],
    knowledge: read(kbPath, (bytes, name) => parseKnowledgeBase(bytes, name, { needsIds: true })),
  };
  const vectors = sentenceVectorsOf(files, assets.vectors, weightPath, 'weightPath');
  const { kb, newKb } = mine(input, config, vectors, (progress) => onProgress({ progress }));
  writeResult(files, resultPath, { ...(kb !== undefined && { kb }), new_kb: newKb });
  return undefined;
};
