// The parsers of outside bytes that are written in TypeScript. Each target loads its modules itself, so that coverage
// sees them from their first line; the loaded function gets bytes and may throw only the named faults.
import { dialogTargets } from './dialogs.mjs';
import { fileTargets } from './files.mjs';
import { sipTargets } from './sip.mjs';
import { trainingTargets } from './training.mjs';
import { wireTargets } from './wire.mjs';
import { wordTargets } from './words.mjs';

/**
 * All targets, by the folder of their kept inputs. @type {Record<string, Record<string,
 * import('./target.mjs').Target>>}
 */
export const targetsByFolder = {
  ...{ wire: wireTargets, words: wordTargets, files: fileTargets },
  ...{ dialogs: dialogTargets, training: trainingTargets, media: sipTargets },
};
/** @type {Record<string, import('./target.mjs').Target>} */
export const targets = Object.assign({}, ...Object.values(targetsByFolder));
