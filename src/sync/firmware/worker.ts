// Brings this box to the firmware that its upstream wants: one step after each round of sync that ended well. Word
// lists and models never wait for it. Its record holds what must survive a restart; everything else is asked anew.
import type { Logger } from 'pino';
import { nextStep, type Step, type Tried, type Wanted } from '../../firmware/rules/step.js';
import { Rounds } from '../../jobs/periodic.js';
import { limits } from '../../protocol/limits.js';
import type { FirmwareReport } from '../../protocol/wire/sync-messages.js';
import { fetchAll } from '../download.js';
import { excerpt, SyncFault } from '../fault.js';
import type { LocalGateway } from '../local-gateway.js';
import type { Staging } from '../staging.js';
import type { Time } from '../time.js';
import type { Transport } from '../transport.js';
import { type FirmwareProgram, ProgramFault } from './program.js';
import type { TriedRecord } from './record.js';

export interface WorkerParts {
  readonly gateway: Pick<LocalGateway, 'firmware' | 'reportFirmware' | 'drain' | 'undrain'>;
  readonly transport: Pick<Transport, 'content'>;
  readonly staging: Staging;
  /** The program that installs firmware; undefined if this machine is not updated in this way. */
  readonly program: FirmwareProgram | undefined;
  readonly record: TriedRecord;
  /** Sends a report to the upstream. */
  readonly tell: (report: FirmwareReport, signal: AbortSignal) => Promise<void>;
  readonly drainMs: number;
  readonly time: Time;
  readonly log: Logger;
}

const noImage = 'this machine does not run the tonegate image; update its Debian package with apt instead';

export class FirmwareWorker {
  readonly #parts: WorkerParts;
  readonly #ended = new AbortController();
  readonly #rounds = new Rounds(() => this.#round());
  /** The last report that the upstream took. */
  #told = '';
  #wanted: Wanted | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Hashes of the bundles that staging must keep. */
  get wantedContent(): readonly string[] {
    return this.#wanted === undefined ? [] : [this.#wanted.sha256];
  }

  /** Called after a round of sync. */
  roundEnded(): void {
    if (!this.#rounds.isBusy) void this.#rounds.run();
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#rounds.idle();
  }

  async #round(): Promise<void> {
    const { signal } = this.#ended;
    try {
      await this.#step(signal);
    } catch (fault) {
      if (signal.aborted) return;
      const isKnown = fault instanceof SyncFault || fault instanceof ProgramFault;
      const facts = isKnown ? { fault: fault.message } : { err: fault };
      this.#parts.log.warn(facts, 'firmware: this step failed; the next sync round tries it again');
    }
  }

  async #step(signal: AbortSignal): Promise<void> {
    const { gateway, program, record, staging, time } = this.#parts;
    const { box, wanted: all } = await gateway.firmware(signal);
    if (program === undefined) {
      const [first] = all;
      if (first !== undefined)
        await this.#report(
          { box, product: '', version: '', state: 'refused', sha256: first.sha256, reason: noImage },
          signal,
        );
      return;
    }
    const own = await program.status(signal);
    const wanted = all.find(({ product }) => product === own.product);
    this.#wanted = wanted;
    const tried = record.read();
    const isFetched = wanted !== undefined && staging.has(wanted);
    const step = nextStep({ wanted, own, tried, box, isFetched, nowMs: time.wallMs() });
    if (step.tried !== undefined) record.write(step.tried);
    const facts = { box, product: own.product, version: own.version };
    const report = (state: Step['state'], reason: string) =>
      this.#report(
        { ...facts, state, sha256: step.tried?.sha256 ?? wanted?.sha256 ?? '', reason: excerpt(reason) },
        signal,
      );
    await report(step.state, step.reason);
    if (step.do === 'nothing' || wanted === undefined) return;
    if (step.do === 'fetch') {
      await this.#fetch(wanted, signal);
      return;
    }
    const before = step.do === 'restart' ? tried : await this.#install(wanted, tried, own.boot, report, signal);
    if (before !== undefined) await this.#restart(before, report, signal);
  }

  async #fetch(wanted: Wanted, signal: AbortSignal): Promise<void> {
    const { transport, staging, log } = this.#parts;
    staging.needRoom([wanted], 1);
    await fetchAll({ transport, staging }, [{ sha256: wanted.sha256, bytes: wanted.bytes }], signal);
    log.info({ version: wanted.version }, 'firmware: the bundle has been downloaded');
    this.roundEnded(); // its turn may have come
  }

  /** Installs the bundle; undefined if that failed. */
  async #install(
    wanted: Wanted,
    before: Tried | undefined,
    boot: string,
    report: (state: Step['state'], reason: string) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Tried | undefined> {
    const { program, record, staging, log } = this.#parts;
    const { sha256, version, allowDowngrade } = wanted;
    const tries = (before?.sha256 === sha256 ? before.tries : 0) + 1;
    const tried = { sha256, version, tries, boot, reason: '' };
    record.write({ ...tried, phase: 'installing' });
    try {
      await (program as FirmwareProgram).install(staging.path(sha256), allowDowngrade, signal);
    } catch (fault) {
      if (!(fault instanceof ProgramFault)) throw fault;
      const reason = excerpt(fault.message);
      record.write({ ...tried, phase: 'failed', reason });
      log.error({ version, tries, reason }, 'firmware: the update was not installed');
      await report('failed', reason);
      return undefined;
    }
    log.info({ version }, 'firmware: installed into the other slot; calls are drained before the restart');
    const installed: Tried = { ...tried, phase: 'restarting' };
    record.write(installed);
    return installed;
  }

  async #restart(
    tried: Tried,
    report: (state: Step['state'], reason: string) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { gateway, program, drainMs, log, time } = this.#parts;
    try {
      await report('restarting', '');
      const running = await gateway.drain(drainMs, signal);
      log.info({ version: tried.version, running }, 'firmware: the box restarts into the update');
      await (program as FirmwareProgram).restart(signal);
      await time.sleep(limits.firmware.restartMs, signal);
      log.error('firmware: the box did not restart');
    } finally {
      if (!signal.aborted) await gateway.undrain(signal);
    }
  }

  async #report(report: FirmwareReport, signal: AbortSignal): Promise<void> {
    const { gateway, tell } = this.#parts;
    await gateway.reportFirmware(report, signal);
    const text = JSON.stringify(report);
    if (text === this.#told) return;
    await tell(report, signal);
    this.#told = text;
  }
}
