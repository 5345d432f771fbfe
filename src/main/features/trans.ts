// Offline transcription: its queue, and the parts that fetch, convert and recognise for it.
import { settle } from '../../asr/configure.js';
import { wordWarnings } from '../../asr/requested-words.js';
import type { Engines } from '../../engine/client/client.js';
import { pathNames, withoutSecrets } from '../../net/client-url.js';
import type { Metrics } from '../../ops/metrics.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { transFormats } from '../../protocol/wire/transcription-messages.js';
import { isBelow } from '../../storage/below.js';
import { count, ms, setting } from '../../system/conf.js';
import { callBack } from '../../trans/callback.js';
import { convertAudio } from '../../trans/decode/convert-audio.js';
import { missingTools } from '../../trans/decode/tools.js';
import { fetchSource } from '../../trans/fetch/fetch-source.js';
import { type FetchPolicy, fetchPolicy } from '../../trans/fetch/options.js';
import { scanFolder } from '../../trans/fetch/scan-folder.js';
import type { TransPorts } from '../../trans/ports.js';
import { type TransRouteParts, transRoutes } from '../../trans/routes.js';
import { parsePlace, saveResults } from '../../trans/save/save-results.js';
import { startTranscription } from '../../trans/start.js';
import { StoredFiles } from '../../trust/stored-files.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';
import type { RecognitionParts } from '../recognition.js';

const { sliceBytes, uploadBytes, uploadLifeMs, filesPerTask } = limits.trans;
const property = 'cn_8k_common';

export const transFeature = feature<TransRouteParts, ReturnType<typeof transMetrics>>({
  name: 'trans',
  capability: { name: 'asr.trans', oneShotFormats: transFormats, streamFormats: [] },
  limits: ({ trans }) => ({
    own: {
      name: 'transcription',
      meaning: 'Offline transcription.',
      limits: {
        sliceBytes: setting('The size of a slice of an upload', 'bytes', sliceBytes),
        uploadBytes: count('The maximum size of an uploaded recording, in bytes', uploadBytes),
        uploadLifeMs: ms('The time for which an upload that no task names is kept', uploadLifeMs),
        filesPerTask: count('The maximum number of files of a task', filesPerTask),
        recordingMs: ms('The maximum length of a recording', trans.maxMs),
        keepResultsS: count('The time for which results are kept, in seconds', trans.keepResultsS),
      },
    },
  }),
  metrics: transMetrics,
  fixtures: {
    upload: {
      route: 'trans.prepareUpload',
      example: { params: { property }, body: { name: 'call.raw', size: 1_000 } },
      name: { field: 'fileId' },
    },
    task: {
      route: 'trans.submit',
      example: { params: { property }, body: { files: ['upload://{upload}'], audioFormat: 'alaw_8k' } },
      name: { field: 'taskId' },
    },
  },
  serves: (parts) => ({ routes: transRoutes(parts) }),
  start: async (context, counters) => {
    const { config, dataKey, db, log, metrics, now, elapsed, maySweep, quotas, recognition } = context;
    const { trans } = config;
    const transcription = await startTranscription({
      ...{ db, dataDir: config.dataDir, dataKey, log, now, elapsed, maySweep },
      needQuota: (developerId, bytes) => quotas.need(developerId, bytes),
      ports: { ...remotePorts(context), ...hearingPorts(context, context.engines, recognition) },
      properties: () => recognition.properties.names,
      settings: {
        slots: { download: trans.downloads, convert: trans.conversions, recognise: trans.recognitions },
        maxMs: trans.maxMs,
        keepResultsMs: trans.keepResultsS * 1_000,
        ignoreInvalidVocab: trans.ignoreInvalidVocab,
        notifyUrl: trans.notifyUrl,
      },
      onFinished: (code) => counters.finished.inc({ code }),
    });
    quotas.count({ name: 'recordings and results', bytesOf: transcription.bytesOf });
    metrics.collect(() => {
      counters.queue.reset();
      for (const { code, count } of transcription.waiting()) counters.queue.set({ code }, count);
    });
    return {
      parts: transcription.parts,
      properties: () => recognition.properties.names,
      missing: () =>
        missingTools(trans).map(
          (tool) => `${tool} is not installed: recordings with audioFormat auto will fail with 4204`,
        ),
      stop: () => transcription.stop(),
    };
  },
});

