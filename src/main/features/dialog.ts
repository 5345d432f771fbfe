// Conversations with robots (specification 3, section 4.1).
import { join } from 'node:path';
import { Periodic } from '../../jobs/periodic.js';
import { wordVectorsOf } from '../../local/models.js';
import { AddressPolicy } from '../../net/address-policy.js';
import { Dialogs } from '../../nlu/dialog/dialogs.js';
import { HeldPackages } from '../../nlu/dialog/held-packages.js';
import { type DialogRouteParts, dialogRoutes } from '../../nlu/dialog/routes.js';
import { sessionTable } from '../../nlu/dialog/table.js';
import { WebCalls } from '../../nlu/dialog/web-calls.js';
import { nluProperty } from '../../nlu/property.js';
import { noSuch } from '../../nlu/resource/envelopes.js';
import { robotTable } from '../../nlu/resource/robot/table.js';
import { testRunRoutes } from '../../nlu/testing/routes.js';
import { type TestCase, TestRuns } from '../../nlu/testing/runs.js';
import type { Metrics } from '../../ops/metrics.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { madeReady } from '../../storage/made-ready.js';
import { count, ms } from '../../system/conf.js';
import { startUnderstanding } from '../../understanding/client.js';
import { type Fixtures, feature } from '../feature.js';
import { startDialogRobots } from './dialog-robots.js';

const { dialog } = limits;
const property = nluProperty;

const session = (service: string, robotId: string): Fixtures[string] => ({
  route: `nlu.${service}.startSession`,
  example: { params: { property }, body: { robotId } },
  name: { field: 'result.sessionId' },
});

const fixtures: Fixtures = {
  finishedPublish: {
    route: 'nlu.publishes.view',
    example: { params: { property, robotId: '{robot}', publishId: '{publish}' } },
    name: { field: 'id' },
    until: { field: 'state', is: 'FINISHED' },
  },
  onlineRobot: {
    route: 'nlu.online.change',
    example: { params: { property, robotId: '{robot}' }, body: { publishId: '{finishedPublish}' } },
    name: { field: 'updated.id' },
  },
  onlineSession: session('recog', '{onlineRobot}'),
  testSession: session('resource', '{robot}'),
};

interface DialogParts extends Pick<DialogRouteParts, 'dialogs'> {
  readonly testRuns: TestRuns;
}

