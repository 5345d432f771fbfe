// The skills of robots: their order, and the settings in which a robot differs from the skill.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import { refuseOtherThan } from '../order.js';
import { refuseFixed } from '../patch.js';
import { chosen, thresholdRow, thresholdView } from '../thresholds.js';
import type { RobotSkillDraft, RobotSkillView } from './schemas.js';
import { invalid, type RobotServiceParts, type Robots } from './service.js';
import type { RobotSkillRow } from './table.js';

type Settings = Omit<RobotSkillDraft, 'skillId'>;
const changeable = ['threshold', 'directThreshold', 'recommendThreshold', 'topN', 'checkOtherSkill', 'autoRecover'];

export class RobotSkills {
  readonly #parts: RobotServiceParts;
  readonly #robots: Robots;

  constructor(parts: RobotServiceParts, robots: Robots) {
    this.#parts = parts;
    this.#robots = robots;
  }

  all(tenantId: string, robotId: string): RobotSkillView[] {
    return this.#parts.table.skills(this.#robots.row(tenantId, robotId).seq).map(viewOf);
  }

  view(tenantId: string, robotId: string, skillId: number): RobotSkillView {
    return viewOf(this.#row(tenantId, robotId, skillId));
  }

  /** Adds a skill after those that the robot has. */
  add(tenantId: string, robotId: string, { skillId, ...settings }: RobotSkillDraft): void {
    const { table, changes, hasSkill } = this.#parts;
    changes.save(tenantId, () => {
      const { seq } = this.#robots.row(tenantId, robotId);
      const rows = table.skills(seq);
      refuseMore(rows.length, limits.nlu.skillsPerRobot, 'skills of a robot');
      if (!hasSkill(tenantId, skillId)) throw invalid(`skillId: there is no skill ${skillId}`);
      if (rows.some((row) => row.skill_id === skillId)) {
        throw new ServiceError('CONFLICT', `skillId: robot ${robotId} already has skill ${skillId}`);
      }
      const position = (rows.at(-1)?.position ?? -1) + 1;
      table.putSkill({ robot_seq: seq, skill_id: skillId, position, ...settingsRow(settings) });
      this.#refer(seq);
    });
  }

  change(tenantId: string, robotId: string, skillId: number, body: Settings): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, robotId, skillId);
      refuseFixed(body, viewOf(row), changeable);
      table.putSkill({ ...row, ...settingsRow(body, row) });
    });
  }

  remove(tenantId: string, robotId: string, skillId: number): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const { robot_seq } = this.#row(tenantId, robotId, skillId);
      table.removeSkill(robot_seq, skillId);
      this.#refer(robot_seq);
    });
  }

  order(tenantId: string, robotId: string, order: readonly number[]): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const rows = table.skills(this.#robots.row(tenantId, robotId).seq);
      refuseOtherThan(
        order,
        rows.map(({ skill_id }) => skill_id),
        'skills',
        `skills of robot ${robotId}`,
      );
      for (const row of rows) table.putSkill({ ...row, position: order.indexOf(row.skill_id) });
    });
  }

  #row(tenantId: string, robotId: string, skillId: number): RobotSkillRow {
    const { seq } = this.#robots.row(tenantId, robotId);
    const row = this.#parts.table.skills(seq).find(({ skill_id }) => skill_id === skillId);
    if (row === undefined) throw noSuch(`skill of robot ${robotId}:`, skillId);
    return row;
  }

  #refer(seq: number): void {
    const { references, table } = this.#parts;
    const ids = table.skills(seq).map(({ skill_id }) => skill_id);
    references.set({ kind: 'robot', id: seq }, 'skill', ids);
  }
}

function settingsRow(body: Settings, before?: RobotSkillRow) {
  return {
    ...thresholdRow(body, before),
    check_other_skill: chosen(bitOf(body.checkOtherSkill), before?.check_other_skill),
    auto_recover: chosen(bitOf(body.autoRecover), before?.auto_recover),
  };
}

const bitOf = (flag: boolean | '' | undefined): 0 | 1 | '' | undefined =>
  typeof flag === 'boolean' ? (flag ? 1 : 0) : flag;

const viewOf = (row: RobotSkillRow): RobotSkillView => ({
  skillId: row.skill_id,
  ...thresholdView(row),
  ...(row.check_other_skill !== null && { checkOtherSkill: row.check_other_skill === 1 }),
  ...(row.auto_recover !== null && { autoRecover: row.auto_recover === 1 }),
});
