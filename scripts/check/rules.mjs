// "Imports run one way" (docs/lifecycle.md) as a table. A folder of src/ may import itself and what stands beside it.

/** Folders that hold one capability each; they share rules and never import one another. */
export const features = ['system', 'resources', 'asr', 'ring', 'trans', 'tts', 'nlu'];

/** What a capability stands on. `engine` here is the client side; pipeline and runtime are areas of their own. */
const underFeatures = ['protocol', 'http', 'ws', 'store', 'text', 'models', 'native', 'engine', 'ops', 'config'];

const everything = ['*'];

/** The longest matching folder names the area of a file. */
export const mayImport = {
  protocol: [],
  native: [],
  config: ['protocol'],
  ops: ['protocol', 'config'],
  store: ['protocol', 'config', 'ops'],
  http: ['protocol', 'config', 'ops'],
  ws: ['protocol', 'config', 'ops', 'http'],
  text: ['protocol'],
  models: ['protocol', 'config', 'ops'],
  engine: ['protocol', 'config', 'ops', 'native', 'models'],
  'engine/pipeline': ['native', 'models', 'protocol'],
  'engine/runtime': ['native', 'models', 'protocol'],
  ...Object.fromEntries(features.map((feature) => [feature, underFeatures])),
  sync: ['protocol', 'config', 'ops', 'models'],
  cli: ['protocol', 'config', 'ops', 'engine', 'native', 'http', 'ring'],
  console: ['protocol'],
  main: everything,
};

/** A table's SQL belongs to its own folder. */
export const privateFiles = [{ name: 'table', reason: "one feature never reaches into another's tables" }];

/** Packages that only one area may import. */
export const packageOwners = {
  fastify: ['http'],
  'better-sqlite3': ['store'],
  ws: ['ws'],
};