export const dialogFeature = feature<DialogParts, ReturnType<typeof dialogMetrics>>({
  name: 'dialog',
  capability: { name: 'nlu.dialog', oneShotFormats: [], streamFormats: [] },
  limits: ({ dialog: settings }) => ({
    own: {
      name: 'nluDialog',
      meaning: 'Conversations with robots.',
      limits: {
        queryCharacters: count('The maximum length of userQuery, in characters', dialog.queryCharacters),
        userVars: count('The maximum number of variables of a request', dialog.userVars),
        userVarsBytes: count('The maximum size of userVars as JSON, in bytes', dialog.userVarsBytes),
        tagFilterItems: count('The maximum number of items of tagFilter', dialog.tagFilterItems),
        sessionsPerTenant: count('The maximum number of open sessions of a tenant', dialog.sessionsPerTenant),
        waitingTurns: count(
          'The maximum number of turns of a session that wait for the previous one',
          dialog.waitingTurns,
        ),
        stateBytes: count('The maximum size of the state that a session keeps, in bytes', dialog.stateBytes),
        webCallMs: ms('The longest duration of a web call of a processor', settings.webTimeoutMs),
      },
    },
  }),
  metrics: dialogMetrics,
  fixtures,
  serves: ({ dialogs, testRuns }, { dialog: { lenientConfig } }) => ({
    routes: [...dialogRoutes({ dialogs, lenientConfig }), ...testRunRoutes(testRuns)],
  }),
  start: (context, counters) => {
    const { config, db, log, metrics, now, elapsed, maySweep, group, robots, tenants, removals } = context;
    const { timeZone, webTimeoutMs: timeoutMs } = config.dialog;
    const table = sessionTable(db);
    removals.add({ removeSome: (tenantId) => table.removeSome(tenantId) });
    const vectors = wordVectorsOf(config);
    const understanding = startUnderstanding({
      ...{ log, args: vectors === undefined ? [] : [vectors] },
      secret: robots.files.key?.secret,
      reads: madeReady(['packages', 'testing'].map((name) => join(config.dataDir, 'nlu', name))),
    });
    const source = startDialogRobots(context, understanding);
    const packages = new HeldPackages({
      ...{ table, hold: (sha256) => robots.files.hold(sha256) },
      onUnneeded: (sha256) => {
        if (robots.table.onlineWith(sha256) === undefined) understanding.unload(sha256);
      },
    });
    const webCalls = new WebCalls({
      ...{ policy: new AddressPolicy(config.dialog, 'dialog'), timeoutMs },
      onDone: (outcome) => counters.webCalls.inc({ outcome }),
    });
    const tenantName = (id: string) => tenants.nameOf(id);
    const { sets } = robotTable(db);
    const testRuns = new TestRuns({
      ...{ robots: source, understanding, tenantName, timeZone, now },
      cases: (tenantId, robotId, testSetId) => {
        const seq = robots.table.robotSeq(tenantId, robotId);
        if (seq === undefined) throw new ServiceError('ROBOT_NOT_FOUND', `there is no robot ${robotId}`);
        const row = sets(seq).find(({ id }) => id === testSetId);
        if (row === undefined) throw noSuch(`test set of robot ${robotId}:`, testSetId);
        return JSON.parse(row.cases) as readonly TestCase[];
      },
    });
    const dialogs = new Dialogs({
      ...{ table, group, robots: source, packages, understanding, webCalls, timeZone, now, elapsed, tenantName },
      onTurn: (service, seconds, outcome) => {
        counters.turns.inc({ service, outcome });
        counters.seconds.observe({ service }, seconds);
      },
    });
    const sweeps = new Periodic({
      everyMs: dialog.sweepMs,
      work: () => (maySweep() ? dialogs.sweep() : undefined),
      onFault: (err) => log.error({ err }, 'dialog: expired sessions could not be removed'),
    });
    sweeps.start();
    metrics.collect(() => {
      const status = understanding.status();
      counters.sessions.set(table.open(elapsed()));
      counters.restarts.reset();
      counters.restarts.inc(status?.restarts ?? 0);
      counters.bytes.set(status?.rssBytes ?? 0);
    });
    return {
      parts: { dialogs, testRuns },
      properties: () => [nluProperty],
      stop: async () => {
        await robots.modelSwitch.stop(); // it loads robots
        await Promise.all([sweeps.stop(), source.stop()]);
        await understanding.stop();
      },
    };
  },
});

function dialogMetrics(registry: Metrics) {
  return {
    turns: registry.counter({
      name: 'tonegate_dialog_turns_total',
      help: 'Dialog turns, including the starts of sessions',
      labelNames: ['service', 'outcome'],
    }),
    seconds: registry.histogram({
      name: 'tonegate_dialog_turn_seconds',
      help: 'Duration of a dialog turn, including its web calls',
      labelNames: ['service'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    }),
    sessions: registry.gauge({ name: 'tonegate_dialog_sessions', help: 'Open dialog sessions' }),
    restarts: registry.counter({
      name: 'tonegate_understanding_restarts_total',
      help: 'Restarts of the understanding process after a crash',
    }),
    bytes: registry.gauge({
      name: 'tonegate_understanding_resident_bytes',
      help: 'Resident memory of the understanding process; 0: the process has not been needed yet',
    }),
    webCalls: registry.counter({
      name: 'tonegate_dialog_web_calls_total',
      help: 'Web calls by dialog processors',
      labelNames: ['outcome'],
    }),
  };
}
