// The metrics of the gateway. Labels are closed sets (route ids, statuses, verdicts), so that no client can grow the
// table.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry }); // RSS, heap, CPU, event loop delay
  const collectors: (() => void)[] = [];
  return {
    registry,
    /** Registers what must be looked up when someone reads. */
    collect: (collector: () => void) => void collectors.push(collector),
    async text(): Promise<string> {
      for (const collector of collectors) collector();
      return await registry.metrics();
    },
    requests: new Counter({
      name: 'tonegate_http_requests_total',
      help: 'Requests by route and status',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'tonegate_http_request_seconds',
      help: 'Time from the first header to the end of the reply',
      labelNames: ['route'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
      registers,
    }),
    sockets: new Gauge({
      name: 'tonegate_open_sockets',
      help: 'Open TCP connections by listener',
      labelNames: ['listener'],
      registers,
    }),
    connections: new Gauge({ name: 'tonegate_ws_connections', help: 'Open WebSocket connections', registers }),
    sessions: new Gauge({ name: 'tonegate_sessions', help: 'Running streaming sessions', registers }),
    verdicts: new Counter({
      name: 'tonegate_ring_verdicts_total',
      help: 'Ring-screening results by result id',
      labelNames: ['result', 'mode'],
      registers,
    }),
    ringLagSeconds: new Histogram({
      name: 'tonegate_ring_lag_seconds',
      help: 'How far recognition was behind the audio at the last verdict of a streaming session',
      buckets: [0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10],
      registers,
    }),
    sentences: new Counter({
      name: 'tonegate_asr_sentences_total',
      help: 'Final results of recognition by mode',
      labelNames: ['mode'],
      registers,
    }),
    speeches: new Counter({
      name: 'tonegate_tts_speeches_total',
      help: 'Texts spoken, by how it ended; CLOSED: the client left or was refused',
      labelNames: ['mode', 'end'],
      registers,
    }),
    speechSeconds: new Counter({
      name: 'tonegate_tts_audio_seconds_total',
      help: 'Synthetic audio given to clients',
      labelNames: ['mode'],
      registers,
    }),
    transcriptions: new Counter({
      name: 'tonegate_trans_files_total',
      help: 'Files of offline transcription that came to their end, by code',
      labelNames: ['code'],
      registers,
    }),
    transcriptionQueue: new Gauge({
      name: 'tonegate_trans_queue',
      help: 'Files of offline transcription that are not finished, by code',
      labelNames: ['code'],
      registers,
    }),
    wordLists: new Counter({
      name: 'tonegate_asr_word_lists_total',
      help: 'Word lists that calls asked for: hit, a compiled one was kept; miss, it was read',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    wordListBytes: new Gauge({
      name: 'tonegate_asr_word_list_bytes',
      help: 'Compiled word lists that are kept, about',
      registers,
    }),
    errors: new Counter({
      name: 'tonegate_ws_errors_total',
      help: 'ERROR and FATAL_ERROR messages by name',
      labelNames: ['name'],
      registers,
    }),
    engineRestarts: new Counter({
      name: 'tonegate_engine_restarts_total',
      help: 'Engines started again after a crash',
      registers,
    }),
    engineBytes: new Gauge({
      name: 'tonegate_engine_resident_bytes',
      help: 'Memory of the engine processes, those that drain among them',
      labelNames: ['process'],
      registers,
    }),
    engineSessions: new Gauge({
      name: 'tonegate_engine_sessions',
      help: 'Sessions that the engine processes hold',
      labelNames: ['process'],
      registers,
    }),
    models: new Gauge({
      name: 'tonegate_model',
      help: 'Models that serve: 1 for each task and property',
      labelNames: ['task', 'property', 'model'],
      registers,
    }),
    syncOutbox: new Gauge({
      name: 'tonegate_sync_outbox',
      help: 'Changes of user resources that wait to go upstream',
      registers,
    }),
    syncConflicts: new Gauge({ name: 'tonegate_sync_conflicts', help: 'Versions that lost and are kept', registers }),
    syncRedo: new Gauge({
      name: 'tonegate_sync_redo',
      help: 'Files of an applied state that are not in place yet',
      registers,
    }),
    syncFailures: new Gauge({
      name: 'tonegate_sync_failures_in_a_row',
      help: 'Polls of the upstream that failed since one ended well',
      registers,
    }),
    syncSuccess: new Gauge({
      name: 'tonegate_sync_last_success_timestamp_seconds',
      help: 'When a poll of the upstream last ended well; 0: not since the gateway started',
      registers,
    }),
    syncApplied: new Gauge({
      name: 'tonegate_sync_applied_timestamp_seconds',
      help: 'When a state of the upstream was last applied; 0: never',
      registers,
    }),
    storageFree: new Gauge({
      name: 'tonegate_storage_free_bytes',
      help: 'Free bytes of the file system that holds the data directory',
      registers,
    }),
    storageFull: new Gauge({
      name: 'tonegate_storage_full',
      help: '1 while the disk is full and nothing that grows is taken',
      registers,
    }),
    inFlight: new Gauge({ name: 'tonegate_http_in_flight', help: 'Requests being handled', registers }),
    bodyBytes: new Gauge({ name: 'tonegate_http_body_bytes', help: 'Bytes of bodies being received', registers }),
    apps: new Gauge({ name: 'tonegate_apps', help: 'Applications', registers }),
  };
}
