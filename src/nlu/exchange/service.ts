// Exports robots from a tenant and imports them into another one.
import { inTurns } from '../../http/body/in-turns.js';
import { jsonPieces } from '../../protocol/json-pieces.js';
import { finished, type Steps } from '../../protocol/steps.js';
import { readOneState } from '../resource/one-state.js';
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

  /** The steps that make a robot of a document, for a batch. They do not begin for a client that has gone meanwhile. */
  importing(tenantId: string, document: RobotDocument, signal?: AbortSignal): Steps<string> {
    refuseLinkFaults(document);
    const parts = this.#parts;
    function* steps(): Steps<string> {
      signal?.throwIfAborted();
      return yield* importRobot(parts, tenantId, document);
    }
    return steps();
  }

  /** Makes the robot in one transaction, for callers that block nobody. */
  import(tenantId: string, document: RobotDocument): string {
    const steps = this.importing(tenantId, document);
    return this.#parts.changes.saveWhole(tenantId, () => finished(steps));
  }

  /** The document as pieces of JSON, from one state of the tenant's resources. Calls go on while it is read and written. */
  async export(tenantId: string, robotId: string, signal: AbortSignal): Promise<Buffer[]> {
    const { changes, clock } = this.#parts;
    const walk = () => new DocumentWriter(this.#parts, tenantId).document(robotId);
    const document = await readOneState(changes, tenantId, walk, { signal, clock });
    return inTurns(jsonPieces(document), { signal, clock });
  }
}
