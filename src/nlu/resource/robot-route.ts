// The common parts of the routes of robots and of their parts.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';

/** A robot id. A text of this form that names no robot gives 404 and code 29. */
export const robotId = z
  .string()
  .regex(new RegExp(`^[A-Za-z0-9-]{1,${limits.nlu.publish.robotIdBytes}}$`), 'must be the id of a robot')
  .describe('The robot.');
export const ofRobot = { robotId: '{robot}' };

export const exampleReply = (content: string) => ({ answers: [{ type: 'TEXT', content }] });
