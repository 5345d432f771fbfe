// The thread that checks regular expressions.
import { lowerPriority } from '../../child/priority.js';
import { answerJobs } from '../../child/thread-side.js';
import { limits } from '../../protocol/limits.js';
import { outcomeOf, type PatternOutcome } from '../../understanding/notation/pattern.js';

lowerPriority(limits.nlu.patternCheck.niceness); // of this thread alone; calls have priority
answerJobs((sources: readonly string[]): PatternOutcome[] => sources.map(outcomeOf));
