// The request of data_mining (specification 3, section 4.2). Keys with a dot may be given as they are, or nested.
import { z } from 'zod';
import type { MiningConfig } from '../../../understanding/learning/order.js';
import { count, notifyUrl, oneOf, serverPath, share } from './fields.js';

const fields = {
  overlook: {
    threshold: share(
      'The similarity to a question of the ignore list above which records are dropped; 0.7 unless given.',
    ),
  },
  kbmining: {
    discardThreshold: share(
      'The greatest similarity of an extended question to its standard question; 0.95 unless given.',
    ),
    minKeepThreshold: share('The least similarity of an extended question; 0.85 unless given.'),
    maxKeepThreshold: share(
      'The similarity to the knowledge base above which records give no new point; 0.7 unless given.',
    ),
    minKeepCount: count(
      'The minimum number of new questions for a knowledge point; with fewer, none are given. 1 unless given.',
    ),
  },
  kmeans: {
    minSentencePerCluster: count('The number of records below which a cluster is dropped; 10 unless given.'),
    minAverageDistance: share(
      'The average similarity of its records below which a cluster is dropped; 0.85 unless given.',
    ),
    sentencePerCluster: count('The average number of records in a cluster; 30 unless given.'),
    minBatchSize: count('The number of records in a step of the clustering; 50000 unless given.'),
  },
};

type Fields = Readonly<Record<string, z.ZodType>>;
const optional = <S extends Fields>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()])) as {
    [K in keyof S]: z.ZodOptional<S[K]>;
  };
const dotted = (group: string, shape: Fields) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [`${group}.${name}`, schema.optional()]));

const Config = z
  .strictObject({
    weightPath: serverPath(
      'The directory of a trained model that measures similarity; empty: the shipped model.',
    ).default(''),
    notifyUrl: notifyUrl.default(''),
    overlook: z.strictObject(optional(fields.overlook)).prefault({}).describe('The ignore list.'),
    kbmining: z.strictObject(optional(fields.kbmining)).prefault({}).describe('New questions of known points.'),
    kmeans: z.strictObject(optional(fields.kmeans)).prefault({}).describe('New points.'),
    ...dotted('overlook', fields.overlook),
    ...dotted('kbmining', fields.kbmining),
    ...dotted('kmeans', fields.kmeans),
  })
  .meta({
    id: 'NluMiningConfig',
    description: 'The settings for mining records. A key with a dot is the same as the nested one.',
  });

export const MineBody = z
  .strictObject({
    recordsPath: serverPath('The records, one sentence a line.').min(1, 'required: the file of records'),
    overlookPath: serverPath('Questions to ignore, one a line; empty: none.').default(''),
    kbPath: serverPath('The knowledge base; empty: no questions for known points are mined.').default(''),
    config: Config.prefault({}),
  })
  .meta({ id: 'NluMiningRequest', description: 'Records that are to be mined.' });
export type MineBody = z.output<typeof MineBody>;

/** @throws ServiceError if a value is given under both names and differs */
export function miningConfigOf({ config }: MineBody): MiningConfig {
  const flat = config as unknown as Readonly<Record<string, number | undefined>>;
  const groups = config as unknown as Readonly<Record<string, Readonly<Record<string, number | undefined>>>>;
  const value = (group: string, name: string, usual: number) =>
    oneOf({
      [`config.${group}.${name}`]: groups[group]?.[name],
      [`config["${group}.${name}"]`]: flat[`${group}.${name}`],
    }) ?? usual;
  return {
    overlookThreshold: value('overlook', 'threshold', 0.7),
    discardThreshold: value('kbmining', 'discardThreshold', 0.95),
    minKeepThreshold: value('kbmining', 'minKeepThreshold', 0.85),
    maxKeepThreshold: value('kbmining', 'maxKeepThreshold', 0.7),
    minKeepCount: value('kbmining', 'minKeepCount', 1),
    minSentencePerCluster: value('kmeans', 'minSentencePerCluster', 10),
    minAverageDistance: value('kmeans', 'minAverageDistance', 0.85),
    sentencePerCluster: value('kmeans', 'sentencePerCluster', 30),
    minBatchSize: value('kmeans', 'minBatchSize', 50_000),
  };
}
