// The run of a test set as clients see it.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';

const { runCases } = limits.dialog.testing;

export const TestRunBody = z
  .object({
    publishId: z.string().max(64).default('').describe('A FINISHED publish; empty: the robot as it is now.'),
    offset: z.int().min(0).max(limits.nlu.testCases).default(0).describe('The first case that is run, from 0 on.'),
    limit: z.int().min(1).max(runCases).default(runCases).describe('The maximum number of cases that are run.'),
  })
  .meta({
    id: 'NluTestRunRequest',
    description: 'A selection of cases of a test set, and the version against which they are run.',
  });
export type TestRunRequest = z.output<typeof TestRunBody>;

const TestCaseResult = z
  .strictObject({
    text: z.string().describe('The utterance.'),
    expected: z.string().describe('The standard question that it must hit; empty: none.'),
    hit: z.string().describe('The standard question that it hits; empty: none is near enough.'),
    score: z.number().describe('The score of the nearest question, 0 to 1.'),
    ok: z.boolean().describe('The case hits the expected question.'),
    inTop5: z.boolean().describe('The expected question is among the five nearest ones.'),
  })
  .meta({ id: 'NluTestCaseResult', description: 'A case of a test set with its result.' });
export type TestCaseResult = z.output<typeof TestCaseResult>;

export const TestRunReply = z
  .strictObject({
    total: z.int().describe('The number of cases in the test set.'),
    offset: z.int().describe('The first case that was run.'),
    ran: z.int().describe('The number of cases that were run.'),
    top1: z.int().describe('The number of cases that hit the expected question.'),
    top5: z.int().describe('The number of cases whose expected question is among the five nearest ones.'),
    results: z.array(TestCaseResult).describe('The cases in their order.'),
  })
  .meta({ id: 'NluTestRun', description: 'The results of the cases of a test set.' });
export type TestRunResult = z.output<typeof TestRunReply>;
