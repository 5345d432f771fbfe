// The parts that the routes of robots and of what belongs to them have in common.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';

/** Any text that names no robot is 404 and code 29. */
export const robotId = z.string().max(limits.nlu.publish.robotIdBytes).describe('The robot.');
export const ofRobot = { robotId: '{robot}' };

export const exampleReply = (content: string) => ({ answers: [{ type: 'TEXT', content }] });
