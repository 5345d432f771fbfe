// Test sets of robots: utterances, each with the result that the robot must give.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import { refuseFixed } from '../patch.js';
import type { TestSetDraft, TestSetListed, TestSetView } from './schemas.js';
import type { RobotServiceParts, Robots } from './service.js';
import type { TestSetRow } from './table.js';

type Changed = { readonly [K in keyof TestSetDraft]?: TestSetDraft[K] | undefined };

export class TestSets {
  readonly #parts: Pick<RobotServiceParts, 'table' | 'changes'>;
  readonly #robots: Robots;

  constructor(parts: Pick<RobotServiceParts, 'table' | 'changes'>, robots: Robots) {
    this.#parts = parts;
    this.#robots = robots;
  }

  all(tenantId: string, robotId: string): TestSetListed[] {
    return this.#parts.table.sets(this.#robots.row(tenantId, robotId).seq).map((row) => {
      const { cases, ...listed } = viewOf(row);
      return { ...listed, caseCount: cases.length };
    });
  }

  view(tenantId: string, robotId: string, id: number): TestSetView {
    return viewOf(this.#row(tenantId, robotId, id));
  }

  create(tenantId: string, robotId: string, { name, description, cases }: TestSetDraft): number {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      const { seq } = this.#robots.row(tenantId, robotId);
      const rows = table.sets(seq);
      refuseMore(rows.length, limits.nlu.testSetsPerRobot, 'test sets of a robot');
      refuseTaken(rows, name);
      return table.addSet({ robot_seq: seq, name, description, cases: JSON.stringify(cases) });
    });
  }

  change(tenantId: string, robotId: string, id: number, body: Changed): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, robotId, id);
      refuseFixed(body, viewOf(row), ['name', 'description', 'cases']);
      const { name = row.name, description = row.description, cases } = body;
      if (name !== row.name) refuseTaken(table.sets(row.robot_seq), name);
      table.changeSet({ ...row, name, description, cases: cases === undefined ? row.cases : JSON.stringify(cases) });
    });
  }

  remove(tenantId: string, robotId: string, id: number): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => table.removeSet(this.#row(tenantId, robotId, id).id));
  }

  #row(tenantId: string, robotId: string, id: number): TestSetRow {
    const rows = this.#parts.table.sets(this.#robots.row(tenantId, robotId).seq);
    const row = rows.find((each) => each.id === id);
    if (row === undefined) throw noSuch(`test set of robot ${robotId}:`, id);
    return row;
  }
}

const viewOf = ({ id, name, description, cases }: TestSetRow): TestSetView => ({
  ...{ id, name, description, cases: JSON.parse(cases) },
});

function refuseTaken(rows: readonly TestSetRow[], name: string): void {
  if (!rows.some((row) => row.name === name)) return;
  throw new ServiceError('CONFLICT', `name: the robot already has a test set ${JSON.stringify(name)}`);
}
