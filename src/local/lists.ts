// `tonegate resources check`: the grammar of word lists, without a gateway.
import type { ResourcesParts } from '../cli/resources.js';
import { diagnosticsOf } from '../resources/content.js';
import { senswords, userwords } from '../resources/kinds.js';
import { readHere } from '../text/word-lists/read.js';

export const localLists: ResourcesParts = {
  check: async (type, content) => diagnosticsOf(type === 'userword' ? userwords : senswords, content, readHere),
};
