// Robots out of a tenant and into another one.
import { limits } from '../../protocol/limits.js';
import type { Steps } from '../../protocol/steps.js';
import type { RobotDocument } from './document.js';
import { importRobot, refuseLinkFaults } from './read.js';
import { DocumentWriter, type ExportParts } from './write.js';

export interface ExchangeParts extends ExportParts {
  /** monotonic clock, ms */
  readonly clock: () => number;
}

export class Exchange {
  readonly #parts: ExchangeParts;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  /** The steps that make a robot of a document, for a batch. */
  importing(tenantId: string, document: RobotDocument): Steps<string> {
    refuseLinkFaults(document);
    return importRobot(this.#parts, tenantId, document);
  }

  /** The same in one transaction, where nobody waits. */
  import(tenantId: string, document: RobotDocument): string {
    const steps = this.importing(tenantId, document);
    return this.#parts.changes.saveWhole(tenantId, () => {
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    });
  }

  /** The document as text, of one state of the tenant's resources. Calls go on while it is read. */
  async export(tenantId: string, robotId: string, signal: AbortSignal): Promise<string> {
    const { changes, clock } = this.#parts;
    const { turnMs, readings } = limits.nlu.publish;
    for (let reading = 1; ; reading++) {
      const revision = changes.revisionOf(tenantId);
      const walk = new DocumentWriter(this.#parts, tenantId).document(robotId);
      const isPatient = reading <= readings;
      let endMs = clock() + turnMs;
      for (let step = walk.next(); ; step = walk.next()) {
        if (step.done === true) return JSON.stringify(step.value);
        if (!isPatient || clock() < endMs) continue;
        await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
        if (changes.revisionOf(tenantId) !== revision) break; // others have changed something: from the beginning
        endMs = clock() + turnMs;
      }
    }
  }
}
