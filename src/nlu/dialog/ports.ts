// The dependencies of conversations: robots, and the understanding process.
import type { TurnOwner } from '../../understanding/client.js';
import type { RobotFile, TurnOrder, Understood } from '../../understanding/messages.js';

/** A package whose file stays until it is released. */
export interface HeldRobot extends RobotFile {
  release(): void;
}

export interface RobotSource {
  /** The package that is online. @throws ServiceError ROBOT_NOT_FOUND */
  online(tenantId: string, robotId: string): HeldRobot;
  /** A version of the robot. @throws ServiceError ROBOT_NOT_FOUND, RESOURCE_NOT_FOUND, CONFLICT */
  published(tenantId: string, robotId: string, publishId: string): HeldRobot;
  /** The robot in its present state, compiled if necessary. @throws ServiceError ROBOT_NOT_FOUND, … */
  newest(tenantId: string, robotId: string, owner: TurnOwner): Promise<HeldRobot>;
  /** The file of a package that a session holds. */
  held(sha256: string): RobotFile;
  /** @throws ServiceError MAINTENANCE while the tenant's robots are rebuilt for another model */
  refuseInMaintenance(tenantId: string): void;
}

export interface Understands {
  /** Throws UnderstandingLost if the process died meanwhile. */
  turn(robot: RobotFile, order: TurnOrder, owner: TurnOwner): Promise<Understood>;
}
