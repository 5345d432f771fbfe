// "Imports run one way" (docs/lifecycle.md) as a table. A folder of src/ may import itself and the areas listed beside
// it. imports.mjs also reports unused permissions, so that the table shows the real imports, not the possible ones.

/**
 * The vocabulary. `protocol/wire` has the schemas of the specification, `protocol/engine` the messages of the engine.
 */
const vocabulary = ['protocol', 'protocol/engine'];
const wire = [...vocabulary, 'protocol/wire'];

/** A kind of resource of dialog robots: its routes, rules and tables. */
const kind = (...others) => ['protocol', 'store', 'http', 'nlu/resource', ...others];

/** The area is that of a file (named without its extension), or else of the longest matching folder. */
export const mayImport = {
  protocol: [],
  'protocol/engine': [],
  'protocol/wire': ['protocol', 'protocol/engine'],

  native: [],
  'native/process': [],
  net: ['protocol'],
  shares: ['protocol'],
  jobs: ['protocol', 'store'],
  child: ['jobs', 'native/process'],
  config: ['protocol', 'protocol/wire'],
  storage: ['protocol'],
  trust: ['protocol', 'storage'],
  store: ['protocol', 'storage'],
  clock: ['protocol', 'store'],
  backup: ['protocol', 'protocol/wire', 'ops', 'storage', 'store', 'http'],
  ops: ['protocol', 'storage'],
  models: ['protocol', 'protocol/wire', 'storage', 'trust', 'replica/kind'],
  text: [...vocabulary, 'child'],
  // The notation of authors and its meaning: no SQL, no HTTP, no clock.
  'understanding/notation': ['protocol', 'storage'],
  'understanding/chance': [],
  'understanding/package': ['protocol'],
  // The sounds of characters, and the words that a recogniser may confuse.
  'understanding/sounds': ['text', 'protocol'],
  // The entities of a text: pure functions of the text and the moment.
  'understanding/entities': [
    ...['text', 'protocol', 'understanding/notation', 'understanding/package', 'understanding/sounds'],
  ],
  'understanding/matching': [
    ...['text', 'protocol', 'understanding/notation', 'understanding/package', 'understanding/sounds'],
    'understanding/entities',
  ],
  'understanding/flow': [
    ...[
      'protocol',
      'understanding/chance',
      'understanding/notation',
      'understanding/package',
      'understanding/entities',
    ],
    'understanding/matching',
  ],
  'understanding/loading': ['protocol'],
  'understanding/rehearsal': ['protocol', 'understanding/notation', 'understanding/flow'],
  // The process that carries out turns: its messages, the gateway's side, and its own side.
  'understanding/messages': ['child', 'trust', 'understanding/flow'],
  'understanding/client': ['protocol', 'child', 'trust', 'understanding/messages', 'understanding/turn-queue'],
  'understanding/turn-queue': ['protocol', 'jobs'],
  'understanding/serve': [
    ...['child', 'storage', 'trust', 'protocol', 'understanding/loading', 'understanding/flow'],
    ...['understanding/messages', 'understanding/notation'],
  ],
  // Dialogs written by authors, and their check.
  'understanding/stories': ['understanding/flow'],
  // Learning from the material of authors: pure functions.
  'understanding/learning': [
    ...['protocol', 'trust', 'understanding/chance', 'understanding/notation', 'understanding/matching'],
  ],
  'understanding/learning/documents': [...['protocol', 'understanding/entities', 'understanding/matching']],
  'understanding/learning/training': [
    ...['protocol', 'understanding/chance', 'understanding/package', 'understanding/matching'],
    ...['understanding/trained', 'understanding/learning'],
  ],
  // Trained models as bytes: written by training, read by their users.
  'understanding/trained': ['understanding/matching'],
  // Document sessions: the gateway's side, the messages, and the process that keeps the sessions.
  'understanding/readers': [
    ...['protocol', 'child', 'jobs', 'understanding/loading', 'understanding/matching'],
    ...['trust', 'understanding/learning', 'understanding/learning/documents'],
  ],
  'understanding/learning/paraphrasing': ['understanding/notation', 'understanding/entities', 'understanding/matching'],
  http: ['protocol', 'protocol/wire', 'storage', 'shares', 'jobs'],
  // The interface of a kind of replicated things; its owner implements it, and the replica uses it.
  'replica/kind': ['protocol', 'protocol/wire', 'storage', 'trust'],
  session: ['protocol', 'protocol/wire', 'shares'],
  ws: ['protocol', 'http', 'session', 'shares'],

  // The engine: client is the gateway's side; pipeline and runtime run in the engine process.
  'engine/channel': [...vocabulary, 'child'],
  'engine/client': [...vocabulary, 'child', 'jobs', 'shares', 'engine/channel'],
  'engine/runtime/graph': ['protocol', 'native', 'models', 'storage'],
  'engine/runtime/classifiers': ['protocol/engine', 'native', 'models', 'storage', 'engine/runtime/graph'],
  'engine/runtime/recogniser': ['protocol', 'native', 'models', 'storage', 'engine/runtime/graph'],
  'engine/runtime/voices': [
    'protocol',
    'protocol/engine',
    'protocol/wire',
    'native',
    'models',
    'text',
    'engine/runtime/graph',
  ],
  'engine/runtime/models/describe': ['protocol', 'models', 'storage', 'engine/runtime/graph'],
  'engine/runtime/models': [
    ...['protocol/wire', 'native', 'models', 'engine/channel', 'engine/runtime/graph', 'engine/runtime/classifiers'],
    ...['engine/runtime/recogniser', 'engine/runtime/voices', 'engine/runtime/models/describe'],
    ...['understanding/matching', 'understanding/learning/paraphrasing'],
  ],
  'engine/pipeline/analysis': ['protocol/engine'],
  'engine/pipeline/audio': [
    ...[
      'protocol',
      'protocol/engine',
      'protocol/wire',
      'native',
      'trust',
      'engine/runtime/classifiers',
      'engine/runtime/models',
    ],
  ],
  'engine/pipeline/recognition': [
    ...[
      ...vocabulary,
      'native',
      'storage',
      'trust',
      'text',
      'engine/channel',
      'engine/pipeline/audio',
      'engine/pipeline/analysis',
    ],
    ...['engine/runtime/graph', 'engine/runtime/classifiers', 'engine/runtime/recogniser', 'engine/runtime/models'],
  ],
  'engine/pipeline/screening': [
    ...[...vocabulary, 'text', 'engine/channel', 'engine/pipeline/audio', 'engine/pipeline/recognition'],
    ...['engine/runtime/recogniser', 'engine/runtime/models'],
  ],
  'engine/pipeline/synthesis': [
    ...[...vocabulary, 'native', 'storage', 'text', 'engine/runtime/voices', 'engine/runtime/models'],
  ],
  'engine/pipeline/diarization': [
    ...['protocol', 'protocol/engine', 'native', 'engine/pipeline/audio'],
    ...['engine/runtime/graph', 'engine/runtime/classifiers'],
  ],
  'engine/pipeline/transcription': [
    ...['protocol', 'protocol/engine', 'engine/channel', 'engine/pipeline/audio', 'engine/pipeline/recognition'],
    ...['engine/pipeline/synthesis', 'engine/pipeline/diarization', 'engine/runtime/models'],
  ],
  'engine/serve': [
    ...[...vocabulary, 'engine/channel', 'engine/pipeline/audio', 'engine/pipeline/recognition'],
    ...['engine/pipeline/screening', 'engine/pipeline/synthesis', 'engine/pipeline/transcription'],
    'engine/runtime/models',
  ],

  // Features: each is one capability. They share rules and never import one another.
  system: ['protocol', 'protocol/wire', 'ops', 'storage', 'store', 'http'],
  resources: ['protocol', 'protocol/wire', 'store', 'text', 'http', 'replica/kind'],
  replica: ['protocol', 'protocol/wire', 'store', 'storage', 'trust', 'jobs', 'http', 'replica/kind'],
  asr: [...wire, 'storage', 'text', 'http', 'session', 'ws', 'engine/channel', 'engine/client'],
  ring: [...wire, 'storage', 'http', 'replica/kind', 'session', 'ws', 'engine/channel', 'engine/client'],
  tts: [...wire, 'text', 'http', 'session', 'ws', 'engine/client'],
  trans: [...wire, 'native', 'child', 'storage', 'trust', 'store', 'jobs', 'net', 'http', 'shares'],
  'nlu/property': ['protocol'],
  // The resources of dialog robots. A kind may import only the kinds of which it is made.
  'nlu/patterns': ['protocol', 'child', 'http', 'jobs', 'understanding/notation'],
  'nlu/resource': ['protocol', 'store', 'http', 'jobs', 'understanding/notation', 'nlu/patterns', 'nlu/property'],
  'nlu/resource/lexicon': kind('understanding/notation'),
  'nlu/resource/question': kind('understanding/notation', 'nlu/resource/lexicon'),
  'nlu/resource/tag': kind(),
  'nlu/resource/response': kind('understanding/notation', 'nlu/resource/tag'),
  'nlu/resource/processor': kind('protocol/wire', 'understanding/notation'),
  'nlu/resource/qa': kind('nlu/resource/question', 'nlu/resource/response'),
  'nlu/resource/task-question': kind('nlu/resource/question'),
  'nlu/resource/intent': kind(
    'protocol/wire',
    ...['understanding/notation', 'nlu/resource/lexicon', 'nlu/resource/question', 'nlu/resource/response'],
    'nlu/resource/processor',
  ),
  'nlu/resource/model': kind('protocol/wire'),
  'nlu/resource/scene': kind(
    ...['protocol/wire', 'understanding/notation', 'nlu/resource/processor', 'nlu/resource/response'],
  ),
  'nlu/resource/robot': kind('nlu/resource/lexicon', 'nlu/resource/response'),
  'nlu/resource/skill': kind('understanding/notation'),
  // Versions of robots: the only reader of all tables of dialog robots.
  'nlu/publish': [
    ...['protocol', 'store', 'storage', 'trust', 'jobs', 'child', 'shares', 'http', 'replica/kind'],
    ...['nlu/resource', 'understanding/notation', 'understanding/package'],
    ...['understanding/flow', 'understanding/matching', 'understanding/trained'],
  ],
  'nlu/check': [
    ...['protocol', 'protocol/wire', 'http', 'understanding/notation', 'understanding/package'],
    ...['nlu/resource', 'nlu/resource/scene', 'nlu/publish'],
  ],
  // Training tasks, their material and their processes.
  'nlu/training': [
    ...['protocol', 'store', 'storage', 'trust', 'jobs', 'child', 'net', 'http'],
    ...['nlu/resource', 'understanding/learning', 'understanding/readers'],
  ],
  // The work of a learning process: its files.
  'nlu/training/work': [
    ...['protocol', 'storage', 'trust', 'native', 'understanding/learning', 'understanding/matching'],
    ...['understanding/learning/documents', 'understanding/learning/training', 'understanding/learning/paraphrasing'],
    'understanding/trained',
  ],
  // Conversations, which receive the resources of robots only as packages.
  'nlu/dialog': [
    ...['protocol', 'store', 'jobs', 'net', 'http', 'nlu/property'],
    ...['understanding/notation', 'understanding/flow', 'understanding/messages', 'understanding/client'],
  ],
  // Test sets, run against a robot.
  'nlu/testing': [
    ...['protocol', 'jobs', 'http', 'nlu/resource', 'nlu/dialog', 'understanding/messages', 'understanding/client'],
  ],
  // The services of all kinds over one database: for a gateway, and for commands that work without one.
  'nlu/services': ['*', '!main'],
  // Robots as documents, made through the services of all kinds.
  'nlu/exchange': [
    ...['protocol', 'protocol/wire', 'http', 'understanding/notation', 'nlu/publish', 'nlu/resource'],
    ...['nlu/resource/intent', 'nlu/resource/lexicon', 'nlu/resource/processor', 'nlu/resource/qa'],
    ...['nlu/resource/question', 'nlu/resource/response', 'nlu/resource/robot', 'nlu/resource/scene'],
    ...['nlu/resource/skill', 'nlu/resource/tag', 'nlu/resource/task-question'],
  ],
  'custom-lm': [...[...wire, 'native', 'child', 'storage', 'trust', 'jobs', 'asr'], 'engine/runtime/recogniser'],

  // Carriers of calls: they pass the audio of switches to the sessions of features.
  media: [...wire, 'shares', 'session', 'ring'],
  'media/audiosocket': ['protocol', 'shares', 'session', 'media'],
  'media/verdicts': ['protocol', 'protocol/wire', 'http', 'jobs', 'net', 'shares', 'media'],
  'media/sip': [
    ...['protocol', 'protocol/engine', 'protocol/wire', 'http', 'net', 'session', 'shares', 'media', 'media/verdicts'],
  ],
  'media/fork': [...wire, 'session', 'ws', 'asr', 'media'],

  // Updates of boxes: versions, waves and windows as pure functions, and the rollouts of an upstream.
  'firmware/rules': ['protocol'],
  firmware: ['protocol', 'protocol/wire', 'http', 'storage', 'store', 'replica/kind', 'firmware/rules'],

  // Programs of their own, and the code that puts everything together.
  sync: [
    ...['protocol', 'protocol/wire', 'config', 'ops', 'storage', 'trust', 'models', 'jobs', 'net', 'child'],
    'firmware/rules',
  ],
  cli: [
    ...[...wire, 'config', 'storage', 'jobs', 'ops', 'native', 'ring', 'models', 'engine/channel'],
    ...['understanding/flow', 'understanding/stories'],
  ],
  local: ['*', '!main'],
  main: ['*'],
};

/** A table's SQL belongs to its own folder. */
export const privateFiles = [{ name: 'table', reason: "one feature never reaches into another's tables" }];

/** Packages that only one area may import. */
export const packageOwners = {
  fastify: ['http'],
  'better-sqlite3': ['store'],
  'onnxruntime-node': ['engine/runtime/graph'],
  re2js: ['understanding/notation', 'understanding/matching'],
  ws: ['ws'],
  undici: ['net'],
  yazl: ['trans'],
  'basic-ftp': ['trans'],
  'ssh2-sftp-client': ['trans'],
  ssh2: ['trans'],
  '@nats-io/transport-node': ['sync'],
  '@nats-io/jetstream': ['sync'],
  '@nats-io/kv': ['sync'],
  '@nats-io/obj': ['sync'],
};

/** Maximum number of files in one folder of src/, test/, scripts/ or native/. */
export const mostFilesInFolder = 20;
