// The priority of a process that works beside live calls.
import { getPriority, setPriority } from 'node:os';

/**
 * Gives this process at least the given niceness, 0 to 19. It keeps a higher one that it was started with: taking that back needs
 * a right that a service does not have.
 */
export function lowerPriority(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}
