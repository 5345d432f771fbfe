// The parts that the routes of robots and of what belongs to them have in common.
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';

/** Any other text names no robot: that is 404 and code 29. */
export const robotId = z.string().max(limits.nlu.robotIdCharacters).describe('The robot.');
export const ofRobot = { robotId: '{robot}' };

export const exampleReply = (content: string) => ({ answers: [{ type: 'TEXT', content }] });