function transMetrics(registry: Metrics) {
  return {
    finished: registry.counter({
      name: 'tonegate_trans_files_total',
      help: 'Finished files of offline transcription, by code',
      labelNames: ['code'],
    }),
    queue: registry.gauge({
      name: 'tonegate_trans_queue',
      help: 'Unfinished files of offline transcription, by code',
      labelNames: ['code'],
    }),
  };
}

type RemotePorts = Pick<
  TransPorts,
  'fetchSource' | 'scanFolder' | 'checkTarget' | 'withoutSecrets' | 'convert' | 'save' | 'notify'
>;

/** Connections to other machines, within the limits that the operator sets. */
function remotePorts({ config, log, dataKey }: FeatureContext): RemotePorts {
  const { hosts, ffmpeg, ffprobe } = config.trans;
  for (const tool of missingTools({ ffmpeg, ffprobe })) {
    log.warn(
      { tool },
      'transcription: a decoding program is not installed; recordings with audioFormat auto will fail with 4204',
    );
  }
  const policy = fetchPolicy(config.trans);
  const files = new StoredFiles(dataKey);
  return {
    fetchSource: (url, target, signal) => fetchSource(url, target, { signal, hosts, policy, files }),
    scanFolder: (url, exts, signal) => scanFolder(url, exts, { signal, hosts, policy }),
    checkTarget: (path) => {
      try {
        checkPlace(path, policy);
      } catch (fault) {
        throw new ServiceError('INVALID_ARGUMENT', `saveTo.path: ${(fault as Error).message}`, { cause: fault });
      }
    },
    withoutSecrets,
    convert: (source, target, wanted) => convertAudio(source, target, { ...wanted, tools: { ffmpeg, ffprobe }, files }),
    save: (target, taskId, files, signal) => saveResults(target.path, taskId, files, { signal, hosts, policy }),
    notify: (url, signal) => callBack(url, policy.addresses, signal),
  };
}

/**
 * Checks the path when a task is submitted, so that hours of work are not wasted. Saving checks it again, including
 * links.
 */
function checkPlace(path: string, { saveRoots }: FetchPolicy): void {
  const { scheme, pathname } = parsePlace(path);
  const directory = `/${pathNames(pathname).join('/')}`;
  if (scheme !== 'file' || saveRoots.some((root) => isBelow(directory, root))) return;
  const roots = saveRoots.length === 0 ? 'none is configured' : saveRoots.join(', ');
  throw new Error(`must lie in a directory listed in trans.saveRoots (${roots})`);
}

type HearingPorts = Pick<TransPorts, 'canHear' | 'transcribe' | 'faultOfVocab' | 'property'>;

/** The word lists of a call of the application: those of the profile DEFAULT besides the task's own. */
function hearingPorts(
  { lookup }: FeatureContext,
  engines: Engines,
  { properties, lists }: RecognitionParts,
): HearingPorts {
  const settled = (developerId: number, vocab: string | undefined, wordFilter: boolean) =>
    settle({ ...(vocab !== undefined && { vocab }), wordFilter }, { developerId, userId: '' }, { lookup, lists });
  return {
    property: (name) => properties.find(name),
    canHear: () => engines.status().some(({ state }) => state === 'ready'),
    transcribe: async (pcm, { developerId, property, options, vocab }, onProgress, signal) => {
      const { modelProperty } = properties.find(property);
      const { words } = await settled(developerId, vocab, options.text.wordFilter);
      const { hotwords, sensitiveWords } = words;
      const request = { property: modelProperty, hotwords, sensitiveWords, options };
      return await engines.transcribe(pcm, request, onProgress, signal);
    },
    faultOfVocab: async (vocab, developerId) => {
      const { warnings } = await settled(developerId, vocab, false);
      return warnings.find(({ code }) => code === wordWarnings.vocab)?.message.replace(/^vocab: /, '');
    },
  };
}
