// The publishing process with the files and the keys of a gateway.
import type { Config } from '../config/config.js';
import { type Compile, compilerWith } from '../nlu/publish/compile.js';
import type { DataKey } from '../trust/data-key.js';
import { wordVectorsOf } from './models.js';

/** The word vectors are those that are active when a robot is made. */
export const compilerOf =
  (config: Config, dataKey: DataKey | undefined): Compile =>
  (order, input, signal) => {
    const secrets = { robots: dataKey?.area('robots').secret, training: dataKey?.area('training').secret };
    return compilerWith({ vectors: wordVectorsOf(config), secrets })(order, input, signal);
  };
