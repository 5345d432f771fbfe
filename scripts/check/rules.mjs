// "Imports run one way" (docs/lifecycle.md) as a table. A folder of src/ may import itself and what stands beside it.

/** Folders that hold one capability each; they share rules and never import one another. */
export const features = ['system', 'resources', 'replica', 'asr', 'ring', 'trans', 'tts', 'nlu'];

/** What both sides of the engine's channel know. The gateway's side is `engine`; the rest runs in the engine process. */
const engineClient = ['engine', 'engine/messages'];

/** What a capability stands on. */
const underFeatures = ['protocol', 'http', 'ws', 'store', 'text', 'models', 'native', 'ops', 'config', ...engineClient];

const everything = ['*'];

/** A file (named without its ending) or else the longest matching folder gives the area. */
export const mayImport = {
  protocol: [],
  native: [],
  config: ['protocol'],
  ops: ['protocol', 'config'],
  store: ['protocol', 'config', 'ops'],
  'ops/routes': ['protocol', 'config', 'ops', 'http'],
  http: ['protocol', 'config', 'ops', 'store'],
  ws: ['protocol', 'config', 'ops', 'http'],
  text: ['protocol'],
  models: ['protocol', 'config', 'ops'],
  engine: ['protocol', 'config', 'ops', 'engine/messages'],
  'engine/messages': ['protocol'],
  'engine/serve': ['protocol', 'engine/messages', 'engine/pipeline', 'engine/runtime'],
  'engine/pipeline': ['native', 'models', 'protocol', 'text', 'engine/messages', 'engine/runtime'],
  'engine/runtime': ['native', 'models', 'protocol', 'text', 'engine/messages'],
  ...Object.fromEntries(features.map((feature) => [feature, underFeatures])),
  sync: ['protocol', 'config', 'ops', 'models'],
  cli: ['protocol', 'config', 'ops', 'native', 'ring', 'models', ...engineClient],
  console: ['protocol'],
  main: everything,
};

/** A table's SQL belongs to its own folder. */
export const privateFiles = [{ name: 'table', reason: "one feature never reaches into another's tables" }];

/** Packages that only one area may import. */
export const packageOwners = {
  fastify: ['http'],
  'better-sqlite3': ['store'],
  'onnxruntime-node': ['engine/runtime'],
  'pinyin-pro': ['text'],
  ws: ['ws'],
  undici: ['trans'],
  yazl: ['trans'],
  'basic-ftp': ['trans'],
  'ssh2-sftp-client': ['trans'],
  ssh2: ['trans'],
  '@nats-io/transport-node': ['sync'],
  '@nats-io/jetstream': ['sync'],
  '@nats-io/kv': ['sync'],
  '@nats-io/obj': ['sync'],
};
