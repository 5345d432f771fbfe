// Which test files `npm run test:arm64` runs under emulation. A processor does not change what JavaScript means, so only
// compiled code needs it: our addons, graphs of ours in onnxruntime, SQLite, and one smoke test of each capability over real
// processes. scripts/check/arm64-tests.mjs fails when a test file reaches compiled code and stands in neither table.

/** Files below test/, without `.test.ts`, by what they prove on arm64. @type {Readonly<Record<string, readonly string[]>>} */
export const emulated = {
  'the addon: signal processing, search, vocoder, codecs': [
    'unit/alternatives',
    'unit/lm-zh',
    'unit/native-feature',
    'unit/native-files',
    'unit/native-frontend',
    'unit/native-g711',
    'unit/native-kinds',
    'unit/native-misuse',
    'unit/native-opus-peer',
    'unit/native-search',
    'unit/native-sound',
    'unit/native-vocoder',
    'unit/small-corpus',
    'unit/syllables',
    'unit/two-voices',
    'engine/synthesis-ends',
    'engine/synthesis-sound',
    'trans/convert-raw',
  ],
  'graphs of ours in onnxruntime, and what is computed from their output': [
    'models/classifier',
    'models/foreign',
    'models/gender',
    'models/model-set',
    'models/prompt-hotwords',
    'models/punctuation',
    'models/punctuation-weight',
    'models/recogniser',
    'models/recognition-early',
    'models/recognition-forms',
    'models/recognition-session',
    'models/recognition-speech',
    'models/ring-prompts',
    'models/tiny',
    'models/voiceprint',
    'models/voices',
  ],
  'SQLite: its file, its transactions, its rows': ['unit/store', 'unit/sync-store'],
  'a smoke test of each capability over real processes': [
    'conformance/asr-one-shot',
    'conformance/ring-one-shot',
    'conformance/ring-screen',
    'conformance/synthesis-audio',
    'engine/diarization-process',
    'engine/synthesis-process',
    'engine/transcription-process',
    'http/olm',
    'http/tokens',
    'models/recognition-engine',
    'robust/engine',
    'robust/olm-process',
    'trans/task',
  ],
  'the command line': ['http/cli'],
};

/** Test files that reach compiled code and still need no arm64, by the reason. @type {Readonly<Record<string, readonly string[]>>} */
export const notEmulated = {
  'it is about messages, states or lists; the audio and the graph in it are those of the smoke tests': [
    'conformance/asr-stream-config',
    'conformance/ring-prompts',
    'conformance/ring-slices',
    'http/asr-cli',
    'ws/asr-random',
    'ws/ring-bad-input',
    'ws/ring-random',
    'unit/word-spans',
    'ws/synthesis-random',
  ],
  'it is about the order of work between processes or streams, which JavaScript decides': [
    'engine/background-streams',
    'engine/synthesis-session',
    'engine/transcription-turns',
    'models/store',
    'robust/model-swap',
  ],
  'it is about rows of features; SQLite itself is tested by unit/store and unit/sync-store': [
    'http/stop',
    'power/sync',
    'robust/sync-converge',
    'trans/bursts',
    'trans/queue',
    'trans/sweep',
    'trans/worker',
    'unit/tokens',
  ],
  'it is a command over what engine/synthesis-process and the recognition smoke tests run': [
    'cli/demo',
    'cli/synth',
    'cli/voices',
  ],
};

/** Paths from the root of the project. @param {Readonly<Record<string, readonly string[]>>} table */
export const filesOf = (table) =>
  Object.values(table)
    .flat()
    .map((name) => `test/${name}.test.ts`);
